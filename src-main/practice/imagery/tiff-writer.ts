import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { createLzwEncoder } from './lzw-encoder.ts';
import { overviewSizes, reduceInto, type Samples } from './overviews.ts';
import { encodeDirectory, type TiffImage } from './tiff-directory.ts';

interface TiffOptions extends Omit<TiffImage, 'tileSize' | 'rowsPerStrip'> {
  path: string;
  widthPx: number;
  heightPx: number;
}

interface TiffWriter {
  /** The number of rows per call of `writeRows`, except for the last call. */
  readonly bandRows: number;
  /** Pixel-interleaved samples of the next rows. */
  writeRows(samples: Samples, rowCount: number): void;
  finish(): void;
}

const tileSize = 512;
const headerBytes = 8;

interface Level {
  widthPx: number;
  heightPx: number;
  offsets: number[];
  byteCounts: number[];
}

/** An overview keeps all its samples in memory; the image itself does not. */
type Overview = Level & { samples: Samples };

/** Applies predictor 2: replaces each sample by its difference from its left neighbour of the same band. */
function predict(tile: Samples, samplesPerPixel: number) {
  const stride = tileSize * samplesPerPixel;
  for (let start = 0; start < tile.length; start += stride) {
    for (let i = start + stride - 1; i >= start + samplesPerPixel; i -= 1) {
      tile[i] = (tile[i] ?? 0) - (tile[i - samplesPerPixel] ?? 0);
    }
  }
}

/** Creates a file; returns the functions that append compressed blocks to it. `position` is the position of the next block. */
function openBlockFile(path: string) {
  const encoder = createLzwEncoder();
  const file = openSync(path, 'w');
  let position = headerBytes;
  return {
    file,
    position: () => position,
    writeBlock(level: Level, samples: Samples) {
      const bytes = encoder.encode(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
      if (position + bytes.length > 0xffff_fff0) throw new Error('the raster would pass 4 GiB');
      writeSync(file, bytes, 0, bytes.length, position);
      level.offsets.push(position);
      level.byteCounts.push(bytes.length);
      position += bytes.length;
    },
  };
}

/** Writes the directories at the end of the file, each linked from the one before, and the magic number last. */
function writeDirectories(
  file: number,
  end: number,
  { image, levels }: { image: TiffImage; levels: Level[] },
) {
  let position = end;
  let linkAt = 4;
  for (const [index, level] of levels.entries()) {
    if (position % 2 === 1) position += 1;
    const { bytes, nextLinkAt } = encodeDirectory(image, { level, index, position });
    const link = Buffer.alloc(4);
    link.writeUInt32LE(position, 0);
    writeSync(file, link, 0, 4, linkAt);
    linkAt = nextLinkAt;
    writeSync(file, bytes, 0, bytes.length, position);
    position += bytes.length;
  }
  writeSync(file, Buffer.from([0x49, 0x49, 42, 0]), 0, 4, 0);
}

/**
 * Creates the writer of a little-endian LZW GeoTIFF, row by row. Pixels come first, directories last; memory holds one band of
 * rows and the overviews.
 */
export function createTiffWriter(options: TiffOptions): TiffWriter {
  const { path, widthPx, heightPx, ...described } = options;
  const { bands, bitsPerSample } = options;
  const samplesPerPixel = bands.length;
  const isTiled = options.layout === 'tiles';
  // A divisor of the band of rows, so that no strip is split between two calls.
  const wanted = Math.max(1, Math.floor(65_536 / (widthPx * samplesPerPixel * (bitsPerSample / 8))));
  const rowsPerStrip = 2 ** Math.floor(Math.log2(Math.min(wanted, tileSize)));
  const allocate = (length: number): Samples =>
    bitsPerSample === 16 ? new Uint16Array(length) : new Uint8Array(length);

  const full: Level = { widthPx, heightPx, offsets: [], byteCounts: [] };
  const overviews: Overview[] = (isTiled ? overviewSizes(widthPx, heightPx, tileSize) : []).map((size) => ({
    ...size,
    samples: allocate(size.widthPx * size.heightPx * samplesPerPixel),
    offsets: [],
    byteCounts: [],
  }));
  const { file, position, writeBlock } = openBlockFile(path);
  let row = 0;

  function writeTileRow(level: Level, source: Samples, firstRow: number, rowCount: number) {
    const tile = allocate(tileSize * tileSize * samplesPerPixel);
    for (let left = 0; left < level.widthPx; left += tileSize) {
      tile.fill(0);
      const columns = Math.min(tileSize, level.widthPx - left);
      for (let r = 0; r < rowCount; r += 1) {
        const from = ((firstRow + r) * level.widthPx + left) * samplesPerPixel;
        tile.set(source.subarray(from, from + columns * samplesPerPixel), r * tileSize * samplesPerPixel);
      }
      predict(tile, samplesPerPixel);
      writeBlock(level, tile);
    }
  }

  return {
    bandRows: tileSize,
    writeRows(samples, rowCount) {
      if (isTiled) {
        writeTileRow(full, samples, 0, rowCount);
        const [first] = overviews;
        if (first) reduceInto(first, { widthPx, samples, firstRow: row, rowCount }, samplesPerPixel);
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
      for (const [index, level] of overviews.entries()) {
        const next = overviews[index + 1];
        if (next) reduceInto(next, { ...level, firstRow: 0, rowCount: level.heightPx }, samplesPerPixel);
        for (let top = 0; top < level.heightPx; top += tileSize) {
          writeTileRow(level, level.samples, top, Math.min(tileSize, level.heightPx - top));
        }
      }
      const image = { ...described, tileSize, rowsPerStrip };
      writeDirectories(file, position(), { image, levels: [full, ...overviews] });
      fdatasyncSync(file);
      closeSync(file);
    },
  };
}
