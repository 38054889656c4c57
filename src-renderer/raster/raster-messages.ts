import type { RasterInfo } from '../../src-preload/contract/library.ts';
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

/**
 * A message to a raster worker. `open` is sent first, and a second one replaces the raster; `style` changes how the
 * tiles after it are painted. The workers of a raster share the memory for it.
 */
export type RasterRequest =
  | { kind: 'open'; display: RasterDisplay; workers: number }
  | { kind: 'style'; paint: PaintStyle }
  | { kind: 'tile'; id: number; extent: TileExtent; sizePx: number }
  | { kind: 'statistics'; id: number; asked: StatisticsRequest }
  | { kind: 'cancel'; id: number };

/** The reason why a tile is not drawn; the texts are in the catalogue under `map.rasterFailure`. */
export type RasterFailure = 'gone' | 'damaged' | 'changed' | 'stopped';

/**
 * The answer to the request with this `id`. The bitmap is null outside of the raster and after a cancellation.
 * `decoded` counts the blocks that the worker has unpacked so far.
 */
export type RasterReply =
  | { id: number; bitmap: ImageBitmap | null; decoded: number }
  | { id: number; statistics: RasterStatistics; decoded: number }
  | { id: number; failure: RasterFailure };
