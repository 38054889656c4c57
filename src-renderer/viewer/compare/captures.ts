import { skipToken, useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import type { LibraryFileId, LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import type { PlaceScene } from '../../../src-preload/contract/library.ts';
import { defaultRasterStyle, type RasterStyle } from '../../../src-preload/contract/raster-styles.ts';
import { useApi } from '../../kit/client/api.tsx';
import {
  compareStore,
  compareWith,
  endComparison,
  putBelow,
  shownRasters,
} from '../../kit/state/compare-store.ts';
import { mapStore } from '../../kit/state/map-store.ts';
import { select } from '../../kit/state/selection.ts';
import { showWorkspace, uiStore } from '../../kit/state/ui-store.ts';
import { canDraw, knownBands } from '../raster-style/style-on-raster.ts';

/** The captures of the place of the raster on the map, from the oldest to the newest; those without a time come first. */
export interface Captures {
  scenes: readonly PlaceScene[];
  /** True if there are older captures that are not listed. */
  isMore: boolean;
  /** The scene of the raster on the map; null while none is shown. */
  shown: LibrarySceneId | null;
  isKnown: boolean;
}

const none: readonly PlaceScene[] = [];

/**
 * Returns true if nothing can be compared, because the raster on the map is not among the captures while its folder is
 * unavailable.
 */
export const hasNoCapture = ({ isKnown, scenes }: Captures): boolean => isKnown && scenes.length === 0;

/** Returns the captures of the place of the raster on the map. */
export function useCaptures(): Captures {
  const { query } = useApi();
  const shown = useStore(mapStore, ({ shownRaster }) => shownRaster?.librarySceneId ?? null);
  const { data } = useQuery({
    ...query.library.ofPlace.queryOptions({ input: shown === null ? skipToken : { librarySceneId: shown } }),
    // The list of another capture of the same place is similar, so it is shown until the new one is loaded.
    placeholderData: (before) =>
      before?.scenes.some(({ librarySceneId }) => librarySceneId === shown) ? before : undefined,
  });
  return { scenes: data?.scenes ?? none, isMore: data?.isMore ?? false, shown, isKnown: data !== undefined };
}

type PlaceRaster = PlaceScene['rasters'][number];
type Bands = readonly string[];

/** Returns the bands of the raster on the map; null if it is not among the captures. */
function shownBands(captures: readonly PlaceScene[]): Bands | null {
  const shown = mapStore.getState().shownRaster?.fileId;
  const raster = captures.flatMap(({ rasters }) => rasters).find(({ fileId }) => fileId === shown);
  return raster === undefined ? null : knownBands(raster);
}

/**
 * Returns the rasters of a capture that may be drawn in a style: first those whose known bands say so, then those whose bands only the
 * file tells.
 */
export const candidatesFor = ({ rasters }: PlaceScene, style: RasterStyle): PlaceRaster[] => [
  ...rasters.filter((raster) => canDraw(style, raster)),
  ...rasters.filter((raster) => knownBands(raster).length === 0),
];

/**
 * Returns the raster of a capture that can be drawn in a style, one with the same bands as `like` first: an analytic and a
 * visual raster have other colours, which would look like a change. Else one whose bands are not known yet, else its first one.
 */
export function rasterFileFor(
  scene: PlaceScene,
  style: RasterStyle | null,
  like: Bands | null = null,
): LibraryFileId | null {
  const candidates = candidatesFor(scene, style ?? defaultRasterStyle);
  const alike = candidates.find((raster) => JSON.stringify(knownBands(raster)) === JSON.stringify(like));
  return (alike ?? candidates[0] ?? scene.rasters[0])?.fileId ?? null;
}

/** Selects one of the captures and shows its raster in the style of the last one; the map stays where it is. */
export function showCapture(scene: PlaceScene, captures: readonly PlaceScene[]) {
  const fileId = rasterFileFor(scene, mapStore.getState().shownRaster?.style ?? null, shownBands(captures));
  if (fileId === null) return;
  const { librarySceneId } = scene;
  putBelow({ fileId, librarySceneId });
  select('scene', librarySceneId);
  // In other workspaces the details would not be those of the shown pixels.
  const { workspace } = uiStore.getState();
  if (workspace !== 'library' && workspace !== 'downloads') showWorkspace('library');
}

/**
 * Returns the capture before or after that on the map in the order of the strip, in which undated captures come first and equal times follow one
 * another, so that each one can be reached; null if there is none.
 */
export function captureBeside({ scenes, shown }: Captures, by: 1 | -1): PlaceScene | null {
  const own = scenes.findIndex(({ librarySceneId }) => librarySceneId === shown);
  return own < 0 ? null : (scenes[own + by] ?? null);
}

/** Shows the capture before or after that on the map; returns false if there is none. */
export function stepCapture(captures: Captures, by: 1 | -1): boolean {
  const scene = captureBeside(captures, by);
  if (scene === null) return false;
  compareStore.setState({ cameFrom: null });
  showCapture(scene, captures.scenes);
  return true;
}

/**
 * Swaps the two compared rasters, and their sides where they are beside each other. Without a comparison it shows the capture before that on the map, and the next time that on the
 * map again. Returns false if there is none.
 */
export function toggleBefore(captures: Captures): boolean {
  const [base, above] = shownRasters();
  const { cameFrom, mode, areSidesExchanged } = compareStore.getState();
  const find = (id: LibrarySceneId | undefined) =>
    captures.scenes.find(({ librarySceneId }) => librarySceneId === id) ?? null;
  const isBack = above === undefined && cameFrom !== null && cameFrom.earlier === captures.shown;
  const back = isBack ? cameFrom.later : undefined;
  const other = find(above?.librarySceneId ?? back);
  const scene = other ?? captureBeside(captures, -1);
  if (scene === null || base === undefined) return false;
  if (above !== undefined && other !== null && (mode === 'swipe' || mode === 'side'))
    compareStore.setState({ areSidesExchanged: !areSidesExchanged });
  const earlier = scene.librarySceneId;
  compareStore.setState({
    cameFrom: isBack || above !== undefined ? null : { earlier, later: base.librarySceneId },
  });
  showCapture(scene, captures.scenes);
  return true;
}

/** Compares the raster on the map with another one of the captures; returns false if there are too many. */
export function compareCapture(scene: PlaceScene, captures: readonly PlaceScene[]): boolean {
  const fileId = rasterFileFor(scene, mapStore.getState().shownRaster?.style ?? null, shownBands(captures));
  return fileId !== null && compareWith({ fileId, librarySceneId: scene.librarySceneId });
}

/**
 * Compares the raster on the map with the capture before it, or with the next one if it is the oldest; ends a running comparison.
 * Returns false if there is only one capture.
 */
export function toggleComparison(captures: Captures): boolean {
  if (shownRasters().length > 1) {
    endComparison();
    return true;
  }
  const scene = captureBeside(captures, -1) ?? captureBeside(captures, 1);
  return scene !== null && compareCapture(scene, captures.scenes);
}
