/** Thrown for data that is no LZW stream of TIFF 6. */
export class LzwError extends Error {}

const clearCode = 256;
const endCode = 257;
const firstFree = 258;
const maxEntries = 4_096;

// Module-level tables: one decoder per thread is in use at a time, and 20 KiB per call would be garbage.
const prefixes = new Uint16Array(maxEntries);
const suffixes = new Uint8Array(maxEntries);
const lengths = new Uint16Array(maxEntries);
for (let code = 0; code < 256; code += 1) {
  suffixes[code] = code;
  lengths[code] = 1;
}

/** Writes the string of a code so that it ends at `last`, back to front, and answers its first byte; nothing beyond the output. */
function writeBackwards(output: Uint8Array, code: number, last: number): number {
  let walk = code;
  let fill = last;
  while (walk >= firstFree) {
    if (fill < output.length) output[fill] = suffixes[walk] ?? 0;
    fill -= 1;
    walk = prefixes[walk] ?? 0;
  }
  if (fill < output.length) output[fill] = walk;
  return walk;
}

function addEntry(entry: number, prefix: number, suffix: number): void {
  prefixes[entry] = prefix;
  suffixes[entry] = suffix;
  lengths[entry] = (lengths[prefix] ?? 0) + 1;
}

/** After a clear only a byte may come; later at most the one entry that the stream is about to make. */
function isOutOfTurn(code: number, next: number, previous: number): boolean {
  return previous < 0 ? code > 255 : code > next;
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
  let next = firstFree;
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
      next = firstFree;
      previous = -1;
      continue;
    }
    if (isOutOfTurn(code, next, previous)) throw new LzwError(`code ${code} before its entry`);
    let first: number;
    let end: number;
    if (code === next) {
      // The one code not yet in the table: the previous string followed by its own first byte.
      end = written + (lengths[previous] ?? 0) + 1;
      first = writeBackwards(output, previous, end - 2);
      if (end <= maxBytes) output[end - 1] = first;
    } else {
      end = written + (lengths[code] ?? 0);
      first = writeBackwards(output, code, end - 1);
    }
    written = Math.min(end, maxBytes);
    if (previous >= 0 && next < maxEntries) {
      addEntry(next, previous, first);
      next += 1;
    }
    if (next >= (1 << width) - 1 && width < 12) width += 1;
    previous = code;
  }
  return output.subarray(0, written);
}
