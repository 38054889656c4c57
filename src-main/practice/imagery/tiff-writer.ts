import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { createLzwEncoder } from './lzw-encoder.ts';

export interface TiffOptions {
  path: string;
  widthPx: number;
  heightPx: number;
  bands: readonly string[];
  bitsPerSample: 8 | 16;
  /** Tiles of 512 with overviews and predictor, or plain strips without either. */
  layout: 'tiles' | 'strips';
  epsg: number;
  originX: number;
  originY: number;
  gsdMetres: number;
  nodata: number | null;
}

export interface TiffWriter {
  /** Rows per call of `writeRows`, but for the last. */
  readonly bandRows: number;
  /** Pixel-interleaved samples of the next rows. */
  writeRows(samples: Uint8Array | Uint16Array, rowCount: number): void;
  finish(): void;
}

const tileSize = 512;
const headerBytes = 8;

type Samples = Uint8Array | Uint16Array;
interface Level {
  widthPx: number;
  heightPx: number;
  /** All samples of an overview; level 0 is never held whole. */
  samples: Samples | null;
  offsets: number[];
  byteCounts: number[];
}

interface Entry {
  tag: number;
  type: 2 | 3 | 4 | 12;
  values: readonly number[] | string;
}

const typeBytes = { 2: 1, 3: 2, 4: 4, 12: 8 } as const;

function entryBytes(entry: Entry): Buffer {
  if (typeof entry.values === 'string') return Buffer.from(`${entry.values}\0`, 'latin1');
  const bytes = Buffer.alloc(entry.values.length * typeBytes[entry.type]);
  entry.values.forEach((value, i) => {
    if (entry.type === 3) bytes.writeUInt16LE(value, i * 2);
    else if (entry.type === 4) bytes.writeUInt32LE(value, i * 4);
    else bytes.writeDoubleLE(value, i * 8);
  });
  return bytes;
}

/**
 * Writes a little-endian LZW GeoTIFF row by row (TIFF 6; GeoTIFF 1.1; GDAL's metadata tags 42112 and 42113). Pixels
 * come first, the directories last; memory is one band of rows plus the overviews.
 */
