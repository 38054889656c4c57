import { constants, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLzwEncoder } from '../../src-main/practice/imagery/lzw-encoder.ts';
import {
  CodecError,
  type CodecKind,
  undoDifferences,
  undoFloatPredictor,
  unpackBlock,
} from './block-codec.ts';

const input = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.uint8Array({ minLength: 10_000, maxLength: 60_000, max: 3 }),
  fc.uint8Array({ minLength: 10_000, maxLength: 90_000 }),
  // Long repeats, near and far.
  fc
    .tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 3_000 }))
    .map(([piece, count]) =>
      Uint8Array.from({ length: piece.length * count }, (_, i) => piece[i % piece.length] ?? 0),
    ),
);
const { Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE } = constants;
const options = fc.record({
  level: fc.constantFrom(0, 1, 6, 9),
  strategy: fc.constantFrom(Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE),
});
const lzwEncoder = createLzwEncoder();
const same = (one: Uint8Array, other: Uint8Array) => expect(Buffer.compare(one, other)).toBe(0);

it('gives back what zlib packed, in every kind of block', () => {
  fc.assert(
    fc.property(input, options, (bytes, how) => {
      same(unpackBlock('deflate', deflateSync(bytes, how), { dueBytes: bytes.length }), bytes);
    }),
    { numRuns: 150 },
  );
});

it('gives back what was packed by LZW, over every change of width and clear', () => {
  fc.assert(
    fc.property(input, (bytes) => {
      same(unpackBlock('lzw', lzwEncoder.encode(bytes), { dueBytes: bytes.length }), bytes);
    }),
    { numRuns: 60 },
  );
});

it('gives the first bytes when fewer are due, and what a truncated block holds', () => {
  fc.assert(
    fc.property(input, fc.double({ min: 0, max: 1, noNaN: true }), (bytes, share) => {
      for (const [kind, packed] of [
        ['deflate', deflateSync(bytes)],
        ['lzw', lzwEncoder.encode(bytes)],
      ] as const) {
        const due = Math.floor(bytes.length * share);
        same(unpackBlock(kind, packed, { dueBytes: due }), bytes.subarray(0, due));
        const cut = packed.subarray(0, Math.floor(packed.length * share));
        const part = unpackBlock(kind, cut, { dueBytes: bytes.length });
        // The spare bytes behind the data can end in one more value.
        expect(part.length).toBeLessThanOrEqual(bytes.length);
        const whole = Math.max(0, part.length - 300);
        same(part.subarray(0, whole), bytes.subarray(0, whole));
      }
    }),
    { numRuns: 60 },
  );
});

it('never gives more than is due and never hangs on garbage', () => {
  const garbage = fc.uint8Array({ maxLength: 3_000 });
  // Behind a right head, so that the blocks are read at all.
  const headed = garbage.map((bytes) => Uint8Array.from([0x78, 0x9c, ...bytes]));
  fc.assert(
    fc.property(
      fc.constantFrom<CodecKind>('lzw', 'deflate'),
      fc.oneof(garbage, headed),
      fc.integer({ min: 0, max: 5_000 }),
      (kind, packed, dueBytes) => {
        try {
          expect(unpackBlock(kind, packed, { dueBytes }).length).toBeLessThanOrEqual(dueBytes);
        } catch (error) {
          expect(error).toBeInstanceOf(CodecError);
        }
      },
    ),
    { numRuns: 2_000 },
  );
});

it('notices damage in the middle of a block', () => {
  const bytes = Uint8Array.from({ length: 20_000 }, (_, i) => (i * i) % 251);
  const packed = deflateSync(bytes);
  packed.fill(255, 100, 200);
  let unpacked: Uint8Array | null = null;
  try {
    unpacked = unpackBlock('deflate', packed, { dueBytes: bytes.length });
  } catch (error) {
    expect(error).toBeInstanceOf(CodecError);
  }
  expect(unpacked === null || Buffer.compare(unpacked, bytes) !== 0).toBe(true);
  expect(() => unpackBlock('lzw', Uint8Array.of(0xff, 0xff, 0xff), { dueBytes: 10 })).toThrow(CodecError);
});

it.each([
  { samples: 1, sampleBytes: 1 },
  { samples: 3, sampleBytes: 1 },
  { samples: 1, sampleBytes: 2 },
  { samples: 4, sampleBytes: 2 },
  { samples: 5, sampleBytes: 2 },
  { samples: 2, sampleBytes: 4 },
])(
  'undoes differences of $samples samples of $sampleBytes bytes, which wrap around',
  ({ samples, sampleBytes }) => {
    const [columns, rows] = [37, 5];
    const perRow = columns * samples;
    const make = (length: number) =>
      sampleBytes === 1
        ? new Uint8Array(length)
        : sampleBytes === 2
          ? new Uint16Array(length)
          : new Uint32Array(length);
    const values = make(perRow * rows);
    for (let i = 0; i < values.length; i += 1) values[i] = (i * 2_654_435_761) % 4_294_967_291;
    const stored = make(values.length);
    for (let i = 0; i < values.length; i += 1)
      stored[i] = (values[i] ?? 0) - (i % perRow < samples ? 0 : (values[i - samples] ?? 0));
    const packed = new Uint8Array(stored.buffer);
    const differences = { rowBytes: perRow * sampleBytes, samples, sampleBytes };
    same(undoDifferences(packed, differences), new Uint8Array(values.buffer));
    const deflated = deflateSync(packed);
    same(
      unpackBlock('deflate', deflated, { dueBytes: packed.length, differences }),
      new Uint8Array(values.buffer),
    );
  },
);

it('undoes the predictor of floats', () => {
  const values = Float32Array.of(1.5, -2, 1e20, 0.1, 7, 8);
  const plain = new Uint8Array(values.buffer);
  const grouped = new Uint8Array(plain.length);
  for (let i = 0; i < values.length; i += 1)
    for (let byte = 0; byte < 4; byte += 1)
      grouped[(3 - byte) * values.length + i] = plain[4 * i + byte] ?? 0;
  const stored = grouped.map((byte, i) => byte - (i < 2 ? 0 : (grouped[i - 2] ?? 0)));
  undoFloatPredictor(stored, 2, 4);
  same(stored, plain);
});
