import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SceneDetails } from '../../../src-preload/contract/library.ts';
import type { PixelOffset } from '../../../src-preload/contract/raster-styles.ts';
import type { AreaRequest, AreaStatistics, PointValues } from '../raster/raster-messages.ts';
import type { StyledRaster } from '../raster-style/style-on-raster.ts';

/** Reads pixels of a raster at full resolution. Each function resolves with null if the raster was removed. */
export interface PixelReader {
  /** Resolves with the values of all bands at places, flat `longitude, latitude` in degrees. */
  points(places: Float64Array, signal: AbortSignal): Promise<PointValues | null>;
  /** Resolves with the statistics of an area. `onProgress` receives the completed fraction, 0 to 1. */
  area(
    asked: AreaRequest,
    signal: AbortSignal,
    onProgress: (fraction: number) => void,
  ): Promise<AreaStatistics | null>;
}

/** A raster on the map whose pixels can be read. */
export interface ReadableRaster extends StyledRaster {
  /** The scene of the raster; null if it is unknown. */
  scene: Pick<SceneDetails, 'timestamp' | 'period' | 'satelliteName'> | null;
  reader: PixelReader;
  /** By how many of its pixels the map draws it beside its place, from where its values are read. */
  offset: PixelOffset;
}

/** Returns a text that changes with whatever changes the values that are read at a place. */
export const readingKey = ({ info, offset }: Pick<ReadableRaster, 'info' | 'offset'>): string =>
  JSON.stringify([info.fileId, info.bands, offset]);

/** The rasters that the map shows, from the lowest, which is that of the selection. `useWriteReadableRasters` writes them. */
export const readableRastersStore = createStore<{ rasters: readonly ReadableRaster[] }>(() => ({
  rasters: [],
}));

/** Returns the rasters that the map shows. */
export const useReadableRasters = () => useStore(readableRastersStore, ({ rasters }) => rasters);
