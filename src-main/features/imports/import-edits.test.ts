import { unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  foreignItem,
  type ImportWorld,
  openImportWorld,
  putRaster,
  putText,
} from '../../../testing/import-world.ts';
import { writeTiff } from '../../../testing/write-tiff.ts';

let world: ImportWorld;
beforeEach(() => {
  world = openImportWorld();
});
afterEach(() => world.remove());

const importId = () => world.newest().importId;
const labels = () => world.rows().map(({ label }) => label);
const seqOf = (label: string) => world.rows().find((row) => row.label === label)?.seq ?? 0;
const seqsOf = (...names: string[]) => names.map(seqOf);
const joinRows = (names: readonly string[], name: string | null = null) =>
  world.parts.imports.join(importId(), seqsOf(...names), name);
const splitRows = (...names: string[]) => world.parts.imports.split(importId(), seqsOf(...names));
const undo = () => world.parts.imports.undoEdit(importId());
const put = (name: string, value?: number) => putRaster(join(world.source, name), value);

/** A raster of two by two pixels with its south-western corner at this longitude, and 50° N. */
const putAt = (name: string, west: number, samples = 1) =>
  writeTiff(join(world.source, name), {
    widthPx: 2,
    heightPx: 2,
    data: Uint8Array.from({ length: 4 * samples }, (_, i) => i + west),
    tags: [
      { tag: 277, type: 3, values: [samples] },
      { tag: 33_550, type: 12, values: [0.5, 0.5, 0] },
      { tag: 33_922, type: 12, values: [0, 0, 0, west, 51, 0] },
      { tag: 34_735, type: 3, values: [1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326] },
    ],
  });

describe('rows that a person joins', () => {
  it('become one scene of all files, with the place and the period of all, and are imported so', async () => {
    putAt('area_20260305T103000_north.tif', 10);
    putAt('area_20260305T103400_south.tif', 12);
    await world.read();
    expect(labels()).toHaveLength(2);
    const joined = await joinRows(labels());
    expect(joined.problem).toBeNull();
    expect(world.rows()).toMatchObject([
      {
        seq: joined.seqs[0],
        outcome: 'new',
        files: 2,
        rasters: 2,
        timestamp: null,
        period: { start: '2026-03-05T10:30:00.000Z', end: '2026-03-05T10:34:00.000Z' },
      },
    ]);
    expect(world.newest()).toMatchObject({ counts: { new: 1 }, lastEdit: 'join' });
    expect((await world.carryOut()).counts).toMatchObject({ imported: 1, failed: 0 });
    const [scene] = await world.details();
    expect(scene?.files.map(({ fileName }) => fileName)).toEqual([
      'area_20260305T103000_north.tif',
      'area_20260305T103400_south.tif',
    ]);
    expect(JSON.stringify(scene?.footprint)).toMatch(/MultiPolygon/);
    expect(world.newest().lastEdit).toBeNull();
    expect(await world.listed()).toHaveLength(1);
  });

  it('have the name that they share, or the one that the person gives', async () => {
    for (const [n, band] of ['B02', 'B03', 'B04'].entries()) put(`farm_${band}.tif`, n);
    await world.read();
    expect(world.parts.imports.files(importId(), seqsOf('farm_B02', 'farm_B03')).name).toBe('farm');
    await joinRows(['farm_B02', 'farm_B03']);
    expect(labels()).toEqual(['farm', 'farm_B04']);
    await joinRows(['farm', 'farm_B04'], 'The farm');
    expect(labels()).toEqual(['The farm']);
    expect(world.rows()[0]?.files).toBe(3);
  });

  it('keep what the item of one of them says, and get the mask that stood apart', async () => {
    put('S1.tif', 1);
    put('other/mask.tif', 9);
    putText(join(world.source, 'S1.json'), foreignItem('S1'));
    await world.read();
    await joinRows(['mask', 'S1']);
    expect(world.rows()).toMatchObject([
      { label: 'S1', files: 2, timestamp: '2026-03-05T10:30:00.000Z', satelliteName: 'other-1' },
    ]);
    await world.carryOut();
    const [scene] = await world.details();
    expect(scene).toMatchObject({ sceneId: 'S1', cloudCover: 7 });
    expect(scene?.files.map(({ fileName }) => fileName).toSorted()).toEqual(['S1.tif', 'mask.tif']);
  });

  it('are there again after the change was taken back, one change after the other', async () => {
    for (const n of [1, 2, 3]) put(`r${n}.tif`, n);
    await world.read();
    const before = world.rows();
    const counts = world.newest().counts;
    await joinRows(['r1', 'r3'], 'a');
    await joinRows(['a', 'r2'], 'b');
    undo();
    expect(labels()).toEqual(['a', 'r2']);
    undo();
    expect(world.rows()).toEqual(before);
    expect(world.newest()).toMatchObject({ counts, lastEdit: null });
    expect((await world.carryOut()).counts.imported).toBe(3);
  });

  it('stay as they are if one of their files is gone, and that is said', async () => {
    put('r1.tif', 1);
    put('r2.tif', 2);
    await world.read();
    unlinkSync(join(world.source, 'r2.tif'));
    expect(await joinRows(['r1', 'r2'])).toMatchObject({ seqs: [], problem: 'missing' });
    expect(labels()).toEqual(['r1', 'r2']);
    expect(world.newest()).toMatchObject({ state: 'ready', lastEdit: null });
  });

  it('are left alone once the import has started', async () => {
    put('r1.tif', 1);
    put('r2.tif', 2);
    await world.read();
    const seqs = seqsOf('r1', 'r2');
    await world.carryOut();
    await expect(world.parts.imports.join(importId(), seqs, null)).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });
});

