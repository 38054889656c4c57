import type { GeoTIFFImage } from 'geotiff';
import { createKeptTiles } from './kept-tiles.ts';
import { createAreaReader } from './measuring/read-area.ts';
import { createPointReader } from './measuring/read-points.ts';
import { createPixelPlacer } from './place-pixels.ts';
import { type Level, openLevels } from './raster-levels.ts';
import type {
  AreaRequest,
  AreaStatistics,
  DrawnRaster,
  PointValues,
  RasterDisplay,
  RasterStatistics,
  StatisticsRequest,
  TileExtent,
} from './raster-messages.ts';
import { createStatisticsReader } from './raster-statistics.ts';
import { type Box, createWindowReader } from './raster-window.ts';
import { fillFrom, makeHoles, type SampleWindow, samplePixels } from './sample-pixels.ts';
import { createScratch } from './scratch.ts';
import {
  createPicture,
  type PaintStyle,
  type Picture,
  type SampledPixels,
  type SampleStyle,
} from './style/picture.ts';
import { warpTile } from './warp.ts';

/** The unpacked blocks that are kept, in all workers of a raster. */
const blockCacheBytes = 192 * 1_024 * 1_024;
/** The largest number of pixels that one tile may read; if there are more, a coarser level is used. */
const mostWindowPixels = 4_000_000;
/** The number of tiles that are painted at the same time, because each holds its window in memory. */
const mostTilesAtOnce = 2;
/** The values of tiles that are kept for the next style, in all workers of a raster. */
const keptTileBytes = 96 * 1_024 * 1_024;

interface SampleRequest {
  bands: readonly number[];
  style: SampleStyle;
  signal: AbortSignal;
  /** True if nothing that is shown waits for it. */
  isAhead?: boolean;
}

/** An open raster that paints tiles of the map. */
export interface RasterReader {
  /**
   * Returns the RGBA values of a square tile, or null if the raster does not reach it. The tile is in EPSG:3857; for a
   * raster that cannot be placed it is in pixels, with y upwards.
   */
  tile(
    extent: TileExtent,
    sizePx: number,
    signal: AbortSignal,
  ): Promise<Uint8ClampedArray<ArrayBuffer> | null>;
  /** Reads and keeps the values under a tile that may be in view soon; not in a raster that has no overviews yet. */
  ahead(extent: TileExtent, sizePx: number, signal: AbortSignal): Promise<void>;
  /** Returns the values under the pixels of a square; null if the raster does not reach it. */
  sample(extent: TileExtent, sizePx: number, wanted: SampleRequest): Promise<SampledPixels | null>;
  /** Changes how the tiles after it are painted; nothing is unpacked again. */
  restyle(paint: PaintStyle): void;
  /** Returns the statistics of expressions. */
  statistics(asked: StatisticsRequest, signal: AbortSignal): Promise<RasterStatistics>;
  /** Returns the values of all bands at places, flat `longitude, latitude`. */
  points(places: Float64Array, signal: AbortSignal): Promise<PointValues>;
  /** Returns the statistics of an area. `onPart` is awaited with the share that is done. */
  area(
    asked: AreaRequest,
    signal: AbortSignal,
    onPart: (share: number) => Promise<void>,
  ): Promise<AreaStatistics>;
  /** Returns the stored values of the drawn bands, and of the alpha after them, within a box of full-size pixels. */
  values(box: Box, signal: AbortSignal): Promise<SampleWindow>;
  /** Returns how many blocks were unpacked so far, without those that were read ahead. */
  decoded(): number;
  close(): void;
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

/** Returns the paint style of three bands in the range of the info. */
function plainPaint({ info, bands }: RasterDisplay): PaintStyle {
  return {
    expressions: bands.map((band) => `#${band + 1}`),
    bounds: bands.map((band) => info.stretch[band] ?? [0, 255]),
    ...{ ramp: null, isRampReversed: false, gamma: 1, resampling: 'automatic', hidesZeros: false },
  };
}

/**
 * Opens a raster, which is read over HTTP ranges, to paint map tiles of it. It is one of `workers` that share the memory for this
 * raster.
 */
export async function openRaster(display: RasterDisplay, origin: string, workers = 1): Promise<RasterReader> {
  const { info } = display;
  const placer = createPixelPlacer(info.placement);
  const address = (path: string) => new URL(path, origin).href;
  const { path, overviewsPath } = info;
  const levels = await openLevels(address(path), overviewsPath === undefined ? null : address(overviewsPath));
  const runLimited = createConcurrencyLimit(mostTilesAtOnce);
  const windows = createWindowReader(blockCacheBytes / workers);
  const scratch = createScratch();
  const alphaSample = info.hasAlpha ? info.bands.length : null;
  let picture: Picture = createPicture(display.paint ?? plainPaint(display), info.bands);

  /** Returns the samples to read for some bands: these, and the alpha after them. */
  const samplesOf = (bands: readonly number[]) => [...bands, ...(alphaSample === null ? [] : [alphaSample])];

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
    const samples = samplesOf(bands);
    const window = await windows.read(
      { level, index, samples, box, isAhead, allocate: scratch.borrow },
      signal,
    );
    const alpha = alphaSample === null ? null : { sample: bands.length, full: fullAlphaOf(level.image) };
    makeHoles(window, { bands, nodata: info.nodata, alpha, hidesZeros: style.hidesZeros });
    const sampled = samplePixels({
      ...{ pixels: at, scale: [level.scaleX, level.scaleY], window, bands, alpha },
      ...{ levelWidth: level.width, levelHeight: level.height },
      smooth: style.resampling === 'automatic' ? step / level.scaleX > 0.6 : style.resampling === 'smooth',
    });
    // Not after an error: blocks that were requested with the one that failed may still be copied into it.
    if (window.data.buffer instanceof ArrayBuffer) scratch.giveBack(window.data.buffer);
    return sampled;
  }

