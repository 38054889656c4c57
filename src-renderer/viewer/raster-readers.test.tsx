import OlMap from 'ol/Map.js';
import { expect, it, vi } from 'vitest';
import { rasterInfoSchema } from '../../src-preload/contract/library.ts';
import { createRasterReaders } from './raster-readers.ts';
import type { SceneDisplay } from './raster-style/style-on-raster.ts';

const pointsOf = (value: number) => ({ bands: [Float64Array.of(value)], pixels: Float64Array.of(0, 0) });
const reader = (value: number) => ({ points: async () => pointsOf(value), area: async () => null });
const signal = new AbortController().signal;
const place = Float64Array.of(10, 48);

it('reads a raster that no layer draws, as the earlier capture of a difference, until it is gone', async () => {
  const close = vi.fn();
  const open = vi.fn(() => ({ ...reader(2), close }));
  const layers = new Map<
    SceneDisplay,
    { reader: ReturnType<typeof reader>; statistics: () => Promise<null> }
  >();
  const info = rasterInfoSchema.parse({
    fileId: 1,
    librarySceneId: 7,
    fileName: 'a.tif',
    path: '/files/raster/1',
    widthPx: 10,
    heightPx: 8,
    bitsPerSample: 16,
    nodata: null,
    hasAlpha: false,
    bands: ['red'],
    stretch: [[0, 9]],
    placement: { kind: 'unplaced', reason: 'no-georeference', detail: '' },
  });
  const display: SceneDisplay = { info, bands: [] };
  const gone = new AbortController();
  const readers = createRasterReaders({ map: new OlMap({}), layers, open });
  const read = readers.readerOf(display, gone.signal);
  expect(open).not.toHaveBeenCalled();
  expect((await read.points(place, signal))?.bands[0]?.[0]).toBe(2);
  await read.points(place, signal);
  expect(open).toHaveBeenCalledTimes(1);
  // Once a layer draws it, that one has its blocks already.
  layers.set(display, { reader: reader(7), statistics: async () => null });
  expect((await read.points(place, signal))?.bands[0]?.[0]).toBe(7);
  gone.abort();
  expect(close).toHaveBeenCalledTimes(1);
  expect(await read.points(place, signal)).toBeNull();
});
