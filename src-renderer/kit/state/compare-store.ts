import { createStore } from 'zustand/vanilla';
import type { LibraryFileId, LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import type { IndexPreset } from '../../../src-preload/contract/plain-values.ts';
import type { RasterStyle } from '../../../src-preload/contract/raster-styles.ts';
import { type MapState, mapStore } from './map-store.ts';

/** The modes in which the upper rasters are compared with the lowest one. */
export const compareModes = ['swipe', 'opacity', 'blink', 'side', 'difference'] as const;
/** A mode of comparison. */
export type CompareMode = (typeof compareModes)[number];

/** A raster above the one of the selected scene. */
export interface RasterAbove {
  fileId: LibraryFileId;
  librarySceneId: LibrarySceneId;
  /** Its style; null for the style of the lowest raster. */
  style: RasterStyle | null;
  /** From 0 to 1, for the mode `opacity`. */
  opacity: number;
}

interface Comparison {
  /** The rasters are shown as long as the raster of this scene is the selected one. */
  librarySceneId: LibrarySceneId;
  /** The upper rasters, from the lowest to the highest. */
  above: readonly RasterAbove[];
}

interface CompareState {
  comparison: Comparison | null;
  mode: CompareMode;
  /** The position of the swipe handle as a fraction of the map's width. */
  swipe: number;
  /** True if the user has exchanged the two sides: the later capture is left of the earlier one. */
  areSidesExchanged: boolean;
  /** The index whose difference or series is shown. */
  index: IndexPreset;
  /** For the difference: the values ± this have the colours of the two ends. */
  reach: number;
  blink: { isRunning: boolean; seconds: number };
  /** True if the upper rasters have the same stretch as the lowest one, so that their colours can be compared. */
  isStretchShared: boolean;
  /** True if the captures of the place are shown at the bottom of the map. */
  isStripOpen: boolean;
  /** True while the series of an index is shown. */
  isSeriesOpen: boolean;
  /** The capture that was shown before the last step back in time; the same key returns to it. */
  cameFrom: { earlier: LibrarySceneId; later: LibrarySceneId } | null;
  /** The raster that the arrow keys move; null for none. */
  offsetFile: LibraryFileId | null;
  /** True after the comparison of the last session was looked up. */
  isRestored: boolean;
}

/** How the rasters on the map are compared. */
export const compareStore = createStore<CompareState>(() => ({
  comparison: null,
  mode: 'swipe',
  swipe: 0.5,
  areSidesExchanged: false,
  index: 'ndvi',
  reach: 0.5,
  // Initially off: a blinking picture can do harm if the user does not expect it.
  blink: { isRunning: false, seconds: 1 },
  isStretchShared: false,
  isStripOpen: false,
  isSeriesOpen: false,
  cameFrom: null,
  offsetFile: null,
  isRestored: false,
}));

/** The maximum number of rasters on the map: each has workers and caches unpacked blocks. */
export const maxShownRasters = 8;

const nothing: readonly RasterAbove[] = [];

/** Returns the rasters that are compared with that of the selected scene, from the lowest. */
export function rastersAbove(
  { shownRaster }: Pick<MapState, 'shownRaster'>,
  { comparison }: Pick<CompareState, 'comparison'>,
): readonly RasterAbove[] {
  const isOfSelection =
    shownRaster !== null && comparison !== null && comparison.librarySceneId === shownRaster.librarySceneId;
  return isOfSelection ? comparison.above : nothing;
}

/** Returns all rasters that the map shows, from the lowest: that of the selected scene, then those compared with it. */
export function shownRasters(): readonly RasterAbove[] {
  const { shownRaster } = mapStore.getState();
  if (shownRaster === null) return [];
  const { fileId, librarySceneId, style } = shownRaster;
  const above = rastersAbove(mapStore.getState(), compareStore.getState());
  return [{ fileId, librarySceneId, style, opacity: 1 }, ...above];
}

function setAbove(above: readonly RasterAbove[]) {
  const { shownRaster } = mapStore.getState();
  const isKept = shownRaster !== null && above.length > 0;
  compareStore.setState({
    comparison: isKept ? { librarySceneId: shownRaster.librarySceneId, above } : null,
    ...(isKept ? {} : { offsetFile: null, blink: { ...compareStore.getState().blink, isRunning: false } }),
  });
}

/** Adds a raster above the others, if it is not shown already; returns false if there are too many. */
export function compareWith(raster: Pick<RasterAbove, 'fileId' | 'librarySceneId'>): boolean {
  const shown = shownRasters();
  if (shown.some(({ fileId }) => fileId === raster.fileId)) return true;
  if (shown.length === 0 || shown.length >= maxShownRasters) return false;
  const { fileId, librarySceneId } = raster;
  if (shown.length === 1) compareStore.setState({ areSidesExchanged: false });
  setAbove([...shown.slice(1), { fileId, librarySceneId, style: null, opacity: 1 }]);
  return true;
}

/** Removes one of the upper rasters. */
export function stopComparingWith(fileId: LibraryFileId) {
  setAbove(
    shownRasters()
      .slice(1)
      .filter((each) => each.fileId !== fileId),
  );
}

/** Ends the comparison; the raster of the selected scene stays. */
export function endComparison() {
  setAbove([]);
}

/** Changes an upper raster. */
export function changeAbove(fileId: LibraryFileId, patch: Partial<Pick<RasterAbove, 'opacity' | 'style'>>) {
  setAbove(
    shownRasters()
      .slice(1)
      .map((each) => (each.fileId === fileId ? { ...each, ...patch } : each)),
  );
}

/** Moves an upper raster one position up or down among the upper ones. */
export function moveAbove(fileId: LibraryFileId, by: 1 | -1) {
  const above = [...shownRasters().slice(1)];
  const at = above.findIndex((each) => each.fileId === fileId);
  const [moved, other] = [above[at], above[at + by]];
  if (moved === undefined || other === undefined) return;
  above[at] = other;
  above[at + by] = moved;
  setAbove(above);
}

/**
 * Makes another raster the lowest one. If it was above, it keeps its style and the previous lowest raster takes its
 * place; otherwise it has the style of the previous one, which is removed. The caller selects the scene.
 */
export function putBelow({ fileId, librarySceneId }: Pick<RasterAbove, 'fileId' | 'librarySceneId'>) {
  const { shownRaster } = mapStore.getState();
  if (shownRaster === null) return;
  const [, ...above] = shownRasters();
  const at = above.findIndex((each) => each.librarySceneId === librarySceneId);
  const before = above[at];
  const raster = before ?? { fileId, librarySceneId };
  const style = before?.style ?? shownRaster.style;
  mapStore.setState({
    shownRaster: { fileId: raster.fileId, librarySceneId, style, goThere: false },
    followed: { style },
  });
  if (before === undefined) return;
  const last = {
    ...before,
    fileId: shownRaster.fileId,
    librarySceneId: shownRaster.librarySceneId,
    style: null,
  };
  setAbove(above.with(at, last));
}
