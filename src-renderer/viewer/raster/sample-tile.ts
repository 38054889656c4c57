import type { GeoTIFFImage } from 'geotiff';
import type { PixelPlacer } from './place-pixels.ts';
import type { Level } from './raster-levels.ts';
import type { DrawnRaster, TileExtent } from './raster-messages.ts';
import type { Box, createWindowReader } from './raster-window.ts';
import { fillFrom, samplePixels, toValues } from './sample-pixels.ts';
import { createScratch } from './scratch.ts';
import type { SampledPixels, SampleStyle } from './style/picture.ts';
import { warpTile } from './warp.ts';

/** The largest number of pixels that one tile may read; if there are more, a coarser level is used. */
const mostWindowPixels = 4_000_000;
/** What of a raster is wanted under a tile. */
export interface SampleRequest {
  bands: readonly number[];
  style: SampleStyle;
  signal: AbortSignal;
  /** True if nothing that is shown waits for it. */
  isAhead?: boolean;
}

/** Changes pixels to those that are drawn at their places if the raster is drawn beside its own place. */
function displace(pixels: Float64Array, offset: SampleStyle['offset']): void {
  if (offset === undefined || (offset[0] === 0 && offset[1] === 0)) return;
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (pixels[at] ?? 0) - offset[at % 2 === 0 ? 0 : 1];
}

/** Returns the box of the raster's plane that contains the pixels; pixels outside of the projection are left out. */
function boxOf(pixels: Float64Array): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < pixels.length; at += 2) {
    const column = pixels[at] ?? 0;
    const row = pixels[at + 1] ?? 0;
    // What is not finite gives NaN here.
    if (column - column !== 0 || row - row !== 0) continue;
    if (column < left) left = column;
    if (column > right) right = column;
    if (row < top) top = row;
    if (row > bottom) bottom = row;
  }
  return { left, top, right, bottom };
}

/** Returns the alpha value of a fully opaque pixel of this image. */
function fullAlphaOf(image: GeoTIFFImage): number {
  const bits = image.getBitsPerSample();
  const format = image.getSampleFormat();
  return format === 3 ? 1 : 2 ** (format === 2 ? bits - 1 : bits) - 1;
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

/** Returns the samples to read for some bands: these, and the alpha after them. */
export const withAlpha = (bands: readonly number[], alphaSample: number | null): number[] =>
  alphaSample === null ? [...bands] : [...bands, alphaSample];

interface TileSamplerOptions {
  info: DrawnRaster;
  levels: readonly Level[];
  placer: PixelPlacer;
  windows: ReturnType<typeof createWindowReader>;
  /** The number of the sample that says how opaque a pixel is; null if all are opaque. */
  alphaSample: number | null;
}

/** Creates the function that reads the values of a raster under the pixels of a tile. */
export function createTileSampler({ info, levels, placer, windows, alphaSample }: TileSamplerOptions) {
  const scratch = createScratch();

  /** Reads the values of the part of the raster that lies under these pixels of it. */
  async function sampleAt(
    at: Float64Array,
    { left, top, right, bottom }: Box,
    { bands, style, signal, isAhead = false }: SampleRequest,
  ): Promise<SampledPixels | null> {
    const step = stepOf(at, info);
    const spanX = Math.min(right, info.widthPx) - Math.max(left, 0);
    const spanY = Math.min(bottom, info.heightPx) - Math.max(top, 0);
    const index = levelFor(levels, step, spanX, spanY);
    const level = levels[index];
    if (!level) return null;
    const box = {
      left: Math.max(0, Math.floor(left / level.scaleX) - 1),
      top: Math.max(0, Math.floor(top / level.scaleY) - 1),
      right: Math.min(level.width, Math.ceil(right / level.scaleX) + 2),
      bottom: Math.min(level.height, Math.ceil(bottom / level.scaleY) + 2),
    };
    const samples = withAlpha(bands, alphaSample);
    const window = await windows.read(
      { level, index, samples, box, isAhead, allocate: scratch.borrow },
      signal,
    );
    const alpha = alphaSample === null ? null : { sample: bands.length, full: fullAlphaOf(level.image) };
    toValues(window, {
      bands,
      nodata: info.nodata,
      isFloat: info.isFloat,
      scales: info.scales,
      alpha,
      hidesZeros: style.hidesZeros,
    });
    const sampled = samplePixels({
      pixels: at,
      scale: [level.scaleX, level.scaleY],
      window,
      bands,
      alpha,
      levelWidth: level.width,
      levelHeight: level.height,
      smooth: style.resampling === 'automatic' ? step / level.scaleX > 0.6 : style.resampling === 'smooth',
    });
    // Not after an error: blocks that were requested with the one that failed may still be copied into it.
    if (window.data.buffer instanceof ArrayBuffer) scratch.giveBack(window.data.buffer);
    return sampled;
  }

  /** Reads the values under a tile; null if the raster does not reach it. */
  return async function sampleTile(
    extent: TileExtent,
    sizePx: number,
    wanted: SampleRequest,
  ): Promise<SampledPixels | null> {
    wanted.signal.throwIfAborted();
    let drawn: SampledPixels | null = null;
    for (const under of placer.under(extent)) {
      const buffer = scratch.borrow(sizePx * sizePx * 16);
      const pixels = warpTile(extent, sizePx, under, new Float64Array(buffer, 0, sizePx * sizePx * 2));
      displace(pixels, wanted.style.offset);
      const box = boxOf(pixels);
      const part = reaches(box, info) ? await sampleAt(pixels, box, wanted) : null;
      scratch.giveBack(buffer);
      if (drawn && part) fillFrom(drawn, part);
      else drawn ??= part;
    }
    return drawn;
  };
}
