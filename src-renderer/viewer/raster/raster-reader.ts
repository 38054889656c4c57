import { scaledStretch, together } from '../../../src-shared/raster/band-scales.ts';
import { createKeptTiles } from './kept-tiles.ts';
import { createAreaReader } from './measuring/read-area.ts';
import { createPointReader } from './measuring/read-points.ts';
import { createPixelPlacer } from './place-pixels.ts';
import { openLevels } from './raster-levels.ts';
import type {
  AreaRequest,
  AreaStatistics,
  PointValues,
  RasterDisplay,
  RasterStatistics,
  StatisticsRequest,
  TileExtent,
} from './raster-messages.ts';
import { createStatisticsReader } from './raster-statistics.ts';
import { type Box, createWindowReader } from './raster-window.ts';
import type { SampleWindow } from './sample-pixels.ts';
import { createTileSampler, type SampleRequest, withAlpha } from './sample-tile.ts';
import { createPicture, type PaintStyle, type Picture, type SampledPixels } from './style/picture.ts';

/** The unpacked blocks that are kept, in all workers of a raster. */
const blockCacheBytes = 192 * 1_024 * 1_024;
/** The number of tiles that are painted at the same time, because each holds its window in memory. */
const mostTilesAtOnce = 2;
/** The values of tiles that are kept for the next style, in all workers of a raster. */
const keptTileBytes = 96 * 1_024 * 1_024;

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
  /** Returns the stored samples of all bands at places, flat `longitude, latitude`. */
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

/** Returns the paint style of three bands in one range for all, from those of the info. */
function plainPaint({ info, bands }: RasterDisplay): PaintStyle {
  return {
    expressions: bands.map((band) => `#${band + 1}`),
    bounds: together(bands.map((band) => scaledStretch(info, band) ?? [0, 255])),
    ramp: null,
    isRampReversed: false,
    gamma: 1,
    resampling: 'automatic',
    hidesZeros: false,
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
  const alphaSample = info.hasAlpha ? info.bands.length : null;
  let picture: Picture = createPicture(display.paint ?? plainPaint(display), info.bands);

  const sampleTile = createTileSampler({ info, levels, placer, windows, alphaSample });
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
    info,
    levels,
    windows,
    alphaSample,
    view: (extent, sizePx, { bands, hidesZeros, signal }) =>
      sampleTile(extent, sizePx, {
        bands,
        signal,
        style: { ...picture.style, hidesZeros, resampling: 'nearest' },
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
      const samples = withAlpha(picture.bands, alphaSample);
      return windows.read({ level: full, index: fullIndex, samples, box }, signal);
    },
    decoded: windows.decoded,
    close() {
      tiles.close();
      for (const { source } of levels) void source.close();
    },
  };
}
