import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { libraryFileIdSchema, librarySceneIdSchema } from '../../../../src-preload/contract/ids.ts';
import type { RasterInfo } from '../../../../src-preload/contract/library.ts';
import type { RasterPlacement } from '../../../../src-preload/contract/raster-placement.ts';
import type { QgisLayer } from '../../../../src-preload/contract/takeaway.ts';
import { geoTags, writeTiff } from '../../../../testing/write-tiff.ts';
import { AppError } from '../../../core/app-error.ts';
import { createExportsFolder } from '../../../core/exports-folder.ts';
import { createImplementer } from '../../../core/implementer.ts';
import { cropWindow } from './crop-window.ts';
import { createTakeaway } from './takeaway.ts';
import { type FileDesktop, takeawayProcedures } from './takeaway-procedures.ts';

const placed = (geoTransform: readonly number[]): RasterPlacement => ({
  kind: 'placed',
  projection: '+proj=longlat +datum=WGS84',
  epsg: 4_326,
  rough: null,
  model: { kind: 'affine', geoTransform },
  box: [10, 40, 20, 50],
});
const square = (west: number, south: number, east: number, north: number) => ({
  kind: 'area' as const,
  ring: [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ] as [number, number][],
});

describe('the window of a crop', () => {
  const raster = { widthPx: 100, heightPx: 100, placement: placed([10, 0.1, 0, 50, 0, -0.1]) };

  it('is the smallest rectangle of whole pixels round the area', () => {
    expect(cropWindow(raster, square(12.04, 44.06, 13, 45))).toEqual({
      column: 20,
      row: 50,
      widthPx: 10,
      heightPx: 10,
    });
  });
  it('ends with the raster, and is whole for all of it', () => {
    expect(cropWindow(raster, square(5, 49.5, 11, 60))).toEqual({
      column: 0,
      row: 0,
      widthPx: 10,
      heightPx: 5,
    });
    expect(cropWindow(raster, { kind: 'whole' })).toEqual({ column: 0, row: 0, widthPx: 100, heightPx: 100 });
  });
  it('is found in another copy of the world', () => {
    expect(cropWindow(raster, square(372, 44, 373, 45))).toMatchObject({ column: 20, widthPx: 10 });
  });
  it('is refused beside the raster and without a place', () => {
    expect(cropWindow(raster, square(30, 44, 31, 45))).toBe('outside');
    const nowhere = { kind: 'unplaced' as const, reason: 'no-georeference' as const, detail: '' };
    expect(cropWindow({ ...raster, placement: nowhere }, square(12, 44, 13, 45))).toBe('unplaced');
    expect(cropWindow({ ...raster, placement: nowhere }, { kind: 'whole' })).toMatchObject({ widthPx: 100 });
  });
});

