import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { deflateSync } from 'node:zlib';

export type Samples =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

export interface DisplayOptions {
  path: string;
  widthPx: number;
  heightPx: number;
  samplesPerPixel: number;
  /** An array of the raster's own type, of this many samples. */
  allocate: (length: number) => Samples;
  /** TIFF tag 339: 1 unsigned, 2 signed, 3 float. */
  sampleFormat: number;
  nodata: number | null;
}

const tileSize = 256;

interface Level {
  widthPx: number;
  heightPx: number;
  samples: Samples | null;
  blocks: { offset: number; bytes: number }[];
}

/**
 * The display copy: BigTIFF, 256-pixel deflate tiles, overviews by averaging, same type and bands. Written once, off the
 * main thread, for rasters that arrive as plain strips or without overviews (field notes, Map and pixels). It carries no
 * georeference: the record of the original has it.
 */
export function createDisplayWriter(options: DisplayOptions) {
  const { samplesPerPixel, allocate } = options;
  const bytesPerSample = allocate(1).BYTES_PER_ELEMENT;
  // A typed array would cut whole numbers off downwards and darken each level a little more.
  const average = (sum: number, count: number) =>
    options.sampleFormat === 3 ? sum / count : Math.round(sum / count);
  const levels: Level[] = [];
  for (let factor = 1; ; factor *= 2) {
    const widthPx = Math.ceil(options.widthPx / factor);
    const heightPx = Math.ceil(options.heightPx / factor);
    const samples = factor === 1 ? null : allocate(widthPx * heightPx * samplesPerPixel);
    levels.push({ widthPx, heightPx, samples, blocks: [] });
    if (Math.max(widthPx, heightPx) <= tileSize) break;
  }
  // What is left of an earlier try goes, and no link in its place is followed.
  rmSync(options.path, { force: true });
  const file = openSync(options.path, 'wx');
  let position = 16;

  function tiles(level: Level, source: Samples, rows: number) {
    const tile = allocate(tileSize * tileSize * samplesPerPixel);
    for (let left = 0; left < level.widthPx; left += tileSize) {
      tile.fill(0);
      const columns = Math.min(tileSize, level.widthPx - left);
      for (let row = 0; row < rows; row += 1) {
        const from = (row * level.widthPx + left) * samplesPerPixel;
        tile.set(source.subarray(from, from + columns * samplesPerPixel), row * tileSize * samplesPerPixel);
      }
      const bytes = deflateSync(new Uint8Array(tile.buffer, tile.byteOffset, tile.byteLength), { level: 1 });
      writeSync(file, bytes, 0, bytes.length, position);
      level.blocks.push({ offset: position, bytes: bytes.length });
      position += bytes.length;
    }
  }

  /** Halves `count` rows of the upper level, from its row `first` (even), into the lower one; "no data" counts for nothing. */
  function halve(upper: Level, source: Samples, first: number, count: number, lower: Level) {
    if (!lower.samples) return;
    for (let row = first >> 1; row < (first + count + 1) >> 1; row += 1) {
      const top = 2 * row - first;
      for (let column = 0; column < lower.widthPx; column += 1) {
        for (let band = 0; band < samplesPerPixel; band += 1) {
          let sum = 0;
          let valid = 0;
          for (let part = 0; part < 4; part += 1) {
            const r = top + (part >> 1);
            const c = 2 * column + (part & 1);
            if (r >= count || c >= upper.widthPx) continue;
            const value = source[(r * upper.widthPx + c) * samplesPerPixel + band] ?? 0;
            if (value === options.nodata || Number.isNaN(value)) continue;
            sum += value;
            valid += 1;
          }
          lower.samples[(row * lower.widthPx + column) * samplesPerPixel + band] =
            valid === 0 ? (options.nodata ?? 0) : average(sum, valid);
        }
      }
    }
  }

  type Entry = { tag: number; type: 3 | 4 | 16; values: number[] };
  const typeBytes = { 3: 2, 4: 4, 16: 8 } as const;

  function bytesOf({ type, values }: Entry): Buffer {
    const bytes = Buffer.alloc(values.length * typeBytes[type]);
    for (const [i, value] of values.entries()) {
      if (type === 3) bytes.writeUInt16LE(value, i * 2);
      else if (type === 4) bytes.writeUInt32LE(value, i * 4);
      else bytes.writeBigUInt64LE(BigInt(value), i * 8);
    }
    return bytes;
  }

  function entriesOf(level: Level, index: number): Entry[] {
    const perBand = (value: number) => Array.from({ length: samplesPerPixel }, () => value);
    return [
      { tag: 254, type: 4, values: [index === 0 ? 0 : 1] },
      { tag: 256, type: 4, values: [level.widthPx] },
      { tag: 257, type: 4, values: [level.heightPx] },
      { tag: 258, type: 3, values: perBand(bytesPerSample * 8) },
      { tag: 259, type: 3, values: [8] },
      { tag: 262, type: 3, values: [1] },
      { tag: 277, type: 3, values: [samplesPerPixel] },
      { tag: 284, type: 3, values: [1] },
      { tag: 322, type: 4, values: [tileSize] },
      { tag: 323, type: 4, values: [tileSize] },
      { tag: 324, type: 16, values: level.blocks.map((block) => block.offset) },
      { tag: 325, type: 16, values: level.blocks.map((block) => block.bytes) },
      // All samples but the first are extra ones of no stated meaning (TIFF 6, ExtraSamples).
      ...(samplesPerPixel > 1 ? [{ tag: 338, type: 3 as const, values: perBand(0).slice(1) }] : []),
      { tag: 339, type: 3, values: perBand(options.sampleFormat) },
    ];
  }

  function writeDirectories() {
    let linkAt = 8;
    for (const [index, level] of levels.entries()) {
      position += position % 8 === 0 ? 0 : 8 - (position % 8);
      const entries = entriesOf(level, index);
      const table = Buffer.alloc(8 + entries.length * 20 + 8);
      table.writeBigUInt64LE(BigInt(entries.length), 0);
      const outside: Buffer[] = [];
      let outsideAt = position + table.length;
      for (const [i, entry] of entries.entries()) {
        const at = 8 + i * 20;
        const bytes = bytesOf(entry);
        table.writeUInt16LE(entry.tag, at);
        table.writeUInt16LE(entry.type, at + 2);
        table.writeBigUInt64LE(BigInt(entry.values.length), at + 4);
        if (bytes.length <= 8) bytes.copy(table, at + 12);
        else {
          table.writeBigUInt64LE(BigInt(outsideAt), at + 12);
          outside.push(bytes);
          outsideAt += bytes.length;
        }
      }
      const link = Buffer.alloc(8);
      link.writeBigUInt64LE(BigInt(position));
      writeSync(file, link, 0, 8, linkAt);
      linkAt = position + table.length - 8;
      const all = Buffer.concat([table, ...outside]);
      writeSync(file, all, 0, all.length, position);
      position += all.length;
    }
    writeSync(file, Buffer.from([0x49, 0x49, 43, 0, 8, 0, 0, 0]), 0, 8, 0);
  }

  let row = 0;
  return {
    /** How many rows each call of `writeRows` brings, but for the last. */
    bandRows: tileSize,
    writeRows(samples: Samples, count: number) {
      const [full, half] = levels;
      if (!full) return;
      tiles(full, samples, count);
      if (half) halve(full, samples, row, count, half);
      row += count;
    },
    finish() {
      for (const [index, level] of levels.entries()) {
        if (!level.samples) continue;
        const next = levels[index + 1];
        if (next) halve(level, level.samples, 0, level.heightPx, next);
        const stride = level.widthPx * samplesPerPixel;
        for (let top = 0; top < level.heightPx; top += tileSize) {
          const rows = Math.min(tileSize, level.heightPx - top);
          tiles(level, level.samples.subarray(top * stride, (top + rows) * stride), rows);
        }
        level.samples = null;
      }
      writeDirectories();
      fdatasyncSync(file);
      closeSync(file);
    },
    abandon: () => closeSync(file),
  };
}