export function createTiffWriter(options: TiffOptions): TiffWriter {
  const { widthPx, heightPx, bands, bitsPerSample } = options;
  const samplesPerPixel = bands.length;
  const bytesPerSample = bitsPerSample / 8;
  const tiled = options.layout === 'tiles';
  // A divisor of the band of rows, so that no strip crosses two calls.
  const wanted = Math.max(1, Math.floor(65_536 / (widthPx * samplesPerPixel * bytesPerSample)));
  const rowsPerStrip = 2 ** Math.floor(Math.log2(Math.min(wanted, tileSize)));
  const encoder = createLzwEncoder();
  const allocate = (length: number): Samples =>
    bitsPerSample === 16 ? new Uint16Array(length) : new Uint8Array(length);

  const levels: Level[] = [{ widthPx, heightPx, samples: null, offsets: [], byteCounts: [] }];
  if (tiled) {
    for (
      let size = Math.max(widthPx, heightPx), factor = 2;
      size > tileSize;
      size = Math.ceil(size / 2), factor *= 2
    ) {
      const w = Math.ceil(widthPx / factor);
      const h = Math.ceil(heightPx / factor);
      levels.push({
        widthPx: w,
        heightPx: h,
        samples: allocate(w * h * samplesPerPixel),
        offsets: [],
        byteCounts: [],
      });
    }
  }

  const file = openSync(options.path, 'w');
  let position = headerBytes;
  let row = 0;

  function writeBlock(level: Level, samples: Samples) {
    const bytes = encoder.encode(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
    if (position + bytes.length > 0xffff_fff0) throw new Error('the raster would pass 4 GiB');
    writeSync(file, bytes, 0, bytes.length, position);
    level.offsets.push(position);
    level.byteCounts.push(bytes.length);
    position += bytes.length;
  }

  function writeTileRow(level: Level, source: Samples, firstRow: number, rowCount: number) {
    const tile = allocate(tileSize * tileSize * samplesPerPixel);
    for (let left = 0; left < level.widthPx; left += tileSize) {
      tile.fill(0);
      const columns = Math.min(tileSize, level.widthPx - left);
      for (let r = 0; r < rowCount; r += 1) {
        const from = ((firstRow + r) * level.widthPx + left) * samplesPerPixel;
        tile.set(source.subarray(from, from + columns * samplesPerPixel), r * tileSize * samplesPerPixel);
      }
      differences(tile);
      writeBlock(level, tile);
    }
  }

  /** Predictor 2: each sample less its left neighbour of the same band. */
  function differences(tile: Samples) {
    const stride = tileSize * samplesPerPixel;
    for (let start = 0; start < tile.length; start += stride) {
      for (let i = start + stride - 1; i >= start + samplesPerPixel; i -= 1) {
        tile[i] = (tile[i] ?? 0) - (tile[i - samplesPerPixel] ?? 0);
      }
    }
  }

  /** Averages 2 × 2 pixels of the upper level into this one, for the given upper rows. */
  function reduce(upper: Level, upperSamples: Samples, upperFirst: number, upperCount: number, level: Level) {
    if (!level.samples) return;
    for (let r = upperFirst >> 1; r < (upperFirst + upperCount + 1) >> 1; r += 1) {
      const top = 2 * r - upperFirst;
      const bottom = Math.min(top + 1, upperCount - 1);
      for (let c = 0; c < level.widthPx; c += 1) {
        const left = 2 * c;
        const right = Math.min(left + 1, upper.widthPx - 1);
        for (let band = 0; band < samplesPerPixel; band += 1) {
          const sum =
            (upperSamples[(top * upper.widthPx + left) * samplesPerPixel + band] ?? 0) +
            (upperSamples[(top * upper.widthPx + right) * samplesPerPixel + band] ?? 0) +
            (upperSamples[(bottom * upper.widthPx + left) * samplesPerPixel + band] ?? 0) +
            (upperSamples[(bottom * upper.widthPx + right) * samplesPerPixel + band] ?? 0);
          level.samples[(r * level.widthPx + c) * samplesPerPixel + band] = (sum + 2) >> 2;
        }
      }
    }
  }

  function directory(level: Level, index: number): Entry[] {
    const entries: Entry[] = [
      { tag: 254, type: 4, values: [index === 0 ? 0 : 1] },
      { tag: 256, type: 4, values: [level.widthPx] },
      { tag: 257, type: 4, values: [level.heightPx] },
      { tag: 258, type: 3, values: bands.map(() => bitsPerSample) },
      { tag: 259, type: 3, values: [5] },
      { tag: 262, type: 3, values: [samplesPerPixel === 3 && bitsPerSample === 8 ? 2 : 1] },
      { tag: 277, type: 3, values: [samplesPerPixel] },
      { tag: 284, type: 3, values: [1] },
      { tag: 339, type: 3, values: bands.map(() => 1) },
    ];
    if (samplesPerPixel === 4) entries.push({ tag: 338, type: 3, values: [0, 0, 0] });
    if (tiled) {
      entries.push(
        { tag: 317, type: 3, values: [2] },
        { tag: 322, type: 3, values: [tileSize] },
        { tag: 323, type: 3, values: [tileSize] },
        { tag: 324, type: 4, values: level.offsets },
        { tag: 325, type: 4, values: level.byteCounts },
      );
    } else {
      entries.push(
        { tag: 273, type: 4, values: level.offsets },
        { tag: 278, type: 4, values: [rowsPerStrip] },
        { tag: 279, type: 4, values: level.byteCounts },
      );
    }
    if (index === 0) {
      const items = bands
        .map((name, i) => `<Item name="DESCRIPTION" sample="${i}" role="description">${name}</Item>`)
        .join('');
      entries.push(
        { tag: 33_550, type: 12, values: [options.gsdMetres, options.gsdMetres, 0] },
        { tag: 33_922, type: 12, values: [0, 0, 0, options.originX, options.originY, 0] },
        // Projected, pixel is area, the UTM zone's code, metres.
        {
          tag: 34_735,
          type: 3,
          values: [1, 1, 0, 4, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, options.epsg, 3076, 0, 1, 9001],
        },
        { tag: 42_112, type: 2, values: `<GDALMetadata>${items}</GDALMetadata>` },
      );
    }
    if (options.nodata !== null) entries.push({ tag: 42_113, type: 2, values: String(options.nodata) });
    return entries.sort((a, b) => a.tag - b.tag);
  }

  function writeDirectories() {
    let linkAt = 4;
    for (const [index, level] of levels.entries()) {
      if (position % 2 === 1) position += 1;
      const entries = directory(level, index);
      const table = Buffer.alloc(2 + entries.length * 12 + 4);
      table.writeUInt16LE(entries.length, 0);
      let outside = position + table.length;
      const blobs: Buffer[] = [];
      entries.forEach((entry, i) => {
        const bytes = entryBytes(entry);
        const at = 2 + i * 12;
        table.writeUInt16LE(entry.tag, at);
        table.writeUInt16LE(entry.type, at + 2);
        table.writeUInt32LE(bytes.length / typeBytes[entry.type], at + 4);
        if (bytes.length <= 4) bytes.copy(table, at + 8);
        else {
          table.writeUInt32LE(outside, at + 8);
          const padded = bytes.length % 2 === 1 ? Buffer.concat([bytes, Buffer.alloc(1)]) : bytes;
          blobs.push(padded);
          outside += padded.length;
        }
      });
      const link = Buffer.alloc(4);
      link.writeUInt32LE(position, 0);
      writeSync(file, link, 0, 4, linkAt);
      linkAt = position + table.length - 4;
      const bytes = Buffer.concat([table, ...blobs]);
      writeSync(file, bytes, 0, bytes.length, position);
      position += bytes.length;
    }
    const magic = Buffer.from([0x49, 0x49, 42, 0]);
    writeSync(file, magic, 0, 4, 0);
  }

  return {
    bandRows: tileSize,
    writeRows(samples, rowCount) {
      const [full, ...overviews] = levels;
      if (!full) return;
      if (tiled) {
        writeTileRow(full, samples, 0, rowCount);
        const first = overviews[0];
        if (first) reduce(full, samples, row, rowCount, first);
      } else {
        for (let top = 0; top < rowCount; top += rowsPerStrip) {
          const count = Math.min(rowsPerStrip, rowCount - top);
          const stride = widthPx * samplesPerPixel;
          writeBlock(full, samples.slice(top * stride, (top + count) * stride));
        }
      }
      row += rowCount;
    },
    finish() {
      for (const [index, level] of levels.entries()) {
        if (index === 0 || !level.samples) continue;
        const next = levels[index + 1];
        if (next) reduce(level, level.samples, 0, level.heightPx, next);
        for (let top = 0; top < level.heightPx; top += tileSize) {
          writeTileRow(level, level.samples, top, Math.min(tileSize, level.heightPx - top));
        }
      }
      writeDirectories();
      fdatasyncSync(file);
      closeSync(file);
    },
  };
}
