import type { RasterInfo } from '../../../src-preload/contract/library.ts';
import type { PixelOffset } from '../../../src-preload/contract/raster-styles.ts';
import type { Plane } from './expression/evaluate.ts';
import type { CountedValues } from './measuring/value-counter.ts';
import type { PaintStyle } from './style/picture.ts';
import type { ChannelStatistics } from './style/statistics.ts';

/** What of a raster is needed to draw it; it need not be one of the library. */
export type DrawnRaster = Omit<RasterInfo, 'fileId' | 'librarySceneId' | 'fileName'>;

/** The data that a worker needs to draw tiles of one raster. */
export interface RasterDisplay {
  info: DrawnRaster;
  /** The bands that are drawn, counted from 0: three for red, green and blue, else those of the expression. */
  bands: readonly number[];
  /** How they are painted; if it is left out, the bands are red, green and blue in the range of the info. */
  paint?: PaintStyle;
  /**
   * The raster whose values are taken away from those of `info`, by this expression of its bands. `paint` then has one
   * expression, of the bands of `info`, and its bounds are those of the difference.
   */
  minus?: { info: DrawnRaster; expression: string; offset: PixelOffset };
}

/** West, south, east, north in EPSG:3857; for a raster without a place in its own pixels, with y upwards. */
export type TileExtent = readonly [number, number, number, number];

/** Values that are to be counted: of expressions in the scene, or in what the view shows of it. */
export interface StatisticsRequest {
  expressions: readonly string[];
  /** Null for the whole scene. */
  view: TileExtent | null;
  /** True: pixels that are 0 in all bands do not count. */
  hidesZeros: boolean;
}

/** The statistics of each expression; null where there is no value. */
export interface RasterStatistics {
  channels: readonly (ChannelStatistics | null)[];
  /** True if every pixel of the scene was read, false if an overview was. */
  isComplete: boolean;
}

/** The values of all bands at some places, from the pixels of the full size that contain them. */
export interface PointValues {
  /** Of each band in the order of the file, the stored sample at each place; NaN where there is nothing. */
  bands: readonly Plane[];
  /** The `column, row` of each place; fractions are positions within the pixel. NaN far outside of the raster. */
  pixels: Float64Array;
}

/** Values that are to be counted exactly: of expressions in all pixels of the full size whose centres lie in an area. */
export interface AreaRequest {
  expressions: readonly string[];
  /**
   * The outlines of the area and of its holes, each flat `longitude, latitude` in degrees; their sides are near enough to
   * straight lines. Null for the whole raster.
   */
  rings: readonly Float64Array[] | null;
  /** True: pixels that are 0 in all bands of the expressions do not count. */
  hidesZeros: boolean;
}

/** The statistics of an area. */
export interface AreaStatistics {
  /** The number of pixels of the raster whose centres lie in the area. */
  pixels: number;
  /** Of each expression; null where it has no value. */
  channels: readonly (CountedValues | null)[];
  /** How many pixels each group of the raster's classes has (`groupClasses`); null if the raster has no classes. */
  classPixels: readonly number[] | null;
}

/**
 * A message to a raster worker. `open` is sent first, and a second one replaces the raster; `style` changes how the
 * tiles after it are painted. The workers of a raster share the memory for it.
 */
export type RasterRequest =
  | { kind: 'open'; display: RasterDisplay; workers: number }
  | { kind: 'style'; paint: PaintStyle }
  /** `isAhead`: its values are only read and kept, because it may be in view soon. */
  | { kind: 'tile'; id: number; extent: TileExtent; sizePx: number; isAhead?: boolean }
  | { kind: 'statistics'; id: number; asked: StatisticsRequest }
  | { kind: 'points'; id: number; places: Float64Array }
  | { kind: 'area'; id: number; asked: AreaRequest }
  | { kind: 'cancel'; id: number };

/** The reason why a tile is not drawn; the texts are in the catalogue under `map.rasterFailure`. */
export type RasterFailure = 'gone' | 'damaged' | 'changed' | 'stopped';

/**
 * The answer to the request with this `id`. The bitmap is null outside of the raster and after a cancellation.
 * `decoded` counts the blocks that the worker has unpacked so far. `progress` is no answer yet: the share from 0 to 1 of
 * the work that is done.
 */
export type RasterReply =
  | { id: number; bitmap: ImageBitmap | null; decoded: number }
  | { id: number; statistics: RasterStatistics; decoded: number }
  | { id: number; points: PointValues; decoded: number }
  | { id: number; area: AreaStatistics; decoded: number }
  | { id: number; progress: number }
  | { id: number; failure: RasterFailure };
