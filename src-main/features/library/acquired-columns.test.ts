import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isoPeriod } from '../../../src-preload/contract/acquired.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { readPeriod } from '../../core/foreign-time.ts';
import { openStore } from '../../store/open-store.ts';
import { storedRecord } from '../../store/stored-json.ts';
import { createPlaceScenes } from './place-scenes.ts';
import { newestSceneAt } from './scene-at.ts';
import { createSceneTable } from './scene-table.ts';
import { createSharedSearch } from './shared-search.ts';
import { libraryMigrations } from './tables.ts';

let opened: TestStore;
beforeEach(() => {
  opened = openTestStore(libraryMigrations);
});
afterEach(() => opened.remove());

const day = (text: string) => ({ start: `${text}T00:00:00.000Z`, end: `${text}T23:59:59.999Z` });
const span = (start: string, end: string) => ({ start: day(start).start, end: day(end).end });
const within = (period: unknown) => JSON.stringify({ acquiredWithin: period });
const boundsRow = z.object({
  id: z.number(),
  start: z.string().nullable(),
  end: z.string().nullable(),
  raw: z.string(),
});

const insertScene = `INSERT INTO scene (id, connection_id, contract_id, scene_id, taken_at, west, south, east, north, footprint, folded, raw, seen_at)
  VALUES (:id, 'imported', '', 'S' || CAST(:id AS INTEGER), :takenAt, 10, 40, 11, 41, :footprint, 's' || CAST(:id AS INTEGER), :raw, '')`;
const footprint = JSON.stringify({
  type: 'Polygon',
  coordinates: [
    [
      [10, 40],
      [11, 40],
      [11, 41],
      [10, 41],
      [10, 40],
    ],
  ],
});

/** Stores a scene with a raster on disk. */
function put(id: number, takenAt: string | null, raw = '{}') {
  opened.store.run(insertScene, { id, takenAt, raw, footprint });
  opened.store.run('INSERT INTO scene_box VALUES (:id, 10, 11, 40, 41)', { id });
  opened.store.run(
    `INSERT INTO scene_file (scene_row, kind, name, file_name, bands, position, path, saved_at)
     VALUES (:id, 'raster', 'a.tif', 'a.tif', '[]', 0, 'a' || CAST(:id AS INTEGER) || '.tif', '2026-01-01T00:00:00Z')`,
    { id },
  );
}

const createTable = () =>
  createSceneTable({
    store: opened.store,
    now: () => new Date('2026-01-01T00:00:00Z'),
    taskOfCapture: () => null,
    transferring: () => false,
  });

describe('the bounds of the time of a scene', () => {
  it.each([
    within(day('2025-07-12')),
    within({ start: '2025-07-12T00:00:00Z', end: '2025-07-12T23:59:59Z' }),
    within({ start: '2025-07-12T10:00:00.000Z', end: '2025-07-12T09:00:00.000Z' }),
    within({ start: 5, end: { at: 1 } }),
    within({ start: '2025-07-12', end: '2025-07-13' }),
    within({ start: day('2025-07-12').start }),
    within('2025'),
    // What the item of an undated scene has, which another Nadir may have imported.
    within({ start: '1957-10-04T00:00:00.000Z', end: '2025-01-01T00:00:00.000Z' }),
    '{}',
    '{"dam',
  ])('are those that are read from its raw JSON: %s', (raw) => {
    put(1, null, raw);
    const [row] = opened.store.all(
      boundsRow,
      'SELECT id, taken_from AS start, taken_until AS end, raw FROM scene',
    );
    const period = readPeriod(storedRecord(raw));
    expect({ start: row?.start, end: row?.end }).toEqual(period ?? { start: null, end: null });
  });

  it('are its moment if it has one', () => {
    put(1, '2026-03-05T10:30:00.000Z', within(day('2025-07-12')));
    const [row] = opened.store.all(
      boundsRow,
      'SELECT id, taken_from AS start, taken_until AS end, raw FROM scene',
    );
    expect(row).toMatchObject({ start: '2026-03-05T10:30:00.000Z', end: '2026-03-05T10:30:00.000Z' });
  });
});

const known = [
  [1, null, within(day('2025-07-12'))],
  [2, '2025-07-20T10:00:00.000Z', '{}'],
  [3, null, '{}'],
  [4, null, within(span('2025-07-01', '2025-07-31'))],
  [5, null, within(span('2019-01-01', '2019-12-31'))],
  [6, '2025-06-30T23:59:59.000Z', '{}'],
] as const;

