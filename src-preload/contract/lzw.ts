/** Thrown for data that is no LZW stream of TIFF 6. */
export class LzwError extends Error {}

const clearCode = 256;
const endCode = 257;
const maxEntries = 4_096;

// Module-level tables: one decoder per thread is in use at a time, and 20 KiB per call would be garbage.
const prefixes = new Uint16Array(maxEntries);
const suffixes = new Uint8Array(maxEntries);
const lengths = new Uint16Array(maxEntries);
for (let code = 0; code < 256; code += 1) {
  suffixes[code] = code;
  lengths[code] = 1;
}

/**
 * Decodes TIFF LZW (codes from the most significant bit, early change) into at most `maxBytes` bytes. Strings are
 * written backwards into place, so no per-code copy is needed. Truncated data gives what could be decoded.
 */
export function decodeLzw(input: Uint8Array, maxBytes: number): Uint8Array {
  const output = new Uint8Array(maxBytes);
  let written = 0;
  let bitBuffer = 0;
  let bitCount = 0;
  let width = 9;
  let next = 258;
  let previous = -1;
  let at = 0;
  while (written < maxBytes) {
    while (bitCount < width) {
      if (at >= input.length) return output.subarray(0, written);
      bitBuffer = ((bitBuffer << 8) | (input[at] ?? 0)) & 0xffffff;
      at += 1;
      bitCount += 8;
    }
    bitCount -= width;
    const code = (bitBuffer >>> bitCount) & ((1 << width) - 1);
    if (code === endCode) break;
    if (code === clearCode) {
      width = 9;
      next = 258;
      previous = -1;
      continue;
    }
    if (code > next || (code === next && previous < 0) || (previous < 0 && code > 255)) {
      throw new LzwError(`code ${code} before its entry`);
    }
    // The one case of a code not yet in the table: the previous string followed by its own first byte.
    const isNext = code === next;
    const length = isNext ? (lengths[previous] ?? 0) + 1 : (lengths[code] ?? 0);
    let fill = written + length - 1;
    let walk = code;
    if (isNext) {
      walk = previous;
      fill -= 1;
    }
    let first = 0;
    while (walk >= 258) {
      first = suffixes[walk] ?? 0;
      if (fill < maxBytes) output[fill] = first;
      fill -= 1;
      walk = prefixes[walk] ?? 0;
    }
    first = walk;
    if (fill < maxBytes) output[fill] = first;
    if (isNext && written + length - 1 < maxBytes) output[written + length - 1] = first;
    written = Math.min(maxBytes, written + length);
    if (previous >= 0 && next < maxEntries) {
      prefixes[next] = previous;
      suffixes[next] = first;
      lengths[next] = (lengths[previous] ?? 0) + 1;
      next += 1;
    }
    if (next >= (1 << width) - 1 && width < 12) width += 1;
    previous = code;
  }
  return output.subarray(0, written);
}
