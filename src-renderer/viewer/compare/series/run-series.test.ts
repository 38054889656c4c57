import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { libraryFileIdSchema } from '../../../../src-preload/contract/ids.ts';
import {
  type PlaceScene,
  placeSceneSchema,
  type RasterInfo,
  rasterInfoSchema,
} from '../../../../src-preload/contract/library.ts';
import { defaultRasterStyle } from '../../../../src-preload/contract/raster-styles.ts';
import { createPageMain } from '../../../../testing/page/page-main.ts';
import type { SeriesRequest } from '../../raster/series-worker.ts';
import { withPreset } from '../../raster/style/presets.ts';
import { readRasterFor } from '../film/make-film.ts';
import { runSeries, type SeriesRow } from './run-series.ts';

/** Which share of the place a raster covers, where that is not all of it. */
const shareOf = new Map<number, number>();

/** A worker that says the same value of every raster, so that a test sees which rasters were read. */
class SameValue extends EventTarget {
  postMessage({ id, raster }: SeriesRequest) {
    const share = shareOf.get(Number(/\d+$/.exec(raster.info.path)?.[0])) ?? 1;
    const data = { id, found: { value: share === 0 ? null : 0.4 * share, samples: share, share } };
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
  }
  terminate() {}
}
beforeEach(() => vi.stubGlobal('Worker', SameValue));
afterEach(() => vi.unstubAllGlobals());

/** An imported scene, whose list of bands is empty; `names` are those in its files. */
const imported = (scene: number, files: number): PlaceScene =>
  placeSceneSchema.parse({
    librarySceneId: scene,
    connectionId: 'imported',
    contractId: null,
    sceneId: `s${scene}`,
    captureId: null,
    taskId: null,
    taskName: null,
    project: null,
    productName: null,
    cloudCover: null,
    review: null,
    offNadir: null,
    sunElevation: null,
    gsd: null,
    longitude: 0,
    latitude: 0,
    bbox: null,
    hasThumbnail: false,
    filesOnDisk: files,
    bytesOnDisk: 2,
    timestamp: `2026-01-0${scene}T00:00:00Z`,
    satelliteName: null,
    rasters: Array.from({ length: files }, (_, i) => ({
      fileId: scene * 10 + i,
      fileName: `${i}.tif`,
      bands: [],
    })),
  });

const infoOf = (fileId: number, bands: string[]): RasterInfo =>
  rasterInfoSchema.parse({
    fileId,
    librarySceneId: Math.floor(fileId / 10),
    fileName: 'a.tif',
    widthPx: 8,
    heightPx: 8,
    path: `/files/raster/${fileId}`,
    placement: {
      kind: 'placed',
      projection: 'EPSG:32631',
      epsg: 32_631,
      rough: null,
      box: [3, 0, 4, 1],
      model: { kind: 'affine', geoTransform: [0, 1, 0, 0, 0, -1] },
    },
    bitsPerSample: 16,
    bands,
    hasAlpha: false,
    nodata: null,
    stretch: bands.map(() => [1, 2]),
  });

const bandsInFile = new Map([
  [10, ['blue', 'green', 'red', 'nir']],
  [20, ['red', 'green', 'blue']],
  [21, ['blue', 'green', 'red', 'nir']],
  [30, ['red', 'green', 'blue']],
]);
const scenes = [imported(1, 1), imported(2, 2), imported(3, 1)];
const { client } = createPageMain((os) => ({
  library: {
    ofPlace: os.library.ofPlace.handler(() => ({ scenes, isMore: false })),
    rasterInfo: os.library.rasterInfo.handler(({ input }) =>
      infoOf(input.fileId, bandsInFile.get(input.fileId) ?? []),
    ),
  },
  rasterStyles: { offsets: os.rasterStyles.offsets.handler(() => []) },
}));

it('reads an index of imported rasters whose bands are named in the files alone', async () => {
  let rows: readonly SeriesRow[] = [];
  await runSeries({
    client,
    index: 'ndvi',
    ground: { box: [0, 0, 0, 0], place: { kind: 'point', at: [0, 0] }, at: [0, 0], outline: null },
    signal: new AbortController().signal,
    onRows: (found) => {
      rows = found;
    },
  });
  expect(rows.map(({ found }) => (typeof found === 'string' ? found : found.value))).toEqual([
    0.4,
    0.4,
    'lacks-bands',
  ]);
});

it.each([
  [0, 1, 0.4],
  [1, 0, 0.4],
  [0.25, 0.5, 0.2],
  [0, 0, null],
])('reads the tile of a scene that covers most of the place: %f and %f', async (first, second, value) => {
  const tiles = [imported(4, 2)];
  for (const [i, share] of [first, second].entries()) shareOf.set(40 + i, share);
  const { client: ofTiles } = createPageMain((os) => ({
    library: {
      ofPlace: os.library.ofPlace.handler(() => ({ scenes: tiles, isMore: false })),
      rasterInfo: os.library.rasterInfo.handler(({ input }) =>
        infoOf(input.fileId, ['blue', 'green', 'red', 'nir']),
      ),
    },
    rasterStyles: { offsets: os.rasterStyles.offsets.handler(() => []) },
  }));
  let rows: readonly SeriesRow[] = [];
  await runSeries({
    client: ofTiles,
    index: 'ndvi',
    ground: { box: [0, 0, 0, 0], place: { kind: 'point', at: [0, 0] }, at: [0, 0], outline: null },
    signal: new AbortController().signal,
    onRows: (found) => {
      rows = found;
    },
  });
  expect(rows.map(({ found }) => (typeof found === 'string' ? found : found.value))).toEqual([value]);
});

it('films the raster of an imported scene that has the bands of the style', async () => {
  const style = withPreset(defaultRasterStyle, 'ndvi');
  const { signal } = new AbortController();
  const drawn = await Promise.all(
    scenes.map((scene) => readRasterFor(scene, style, { client, signal, box: [3, 0, 4, 1] })),
  );
  expect(drawn.map((info) => info?.fileId)).toEqual([10, 21, 30].map((id) => libraryFileIdSchema.parse(id)));
});

it('films the tile of a scene that the view shows', async () => {
  const boxes = new Map([
    [50, [0, 0, 3, 1]],
    [51, [3, 0, 6, 1]],
  ]);
  const { client: ofTiles } = createPageMain((os) => ({
    library: {
      rasterInfo: os.library.rasterInfo.handler(({ input }) => {
        const info = infoOf(input.fileId, ['blue', 'green', 'red', 'nir']);
        const box = boxes.get(input.fileId);
        return rasterInfoSchema.parse({ ...info, placement: { ...info.placement, box } });
      }),
    },
  }));
  const style = withPreset(defaultRasterStyle, 'ndvi');
  const { signal } = new AbortController();
  const drawn = (box: readonly [number, number, number, number]) =>
    readRasterFor(imported(5, 2), style, { client: ofTiles, signal, box }).then((info) => info?.fileId);
  expect([await drawn([1, 0, 2, 1]), await drawn([4, 0, 5, 1]), await drawn([364, 0, 365, 1])]).toEqual([
    50, 51, 51,
  ]);
});