describe('a library with scenes of which a day, a month or a year is known', () => {
  beforeEach(() => {
    for (const [id, takenAt, raw] of known) put(id, takenAt, raw);
  });

  const all = { offset: 0, limit: 100 };
  const list = async (filter: { from?: string; to?: string; search?: string } = {}, descending = false) =>
    (await createTable().list({ filter, sort: 'time', descending, ...all })).rows;

  it('lists them by the start of the period, undated scenes last, and says the period', async () => {
    expect((await list()).map(({ sceneId }) => sceneId)).toEqual(['S5', 'S6', 'S4', 'S1', 'S2', 'S3']);
    const rows = await list({}, true);
    expect(rows.map(({ sceneId }) => sceneId)).toEqual(['S2', 'S1', 'S4', 'S6', 'S5', 'S3']);
    expect(rows.map(({ timestamp, period }) => timestamp ?? (period && isoPeriod(period)))).toEqual([
      '2025-07-20T10:00:00.000Z',
      '2025-07-12',
      '2025-07',
      '2025-06-30T23:59:59.000Z',
      '2019',
      null,
    ]);
  });

  it('finds those whose period meets a span', async () => {
    const july = { from: '2025-07-01T00:00:00.000Z', to: '2025-08-01T00:00:00.000Z' };
    expect((await list(july)).map(({ sceneId }) => sceneId)).toEqual(['S4', 'S1', 'S2']);
    const oneDay = { from: '2025-07-13T00:00:00.000Z', to: '2025-07-14T00:00:00.000Z' };
    expect((await list(oneDay)).map(({ sceneId }) => sceneId)).toEqual(['S4']);
    const { histogram } = await createTable().facets({ filter: {}, span: null });
    expect(histogram.undated).toBe(1);
  });

  it('gives other programs those whose interval meets the searched one, in the order of their starts', () => {
    const search = createSharedSearch(opened);
    const terms = { box: null, sceneIds: null, isOldestFirst: true, limit: 2 };
    const found: string[] = [];
    for (let after: { takenFrom: string | null; row: number } | null = null; ; ) {
      const page = search.page({ ...terms, fromDay: '2025-07-01', toDay: '2025-08-01', after });
      found.push(...page.map(({ sceneId }) => sceneId));
      if (page.length < terms.limit) break;
      after = page.at(-1) ?? null;
    }
    expect(found).toEqual(['S4', 'S1', 'S2']);
    const whole = search.page({ ...terms, fromDay: null, toDay: null, after: null, limit: 10 });
    expect(whole.map(({ sceneId }) => sceneId)).toEqual(['S5', 'S6', 'S4', 'S1', 'S2', 'S3']);
  });

  it('shows the captures of a place in that order, undated ones first', () => {
    const ofPlace = createPlaceScenes({ store: opened.store, table: createTable() });
    const { scenes } = ofPlace({ box: [10.5, 40.5, 10.5, 40.5] });
    expect(scenes.map(({ sceneId }) => sceneId)).toEqual(['S3', 'S5', 'S6', 'S4', 'S1', 'S2']);
    expect(scenes[3]).toMatchObject({ timestamp: null, period: span('2025-07-01', '2025-07-31') });
  });

  it('tells of the newest scene of a place what is known', () => {
    expect(newestSceneAt(opened.store, 10.5, 40.5)).toMatchObject({ start: '2025-07-20T10:00:00.000Z' });
    opened.store.run('DELETE FROM scene WHERE id = 2');
    expect(newestSceneAt(opened.store, 10.5, 40.5)).toEqual(day('2025-07-12'));
  });
});

it('a database of an earlier version has the bounds and the words of its periods after the update', async () => {
  opened.remove();
  opened = openTestStore(
    libraryMigrations.filter(({ domain, version }) => domain !== 'library' || version < 10),
  );
  const periods = [
    day('2025-07-12'),
    span('2024-02-01', '2024-02-29'),
    span('2024-02-01', '2024-02-28'),
    span('2025-03-01', '2025-05-31'),
    span('2019-01-01', '2019-12-31'),
    span('2019-01-01', '2020-12-31'),
    { start: '2025-03-01T10:30:00.000Z', end: '2025-03-03T11:29:59.999Z' },
  ];
  for (const [i, period] of periods.entries()) put(i + 1, null, within(period));
  put(100, null, '{"dam');
  put(101, '2026-03-05T10:30:00.000Z');
  const { folder } = opened;
  opened.store.close();
  opened.store = openStore({
    folder,
    migrations: libraryMigrations,
    now: () => new Date('2026-01-02T03:04:05Z'),
    onQuarantined: () => undefined,
  });
  const words = opened.store.all(z.object({ folded: z.string() }), 'SELECT folded FROM scene ORDER BY id');
  expect(words.map(({ folded }) => folded)).toEqual([
    ...periods.map((period, i) => `s${i + 1} ${isoPeriod(period)}`),
    's100',
    's101',
  ]);
  const { rows } = await createTable().list({
    filter: { search: '2025-07' },
    sort: 'time',
    descending: true,
    offset: 0,
    limit: 9,
  });
  expect(rows).toMatchObject([{ sceneId: 'S1', period: day('2025-07-12') }]);
});
