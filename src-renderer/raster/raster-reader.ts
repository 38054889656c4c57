import { fromUrl, type GeoTIFFImage, getDecoder } from 'geotiff';
import type { RasterInfo } from '../../src-preload/contract/library.ts';
import { createBlockCache } from './block-cache.ts';
import { drawnCompressions, registerBlockDecoders } from './block-decoders.ts';
import { paint, type SampleWindow } from './paint.ts';
import { type Level, levelsOf } from './raster-levels.ts';
import type { RasterLook } from './raster-messages.ts';
import { columnPeriod, type ToPixel, toPixelOf, warpTile } from './warp.ts';

const blockCacheBytes = 96 * 1024 * 1024;
/** The most samples one tile may read; beyond it a coarser level is taken. */
const mostWindowPixels = 4_000_000;
/** A level is refused where one tile would take more than this: no overviews, or blocks of a few pixels. */
const largestWindow = { samples: 20_000_000, blocks: 4_096 };
/** One block, unpacked: main makes a copy of a raster with larger ones. */
const largestBlockBytes = 20 * 1024 * 1024;
/** Tiles that are painted at a time: each holds its window. */
const mostTilesAtOnce = 2;
/** A raster round the globe lies under a tile at most three times. */
const mostTurns = 3;

registerBlockDecoders();

export interface RasterReader {
  /** RGBA of a square tile of EPSG:3857, or null where the raster is not. */
  tile(
    extent: readonly [number, number, number, number],
    sizePx: number,
    signal: AbortSignal,
  ): Promise<Uint8ClampedArray<ArrayBuffer> | null>;
  close(): void;
}

type Block = Uint8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

function isBlock(value: unknown): value is Block {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

/** The library chooses the decoder by these but does not export how it reads them. */
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

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The part of the plane that the pixels lie in; those that the projection does not know are left out. */
function boxOf(pixels: Float64Array): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let at = 0; at < pixels.length; at += 2) {
    const column = pixels[at] ?? 0;
    const row = pixels[at + 1] ?? 0;
    if (!Number.isFinite(column) || !Number.isFinite(row)) continue;
    box.left = Math.min(box.left, column);
    box.right = Math.max(box.right, column);
    box.top = Math.min(box.top, row);
    box.bottom = Math.max(box.bottom, row);
  }
  return box;
}

/** An array that holds the samples exactly: floats of 32 bits hold whole numbers up to 24. */
function windowArray(image: GeoTIFFImage, length: number): Float32Array | Float64Array {
  const isExact =
    image.getBitsPerSample() <= 16 || (image.getBitsPerSample() === 32 && image.getSampleFormat() === 3);
  return isExact ? new Float32Array(length) : new Float64Array(length);
}

/** What "fully there" is in the alpha of this image. */
function fullAlphaOf(image: GeoTIFFImage): number {
  const bits = image.getBitsPerSample();
  const format = image.getSampleFormat();
  return format === 3 ? 1 : 2 ** (format === 2 ? bits - 1 : bits) - 1;
}

