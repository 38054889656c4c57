import type { RasterInfo } from '../../src-preload/contract/library.ts';

/** What of a raster is needed to draw it; it need not be one of the library. */
export type DrawnRaster = Omit<RasterInfo, 'fileId' | 'librarySceneId' | 'fileName'>;

/** The data that a worker needs to draw tiles of one raster. */
export interface RasterDisplay {
  info: DrawnRaster;
  /** The band indexes for red, green and blue. */
  bands: readonly [number, number, number];
}

/**
 * A message to a raster worker. `open` is sent first, and a second one replaces the raster; the extent of a tile is
 * west, south, east, north in EPSG:3857.
 */
export type RasterRequest =
  | { kind: 'open'; display: RasterDisplay }
  | { kind: 'tile'; id: number; extent: readonly [number, number, number, number]; sizePx: number }
  | { kind: 'cancel'; id: number };

/** The reason why a tile is not drawn; the texts are in the catalogue under `map.rasterFailure`. */
export type RasterFailure = 'gone' | 'damaged' | 'stopped';

/** The answer to the tile with this `id`. The bitmap is null outside of the raster and after a cancellation. */
export type RasterReply = { id: number; bitmap: ImageBitmap | null } | { id: number; failure: RasterFailure };
