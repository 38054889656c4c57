import type { GeoTIFFImage } from 'geotiff';
import { createBlockCache } from './block-cache.ts';
import { type Block, type Blocks, openBlocks } from './block-reader.ts';
import type { Level } from './raster-levels.ts';
import type { SampleWindow } from './sample-pixels.ts';

/** A level is refused if one tile would read more than this: it has no overviews, or blocks of a few pixels. */
const largestWindow = { samples: 20_000_000, blocks: 4_096 };
/** A part of a level in its pixels; `right` and `bottom` are not included. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Returns an array that can store the samples exactly: 32-bit floats store whole numbers of up to 24 bits. */
function windowArray(image: GeoTIFFImage, length: number): Float32Array | Float64Array {
  const isExact =
    image.getBitsPerSample() <= 16 || (image.getBitsPerSample() === 32 && image.getSampleFormat() === 3);
  return isExact ? new Float32Array(length) : new Float64Array(length);
}

/** A part of one level that is to be read; `index` of the level is part of the key of its blocks. */
export interface WindowRequest {
  level: Level;
  index: number;
  /** The numbers of the wanted samples, in order. */
  samples: readonly number[];
  box: Box;
}

/**
 * Creates a reader for parts of a raster's levels. It keeps the unpacked blocks of all levels, up to a limit.
 */
export function createWindowReader(mostBytes: number) {
  let decoded = 0;
  const cache = createBlockCache<Block>(mostBytes);
  const opened = new Map<number, Promise<Blocks>>();

  function blocksOf({ image }: Level, index: number): Promise<Blocks> {
    const known = opened.get(index);
    if (known) return known;
    const blocks = openBlocks(image);
    opened.set(index, blocks);
    // The next tile tries again: the file may have been out of reach.
    blocks.catch(() => opened.delete(index));
    return blocks;
  }

  /**
   * Returns the samples within a box of a level.
   * @throws if that would be more than a tile may read, or if a block is damaged.
   */
  async function read(
    { level, index, samples, box }: WindowRequest,
    signal: AbortSignal,
  ): Promise<SampleWindow> {
    const { image } = level;
    const width = box.right - box.left;
    const height = box.bottom - box.top;
    const planar = image.planarConfiguration === 2;
    const perPixel = planar ? 1 : image.getSamplesPerPixel();
    const tileWidth = image.getTileWidth();
    const tileHeight = image.getTileHeight();
    const blocks = (width / tileWidth + 2) * (height / tileHeight + 2);
    if (width * height * samples.length > largestWindow.samples || blocks > largestWindow.blocks)
      throw new Error('too much to read for one tile');
    const stored = await blocksOf(level, index);
    const batch = level.source.batch();
    const block = (x: number, y: number, sample: number): Promise<Block> =>
      cache.get(`${index} ${x} ${y} ${sample}`, async () => {
        decoded += 1;
        return stored.read(batch, x, y, sample);
      });
    const data = windowArray(image, width * height * samples.length);
    /** Copies one sample of each pixel of a block into the window. */
    const copy = (source: Block, x: number, y: number, from: number, to: number) => {
      const toRow = Math.min(box.bottom, (y + 1) * tileHeight, level.height);
      const fromColumn = Math.max(box.left, x * tileWidth);
      const toColumn = Math.min(box.right, (x + 1) * tileWidth, level.width);
      for (let row = Math.max(box.top, y * tileHeight); row < toRow; row += 1) {
        let at = ((row - y * tileHeight) * tileWidth + fromColumn - x * tileWidth) * perPixel + from;
        let target = ((row - box.top) * width + fromColumn - box.left) * samples.length + to;
        for (let column = fromColumn; column < toColumn; column += 1) {
          data[target] = source[at] ?? 0;
          at += perPixel;
          target += samples.length;
        }
      }
    };
    const jobs: Promise<void>[] = [];
    for (let y = Math.floor(box.top / tileHeight); y * tileHeight < box.bottom; y += 1) {
      for (let x = Math.floor(box.left / tileWidth); x * tileWidth < box.right; x += 1) {
        if (planar) {
          for (const [to, sample] of samples.entries())
            jobs.push(block(x, y, sample).then((source) => copy(source, x, y, 0, to)));
        } else
          jobs.push(
            block(x, y, 0).then((source) => {
              for (const [to, sample] of samples.entries()) copy(source, x, y, sample, to);
            }),
          );
      }
    }
    batch.send();
    await Promise.all(jobs);
    signal.throwIfAborted();
    return { data, samplesPerPixel: samples.length, left: box.left, top: box.top, width, height };
  }

  return {
    read,
    /** Returns how many blocks were unpacked so far. */
    decoded: () => decoded,
  };
}
