import { beforeEach, expect, it } from 'vitest';
import { libraryFileIdSchema, librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { type PlaceScene, placeSceneSchema } from '../../../src-preload/contract/library.ts';
import { defaultRasterStyle } from '../../../src-preload/contract/raster-styles.ts';
import { compareStore, shownRasters } from '../../kit/state/compare-store.ts';
import { mapStore } from '../../kit/state/map-store.ts';
import { selectionStore } from '../../kit/state/selection.ts';
import { showWorkspace, uiStore } from '../../kit/state/ui-store.ts';
import { withPreset } from '../raster/style/presets.ts';
import { captureBeside, rasterFileFor, stepCapture, toggleBefore, toggleComparison } from './captures.ts';
import { frameSizeOf } from './film/make-film.ts';
import { ticksOf } from './series/series-plot.tsx';

/** The capture of a scene with a colour raster and one with near infrared; two scenes of one day are one capture. */
function capture(scene: number, day: number): PlaceScene {
  return placeSceneSchema.parse({
    librarySceneId: scene,
    review: null,
    connectionId: 'here',
    contractId: null,
    sceneId: `s${scene}`,
    captureId: null,
    taskId: null,
    taskName: null,
    project: null,
    productName: null,
    cloudCover: null,
    offNadir: null,
    sunElevation: null,
    gsd: null,
    longitude: 0,
    latitude: 0,
    bbox: null,
    hasThumbnail: false,
    filesOnDisk: 2,
    bytesOnDisk: 2,
    timestamp: new Date(Date.UTC(2026, 0, day)).toISOString(),
    satelliteName: 'SN1',
    rasters: [
      { fileId: scene * 10, fileName: 'visual.tif', bands: ['red', 'green', 'blue'] },
      { fileId: scene * 10 + 1, fileName: 'analytic.tif', bands: ['blue', 'green', 'red', 'nir'] },
    ],
  });
}

const scenes = [capture(1, 3), capture(2, 5), capture(3, 5), capture(4, 9)];
const shownScene = () => mapStore.getState().shownRaster?.librarySceneId;
const captures = (list: readonly PlaceScene[] = scenes) => ({
  scenes: list,
  isMore: false,
  isKnown: true,
  shown: shownScene() ?? null,
});

function show(scene: number) {
  mapStore.setState({
    shownRaster: {
      fileId: libraryFileIdSchema.parse(scene * 10),
      librarySceneId: librarySceneIdSchema.parse(scene),
      style: null,
      goThere: false,
    },
  });
}

beforeEach(() => {
  mapStore.setState(mapStore.getInitialState());
  compareStore.setState(compareStore.getInitialState());
  selectionStore.setState(selectionStore.getInitialState());
  showWorkspace('tasks');
});

it('finds the captures before and after in the order of the strip, also those of the same time', () => {
  show(3);
  expect(captureBeside(captures(), -1)?.librarySceneId).toBe(2);
  expect(captureBeside(captures(), 1)?.librarySceneId).toBe(4);
  show(1);
  expect(captureBeside(captures(), -1)).toBeNull();
  show(9);
  expect(captureBeside(captures(), 1)).toBeNull();
});

it('reaches each capture of a place from each other one, whether they have times or not', () => {
  const undated = (scene: number): PlaceScene => ({ ...capture(scene, 1), timestamp: null });
  const strip = [undated(5), undated(6), ...scenes];
  show(5);
  const walked = [5];
  while (stepCapture(captures(strip), 1)) walked.push(Number(shownScene()));
  expect(walked).toEqual([5, 6, 1, 2, 3, 4]);
  while (stepCapture(captures(strip), -1)) walked.push(Number(shownScene()));
  expect(walked.slice(6)).toEqual([3, 2, 1, 6, 5]);
  show(6);
  expect(toggleComparison(captures([undated(5), undated(6)]))).toBe(true);
});

it('takes the raster that has the bands of the style', () => {
  expect(rasterFileFor(capture(2, 1), null)).toBe(20);
  expect(rasterFileFor(capture(2, 1), withPreset(defaultRasterStyle, 'ndvi'))).toBe(21);
  // Beside an analytic raster, another analytic one.
  const like = capture(3, 1).rasters[1]?.bands;
  expect(rasterFileFor(capture(2, 1), null, like)).toBe(21);
});

it('selects what it shows, in the same style, beside its details', () => {
  show(4);
  const style = withPreset(defaultRasterStyle, 'ndvi');
  mapStore.setState(({ shownRaster }) => ({ shownRaster: shownRaster && { ...shownRaster, style } }));
  expect(stepCapture(captures(), -1)).toBe(true);
  expect(mapStore.getState().shownRaster).toEqual({ fileId: 31, librarySceneId: 3, style, goThere: false });
  expect(selectionStore.getState().selected.scene).toBe(3);
  expect(uiStore.getState().workspace).toBe('library');
  stepCapture(captures(), -1);
  stepCapture(captures(), -1);
  expect(shownScene()).toBe(1);
  expect(stepCapture(captures(), -1)).toBe(false);
  expect(shownScene()).toBe(1);
});

it('shows the capture before by a key, and the same key returns', () => {
  show(4);
  expect(toggleBefore(captures())).toBe(true);
  expect(shownScene()).toBe(3);
  expect(toggleBefore(captures())).toBe(true);
  expect(shownScene()).toBe(4);
  toggleBefore(captures());
  // Steps of another kind forget where it came from.
  stepCapture(captures(), -1);
  stepCapture(captures(), -1);
  expect(toggleBefore(captures())).toBe(false);
});

it('compares with the capture before, or the next one of the oldest, and changes the two by key', () => {
  show(4);
  expect(toggleComparison(captures())).toBe(true);
  expect(shownRasters().map(({ librarySceneId }) => librarySceneId)).toEqual([4, 3]);
  toggleBefore(captures());
  expect(shownRasters().map(({ librarySceneId }) => librarySceneId)).toEqual([3, 4]);
  expect(selectionStore.getState().selected.scene).toBe(3);
  // Their sides change as well, which the next comparison does not take over.
  expect(compareStore.getState().areSidesExchanged).toBe(true);
  toggleBefore(captures());
  expect(compareStore.getState().areSidesExchanged).toBe(false);
  compareStore.setState({ mode: 'blink' });
  toggleBefore(captures());
  expect(compareStore.getState().areSidesExchanged).toBe(false);
  compareStore.setState({ mode: 'swipe', areSidesExchanged: true });
  toggleComparison(captures());
  toggleComparison(captures());
  expect(compareStore.getState().areSidesExchanged).toBe(false);
  toggleComparison(captures());
  expect(shownRasters()).toHaveLength(1);
  show(1);
  toggleComparison(captures());
  expect(shownRasters().map(({ librarySceneId }) => librarySceneId)).toEqual([1, 2]);
  toggleComparison(captures());
  expect(toggleComparison(captures([capture(1, 3)]))).toBe(false);
});

it('has round values beside a plot, and the shape of the map for a picture of at most 800 pixels', () => {
  expect(ticksOf(0.21, 0.68)).toEqual([0.2, 0.4, 0.6, 0.8]);
  expect(ticksOf(-0.3, -0.3)).toHaveLength(2);
  expect(ticksOf(0, 0)[0]).toBe(0);
  const box: [number, number, number, number] = [10, 0, 11, 1];
  expect(frameSizeOf({ box, widthPx: 1_600, heightPx: 1_000 })).toMatchObject({
    widthPx: 800,
    heightPx: 500,
  });
  expect(frameSizeOf({ box, widthPx: 300, heightPx: 200 })).toMatchObject({ widthPx: 300, heightPx: 200 });
});

it('takes the raster of an imported scene whose bands were read in the file, or are not known yet', () => {
  const scene = capture(1, 3);
  const [visual, analytic] = scene.rasters;
  const ndvi = withPreset(defaultRasterStyle, 'ndvi');
  if (visual === undefined || analytic === undefined) throw new Error('two rasters expected');
  const names = { bands: [], bandsRead: ['blue', 'green', 'red', 'nir'] };
  const unknown = { bands: [], bandsRead: undefined };
  const fileOf = (second: typeof names | typeof unknown) =>
    rasterFileFor({ ...scene, rasters: [visual, { ...analytic, ...second }] }, ndvi);
  expect(fileOf(names)).toBe(11);
  expect(fileOf(unknown)).toBe(11);
});