  /** Reads the values under a tile; null if the raster does not reach it. */
  async function sampleTile(
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
  }

  const tiles = createKeptTiles({
    info,
    mostBytes: keptTileBytes / workers,
    sample: (place, wanted) => sampleTile(place.extent, place.sizePx, wanted),
  });

  async function drawTile(extent: TileExtent, sizePx: number, signal: AbortSignal) {
    const { bands, style, paint } = picture;
    const values = await tiles.get({ extent, sizePx }, { bands, style, signal });
    signal.throwIfAborted();
    return values.count === 0 ? null : paint(values);
  }

  const isSparse = levels.some(({ every }) => every > 1);
  async function readAhead(extent: TileExtent, sizePx: number, signal: AbortSignal): Promise<void> {
    const { bands, style } = picture;
    if (!isSparse) await tiles.get({ extent, sizePx }, { bands, style, signal, isAhead: true });
  }

  const countValues = createStatisticsReader({
    ...{ info, levels, windows, alphaSample },
    view: (extent, sizePx, { bands, hidesZeros, signal }) =>
      sampleTile(extent, sizePx, {
        ...{ bands, signal, style: { ...picture.style, hidesZeros, resampling: 'nearest' } },
      }),
  });

  const fullIndex = Math.max(
    0,
    levels.findIndex(({ scaleX, scaleY }) => scaleX === 1 && scaleY === 1),
  );
  const full = levels[fullIndex];
  if (!full) throw new Error('no image');
  const { inDegrees } = placer;
  // Where the raster is drawn beside its own place, so are its values.
  const place = inDegrees && {
    ...inDegrees,
    toPixel(longitude: number, latitude: number) {
      const [column, row] = inDegrees.toPixel(longitude, latitude);
      const [right, down] = picture.style.offset ?? [0, 0];
      return [column - right, row - down] as const;
    },
  };
  const measured = { info, level: full, index: fullIndex, windows, alphaSample, place };

  return {
    sample: (extent, sizePx, wanted) => runLimited(() => sampleTile(extent, sizePx, wanted)),
    points: createPointReader(measured),
    area: createAreaReader(measured),
    tile: (extent, sizePx, signal) => runLimited(() => drawTile(extent, sizePx, signal)),
    ahead: (extent, sizePx, signal) => runLimited(() => readAhead(extent, sizePx, signal)),
    restyle(paint) {
      picture = createPicture(paint, info.bands);
    },
    statistics: (asked, signal) => runLimited(() => countValues(asked, signal)),
    async values(box, signal) {
      const samples = samplesOf(picture.bands);
      return windows.read({ level: full, index: fullIndex, samples, box }, signal);
    },
    decoded: windows.decoded,
    close() {
      tiles.close();
      for (const { source } of levels) void source.close();
    },
  };
}
