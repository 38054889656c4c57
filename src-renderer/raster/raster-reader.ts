import { fromUrl, type GeoTIFFImage } from 'geotiff';

import { registerBlockDecoders } from './block-decoders.ts';
import { paint, type SampleWindow } from './paint.ts';
import { createPixelPlacer } from './place-pixels.ts';
import { type Level, levelsOf } from './raster-levels.ts';
import type { DrawnRaster, RasterDisplay } from './raster-messages.ts';
import { type Box, createWindowReader } from './raster-window.ts';
import { warpTile } from './warp.ts';

/** The largest number of pixels that one tile may read; if there are more, a coarser level is used. */
const mostWindowPixels = 4_000_000;
/** The number of tiles that are painted at the same time, because each holds its window in memory. */
const mostTilesAtOnce = 2;

registerBlockDecoders();

/** An open raster that paints tiles of the map. */
export interface RasterReader {
  /**
   * Returns the RGBA values of a square tile, or null if the raster does not reach it. The tile is in EPSG:3857; for a
   * raster that cannot be placed it is in pixels, with y upwards.
   */
  tile(
    extent: readonly [number, number, number, number],
    sizePx: number,
    signal: AbortSignal,
  ): Promise<Uint8ClampedArray<ArrayBuffer> | null>;
  /** Returns the stored values of the shown bands, and of the alpha after them, within a box of full-size pixels. */
  values(box: Box, signal: AbortSignal): Promise<SampleWindow>;
  close(): void;
}

/** Returns the box of the raster's plane that contains the pixels; pixels outside of the projection are left out. */
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

/** Returns the alpha value of a fully opaque pixel of this image. */
function fullAlphaOf(image: GeoTIFFImage): number {
  const bits = image.getBitsPerSample();
  const format = image.getSampleFormat();
  return format === 3 ? 1 : 2 ** (format === 2 ? bits - 1 : bits) - 1;
}

/** Returns a function that runs at most this many tasks at the same time, in the order of the calls. */
function createConcurrencyLimit(most: number) {
  const waiting: (() => void)[] = [];
  let busy = 0;
  return async function runLimited<T>(work: () => Promise<T>): Promise<T> {
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

/**
 * Returns the level whose pixels are at most about as large as one output pixel; a coarser one if the tile would read
 * too many.
 */
function levelFor(levels: readonly Level[], step: number, spanX: number, spanY: number): number {
  let chosen = 0;
  for (const [index, level] of levels.entries()) {
    const tooMany =
      (spanX / (levels[chosen]?.scaleX ?? 1)) * (spanY / (levels[chosen]?.scaleY ?? 1)) > mostWindowPixels;
    if (level.scaleX <= step * 1.25 || tooMany) chosen = index;
  }
  return chosen;
}

/** Returns the number of full-size pixels per output pixel, where the tile first reaches the raster. */
function stepOf(pixels: Float64Array, { widthPx, heightPx }: DrawnRaster): number {
  let found = Number.NaN;
  for (let at = 0; at + 3 < pixels.length; at += 2) {
    const [column = Number.NaN, row = Number.NaN] = [pixels[at], pixels[at + 1]];
    const step = Math.hypot((pixels[at + 2] ?? Number.NaN) - column, (pixels[at + 3] ?? Number.NaN) - row);
    if (!Number.isFinite(step)) continue;
    if (column >= 0 && row >= 0 && column < widthPx && row < heightPx) return step;
    if (!Number.isFinite(found)) found = step;
  }
  return Number.isFinite(found) ? found : 1;
}

/** Returns true if a box reaches the raster. */
const reaches = ({ left, right, top, bottom }: Box, { widthPx, heightPx }: DrawnRaster): boolean =>
  bottom > 0 && top < heightPx && right > 0 && left < widthPx;

/** Opens a raster, which is read over HTTP ranges, to paint map tiles of it. */
export async function openRaster({ info, bands }: RasterDisplay, origin: string): Promise<RasterReader> {
  const placer = createPixelPlacer(info.placement);
  const tiff = await fromUrl(new URL(info.path, origin).href);
  const levels = await levelsOf(tiff);
  const runLimited = createConcurrencyLimit(mostTilesAtOnce);
  const byteRange: readonly [number, number] = [0, 255];
  const stretch = bands.map((band) => info.stretch[band] ?? byteRange);
  const alphaSample = info.hasAlpha ? info.bands.length : null;
  /** The samples to read, each once; the shown ones are found by their index in it. */
  const wanted = [...new Set([...bands, ...(alphaSample === null ? [] : [alphaSample])])];
  const [red, green, blue] = bands.map((band) => wanted.indexOf(band));
  const readWindow = createWindowReader(wanted);
  const shown: [number, number, number] = [red ?? 0, green ?? 0, blue ?? 0];

  /** Paints the part of the raster that lies under these pixels of it. */
  async function paintAt(
    at: Float64Array,
    { left, top, right, bottom }: Box,
    signal: AbortSignal,
  ): Promise<Uint8ClampedArray<ArrayBuffer> | null> {
    const step = stepOf(at, info);
    const spanX = Math.min(right, info.widthPx) - Math.max(left, 0);
    const spanY = Math.min(bottom, info.heightPx) - Math.max(top, 0);
    const index = levelFor(levels, step, spanX, spanY);
    const level = levels[index];
    if (!level) return null;
    const pixels = at.map((value, i) => value / (i % 2 === 0 ? level.scaleX : level.scaleY));
    const box = {
      left: Math.max(0, Math.floor(left / level.scaleX) - 1),
      top: Math.max(0, Math.floor(top / level.scaleY) - 1),
      right: Math.min(level.width, Math.ceil(right / level.scaleX) + 2),
      bottom: Math.min(level.height, Math.ceil(bottom / level.scaleY) + 2),
    };
    const window = await readWindow(level, index, box, signal);
    return paint({
      ...{ pixels, window, stretch, nodata: info.nodata, bands: shown },
      ...{ levelWidth: level.width, levelHeight: level.height },
      alpha:
        alphaSample === null ? null : { sample: wanted.indexOf(alphaSample), full: fullAlphaOf(level.image) },
      smooth: step / level.scaleX > 0.6,
    });
  }

  async function drawTile(
    extent: readonly [number, number, number, number],
    sizePx: number,
    signal: AbortSignal,
  ): Promise<Uint8ClampedArray<ArrayBuffer> | null> {
    signal.throwIfAborted();
    let drawn: Uint8ClampedArray<ArrayBuffer> | null = null;
    for (const under of placer.under(extent)) {
      const pixels = warpTile(extent, sizePx, under);
      const box = boxOf(pixels);
      const part = reaches(box, info) ? await paintAt(pixels, box, signal) : null;
      if (drawn && part) {
        const below = new Uint32Array(part.buffer);
        const above = new Uint32Array(drawn.buffer);
        for (const [i, pixel] of below.entries()) if (above[i] === 0) above[i] = pixel;
      } else drawn ??= part;
    }
    return drawn;
  }

  return {
    tile: (extent, sizePx, signal) => runLimited(() => drawTile(extent, sizePx, signal)),
    async values(box, signal) {
      const [full] = levels.entries().find(([, level]) => level.scaleX === 1 && level.scaleY === 1) ?? [0];
      const level = levels[full];
      if (!level) throw new Error('no image');
      return readWindow(level, full, box, signal);
    },
    close: () => tiff.close(),
  };
}
