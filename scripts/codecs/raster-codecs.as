// Decoders of raster blocks. This is AssemblyScript, a dialect of TypeScript; scripts/make-codecs.mjs compiles it.
// Memory: tables first, then what the caller places above `heapBase`. The caller leaves 16 spare bytes behind the packed
// data and 272 behind the unpacked data, because words of eight bytes are read and written.

/** The first byte that the caller may use. */
export const heapBase: u32 = 131072;

/** LZW: for each code the place of its string in the output, and its length. */
const lzwTable: usize = 1024;

/** Returns the number of unpacked bytes, or -1 for a code before its entry. */
export function lzw(source: usize, sourceBytes: u32, target: usize, targetBytes: u32): i32 {
  const end = source + sourceBytes;
  const last = target + targetBytes;
  let at = source;
  let out = target;
  let buffer: u64 = 0;
  let bits: u32 = 0;
  let width: u32 = 9;
  let next: u32 = 258;
  let limit: u32 = 511;
  let before: usize = 0;
  let beforeBytes: u32 = 0;
  while (out < last) {
    if (bits < width) {
      const left = <u32>(end - at);
      if (left >= 4) {
        buffer = (buffer << 32) | <u64>bswap<u32>(load<u32>(at));
        at += 4;
        bits += 32;
      } else {
        while (bits < width && at < end) {
          buffer = (buffer << 8) | <u64>load<u8>(at);
          at += 1;
          bits += 8;
        }
        if (bits < width) break;
      }
    }
    bits -= width;
    const code = <u32>(buffer >> bits) & ((1 << width) - 1);
    if (code == 256) {
      width = 9;
      next = 258;
      limit = 511;
      beforeBytes = 0;
      continue;
    }
    if (code == 257) break;
    const start = out;
    let length: u32 = 1;
    if (code < 256) {
      store<u8>(out, <u8>code);
      if (beforeBytes != 0 && next < 4096) {
        const entry = lzwTable + (<usize>next << 3);
        store<u32>(entry, <u32>before);
        store<u32>(entry, beforeBytes + 1, 4);
        next += 1;
      }
      out += 1;
    } else {
      if (beforeBytes == 0 || code > next || (code == next && next >= 4096)) return -1;
      if (next < 4096) {
        const entry = lzwTable + (<usize>next << 3);
        store<u32>(entry, <u32>before);
        store<u32>(entry, beforeBytes + 1, 4);
      }
      const known = lzwTable + (<usize>code << 3);
      let from = <usize>load<u32>(known);
      length = load<u32>(known, 4);
      const until = min<usize>(out + length, last);
      if (code == next) {
        // The string before, followed by its own first byte: source and target overlap.
        while (out < until) {
          store<u8>(out, load<u8>(from));
          out += 1;
          from += 1;
        }
      } else {
        while (out < until) {
          store<u64>(out, load<u64>(from));
          out += 8;
          from += 8;
        }
        out = until;
      }
      if (next < 4096) next += 1;
    }
    if (next >= limit && width < 12) {
      width += 1;
      limit = (1 << width) - 1;
    }
    before = start;
    beforeBytes = length;
  }
  return <i32>(min<usize>(out, last) - target);
}

const lengthsAt: usize = 1024;
const countsAt: usize = 1536;
const literalTable: usize = 34816;
const literalBits: u32 = 11;
const distanceTable: usize = 90112;
const distanceBits: u32 = 8;

// An entry: bits 0–7 how many bits the code has; bit 31 a literal (byte in bits 16–23); bit 15 a table of its own (its first
// entry in bits 16–30, the bits of its index in 8–11); bit 14 the end; else the base in bits 16–30, the extra bits in 8–12.
const isLiteral: u32 = 0x80000000;
const isTable: u32 = 0x8000;
const isEnd: u32 = 0x4000;

function lengthEntry(symbol: u32): u32 {
  if (symbol < 256) return isLiteral | (symbol << 16);
  if (symbol == 256) return isEnd;
  if (symbol > 285) return 0;
  if (symbol == 285) return 258 << 16;
  if (symbol < 265) return (symbol - 254) << 16;
  const extra = (symbol - 261) >> 2;
  return ((((4 + ((symbol - 261) & 3)) << extra) + 3) << 16) | (extra << 8);
}