/** Lets so many work at a time, in the order in which they came. */
function createTurns(most: number) {
  const waiting: (() => void)[] = [];
  let busy = 0;
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (busy >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else busy += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}

function placeOf({ epsg, geoTransform }: RasterInfo): ToPixel {
  const toPixel = toPixelOf(epsg, geoTransform);
  if (!toPixel) throw new Error(`EPSG:${epsg} cannot be placed`);
  return toPixel;
}

/** Reads one raster over HTTP ranges and paints map tiles of it. */
export async function openRaster({ info, bands }: RasterLook, origin: string): Promise<RasterReader> {
  const toPixel = placeOf(info);
  const period = columnPeriod(info.epsg, info.geoTransform);
  const tiff = await fromUrl(new URL(info.path, origin).href);
  const levels = await levelsOf(tiff);
  const cache = createBlockCache<Block>(blockCacheBytes);
  const inTurn = createTurns(mostTilesAtOnce);
  const byteRange: readonly [number, number] = [0, 255];
  const stretch = bands.map((band) => info.stretch[band] ?? byteRange);
  const alphaSample = info.hasAlpha ? info.bands.length : null;
  /** The samples that are read, each once, and where the shown ones are among them. */
  const wanted = [...new Set([...bands, ...(alphaSample === null ? [] : [alphaSample])])];
  const [red, green, blue] = bands.map((band) => wanted.indexOf(band));
  const shown: [number, number, number] = [red ?? 0, green ?? 0, blue ?? 0];

  async function block(level: Level, index: number, x: number, y: number, sample: number): Promise<Block> {
    return cache.get(`${index} ${x} ${y} ${sample}`, async () => {
      const { image } = level;
      const width = image.getTileWidth();
      const height = image.getBlockHeight(y);
      const due = width * height * (image.planarConfiguration === 2 ? 1 : image.getSamplesPerPixel());
      if (!(due * (image.getBitsPerSample() / 8) <= largestBlockBytes))
        throw new Error('a block is too large');
      const decoder = await decoderOf(image, width);
      const { data } = await image.getTileOrStrip(x, y, sample, decoder);
      const typed: unknown = image.getArrayForSample(sample, data);
      if (!isBlock(typed)) throw new Error('samples of an unknown type');
      if (typed.length < due) throw new Error(`block ${x},${y} holds ${typed.length} of ${due} samples`);
      return typed;
    });
  }

  async function read(level: Level, index: number, box: Box, signal: AbortSignal): Promise<SampleWindow> {
    const { image } = level;
    const width = box.right - box.left;
    const height = box.bottom - box.top;
    const planar = image.planarConfiguration === 2;
    const perPixel = planar ? 1 : image.getSamplesPerPixel();
    const tileWidth = image.getTileWidth();
    const tileHeight = image.getTileHeight();
    const blocks = (width / tileWidth + 2) * (height / tileHeight + 2);
    if (width * height * wanted.length > largestWindow.samples || blocks > largestWindow.blocks)
      throw new Error('too much to read for one tile');
    const data = windowArray(image, width * height * wanted.length);
    /** One sample of each pixel of a block, into the window. */
    const copy = (samples: Block, x: number, y: number, from: number, to: number) => {
      const toRow = Math.min(box.bottom, (y + 1) * tileHeight, level.height);
      const fromColumn = Math.max(box.left, x * tileWidth);
      const toColumn = Math.min(box.right, (x + 1) * tileWidth, level.width);
      for (let row = Math.max(box.top, y * tileHeight); row < toRow; row += 1) {
        let source = ((row - y * tileHeight) * tileWidth + fromColumn - x * tileWidth) * perPixel + from;
        let target = ((row - box.top) * width + fromColumn - box.left) * wanted.length + to;
        for (let column = fromColumn; column < toColumn; column += 1) {
          data[target] = samples[source] ?? 0;
          source += perPixel;
          target += wanted.length;
        }
      }
    };
    const jobs: Promise<void>[] = [];
    for (let y = Math.floor(box.top / tileHeight); y * tileHeight < box.bottom; y += 1) {
      for (let x = Math.floor(box.left / tileWidth); x * tileWidth < box.right; x += 1) {
        if (planar) {
          for (const [to, sample] of wanted.entries())
            jobs.push(block(level, index, x, y, sample).then((samples) => copy(samples, x, y, 0, to)));
        } else
          jobs.push(
            block(level, index, x, y, 0).then((samples) => {
              for (const [to, sample] of wanted.entries()) copy(samples, x, y, sample, to);
            }),
          );
      }
    }
    await Promise.all(jobs);
    signal.throwIfAborted();
    return { data, samplesPerPixel: wanted.length, left: box.left, top: box.top, width, height };
  }

  /** The level whose pixels are nearest below one output pixel. */
  function levelFor(step: number, spanX: number, spanY: number): number {
    let chosen = 0;
    for (const [index, level] of levels.entries()) {
      const tooMany =
        (spanX / (levels[chosen]?.scaleX ?? 1)) * (spanY / (levels[chosen]?.scaleY ?? 1)) > mostWindowPixels;
      if (level.scaleX <= step * 1.25 || tooMany) chosen = index;
    }
    return chosen;
  }

  /** Paints what of the raster lies under these pixels of it. */
  async function paintAt(
    at: Float64Array,
    { left, top, right, bottom }: Box,
    signal: AbortSignal,
  ): Promise<Uint8ClampedArray<ArrayBuffer> | null> {
    // Full-resolution pixels per output pixel, along the tile's upper edge.
    const step = Math.hypot((at[2] ?? 0) - (at[0] ?? 0), (at[3] ?? 0) - (at[1] ?? 0));
    const spanX = Math.min(right, info.widthPx) - Math.max(left, 0);
    const spanY = Math.min(bottom, info.heightPx) - Math.max(top, 0);
    const index = levelFor(step, spanX, spanY);
    const level = levels[index];
    if (!level) return null;
    const pixels = at.map((value, i) => value / (i % 2 === 0 ? level.scaleX : level.scaleY));
    const box = {
      left: Math.max(0, Math.floor(left / level.scaleX) - 1),
      top: Math.max(0, Math.floor(top / level.scaleY) - 1),
      right: Math.min(level.width, Math.ceil(right / level.scaleX) + 2),
      bottom: Math.min(level.height, Math.ceil(bottom / level.scaleY) + 2),
    };
    const window = await read(level, index, box, signal);
    return paint({
      ...{ pixels, window, stretch, nodata: info.nodata, bands: shown },
      ...{ levelWidth: level.width, levelHeight: level.height },
      alpha:
        alphaSample === null ? null : { sample: wanted.indexOf(alphaSample), full: fullAlphaOf(level.image) },
      smooth: step / level.scaleX > 0.6,
    });
  }

  /** By how many turns of the globe the raster has to be moved to lie under the tile: both sides of it, where a tile has the seam. */
  function turnsFor({ left, right, top, bottom }: Box): number[] {
    if (!(bottom > 0 && top < info.heightPx && right >= left)) return [];
    if (period === null) return right > 0 && left < info.widthPx ? [0] : [];
    const turns: number[] = [];
    for (let turn = Math.floor(-right / period); turn <= Math.ceil((info.widthPx - left) / period); turn += 1)
      if (right + turn * period > 0 && left + turn * period < info.widthPx) turns.push(turn);
    return turns.slice(0, mostTurns);
  }

  async function drawTile(
    extent: readonly [number, number, number, number],
    sizePx: number,
    signal: AbortSignal,
  ): Promise<Uint8ClampedArray<ArrayBuffer> | null> {
    signal.throwIfAborted();
    const pixels = warpTile(extent, sizePx, toPixel);
    const box = boxOf(pixels);
    let drawn: Uint8ClampedArray<ArrayBuffer> | null = null;
    for (const turn of turnsFor(box)) {
      const shift = turn * (period ?? 0);
      const moved = turn === 0 ? pixels : pixels.map((value, i) => (i % 2 === 0 ? value + shift : value));
      const part = await paintAt(moved, { ...box, left: box.left + shift, right: box.right + shift }, signal);
      if (drawn && part) {
        const below = new Uint32Array(part.buffer);
        const above = new Uint32Array(drawn.buffer);
        for (const [i, pixel] of below.entries()) if (above[i] === 0) above[i] = pixel;
      } else drawn ??= part;
    }
    return drawn;
  }

  return {
    tile: (extent, sizePx, signal) => inTurn(() => drawTile(extent, sizePx, signal)),
    close: () => tiff.close(),
  };
}