describe('a scene that a person splits', () => {
  it('becomes one for each raster, with what its metadata say of all', async () => {
    const item = foreignItem('S1', {
      assets: {
        red: { href: './B04.tif', roles: ['data'] },
        nir: { href: './B08.tif', roles: ['data'] },
        note: { href: './note.txt', roles: ['metadata'] },
      },
    });
    put('B04.tif', 1);
    put('B08.tif', 2);
    putText(join(world.source, 'note.txt'), 'x');
    putText(join(world.source, 'S1.json'), item);
    await world.read();
    expect(labels()).toEqual(['S1']);
    expect((await splitRows('S1')).seqs).toHaveLength(2);
    expect(world.rows()).toMatchObject([
      { label: 'S1_B04', files: 2, timestamp: '2026-03-05T10:30:00.000Z', satelliteName: 'other-1' },
      { label: 'S1_B08', files: 1, timestamp: '2026-03-05T10:30:00.000Z', satelliteName: 'other-1' },
    ]);
    await world.carryOut();
    // Each raster says where it is, which the item said of all.
    for (const scene of await world.details()) expect(JSON.stringify(scene.footprint)).toContain('[10,50]');
  });

  it('keeps in each part the time of day, the satellite and the sun that the metadata of the whole say', async () => {
    const name = 'LC08_L1TP_190027_20210601_20210608_02_T1';
    for (const band of [2, 3, 4]) put(`${name}_B${band}.TIF`, band);
    putText(
      join(world.source, `${name}_MTL.txt`),
      [
        'GROUP = L1_METADATA_FILE',
        '  SPACECRAFT_ID = "LANDSAT_8"',
        '  DATE_ACQUIRED = 2021-06-01',
        '  SCENE_CENTER_TIME = "09:50:00.1234560Z"',
        '  CLOUD_COVER = 12.50',
        '  SUN_ELEVATION = 41.2',
        'END_GROUP = L1_METADATA_FILE',
        'END',
      ].join('\n'),
    );
    await world.read();
    expect(labels()).toEqual([name]);
    await splitRows(name);
    const facts = { timestamp: '2021-06-01T09:50:00.123Z', period: null, satelliteName: 'LANDSAT_8' };
    expect(world.rows()).toMatchObject([facts, facts, facts]);
    await world.carryOut();
    const details = await world.details();
    expect(details).toHaveLength(3);
    for (const { timestamp, cloudCover, raw } of details) {
      expect({ timestamp, cloudCover, metadata: raw.metadata }).toEqual({
        timestamp: facts.timestamp,
        cloudCover: 12.5,
        metadata: { sun_elevation: 41.2, cloud_cover: 12.5 },
      });
      // The details say where each value is from.
      expect(raw.statedBy).toMatchObject({
        timestamp: { by: 'metadata-file', what: `${name}_MTL.txt` },
        satelliteName: { by: 'metadata-file', what: `${name}_MTL.txt` },
      });
    }
  });

  it('gives each part its own time where the names say other days than the metadata of the whole', async () => {
    put('a_20210601.tif', 1);
    put('b_20210603.tif', 2);
    putText(
      join(world.source, 'a_20210601.txt'),
      'ACQUISITION_DATETIME = 2021-06-01T09:50:00Z\nSUN_ELEVATION = 41.2\n',
    );
    await world.read();
    await joinRows(labels(), 'both');
    expect(world.rows()).toMatchObject([{ timestamp: '2021-06-01T09:50:00.000Z' }]);
    await splitRows('both');
    expect(world.rows()).toMatchObject([
      { label: 'a_20210601', timestamp: '2021-06-01T09:50:00.000Z' },
      { label: 'b_20210603', timestamp: null, period: { start: '2021-06-03T00:00:00.000Z' } },
    ]);
    await world.carryOut();
    const details = await world.details();
    expect(details.map(({ raw }) => raw.metadata)).toEqual([{ sun_elevation: 41.2 }, undefined]);
  });

  it('of a joined one gives the single scenes again, and several are split at once', async () => {
    for (const n of [1, 2, 3, 4]) put(`r${n}.tif`, n);
    await world.read();
    await joinRows(['r1', 'r2'], 'a');
    await joinRows(['r3', 'r4'], 'b');
    await splitRows('a', 'b');
    expect(labels()).toEqual(['r1', 'r2', 'r3', 'r4']);
    undo();
    expect(labels()).toEqual(['a', 'b']);
  });

  it('of one raster stays, and the answer says that there is nothing to split', async () => {
    put('r1.tif');
    await world.read();
    expect(await splitRows('r1')).toMatchObject({ seqs: [], problem: 'nothing-to-split' });
    expect(labels()).toEqual(['r1']);
  });
});