function distanceEntry(symbol: u32): u32 {
  if (symbol > 29) return 0;
  if (symbol < 4) return (symbol + 1) << 16;
  const extra = (symbol >> 1) - 1;
  return ((((2 + (symbol & 1)) << extra) + 1) << 16) | (extra << 8);
}

function reversed(code: u32, length: u32): u32 {
  let value: u32 = 0;
  for (let i: u32 = 0; i < length; i += 1) {
    value = (value << 1) | (code & 1);
    code >>= 1;
  }
  return value;
}

/** kind: 0 literals and lengths, 1 distances, 2 code lengths. Returns false for lengths that no code can have. */
function buildTable(table: usize, tableBits: u32, lengths: usize, symbols: u32, kind: u32): bool {
  memory.fill(countsAt, 0, 64);
  let longest: u32 = 0;
  for (let i: u32 = 0; i < symbols; i += 1) {
    const length = <u32>load<u8>(lengths + i);
    const at = countsAt + (length << 2);
    store<u32>(at, load<u32>(at) + 1);
    longest = max(longest, length);
  }
  store<u32>(countsAt, 0);
  let code: u32 = 0;
  let room: i32 = 1;
  for (let length: u32 = 1; length <= 15; length += 1) {
    const count = load<u32>(countsAt + (length << 2));
    room = (room << 1) - <i32>count;
    if (room < 0) return false;
    code = (code + load<u32>(countsAt + ((length - 1) << 2), 0)) << 1;
    store<u32>(countsAt + 64 + (length << 2), code);
  }
  memory.fill(table, 0, 4 << tableBits);
  const subBits = longest > tableBits ? longest - tableBits : 0;
  let free: u32 = 1 << tableBits;
  for (let symbol: u32 = 0; symbol < symbols; symbol += 1) {
    const length = <u32>load<u8>(lengths + symbol);
    if (length == 0) continue;
    const codeAt = countsAt + 64 + (length << 2);
    const own = load<u32>(codeAt);
    store<u32>(codeAt, own + 1);
    const bits = reversed(own, length);
    let entry = kind == 0 ? lengthEntry(symbol) : kind == 1 ? distanceEntry(symbol) : (symbol << 16);
    if (entry == 0 && kind != 2) continue;
    if (length <= tableBits) {
      entry |= length;
      for (let at = bits; at < <u32>(1 << tableBits); at += 1 << length) store<u32>(table + (<usize>at << 2), entry);
      continue;
    }
    const prefix = bits & ((1 << tableBits) - 1);
    const prefixAt = table + (<usize>prefix << 2);
    let pointer = load<u32>(prefixAt);
    if (pointer == 0) {
      pointer = isTable | (free << 16) | (subBits << 8) | tableBits;
      memory.fill(table + (<usize>free << 2), 0, 4 << subBits);
      free += 1 << subBits;
      store<u32>(prefixAt, pointer);
    }
    const first = (pointer >> 16) & 0x7fff;
    entry |= length - tableBits;
    for (let at = bits >> tableBits; at < <u32>(1 << subBits); at += 1 << (length - tableBits))
      store<u32>(table + (<usize>(first + at) << 2), entry);
  }
  return true;
}

// The stream that is being read.
let at: usize = 0;
let end: usize = 0;
let buffer: u64 = 0;
let bits: u32 = 0;

// @ts-ignore: decorator
@inline
function refill(): void {
  // The spare bytes behind the data count as read; `isPast` tells.
  buffer |= load<u64>(at) << bits;
  at += (63 - bits) >> 3;
  bits |= 56;
}

// @ts-ignore: decorator
@inline
function isPast(): bool {
  return at - (<usize>bits >> 3) > end;
}

// @ts-ignore: decorator
@inline
function take(count: u32): u32 {
  const value = <u32>buffer & ((1 << count) - 1);
  buffer >>= count;
  bits -= count;
  return value;
}

const order = memory.data<u8>([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]);

