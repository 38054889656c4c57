import { createStore } from 'zustand/vanilla';
import type { SceneDetails } from '../../../src-preload/contract/library.ts';
import type { PixelOffset } from '../../../src-preload/contract/raster-styles.ts';
import type { SceneDisplay, StyledRaster } from '../raster-style/style-on-raster.ts';

/** A raster that the map shows, in the style that is drawn. */
export interface StyledShownRaster {
  styled: StyledRaster;
  /** What the map paints, with the ranges of the channels; null until they are known. */
  display: SceneDisplay | null;
  /** The scene with date and satellite; null while it is being read. */
  scene: SceneDetails | null;
  /** From 0 to 1; the raster of the selection has 1. */
  opacity: number;
  offset: PixelOffset;
}

/**
 * All rasters that the map shows, from the lowest: first that of the selection. `RasterView` writes it; tools that read
 * values or make pictures of the view read it here.
 */
export const shownRastersStore = createStore<{ shown: readonly StyledShownRaster[] }>(() => ({ shown: [] }));
