import { beforeEach, expect, it } from 'vitest';
import { libraryFileIdSchema, librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import {
  changeAbove,
  compareStore,
  compareWith,
  endComparison,
  maxShownRasters,
  moveAbove,
  putBelow,
  shownRasters,
  stopComparingWith,
} from './compare-store.ts';
import { mapStore } from './map-store.ts';

/** Returns the raster of a scene: file 10 of scene 1, and so on. */
const raster = (scene: number) => ({
  fileId: libraryFileIdSchema.parse(scene * 10),
  librarySceneId: librarySceneIdSchema.parse(scene),
});
const shownScenes = () => shownRasters().map(({ librarySceneId }) => librarySceneId);
const select = (scene: number) =>
  mapStore.setState({ shownRaster: { ...raster(scene), style: null, goThere: false } });

beforeEach(() => {
  mapStore.setState(mapStore.getInitialState());
  compareStore.setState(compareStore.getInitialState());
});

it('shows the selected raster lowest, and the others above it in order', () => {
  expect(shownRasters()).toEqual([]);
  expect(compareWith(raster(2))).toBe(false);
  select(1);
  for (const scene of [2, 3, 4]) expect(compareWith(raster(scene))).toBe(true);
  expect(shownScenes()).toEqual([1, 2, 3, 4]);
  moveAbove(raster(2).fileId, 1);
  expect(shownScenes()).toEqual([1, 3, 2, 4]);
  moveAbove(raster(4).fileId, 1);
  moveAbove(raster(3).fileId, -1);
  expect(shownScenes()).toEqual([1, 3, 2, 4]);
  stopComparingWith(raster(3).fileId);
  changeAbove(raster(2).fileId, { opacity: 0.4 });
  expect(shownRasters().map(({ opacity }) => opacity)).toEqual([1, 0.4, 1]);
  endComparison();
  expect(shownScenes()).toEqual([1]);
});

it('shows a comparison only with the scene for which it was made', () => {
  select(1);
  compareWith(raster(2));
  select(5);
  expect(shownScenes()).toEqual([5]);
  select(1);
  expect(shownScenes()).toEqual([1, 2]);
  mapStore.setState({ shownRaster: null });
  expect(shownScenes()).toEqual([]);
});

it('shows no raster twice, and no more than the maximum', () => {
  select(1);
  for (let scene = 2; scene <= maxShownRasters; scene += 1) compareWith(raster(scene));
  expect(shownScenes()).toHaveLength(maxShownRasters);
  expect(compareWith(raster(3))).toBe(true);
  expect(compareWith(raster(1))).toBe(true);
  expect(compareWith(raster(99))).toBe(false);
  expect(shownScenes()).toHaveLength(maxShownRasters);
});

it('exchanges the selected raster with the upper one that is selected instead', () => {
  select(1);
  compareWith(raster(2));
  compareWith(raster(3));
  changeAbove(raster(3).fileId, { opacity: 0.3 });
  putBelow(raster(3));
  expect(shownScenes()).toEqual([3, 2, 1]);
  expect(shownRasters()[2]).toMatchObject({ ...raster(1), opacity: 0.3 });
  expect(mapStore.getState().shownRaster).toMatchObject({ ...raster(3), goThere: false });
  // The other raster is not compared with anything.
  putBelow(raster(7));
  expect(shownScenes()).toEqual([7]);
});

it('stops blinking and manual offsets when the comparison ends', () => {
  select(1);
  compareWith(raster(2));
  compareStore.setState({ blink: { isRunning: true, seconds: 2 }, offsetFile: raster(2).fileId });
  endComparison();
  expect(compareStore.getState()).toMatchObject({
    blink: { isRunning: false, seconds: 2 },
    offsetFile: null,
  });
});
