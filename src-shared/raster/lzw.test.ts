import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLzwEncoder } from '../../src-main/practice/imagery/lzw-encoder.ts';
import { createLzwReader, LzwError } from './lzw.ts';

/** Unpacks a stream that comes in two pieces. */
function decodeLzw(input: Uint8Array, maxBytes: number): Uint8Array {
  const reader = createLzwReader();
  const output = new Uint8Array(maxBytes);
  const half = input.length >> 1;
  reader.feed(input.subarray(0, half));
  const first = reader.fill(output);
  reader.feed(input.subarray(half));
  return output.subarray(0, first + (first < maxBytes ? reader.fill(output.subarray(first)) : 0));
}

/** The example of the TIFF 6 specification, section 13: 7 7 7 8 8 7 7 6 6. */
it('decodes the example of the specification', () => {
  // Codes 256, 7, 258, 8, 8, 258, 6, 6, 257 in nine bits each.
  const codes = [256, 7, 258, 8, 8, 258, 6, 6, 257];
  const bits = codes.map((code) => code.toString(2).padStart(9, '0')).join('');
  const bytes = Uint8Array.from(bits.match(/.{1,8}/g) ?? [], (byte) =>
    Number.parseInt(byte.padEnd(8, '0'), 2),
  );
  expect([...decodeLzw(bytes, 9)]).toEqual([7, 7, 7, 8, 8, 7, 7, 6, 6]);
});

it('gives back what was encoded, over every change of width and clear', () => {
  const encoder = createLzwEncoder();
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.uint8Array({ minLength: 10_000, maxLength: 60_000, max: 3 }),
    fc.uint8Array({ minLength: 10_000, maxLength: 60_000 }),
  );
  fc.assert(
    fc.property(bytes, (input) => {
      expect(Buffer.compare(decodeLzw(encoder.encode(input), input.length), input)).toBe(0);
    }),
    { numRuns: 60 },
  );
});

it('gives the part that a truncated stream holds', () => {
  const input = Uint8Array.from({ length: 5_000 }, (_, i) => (i * i) % 251);
  const encoded = createLzwEncoder().encode(input);
  const part = decodeLzw(encoded.subarray(0, encoded.length >> 1), input.length);
  expect(part.length).toBeGreaterThan(1_000);
  expect(Buffer.compare(part, input.subarray(0, part.length))).toBe(0);
});

it('never writes past its bounds and never hangs on garbage', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 3_000 }),
      fc.integer({ min: 0, max: 5_000 }),
      (garbage, maxBytes) => {
        try {
          expect(decodeLzw(garbage, maxBytes).length).toBeLessThanOrEqual(maxBytes);
        } catch (error) {
          expect(error).toBeInstanceOf(LzwError);
        }
      },
    ),
  );
});
