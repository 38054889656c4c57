import { type GeoTIFFImage, getDecoder } from 'geotiff';
import { createBlockCache } from './block-cache.ts';
import { drawnCompressions } from './block-decoders.ts';
import type { Level } from './raster-levels.ts';
import type { SampleWindow } from './sample-pixels.ts';

const blockCacheBytes = 96 * 1024 * 1024;
/** A level is refused if one tile would read more than this: it has no overviews, or blocks of a few pixels. */
const largestWindow = { samples: 20_000_000, blocks: 4_096 };
/** The largest unpacked block; the main process makes a copy of a raster with larger ones. */
const largestBlockBytes = 20 * 1024 * 1024;

type Block = Uint8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

function isBlock(value: unknown): value is Block {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

/**
 * Returns the decoder of an image. The library selects the decoder by these values but does not export its function.
 */
async function decoderOf(image: GeoTIFFImage, tileWidth: number) {
  const directory = image.fileDirectory;
  const compression = Number((await directory.loadValue('Compression')) ?? 1);
  if (!drawnCompressions.includes(compression))
    throw new Error(`compression ${compression} is not drawn here`);
  const bitsPerSample = await directory.loadValue('BitsPerSample');
  return getDecoder(compression, {
    tileWidth,
    tileHeight: image.getTileHeight(),
    planarConfiguration: image.planarConfiguration,
    bitsPerSample: ArrayBuffer.isView(bitsPerSample) ? Array.from(bitsPerSample) : Number(bitsPerSample ?? 8),
    samplesPerPixel: image.getSamplesPerPixel(),
    predictor: Number((await directory.loadValue('Predictor')) ?? 1),
  });
}

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

/** Creates a reader for parts of a raster's levels. It keeps the unpacked blocks up to a limit. */
export function createWindowReader() {
  let decoded = 0;
  const cache = createBlockCache<Block>(blockCacheBytes);

  /** Returns one unpacked block of a level; the index of the level is part of its cache key. */
  function block(level: Level, index: number, x: number, y: number, sample: number): Promise<Block> {
    return cache.get(`${index} ${x} ${y} ${sample}`, async () => {
      const { image } = level;
      const width = image.getTileWidth();
      const height = image.getBlockHeight(y);
      const due = width * height * (image.planarConfiguration === 2 ? 1 : image.getSamplesPerPixel());
      if (!(due * (image.getBitsPerSample() / 8) <= largestBlockBytes))
        throw new Error('a block is too large');
      const decoder = await decoderOf(image, width);
      decoded += 1;
      const { data } = await image.getTileOrStrip(x, y, sample, decoder);
      const typed: unknown = image.getArrayForSample(sample, data);
      if (!isBlock(typed)) throw new Error('samples of an unknown type');
      if (typed.length < due) throw new Error(`block ${x},${y} holds ${typed.length} of ${due} samples`);
      return typed;
    });
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
            jobs.push(block(level, index, x, y, sample).then((source) => copy(source, x, y, 0, to)));
        } else
          jobs.push(
            block(level, index, x, y, 0).then((source) => {
              for (const [to, sample] of samples.entries()) copy(source, x, y, sample, to);
            }),
          );
      }
    }
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