describe('what a person says of scenes before the import', () => {
  it('stands in their rows, is imported with who said so, and can be taken back', async () => {
    put('r1.tif', 1);
    put('r2.tif', 2);
    await world.read();
    const seqs = seqsOf('r1', 'r2');
    const enter = world.parts.imports.enterFacts;
    expect(enter(importId(), seqs, { acquired: 'noon' })).toMatchObject({ isTimeRead: false, changed: 0 });
    expect(
      enter(importId(), seqs, { acquired: '2026-03-05T10:30:00', satelliteName: ' SN9 ' }),
    ).toMatchObject({
      isTimeRead: true,
      changed: 2,
      ofService: 0,
    });
    enter(importId(), seqs, { acquired: '2025' });
    expect(world.rows()[1]).toMatchObject({ timestamp: null, period: { start: '2025-01-01T00:00:00.000Z' } });
    undo();
    const source = { by: 'person', what: '2026-06-01T00:00:00.000Z' };
    expect(world.rows()).toMatchObject([
      { timestamp: '2026-03-05T10:30:00.000Z', satelliteName: 'SN9' },
      { timestamp: '2026-03-05T10:30:00.000Z', satelliteName: 'SN9' },
    ]);
    await world.carryOut();
    for (const scene of await world.details())
      expect(scene).toMatchObject({
        timestamp: '2026-03-05T10:30:00.000Z',
        satelliteName: 'SN9',
        raw: { statedBy: { timestamp: source, satelliteName: source } },
      });
  });

  it('is kept by an import that ended in its midst and goes on', async () => {
    for (const n of [1, 2, 3]) put(`r${n}.tif`, n);
    await world.read();
    await joinRows(['r1', 'r2'], 'a');
    const enter = world.parts.imports.enterFacts;
    enter(importId(), seqsOf('a', 'r3'), { acquired: '2026-03-05T10:30:00Z' });
    world.failRecord();
    await world.carryOut();
    world.restart();
    await world.parts.imports.recover();
    await world.carryOut();
    const scenes = await world.details();
    expect(scenes.map(({ sceneId, timestamp, files }) => [sceneId, timestamp, files.length])).toEqual([
      ['a', '2026-03-05T10:30:00.000Z', 2],
      ['r3', '2026-03-05T10:30:00.000Z', 1],
    ]);
  });

  it('of the bands of a raster stays with its file through joining and splitting', async () => {
    putAt('r1.tif', 10, 2);
    putAt('r2.tif', 10, 2);
    await world.read();
    const { files } = world.parts.imports.files(importId(), seqsOf('r1', 'r2'));
    expect(files).toMatchObject([{ bandCount: 2 }, { bandCount: 2 }]);
    const rasters = files.filter(({ place }) => place === 'r2.tif').map(({ seq, place }) => ({ seq, place }));
    expect(world.parts.imports.enterBands(importId(), rasters, ['nir', 'red'])).toBe(1);
    await joinRows(['r1', 'r2'], 'a');
    const joined = world.parts.imports.files(importId(), seqsOf('a')).files;
    expect(joined.map(({ bands }) => bands)).toEqual([[], ['nir', 'red']]);
    await splitRows('a');
    await world.carryOut();
    const scenes = await world.details();
    expect(scenes.map(({ sceneId, files: own }) => [sceneId, own[0]?.bands])).toEqual([
      ['r1', []],
      ['r2', ['nir', 'red']],
    ]);
    expect(scenes[1]?.raw).toMatchObject({ statedBy: { 'bands of r2.tif': { by: 'person' } } });
  });
});
