import type { GeoTIFFImage } from 'geotiff';
import { createBlockCache } from './block-cache.ts';
import { type Block, type Blocks, openBlocks } from './block-reader.ts';
import type { Level } from './raster-levels.ts';
import type { SampleWindow } from './sample-pixels.ts';

/** A level is refused if one tile would read more than this: it has no overviews, or blocks of a few pixels. */
const largestWindow = { samples: 20_000_000, blocks: 4_096 };
/** Where every so many pixels are read, as many blocks are unpacked for one tile at most. */
const mostSparseBytes = 1_024 * 1_024 * 1_024;
/** And so many at the same time: they are larger than what is kept of them. */
const sparseBytesAtOnce = 32 * 1_024 * 1_024;

/** The error of a part that is too much to read; in a file whose overviews are being built it can be drawn later. */
export class TooMuchError extends Error {}

/** A part of a level in its pixels; `right` and `bottom` are not included. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Returns an array that can store the samples exactly: 32-bit floats store whole numbers of up to 24 bits. */
function windowArray(
  image: GeoTIFFImage,
  length: number,
  allocate: (bytes: number) => ArrayBuffer,
): Float32Array | Float64Array {
  const isExact =
    image.getBitsPerSample() <= 16 || (image.getBitsPerSample() === 32 && image.getSampleFormat() === 3);
  return isExact
    ? new Float32Array(allocate(4 * length), 0, length)
    : new Float64Array(allocate(8 * length), 0, length);
}

/** A part of one level that is to be read; `index` of the level is part of the key of its blocks. Of the levels that are parts of
 * one image the blocks are the same. */
export interface WindowRequest {
  level: Level;
  index: number;
  /** The numbers of the wanted samples, in order. */
  samples: readonly number[];
  box: Box;
  /** True if nothing that is shown waits for it: its blocks are not counted. */
  isAhead?: boolean;
  /** Returns the buffer for the samples, of at least so many bytes; a new one if left out. All of the part is written. */
  allocate?: (bytes: number) => ArrayBuffer;
}

/** The columns or rows of a level that are in one column or row of blocks of its image. */
interface UnderBlock {
  index: number;
  /** The first column or row of the block in the image. */
  start: number;
  /** Those of the level; `until` is not included. */
  from: number;
  until: number;
}

/** Returns the column or row of an image that stands for one of a level with every so many of them. */
const sparsePlace = (place: number, every: number, size: number): number =>
  Math.min(size - 1, place * every + (every >> 1));

const sideOf = ({ image }: Level, side: 'x' | 'y') =>
  side === 'x'
    ? { size: image.getWidth(), blockSize: image.getTileWidth() }
    : { size: image.getHeight(), blockSize: image.getTileHeight() };

/** Returns the columns or rows of blocks that are needed for a part of a level. */
function blocksUnder(
  from: number,
  until: number,
  { size, blockSize, every }: { size: number; blockSize: number; every: number },
): UnderBlock[] {
  const blocks: UnderBlock[] = [];
  for (let place = from; place < until; place += 1) {
    const index = Math.floor((every === 1 ? place : sparsePlace(place, every, size)) / blockSize);
    const last = blocks.at(-1);
    if (last?.index === index) last.until = place + 1;
    else blocks.push({ index, start: index * blockSize, from: place, until: place + 1 });
  }
  return blocks;
}

interface SampleCopy {
  level: Level;
  source: Block;
  /** The samples of one pixel in the block, and which of them is copied. */
  perPixel: number;
  from: number;
  across: UnderBlock;
  down: UnderBlock;
  /** The samples of the window; it has so many for a pixel, and this one is written. */
  data: Float32Array | Float64Array;
  samples: number;
  to: number;
  box: Box;
  /** The columns of the window. */
  width: number;
}