let folder: string;
const fileId = libraryFileIdSchema.parse(7);
const layer: QgisLayer = {
  renderer: {
    kind: 'composite',
    bands: [1, 2, 3],
    bounds: [
      [0, 1],
      [0, 2],
      [0, 3],
    ],
    gamma: 1,
  },
  resampling: 'nearest',
  hidesZeros: true,
  title: 'a <b> & "c"',
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-takeaway-'));
  const place = { tag: 33_922, type: 12 as const, values: [0, 0, 0, 10, 50, 0] };
  const scale = { tag: 33_550, type: 12 as const, values: [0.1, 0.1, 0] };
  mkdirSync(join(folder, 'scenes'));
  writeTiff(join(folder, 'scenes', 'a.tif'), {
    widthPx: 100,
    heightPx: 100,
    samplesPerPixel: 3,
    data: Uint8Array.from({ length: 30_000 }, (_, i) => i % 251),
    tags: geoTags({ geo: [scale, place], epsg: 32_631 }),
  });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function harness(desktop: FileDesktop = {}, facts: Partial<RasterInfo> = {}) {
  const path = join(folder, 'scenes', 'a.tif');
  const info: RasterInfo = {
    fileId,
    librarySceneId: librarySceneIdSchema.parse(1),
    fileName: 'a.tif',
    path: '/files/raster/7',
    widthPx: 100,
    heightPx: 100,
    placement: placed([10, 0.1, 0, 50, 0, -0.1]),
    bitsPerSample: 8,
    bands: ['red', 'green', 'blue'],
    stretch: [],
    scales: [],
    nodata: null,
    isFloat: false,
    hasAlpha: false,
    ...facts,
  };
  const exports = createExportsFolder(() => folder);
  const pathOf = async () => path;
  const takeaway = createTakeaway({ exports, pathOf, rasterInfo: async () => info });
  const os = createImplementer({
    onDefect: ({ error }) => {
      throw error;
    },
    makeReference: () => 'X',
  });
  const procedures = takeawayProcedures(os, {
    takeaway,
    exports,
    pathOf,
    desktop,
    closing: new AbortController().signal,
  });
  return { exports, path, takeaway, client: createRouterClient(procedures) };
}

type Client = ReturnType<typeof harness>['client'];

async function cropped(client: Client, name = 'crop.tif') {
  const events = [];
  const area = square(12, 44, 13, 45);
  for await (const event of await client.crop({ fileId, area, name })) events.push(event);
  return events;
}

describe('a crop', () => {
  it('streams how far it is and then its file; a second one of the name gets a number', async () => {
    const { client } = harness();
    expect(await client.cropWindow({ fileId, area: square(12, 44, 13, 45) })).toMatchObject({
      kind: 'window',
      bands: 3,
      sizeBytes: 300,
    });
    const events = await cropped(client);
    expect(events.at(0)).toEqual({ kind: 'progress', share: 1 });
    const path = join(folder, 'exports', 'crop.tif');
    expect(events.at(-1)).toMatchObject({ kind: 'done', file: { name: 'crop.tif', path } });
    expect((await cropped(client)).at(-1)).toMatchObject({ file: { name: 'crop (2).tif' } });
    expect(readdirSync(join(folder, 'exports')).sort()).toEqual(['crop (2).tif', 'crop.tif']);
  });

  it('of a palette or of inks has the samples of the file, not the colours that they are drawn in', async () => {
    const area = square(12, 44, 13, 45);
    const classes = [{ value: 1, name: 'Water', colour: [1, 2, 3] as [number, number, number] }];
    for (const [facts, bands] of [
      [{ classes, hasAlpha: true }, 1],
      [{ samples: 4 }, 4],
    ] as const) {
      const { client } = harness({}, facts);
      expect(await client.cropWindow({ fileId, area })).toMatchObject({ bands, sizeBytes: 100 * bands });
    }
  });

  it('beside the raster is refused and writes nothing', async () => {
    const { client } = harness();
    const events = [];
    for await (const event of await client.crop({ fileId, area: square(30, 1, 31, 2), name: 'crop.tif' }))
      events.push(event);
    expect(events).toEqual([{ kind: 'refused', reason: 'outside' }]);
    expect(existsSync(join(folder, 'exports'))).toBe(false);
  });

  it('takes no name that leads out of its folder', async () => {
    const { client } = harness();
    for (const name of ['../crop.tif', 'a/b.tif', 'a\\b.tif', '.hidden.tif', 'c:d.tif', ''])
      await expect(cropped(client, name)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    for (const exported of ['../scenes/a.tif', '/etc/passwd'])
      await expect(client.pathOf({ exported })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(client.pathOf({ exported: 'none.tif' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the folder of exports', () => {
  const systemError = (code: string) => Object.assign(new Error(code), { code });

  it('says that the disk is full or not writable, and keeps the errors of the writer', async () => {
    const { exports } = harness();
    const fail = (error: Error) => exports.write('a.tif', () => Promise.reject(error));
    await expect(fail(systemError('ENOSPC'))).rejects.toMatchObject({
      code: 'DISK_FULL',
      data: { path: exports.folder() },
    });
    await expect(fail(systemError('EROFS'))).rejects.toMatchObject({ code: 'FOLDER_NOT_WRITABLE' });
    await expect(fail(new AppError('CANCELLED', {}))).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});

it('what a killed Nadir left is removed with the next file; what is being written stays', async () => {
  const { exports } = harness();
  mkdirSync(exports.folder());
  const parts = ['.1-1.part', '.2-1.part', '.mine.part'].map((name) => join(exports.folder(), name));
  for (const [i, path] of parts.entries()) {
    writeFileSync(path, '');
    const hours = i === 1 ? 0 : 48;
    utimesSync(path, new Date(), new Date(Date.now() - hours * 3_600_000));
  }
  await exports.write('a.txt', async (path) => writeFileSync(path, 'a'));
  expect(readdirSync(exports.folder()).sort()).toEqual(['.2-1.part', '.mine.part', 'a.txt']);
});

describe('a layer of QGIS', () => {
  // QGIS draws the values, and compares them with the bounds.
  it('has bounds in values where the file declares a scale, and hides the values of stored zeros', async () => {
    const scale = { scale: 0.5, offset: -10 };
    const facts: Partial<RasterInfo> = {
      scales: [scale, scale, null],
      stretch: [
        [0, 100],
        [40, 60],
        [7, 9],
      ],
    };
    const { takeaway, client } = harness({}, facts);
    const { file } = await client.writeQgisLayer({
      fileId,
      crop: null,
      layer,
      name: 'b.qlr',
      opens: false,
    });
    expect(readFileSync(file.path, 'utf8')).toContain(
      '<noDataList bandNo="2" useSrcNoData="1"><noDataRange min="-10.125" max="-9.875"/>',
    );
    const written = await takeaway.writeQgisGroup(
      [{ fileId, title: 'a' }],
      'g.qlr',
      () => undefined,
      new AbortController().signal,
    );
    const text = readFileSync(written.file.path, 'utf8');
    expect(
      [...text.matchAll(/<minValue>([^<]*)<\/minValue><maxValue>([^<]*)</g)].map(([, low, high]) => [
        low,
        high,
      ]),
    ).toEqual([
      ['-10', '40'],
      ['-10', '40'],
      ['-10', '40'],
    ]);
  });

  it('names the raster by its absolute path, and a crop beside it by its name', async () => {
    const { client, path } = harness();
    const { file, isOpened } = await client.writeQgisLayer({
      fileId,
      crop: null,
      layer,
      name: 'a.qlr',
      opens: false,
    });
    expect(isOpened).toBe(false);
    const text = readFileSync(file.path, 'utf8');
    expect(text).toContain(`<datasource>${path}</datasource>`);
    expect(text).toContain('name="a &lt;b&gt; &amp; &quot;c&quot;"');
    expect(text).toContain('<noDataList bandNo="2" useSrcNoData="1">');
    await cropped(client);
    const ofCrop = await client.writeQgisLayer({
      fileId,
      crop: 'crop.tif',
      layer,
      name: 'crop.qlr',
      opens: false,
    });
    expect(readFileSync(ofCrop.file.path, 'utf8')).toContain('<datasource>./crop.tif</datasource>');
    await expect(
      client.writeQgisLayer({ fileId, crop: 'other.tif', layer, name: 'b.qlr', opens: false }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('computes a crop where the crop lies, and takes no formula that is none', async () => {
    const { client } = harness();
    await cropped(client);
    const stop = (value: number) => ({ value, colour: [0, 0, 0] as [number, number, number] });
    const computed = (formula: string) => ({
      ...layer,
      renderer: { kind: 'ramp' as const, of: { formula }, stops: [stop(0), stop(1)] },
    });
    const write = (formula: string) =>
      client.writeQgisLayer({
        fileId,
        crop: 'crop.tif',
        layer: computed(formula),
        name: 'c.qlr',
        opens: false,
      });
    const { file } = await write('("r@1" - "r@2") / ln("r@3")');
    const text = readFileSync(file.path, 'utf8');
    expect(text).toContain('extent=12,44,13,45&amp;width=10&amp;height=10');
    expect(text).toContain(`r:uri=${encodeURIComponent(join(folder, 'exports', 'crop.tif'))}`);
    await expect(write('"r@1"&r:uri=/etc/passwd')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});

describe('a file', () => {
  it('is opened, shown and dragged by what the host has', async () => {
    const done: string[] = [];
    const note = (what: string) => async (path: string) => {
      done.push(`${what} ${path.slice(folder.length)}`);
    };
    const { client } = harness({
      openFile: note('open'),
      revealInFolder: note('show'),
      dragOut: note('drag'),
    });
    expect(await client.open({ fileId })).toEqual({ isOpened: true });
    await client.drag({ fileId });
    await cropped(client);
    await client.reveal({ exported: 'crop.tif' });
    expect(done).toEqual(['open /scenes/a.tif', 'drag /scenes/a.tif', 'show /exports/crop.tif']);
  });

  it('that could be a program is never opened, and a system without a program is told', async () => {
    const { client } = harness({ openFile: () => Promise.reject(new Error('none')) });
    expect(await client.open({ fileId })).toEqual({ isOpened: false });
    mkdirSync(join(folder, 'exports'));
    writeFileSync(join(folder, 'exports', 'run.desktop'), '');
    await expect(client.open({ exported: 'run.desktop' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});

it('several rasters are a group of layers in their natural colours, each with an id of its own', async () => {
  const { takeaway } = harness();
  const rasters = [
    { fileId, title: 'first & best' },
    { fileId, title: 'second' },
  ];
  const shares: number[] = [];
  const signal = new AbortController().signal;
  const { file, fileIds } = await takeaway.writeQgisGroup(
    rasters,
    'two.qlr',
    (share) => shares.push(share),
    signal,
  );
  expect([file.name, [...fileIds], shares]).toEqual(['two.qlr', [fileId], [0.5, 1]]);
  const text = readFileSync(file.path, 'utf8');
  expect(text.match(/<layer-tree-layer id="nadir_raster_\d"/g)).toHaveLength(2);
  expect(text).toContain('<layer-tree-group name="two"');
  expect(text).toContain('name="first &amp; best"');
  expect(text.match(/<maplayer type="raster">/g)).toHaveLength(2);
  expect(text).toContain('redBand="1" greenBand="2" blueBand="3"');
  const stopped = takeaway.writeQgisGroup(rasters, 'x.qlr', () => undefined, AbortSignal.abort());
  await expect(stopped).rejects.toMatchObject({ code: 'CANCELLED' });
  await expect(takeaway.writeQgisGroup([], 'x.qlr', () => undefined, signal)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
