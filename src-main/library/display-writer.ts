import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { allocateSamples, fullOf, type Samples, type SampleType } from './samples.ts';

export interface DisplayOptions {
  path: string;
  widthPx: number;
  heightPx: number;
  type: SampleType;
  /** The alpha, which is the last of them, included. */
  samplesPerPixel: number;
  hasAlpha: boolean;
  nodata: number | null;
}

const tileWidth = 256;
/** Rows of all levels that are held at a time take at most twice this. */
const bandBytes = 8 * 1_024 * 1_024;

interface Level {
  widthPx: number;
  heightPx: number;
  /** Rows that wait for a whole row of tiles; the first level has none, its rows come in bands. */
  samples: Samples | null;
  /** Of `samples`. */
  rows: number;
  blocks: { offset: number; bytes: number }[];
}

/** So many rows that a band of them stays within bounds: a tile of a very wide raster is a low one. */
function bandRowsOf(rowBytes: number): number {
  let rows = 256;
  while (rows > 4 && rows * rowBytes > bandBytes) rows /= 2;
  return rows;
}

/**
 * The display copy: BigTIFF, deflate tiles, overviews by averaging, same type and bands. Written once, off the main thread, for
 * rasters that arrive as plain strips, without overviews or in a way that the page does not read (service §11.4). It
 * carries no georeference: the record of the original has it. Only a band of rows of each level is held.
 */
