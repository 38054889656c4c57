import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { allocateSamples, type Samples, type SampleType } from './samples.ts';

/** The width of a tile of a display copy in pixels. */
export const tileWidth = 256;

/** Where a compressed tile is in the file. */
export interface TileBlock {
  offset: number;
  bytes: number;
}

/** Rows of an image that are written as one row of tiles; `blocks` receives a block for each tile. */
export interface TileRow {
  source: Samples;
  widthPx: number;
  rows: number;
  blocks: TileBlock[];
}

/** What `createTileWriter` needs. */
export interface TileWriterOptions {
  type: SampleType;
  samplesPerPixel: number;
  /** The height of a tile in pixels. */
  tileRows: number;
  /** The position in the file of the first tile. */
  position: number;
  writeAt: (bytes: Buffer, position: number) => void;
}

const compress = promisify(zstdCompress);
/** Eight times as fast as deflate, and no larger after the differences. */
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** The number of tiles that are compressed at the same time, in the threads of the platform, while the next rows are read. */
const maxTilesAtOnce = 4;

/** True if the samples are stored as differences (TIFF 6, predictor 2), which makes whole numbers smaller. */
export const hasDifferences = ({ sampleFormat, bits }: SampleType) => sampleFormat !== 3 && bits <= 32;

/** Replaces the samples of rows by their differences from the pixel before; they wrap around. */
function makeDifferences(tile: Samples, perRow: number, perPixel: number): void {
  for (let start = 0; start < tile.length; start += perRow)
    for (let i = start + perRow - 1; i >= start + perPixel; i -= 1)
      tile[i] = (tile[i] ?? 0) - (tile[i - perPixel] ?? 0);
}

/** Creates the writer of the compressed tiles of a file, one after the other in the order in which they are compressed. */
export function createTileWriter({
  type,
  samplesPerPixel,
  tileRows,
  writeAt,
  ...options
}: TileWriterOptions) {
  const perRow = tileWidth * samplesPerPixel;
  const compressing = new Set<Promise<void>>();
  let position = options.position;
  let failure: { error: unknown } | null = null;

  async function writeTile(tile: Samples, block: TileBlock) {
    try {
      const bytes = await compress(
        new Uint8Array(tile.buffer, tile.byteOffset, tile.byteLength),
        compression,
      );
      writeAt(bytes, position);
      block.offset = position;
      block.bytes = bytes.length;
      position += bytes.length;
    } catch (error) {
      failure ??= { error };
    }
  }

  /** Waits until at most `count` tiles are being compressed; throws what compressing or writing threw. */
  async function waitForAtMost(count: number): Promise<void> {
    while (compressing.size > count) await Promise.race(compressing);
    if (failure) throw failure.error;
  }

  return {
    /** Writes one row of tiles; missing pixels at the right and the lower edge are 0. Throws what the disk threw. */
    async write({ source, widthPx, rows, blocks }: TileRow): Promise<void> {
      for (let left = 0; left < widthPx; left += tileWidth) {
        const tile = allocateSamples(type, perRow * tileRows);
        const columns = Math.min(tileWidth, widthPx - left);
        for (let row = 0; row < rows; row += 1) {
          const from = (row * widthPx + left) * samplesPerPixel;
          tile.set(source.subarray(from, from + columns * samplesPerPixel), row * perRow);
        }
        if (hasDifferences(type)) makeDifferences(tile, perRow, samplesPerPixel);
        const block = { offset: 0, bytes: 0 };
        blocks.push(block);
        const work = writeTile(tile, block).finally(() => compressing.delete(work));
        compressing.add(work);
        await waitForAtMost(maxTilesAtOnce - 1);
      }
    },
    /** Resolves with the end of the last tile in the file, once all are written; rejects with what the disk threw. */
    async finish(): Promise<number> {
      await waitForAtMost(0);
      return position;
    },
    /** Resolves when nothing is compressed or written any more; never rejects. */
    async stop(): Promise<void> {
      await Promise.all(compressing);
    },
  };
}
