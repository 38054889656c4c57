/** Thrown if the data is not an LZW stream of TIFF 6. */
export class LzwError extends Error {}

const clearCode = 256;
const endCode = 257;
const firstFree = 258;
const maxEntries = 4_096;

/**
 * Returns true for an invalid code: after a clear code only a byte may follow, later at most the entry that the
 * stream is about to define.
 */
function isOutOfTurn(code: number, next: number, previous: number): boolean {
  return previous < 0 ? code > 255 : code > next;
}

/** Reads strips that are too tall to be unpacked as a whole; `block-codec.ts` unpacks whole blocks, and is faster. */
interface LzwReader {
  /** Sets the next piece of the packed data; the piece before must have been used up. */
  feed(input: Uint8Array): void;
  /** Unpacks until `output` is full or the input is used up, and returns the number of bytes written. */
  fill(output: Uint8Array): number;
}

/**
 * Reads TIFF LZW (codes from the most significant bit, early change) in pieces of any size. Strings are written
 * backwards into place, so no copy per code is needed; one that does not fit into the output continues in the next.
 */
export function createLzwReader(): LzwReader {
  const prefixes = new Uint16Array(maxEntries);
  const suffixes = new Uint8Array(maxEntries);
  const lengths = new Uint16Array(maxEntries);
  for (let code = 0; code < 256; code += 1) {
    suffixes[code] = code;
    lengths[code] = 1;
  }
  let input: Uint8Array = new Uint8Array();
  let at = 0;
  let bitBuffer = 0;
  let bitCount = 0;
  let width = 9;
  let next = firstFree;
  let previous = -1;
  let ended = false;
  /** A string whose first bytes have been written; the rest follows. */
  let pending = { code: -1, done: 0 };

  /**
   * Writes the string of a code backwards so that it ends at `last`, and returns its first byte. It writes nothing
   * outside of the output.
   */
  function writeBackwards(output: Uint8Array, code: number, last: number): number {
    let walk = code;
    let fill = last;
    while (walk >= firstFree) {
      if (fill >= 0 && fill < output.length) output[fill] = suffixes[walk] ?? 0;
      fill -= 1;
      walk = prefixes[walk] ?? 0;
    }
    if (fill >= 0 && fill < output.length) output[fill] = walk;
    return walk;
  }

  function writePending(output: Uint8Array): number {
    if (pending.code < 0) return 0;
    const { code, done } = pending;
    const left = (lengths[code] ?? 0) - done;
    writeBackwards(output, code, left - 1);
    pending = left > output.length ? { code, done: done + output.length } : { code: -1, done: 0 };
    return Math.min(left, output.length);
  }

  function fill(output: Uint8Array): number {
    let written = writePending(output);
    while (!ended && written < output.length) {
      while (bitCount < width) {
        if (at >= input.length) return written;
        bitBuffer = ((bitBuffer << 8) | (input[at] ?? 0)) & 0xffffff;
        at += 1;
        bitCount += 8;
      }
      bitCount -= width;
      const code = (bitBuffer >>> bitCount) & ((1 << width) - 1);
      ended = code === endCode;
      if (ended) break;
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
        // The only code that is not in the table yet: the previous string followed by its own first byte.
        end = written + (lengths[previous] ?? 0) + 1;
        first = writeBackwards(output, previous, end - 2);
        if (end <= output.length) output[end - 1] = first;
      } else {
        end = written + (lengths[code] ?? 0);
        first = writeBackwards(output, code, end - 1);
      }
      if (end > output.length) pending = { code, done: output.length - written };
      written = Math.min(end, output.length);
      if (previous >= 0 && next < maxEntries) {
        prefixes[next] = previous;
        suffixes[next] = first;
        lengths[next] = (lengths[previous] ?? 0) + 1;
        next += 1;
      }
      if (next >= (1 << width) - 1 && width < 12) width += 1;
      previous = code;
    }
    return written;
  }

  return {
    fill,
    feed(piece) {
      input = piece;
      at = 0;
    },
  };
}
