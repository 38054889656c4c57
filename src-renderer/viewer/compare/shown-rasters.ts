import { createStore } from 'zustand/vanilla';
import { compareAcquired } from '../../../src-preload/contract/acquired.ts';
import type { SceneDetails } from '../../../src-preload/contract/library.ts';
import type { IndexPreset } from '../../../src-preload/contract/plain-values.ts';
import type { PixelOffset } from '../../../src-preload/contract/raster-styles.ts';
import type { SceneDisplay, StyledRaster } from '../raster-style/style-on-raster.ts';

/** A raster that the map shows, in the style that is drawn. */
export interface StyledShownRaster {
  styled: StyledRaster;
  /** The display with the ranges of the channels; null while they are being computed. */
  display: SceneDisplay | null;
  /** The scene with date and satellite; null while it is being loaded. */
  scene: SceneDetails | null;
  /** From 0 to 1; the raster of the selection has 1. */
  opacity: number;
  offset: PixelOffset;
}

/** The part of a scene that a caption names. */
export type CapturedScene = Pick<
  SceneDetails,
  'librarySceneId' | 'sceneId' | 'timestamp' | 'period' | 'satelliteName'
>;

/**
 * Compares two captures by their time, as the strip of captures has them, for sorting; one that is still being loaded is first. Captures with the
 * same time are in the order of their ids, so that two parts of the page never disagree on which one is later.
 */
export function compareCaptures(one: CapturedScene | null, other: CapturedScene | null): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  return compareAcquired(one, other) || one.librarySceneId - other.librarySceneId;
}

/** The difference of an index between two captures, which the map shows instead of the rasters. */
export interface ShownDifference {
  index: IndexPreset;
  /** The value, positive and negative, at the two ends of the colour ramp. */
  reach: number;
  later: CapturedScene | null;
  earlier: CapturedScene | null;
}

interface ShownRasters {
  shown: readonly StyledShownRaster[];
  /** Null while the rasters themselves are drawn. */
  difference: ShownDifference | null;
}

/**
 * All rasters that the map shows, from the lowest, which is that of the selection. `RasterView` writes it. Tools that read values
 * or make pictures of the view read it.
 */
export const shownRastersStore = createStore<ShownRasters>(() => ({ shown: [], difference: null }));