function readTables(): bool {
  refill();
  const literals = take(5) + 257;
  const distances = take(5) + 1;
  const codes = take(4) + 4;
  if (literals > 286) return false;
  memory.fill(lengthsAt, 0, 19);
  for (let i: u32 = 0; i < codes; i += 1) {
    if (bits < 8) refill();
    store<u8>(lengthsAt + load<u8>(order + i), <u8>take(3));
  }
  if (!buildTable(literalTable, 7, lengthsAt, 19, 2)) return false;
  const all = literals + distances;
  let i: u32 = 0;
  while (i < all) {
    refill();
    if (isPast()) return false;
    const entry = load<u32>(literalTable + (<usize>(<u32>buffer & 127) << 2));
    if ((entry & 255) == 0) return false;
    take(entry & 255);
    const symbol = entry >> 16;
    if (symbol < 16) {
      store<u8>(lengthsAt + i, <u8>symbol);
      i += 1;
      continue;
    }
    let value: u8 = 0;
    let count: u32 = 0;
    if (symbol == 16) {
      if (i == 0) return false;
      value = load<u8>(lengthsAt + i - 1);
      count = 3 + take(2);
    } else count = symbol == 17 ? 3 + take(3) : 11 + take(7);
    if (i + count > all) return false;
    memory.fill(lengthsAt + i, value, count);
    i += count;
  }
  return (
    buildTable(distanceTable, distanceBits, lengthsAt + literals, distances, 1) &&
    buildTable(literalTable, literalBits, lengthsAt, literals, 0)
  );
}

function fixedTables(): void {
  for (let i: u32 = 0; i < 288; i += 1) store<u8>(lengthsAt + i, i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8);
  memory.fill(lengthsAt + 288, 5, 30);
  buildTable(distanceTable, distanceBits, lengthsAt + 288, 30, 1);
  buildTable(literalTable, literalBits, lengthsAt, 288, 0);
}

/**
 * Reads one block until its end, the end of the output or the end of the data, and returns where its output ends; 0 for damage.
 */
function readCodes(target: usize, begin: usize, last: usize): usize {
  // Locals, because globals are memory.
  let from = at;
  let word = buffer;
  let count = bits;
  let out = begin;
  const stop = end + 8;
  const literalMask: u32 = (1 << literalBits) - 1;
  const distanceMask: u32 = (1 << distanceBits) - 1;
  let isDamaged = false;
  while (out < last) {
    word |= load<u64>(from) << count;
    from += (63 - count) >> 3;
    count |= 56;
    if (from > stop && from - (<usize>count >> 3) > end) break;
    let entry = load<u32>(literalTable + (<usize>(<u32>word & literalMask) << 2));
    // Up to three short literals fit before the next refill: 11 bits each.
    if (entry & isLiteral) {
      word >>= <u64>(entry & 255);
      count -= entry & 255;
      store<u8>(out, <u8>(entry >> 16));
      out += 1;
      entry = load<u32>(literalTable + (<usize>(<u32>word & literalMask) << 2));
      if (entry & isLiteral) {
        word >>= <u64>(entry & 255);
        count -= entry & 255;
        store<u8>(out, <u8>(entry >> 16));
        out += 1;
        entry = load<u32>(literalTable + (<usize>(<u32>word & literalMask) << 2));
        if (entry & isLiteral) {
          word >>= <u64>(entry & 255);
          count -= entry & 255;
          store<u8>(out, <u8>(entry >> 16));
          out += 1;
          continue;
        }
      }
      if (out >= last) break;
      word |= load<u64>(from) << count;
      from += (63 - count) >> 3;
      count |= 56;
    }
    if (entry & isTable) {
      word >>= <u64>literalBits;
      count -= literalBits;
      entry = load<u32>(literalTable + (<usize>(((entry >> 16) & 0x7fff) + (<u32>word & ((1 << ((entry >> 8) & 15)) - 1))) << 2));
      if (entry & isLiteral) {
        word >>= <u64>(entry & 255);
        count -= entry & 255;
        store<u8>(out, <u8>(entry >> 16));
        out += 1;
        continue;
      }
    }
    if ((entry & 255) == 0) {
      isDamaged = true;
      break;
    }
    word >>= <u64>(entry & 255);
    count -= entry & 255;
    if (entry & isEnd) break;
    let extra = (entry >> 8) & 31;
    const length = <usize>((entry >> 16) + (<u32>word & ((1 << extra) - 1)));
    word >>= <u64>extra;
    count -= extra;
    entry = load<u32>(distanceTable + (<usize>(<u32>word & distanceMask) << 2));
    if (entry & isTable) {
      word >>= <u64>distanceBits;
      count -= distanceBits;
      entry = load<u32>(distanceTable + (<usize>(((entry >> 16) & 0x7fff) + (<u32>word & ((1 << ((entry >> 8) & 15)) - 1))) << 2));
    }
    if ((entry & 255) == 0) {
      isDamaged = true;
      break;
    }
    word >>= <u64>(entry & 255);
    count -= entry & 255;
    extra = (entry >> 8) & 31;
    const distance = <usize>((entry >> 16) + (<u32>word & ((1 << extra) - 1)));
    word >>= <u64>extra;
    count -= extra;
    if (distance > out - target) {
      isDamaged = true;
      break;
    }
    const until = min<usize>(out + length, last);
    let source = out - distance;
    if (distance >= 8) {
      while (out < until) {
        store<u64>(out, load<u64>(source));
        out += 8;
        source += 8;
      }
      out = until;
    } else
      while (out < until) {
        store<u8>(out, load<u8>(source));
        out += 1;
        source += 1;
      }
  }
  at = from;
  buffer = word;
  bits = count;
  if (isDamaged && !isPast()) return 0;
  return min<usize>(out, last);
}