/** Copies one sample of each wanted pixel of a block into a window. */
function copySample({ level, source, perPixel, from, across, down, ...target }: SampleCopy): void {
  const { data, samples, to, box, width } = target;
  const { image, every } = level;
  const blockWidth = image.getTileWidth();
  for (let row = down.from; row < down.until; row += 1) {
    const fullRow = every === 1 ? row : sparsePlace(row, every, image.getHeight());
    const line = (fullRow - down.start) * blockWidth;
    let out = ((row - box.top) * width + across.from - box.left) * samples + to;
    if (every === 1) {
      let at = (line + across.from - across.start) * perPixel + from;
      for (let column = across.from; column < across.until; column += 1) {
        data[out] = source[at] ?? 0;
        at += perPixel;
        out += samples;
      }
    } else
      for (let column = across.from; column < across.until; column += 1) {
        const fullColumn = sparsePlace(column, every, image.getWidth());
        data[out] = source[(line + fullColumn - across.start) * perPixel + from] ?? 0;
        out += samples;
      }
  }
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
   * @throws TooMuchError if that can be read only when there are overviews; an error if it is more than a tile may read, or if a
   * block is damaged.
   */
  async function read(
    {
      level,
      index,
      samples,
      box,
      isAhead = false,
      allocate = (bytes) => new ArrayBuffer(bytes),
    }: WindowRequest,
    signal: AbortSignal,
  ): Promise<SampleWindow> {
    const { image } = level;
    const width = box.right - box.left;
    const height = box.bottom - box.top;
    const planar = image.planarConfiguration === 2;
    const perPixel = planar ? 1 : image.getSamplesPerPixel();
    const columns = blocksUnder(box.left, box.right, { ...sideOf(level, 'x'), every: level.every });
    const rows = blocksUnder(box.top, box.bottom, { ...sideOf(level, 'y'), every: level.every });
    if (width * height * samples.length > largestWindow.samples)
      throw new Error('too much to read for one tile');
    const planes = planar ? samples.length : 1;
    const blockBytes =
      image.getTileWidth() * image.getTileHeight() * perPixel * Math.ceil(image.getBitsPerSample() / 8);
    const blocks = columns.length * rows.length;
    if (level.every === 1 && blocks > largestWindow.blocks) throw new Error('too much to read for one tile');
    if (level.every > 1 && blocks * planes * blockBytes > mostSparseBytes) throw new TooMuchError('too much');
    const place = level.base ?? index;
    const stored = await blocksOf(level, place);
    const data = windowArray(image, width * height * samples.length, allocate);
    const target = { data, box, width, perPixel, samples: samples.length };
    /** Reads some of the blocks, all with one batch of requests. */
    const readBlocks = async (part: readonly (readonly [UnderBlock, UnderBlock])[]) => {
      const batch = level.source.batch();
      const block = (x: number, y: number, sample: number): Promise<Block> =>
        cache.get(`${place} ${x} ${y} ${sample}`, async () => {
          if (!isAhead) decoded += 1;
          return stored.read(batch, x, y, sample);
        });
      const jobs = part.flatMap(([across, down]) =>
        planar
          ? samples.map((sample, to) =>
              block(across.index, down.index, sample).then((source) =>
                copySample({ ...target, level, source, across, down, from: 0, to }),
              ),
            )
          : block(across.index, down.index, 0).then((source) => {
              for (const [to, from] of samples.entries())
                copySample({ ...target, level, source, across, down, from, to });
            }),
      );
      batch.send();
      await Promise.all(jobs);
      signal.throwIfAborted();
    };
    const all = rows.flatMap((down) => columns.map((across) => [across, down] as const));
    const atOnce =
      level.every === 1 ? all.length : Math.max(1, Math.floor(sparseBytesAtOnce / (blockBytes * planes)));
    for (let at = 0; at < all.length; at += atOnce) await readBlocks(all.slice(at, at + atOnce));
    signal.throwIfAborted();
    return { data, samplesPerPixel: samples.length, left: box.left, top: box.top, width, height };
  }

  return {
    read,
    /** Returns how many blocks were unpacked so far, without those that were read ahead. */
    decoded: () => decoded,
  };
}