export function createDisplayWriter(options: DisplayOptions) {
  const { samplesPerPixel, type, nodata, hasAlpha } = options;
  const bytesPerSample = allocateSamples(type, 1).BYTES_PER_ELEMENT;
  const bandRows = bandRowsOf(options.widthPx * samplesPerPixel * bytesPerSample);
  const bands = samplesPerPixel - (hasAlpha ? 1 : 0);
  const isFloat = type.sampleFormat === 3;
  const largest = isFloat ? 0 : fullOf(type);
  const empty = nodata ?? (isFloat ? Number.NaN : 0);
  const levels: Level[] = [];
  for (let factor = 1; ; factor *= 2) {
    const widthPx = Math.ceil(options.widthPx / factor);
    const heightPx = Math.ceil(options.heightPx / factor);
    const samples = factor === 1 ? null : allocateSamples(type, widthPx * bandRows * samplesPerPixel);
    levels.push({ widthPx, heightPx, samples, rows: 0, blocks: [] });
    if (Math.max(widthPx, heightPx) <= tileWidth) break;
  }
  // What is left of an earlier try goes, and no link in its place is followed.
  rmSync(options.path, { force: true });
  const file = openSync(options.path, 'wx');
  let position = 16;

  function tiles(level: Level, source: Samples, rows: number) {
    const tile = allocateSamples(type, tileWidth * bandRows * samplesPerPixel);
    for (let left = 0; left < level.widthPx; left += tileWidth) {
      tile.fill(0);
      const columns = Math.min(tileWidth, level.widthPx - left);
      for (let row = 0; row < rows; row += 1) {
        const from = (row * level.widthPx + left) * samplesPerPixel;
        tile.set(source.subarray(from, from + columns * samplesPerPixel), row * tileWidth * samplesPerPixel);
      }
      const bytes = deflateSync(new Uint8Array(tile.buffer, tile.byteOffset, tile.byteLength), { level: 1 });
      writeSync(file, bytes, 0, bytes.length, position);
      level.blocks.push({ offset: position, bytes: bytes.length });
      position += bytes.length;
    }
  }

  /** A typed array would cut whole numbers off downwards and darken each level a little more; a mean of what is there is there too. */
  function average(sum: number, count: number): number {
    if (isFloat) return sum / count;
    const mean = Math.round(sum / count);
    return mean !== nodata ? mean : mean < largest ? mean + 1 : mean - 1;
  }

  /** Whether the sample of a pixel counts; `from` is its first sample. */
  function counts(source: Samples, from: number, value: number): boolean {
    if (value === nodata || (isFloat && !Number.isFinite(value))) return false;
    return !hasAlpha || source[from + bands] !== 0;
  }

  /** The mean of those of four pixels that are there; two of them are the same where the edge cuts the square. */
  function mean(source: Samples, at: readonly [number, number, number, number], band: number): number {
    let sum = 0;
    let valid = 0;
    for (let part = 0; part < 4; part += 1) {
      const from = at[part] ?? 0;
      const value = source[from + band] ?? 0;
      if (!counts(source, from, value)) continue;
      sum += value;
      valid += 1;
    }
    return valid === 0 ? empty : average(sum, valid);
  }

  /** Halves `count` rows (even, but for the last ones) to the end of the next level. */
  function halve(upper: Level, source: Samples, count: number, lower: Level) {
    const into = lower.samples;
    if (!into) return;
    const rows = (count + 1) >> 1;
    const isPlain = nodata === null && !hasAlpha && !isFloat;
    for (let row = 0; row < rows; row += 1) {
      const above = 2 * row * upper.widthPx;
      // At the edge the last row or column stands for the one that is not there: the mean is the same.
      const below = 2 * row + 1 < count ? above + upper.widthPx : above;
      let to = (lower.rows + row) * lower.widthPx * samplesPerPixel;
      for (let column = 0; column < lower.widthPx; column += 1) {
        const right = 2 * column + 1 < upper.widthPx ? 2 * column + 1 : 2 * column;
        const a = (above + 2 * column) * samplesPerPixel;
        const b = (above + right) * samplesPerPixel;
        const c = (below + 2 * column) * samplesPerPixel;
        const d = (below + right) * samplesPerPixel;
        for (let band = 0; band < bands; band += 1) {
          into[to + band] = isPlain
            ? Math.round(
                ((source[a + band] ?? 0) +
                  (source[b + band] ?? 0) +
                  (source[c + band] ?? 0) +
                  (source[d + band] ?? 0)) /
                  4,
              )
            : mean(source, [a, b, c, d], band);
        }
        if (hasAlpha)
          into[to + bands] = Math.max(
            source[a + bands] ?? 0,
            source[b + bands] ?? 0,
            source[c + bands] ?? 0,
            source[d + bands] ?? 0,
          );
        to += samplesPerPixel;
      }
    }
    lower.rows += rows;
  }

  /** Writes a band of a level and hands its half on, from level to level. */
  function write(index: number, source: Samples, rows: number, isLast: boolean) {
    const level = levels[index];
    if (!level) return;
    tiles(level, source, rows);
    const lower = levels[index + 1];
    if (!lower?.samples) return;
    halve(level, source, rows, lower);
    if (lower.rows === bandRows || isLast) {
      const { rows: count } = lower;
      lower.rows = 0;
      if (count > 0) write(index + 1, lower.samples, count, isLast);
    }
  }

  type Entry = { tag: number; type: 3 | 4 | 16; values: number[] };
  const typeBytes = { 3: 2, 4: 4, 16: 8 } as const;

  function bytesOf({ type: kind, values }: Entry): Buffer {
    const bytes = Buffer.alloc(values.length * typeBytes[kind]);
    for (const [i, value] of values.entries()) {
      if (kind === 3) bytes.writeUInt16LE(value, i * 2);
      else if (kind === 4) bytes.writeUInt32LE(value, i * 4);
      else bytes.writeBigUInt64LE(BigInt(value), i * 8);
    }
    return bytes;
  }

  function entriesOf(level: Level, index: number): Entry[] {
    const perBand = (value: number) => Array.from({ length: samplesPerPixel }, () => value);
    // All samples but the first are extra ones of no stated meaning (TIFF 6, ExtraSamples), but for the alpha.
    const extra = perBand(0).slice(1);
    if (hasAlpha && extra.length > 0) extra[extra.length - 1] = 2;
    return [
      { tag: 254, type: 4, values: [index === 0 ? 0 : 1] },
      { tag: 256, type: 4, values: [level.widthPx] },
      { tag: 257, type: 4, values: [level.heightPx] },
      { tag: 258, type: 3, values: perBand(bytesPerSample * 8) },
      { tag: 259, type: 3, values: [8] },
      { tag: 262, type: 3, values: [1] },
      { tag: 277, type: 3, values: [samplesPerPixel] },
      { tag: 284, type: 3, values: [1] },
      { tag: 322, type: 4, values: [tileWidth] },
      { tag: 323, type: 4, values: [bandRows] },
      { tag: 324, type: 16, values: level.blocks.map((block) => block.offset) },
      { tag: 325, type: 16, values: level.blocks.map((block) => block.bytes) },
      ...(samplesPerPixel > 1 ? [{ tag: 338, type: 3 as const, values: extra }] : []),
      { tag: 339, type: 3, values: perBand(type.sampleFormat) },
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
    bandRows,
    writeRows(samples: Samples, count: number) {
      row += count;
      write(0, samples, count, row >= options.heightPx);
    },
    finish() {
      writeDirectories();
      fdatasyncSync(file);
      closeSync(file);
    },
    abandon: () => closeSync(file),
  };
}