/** Returns the number of unpacked bytes of a zlib stream, or -1 if it is damaged. Data that ends early gives less. */
export function inflate(source: usize, sourceBytes: u32, target: usize, targetBytes: u32): i32 {
  if (sourceBytes < 2) return 0;
  const head = (<u32>load<u8>(source) << 8) | <u32>load<u8>(source, 1);
  if (((head >> 8) & 15) != 8 || head % 31 != 0 || (head & 32) != 0) return -1;
  at = source + 2;
  end = source + sourceBytes;
  buffer = 0;
  bits = 0;
  const last = target + targetBytes;
  let out = target;
  let isLast: u32 = 0;
  while (isLast == 0 && out < last) {
    refill();
    if (isPast()) break;
    isLast = take(1);
    const kind = take(2);
    if (kind == 3) return -1;
    if (kind == 0) {
      // Back to the first whole byte behind the bits that were read.
      at -= bits >> 3;
      buffer = 0;
      bits = 0;
      if (at + 4 > end) break;
      const length = <usize>load<u16>(at);
      if ((length ^ <usize>load<u16>(at, 2)) != 0xffff) return -1;
      at += 4;
      const count = min<usize>(length, min<usize>(<usize>(end - at), <usize>(last - out)));
      memory.copy(out, at, count);
      out += count;
      at += count;
      if (count < length) break;
      continue;
    }
    if (kind == 1) fixedTables();
    else if (!readTables()) return isPast() ? <i32>(out - target) : -1;
    const reached = readCodes(target, out, last);
    if (reached == 0) return -1;
    out = reached;
    if (isPast()) break;
  }
  return <i32>(min<usize>(out, last) - target);
}

/** Undoes the differences of rows of 8-, 16- or 32-bit samples (TIFF 6, predictor 2). */
export function undoDifferences(target: usize, rows: u32, rowBytes: u32, samples: u32, sampleBytes: u32): void {
  const step = samples * sampleBytes;
  for (let row: u32 = 0; row < rows; row += 1) {
    const start = target + <usize>row * rowBytes;
    const stop = start + rowBytes;
    let at = start + step;
    if (sampleBytes == 2 && samples == 4) {
      let sum = v128.load64_zero(start);
      for (; at < stop; at += 8) {
        sum = i16x8.add(sum, v128.load64_zero(at));
        v128.store64_lane(at, sum, 0);
      }
    } else if (sampleBytes == 2 && samples == 1) {
      let sum = load<u16>(start);
      for (; at < stop; at += 2) {
        sum += load<u16>(at);
        store<u16>(at, sum);
      }
    } else if (sampleBytes == 1) for (; at < stop; at += 1) store<u8>(at, load<u8>(at) + load<u8>(at - step));
    else if (sampleBytes == 2) for (; at < stop; at += 2) store<u16>(at, load<u16>(at) + load<u16>(at - step));
    else for (; at < stop; at += 4) store<u32>(at, load<u32>(at) + load<u32>(at - step));
  }
}
