import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { librarySceneIdSchema } from '../../../../src-preload/contract/ids.ts';
import type { SceneFilter, SceneSort } from '../../../../src-preload/contract/scene-filter.ts';
import { openTestStore, type TestStore } from '../../../../testing/open-test-store.ts';
import { ringsMeet } from '../../../core/meets-area.ts';
import { createSceneList } from '../scene-list.ts';
import { libraryMigrations } from '../tables.ts';
import { fillNextFacts, pruneChanges } from './index-upkeep.ts';
import { createSceneFinder } from './scene-finder.ts';

interface Made {
  id: number;
  /** The moment of the acquisition, or the start of a period of so many `days`. */
  time: number | null;
  days?: number;
  satellite: string | null;
  project: string;
  level: string;
  clouds: number | null;
  offNadir: number | null;
  /** West, south, width and height in degrees. */
  box: [number, number, number, number] | null;
  onDisk: boolean;
}

const day = 86_400_000;
let opened: TestStore;
let path: string;
beforeEach(() => {
  opened = openTestStore(libraryMigrations);
  path = join(opened.folder, 'scene-index.bin');
});
afterEach(() => opened.remove());

/** Returns the last moment in which a scene may have been acquired. */
const untilOf = ({ time, days = 0 }: Made) => (time === null || days === 0 ? time : time + days * day - 1);
const nameOf = ({ id }: Made) => `S${String((id * 7919) % 10_007).padStart(5, '0')}`;
const ringOf = ([west, south, width, height]: [number, number, number, number]) => [
  west + width / 2,
  south,
  west + width,
  south + height / 2,
  west + width / 2,
  south + height,
  west,
  south + height / 2,
];

/** Writes a scene as the writer of the library does: a diamond in its box. */
function put(made: Made) {
  const { id, time, satellite, project, level, clouds, offNadir, box, onDisk } = made;
  const period =
    untilOf(made) === time
      ? null
      : { start: new Date(time ?? 0).toISOString(), end: new Date(untilOf(made) ?? 0).toISOString() };
  const { store } = opened;
  const [west, south, width = 0, height = 0] = box ?? [null, null];
  const flat = box ? ringOf(box) : [];
  const corners = flat.flatMap((x, i) => (i % 2 === 0 ? [[x, flat[i + 1]]] : []));
  const folded = `${nameOf(made)} ${satellite ?? ''} ${project} ${level}`.toLowerCase();
  const extent = {
    west,
    south,
    east: west === null ? null : west + width,
    north: south === null ? null : south + height,
    footprint: box ? JSON.stringify({ type: 'Polygon', coordinates: [[...corners, corners[0]]] }) : null,
  };
  store.transaction(() => {
    store.run('DELETE FROM scene WHERE id = :id', { id });
    store.run(
      `INSERT INTO scene (id, connection_id, contract_id, scene_id, project, taken_at, satellite, product_name, cloud_cover,
         west, south, east, north, footprint, folded, raw, seen_at)
       VALUES (:id, 'here', 'c', :name, :project, :takenAt, :satellite, :level, :clouds,
         :west, :south, :east, :north, :footprint, :folded, :raw, '')`,
      {
        id,
        project,
        satellite,
        level,
        clouds,
        folded,
        ...extent,
        name: `${nameOf(made)}-${id}`,
        takenAt: time === null || period !== null ? null : new Date(time).toISOString(),
        raw: JSON.stringify({
          metadata: offNadir === null ? {} : { off_nadir: offNadir },
          ...(period === null ? {} : { acquiredWithin: period }),
        }),
      },
    );
    if (onDisk)
      store.run(
        `INSERT INTO scene_file (scene_row, kind, name, file_name, bands, position, path, saved_at)
         VALUES (:id, 'raster', 'a', 'a', '[]', 0, 'a', '2026-01-01T00:00:00Z')`,
        { id },
      );
  });
}

const born = Date.UTC(2025, 0, 1);
const degrees = fc.integer({ min: -1_790, max: 1_790 }).map((value) => value / 10);
const madeScene = (id: number): fc.Arbitrary<Made> =>
  fc.record({
    id: fc.constant(id),
    time: fc.option(fc.integer({ min: 0, max: 400 }).map((days) => born + days * day)),
    days: fc.constantFrom(0, 0, 1, 31, 365),
    satellite: fc.option(fc.constantFrom('SN1', 'sn2', 'SN3')),
    project: fc.constantFrom('North', 'south', 'West'),
    level: fc.constantFrom('L1', 'L2'),
    clouds: fc.option(fc.integer({ min: 0, max: 1_000 }).map((value) => value / 10)),
    offNadir: fc.option(fc.integer({ min: 0, max: 400 }).map((value) => value / 10)),
    box: fc.option(
      fc.tuple(
        degrees,
        fc.integer({ min: -80, max: 70 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 15 }),
      ),
    ),
    onDisk: fc.boolean(),
  });
const range = fc.record({
  least: fc.option(fc.integer({ min: 0, max: 30 })),
  most: fc.option(fc.integer({ min: 20, max: 100 })),
});
/** Mostly left out: all filters at once keep nothing. */
const optional = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const box = fc
  .tuple(
    fc.integer({ min: -300, max: 300 }),
    fc.integer({ min: -80, max: 50 }),
    fc.integer({ min: 0, max: 200 }),
  )
  .map(([west, south, size]): [number, number, number, number] => [
    west,
    south,
    west + size,
    Math.min(90, south + 40),
  ]);
const area = fc
  .tuple(
    fc.integer({ min: -200, max: 190 }),
    fc.integer({ min: -70, max: 40 }),
    fc.integer({ min: 5, max: 60 }),
  )
  .map(([x, y, size]): [number, number][] => [
    [x, y],
    [x + size, y + 3],
    [x + size / 3, y + size / 2],
  ]);
const filterOf: fc.Arbitrary<SceneFilter> = fc
  .record({
    search: optional(fc.constantFrom('sn1', 'north', 's0 l1', 'L2 sn', 'nowhere')),
    onDiskOnly: optional(fc.boolean()),
    from: optional(fc.integer({ min: 0, max: 400 }).map((days) => new Date(born + days * day).toISOString())),
    to: optional(fc.integer({ min: 0, max: 400 }).map((days) => new Date(born + days * day).toISOString())),
    projects: optional(fc.subarray(['North', 'south', 'absent'])),
    satellites: optional(fc.subarray(['SN1', 'SN3', 'absent'])),
    cloudCover: optional(range),
    offNadir: optional(range),
    box: optional(box),
    area: optional(area),
  })
  .map((filter) => JSON.parse(JSON.stringify(filter)));

const turns = [-360, 0, 360];
const moved = (ring: readonly number[], by: number) =>
  ring.map((value, i) => (i % 2 === 0 ? value + by : value));

/** What a filter keeps, said once more and without an index. */
function keeps(filter: SceneFilter, made: Made): boolean {
  const { time, satellite, project, level, clouds, offNadir, box: own, onDisk } = made;
  const until = untilOf(made);
  const folded = `${nameOf(made)} ${satellite ?? ''} ${project} ${level}`.toLowerCase();
  const words = (filter.search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const within = (value: number | null, limits: SceneFilter['cloudCover']) =>
    limits === undefined ||
    (limits.least === null && limits.most === null) ||
    (value !== null && value >= (limits.least ?? -Infinity) && value <= (limits.most ?? Infinity));
  const among = (values: readonly string[] | undefined, value: string | null) =>
    values === undefined || values.length === 0 || (value !== null && values.includes(value));
  const [west = 0, south = 0, width = 0, height = 0] = own ?? [];
  const meetsBox = ([w, s, e, n]: readonly [number, number, number, number]) =>
    own !== null &&
    south <= n &&
    south + height >= s &&
    turns.some((by) => west + by <= e && west + width + by >= w);
  return (
    words.every((word) => folded.includes(word)) &&
    (filter.onDiskOnly !== true || onDisk) &&
    (filter.from === undefined || (until !== null && until >= Date.parse(filter.from))) &&
    (filter.to === undefined || (time !== null && time < Date.parse(filter.to))) &&
    among(filter.projects, project) &&
    among(filter.satellites, satellite) &&
    within(clouds, filter.cloudCover) &&
    within(offNadir, filter.offNadir) &&
    (filter.box === undefined || meetsBox(filter.box)) &&
    (filter.area === undefined ||
      (own !== null && turns.some((by) => ringsMeet(moved(ringOf(own), by), filter.area?.flat() ?? []))))
  );
}

const keysOf: Record<
  'time' | 'name' | 'project' | 'clouds' | 'offNadir',
  (made: Made) => string | number | null
> = {
  time: ({ time }) => time,
  name: (made) => nameOf(made),
  project: ({ project }) => project.toLowerCase(),
  clouds: ({ clouds }) => clouds,
  offNadir: ({ offNadir }) => offNadir,
};
type TestedSort = keyof typeof keysOf;

function expected(
  scenes: Iterable<Made>,
  filter: SceneFilter,
  sort: TestedSort,
  descending: boolean,
): number[] {
  const key = keysOf[sort];
  const turn = descending ? -1 : 1;
  return [...scenes]
    .filter((made) => keeps(filter, made))
    .sort((a, b) => {
      const [one, other] = [key(a), key(b)];
      if (one === null || other === null) return one === other ? turn * (a.id - b.id) : one === null ? 1 : -1;
      return turn * (one < other ? -1 : one > other ? 1 : a.id - b.id);
    })
    .map(({ id }) => id);
}

const everything = { offset: 0, limit: 1_000 };
const asked = fc.record({
  filter: filterOf,
  sort: fc.constantFrom<TestedSort>('time', 'name', 'project', 'clouds', 'offNadir'),
  descending: fc.boolean(),
});

describe('any filter and order', () => {
  it('finds what a walk through all scenes finds: after changes, and from the saved index', async () => {
    const [first = []] = fc.sample(fc.tuple(...Array.from({ length: 150 }, (_, i) => madeScene(i + 1))), {
      numRuns: 1,
      seed: 11,
    });
    const scenes = new Map(first.map((made) => [made.id, made]));
    for (const made of first) put(made);
    const questions = fc.sample(asked, { numRuns: 120, seed: 5 });
    const check = async (finder: ReturnType<typeof createSceneFinder>) => {
      for (const { filter, sort, descending } of questions) {
        const wanted = expected(scenes.values(), filter, sort, descending);
        const { total, ids } = await finder.page({ filter, sort, descending }, everything);
        expect({ filter, sort, descending, ids }).toEqual({ filter, sort, descending, ids: wanted });
        expect(total).toBe(wanted.length);
      }
    };
    const live = createSceneFinder({ store: opened.store, path, flagged: undefined });
    await check(live);
    expect(await live.keepIndex()).not.toBeNull();
    const [changes = []] = fc.sample(fc.tuple(...[3, 70, 150, 151, 160].map(madeScene)), {
      numRuns: 1,
      seed: 3,
    });
    for (const made of changes) {
      scenes.set(made.id, made);
      put(made);
    }
    for (const id of [10, 149]) {
      scenes.delete(id);
      opened.store.run('DELETE FROM scene WHERE id = :id', { id });
    }
    await check(live);
    await check(createSceneFinder({ store: opened.store, path, flagged: undefined }));
    await check(createSceneFinder({ store: opened.store, path: null, flagged: undefined }));
  });

  it('counts values and days under the other filters', async () => {
    const [scenes = []] = fc.sample(fc.tuple(...Array.from({ length: 80 }, (_, i) => madeScene(i + 1))), {
      numRuns: 1,
      seed: 2,
    });
    for (const made of scenes) put(made);
    const finder = createSceneFinder({ store: opened.store, path: null, flagged: undefined });
    for (const { filter } of fc.sample(asked, { numRuns: 40, seed: 8 })) {
      const facets = await finder.facets({ filter, span: null });
      const { from: _, to: __, ...untimed } = filter;
      const timed = scenes.filter((made) => keeps(untimed, made));
      // Each bar has what the filter by its time finds.
      const { unit, start, counts } = facets.histogram;
      const begin = new Date(start);
      const startOfBin = (bin: number) =>
        unit === 'day'
          ? begin.getTime() + bin * day
          : unit === 'month'
            ? Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + bin)
            : Date.UTC(begin.getUTCFullYear() + bin, 0);
      expect(counts).toEqual(
        counts.map((_count, bin) => {
          const [from, to] = [startOfBin(bin), startOfBin(bin + 1)];
          return timed.filter((made) => (untilOf(made) ?? -Infinity) >= from && (made.time ?? Infinity) < to)
            .length;
        }),
      );
      // No bar is missing at an end.
      if (counts.length > 0) expect(counts[0]).toBeGreaterThan(0);
      expect(timed.every(({ time }) => time === null || time >= startOfBin(0))).toBe(true);
      expect(timed.every((made) => (untilOf(made) ?? -Infinity) < startOfBin(counts.length))).toBe(
        counts.length > 0 || timed.every(({ time }) => time === null),
      );
      expect(facets.histogram.undated).toBe(timed.filter(({ time }) => time === null).length);
      const { projects: ___, ...others } = filter;
      const inProject = scenes.filter((made) => keeps(others, made) && made.project === 'North').length;
      expect(facets.projects.find(({ value }) => value === 'North')?.count ?? 0).toBe(inProject);
    }
  });
});

const plain: Made = {
  id: 1,
  time: born,
  satellite: 'SN1',
  project: 'North',
  level: 'L1',
  clouds: 5,
  offNadir: 12,
  box: [10, 40, 1, 1],
  onDisk: true,
};
const pageOf = (
  finder: ReturnType<typeof createSceneFinder>,
  filter: SceneFilter = {},
  sort: SceneSort = 'time',
) => finder.page({ filter, sort, descending: true }, everything);

describe('places', () => {
  it('are grounds: what was taken again later is with the first scene, the place with the newest scene is first', async () => {
    const boxes: [number, number, number, number][] = [
      ...([
        [10, 40, 1, 1],
        [100, 5, 1, 1],
        [10.3, 40.2, 1, 1],
      ] as [number, number, number, number][]),
      ...([
        [179.5, 0, 1, 1],
        [-179.8, 0.1, 0.4, 0.4],
      ] as [number, number, number, number][]),
    ];
    for (const [i, each] of boxes.entries()) put({ ...plain, id: i + 1, time: born + i * day, box: each });
    put({ ...plain, id: 6, box: null });
    const finder = createSceneFinder({ store: opened.store, path: null, flagged: undefined });
    expect((await pageOf(finder, {}, 'place')).ids).toEqual([5, 4, 3, 1, 2, 6]);
    const groups = await finder.placeGroups({ filter: {}, descending: true });
    expect([groups.starts, groups.counts]).toEqual([
      [0, 2, 4, 5],
      [2, 2, 1, 1],
    ]);
    expect(groups.longitudes.map((x) => x && Math.round(x))).toEqual([-180, 11, 101, null]);
    // A scene that comes later finds its place without a new index.
    put({ ...plain, id: 7, time: born + 9 * day, box: [100.1, 5.1, 1, 1] });
    expect((await pageOf(finder, {}, 'place')).ids).toEqual([7, 2, 5, 4, 3, 1, 6]);
    opened.store.run('DELETE FROM scene WHERE id = 7');
    expect(
      (await pageOf(finder, { librarySceneIds: librarySceneIdSchema.array().parse([7, 2]) })).ids,
    ).toEqual([2]);
  });
});

describe('the saved index', () => {
  it.each([
    ['cut off', () => truncateSync(path, 200)],
    ['of other bytes', () => writeFileSync(path, 'NADIRIDX and then nothing')],
    [
      'with one bit changed',
      () => {
        const bytes = readFileSync(path);
        bytes.writeUInt8(bytes.readUInt8(bytes.length - 3) ^ 1, bytes.length - 3);
        writeFileSync(path, bytes);
      },
    ],
    ['of another database', () => opened.store.run(`UPDATE scene_find SET database_id = 'other'`)],
    ['older than what was forgotten', () => opened.store.run('UPDATE scene_find SET pruned = 1000')],
  ])('is made again if it is %s', async (_how, spoil) => {
    put(plain);
    await createSceneFinder({ store: opened.store, path, flagged: undefined }).keepIndex();
    expect(existsSync(path)).toBe(true);
    spoil();
    const again = createSceneFinder({ store: opened.store, path, flagged: undefined });
    expect((await pageOf(again, { box: [0, 30, 20, 50] })).ids).toEqual([1]);
  });

  it('says which part of the scenes is read while it is made', async () => {
    const count = 4_500;
    opened.store.transaction(() => {
      for (let id = 1; id <= count; id += 1) put({ ...plain, id });
    });
    const finder = createSceneFinder({ store: opened.store, path, flagged: undefined });
    expect(finder.indexShare()).toBeNull();
    const made = pageOf(finder);
    const shares: (number | null)[] = [];
    let isMade = false;
    void made.then(() => {
      isMade = true;
    });
    while (!isMade) {
      await new Promise((resolve) => setImmediate(resolve));
      shares.push(finder.indexShare());
    }
    expect(shares).toContain(2_000 / count);
    expect(finder.indexShare()).toBeNull();
    expect((await made).total).toBe(count);
  });

  it('is read, not made, at the next start; changes that it has are forgotten', async () => {
    for (let id = 1; id <= 30; id += 1) put({ ...plain, id });
    const seq = await createSceneFinder({ store: opened.store, path, flagged: undefined }).keepIndex();
    while (pruneChanges(opened.store, seq ?? 0));
    put({ ...plain, id: 31 });
    const asked: string[] = [];
    const store: Pick<TestStore['store'], 'all' | 'get'> = {
      get: opened.store.get,
      all(row, sql, params) {
        if (sql.includes('FROM scene LEFT JOIN')) asked.push(JSON.stringify(params));
        return opened.store.all(row, sql, params);
      },
    };
    const again = createSceneFinder({ store, path, flagged: undefined });
    expect((await pageOf(again)).total).toBe(31);
    expect(asked).toEqual([JSON.stringify({ ids: '[31]' })]);
  });

  it('has every change after building it again has failed', async () => {
    put(plain);
    let isBroken = false;
    const store: Pick<TestStore['store'], 'all' | 'get'> = {
      get: opened.store.get,
      all(row, sql, params) {
        if (isBroken && sql.includes('scene.id > :id')) throw new Error('the disk cannot be read');
        return opened.store.all(row, sql, params);
      },
    };
    const finder = createSceneFinder({ store, path: null, flagged: undefined });
    expect((await pageOf(finder)).total).toBe(1);
    put({ ...plain, id: 2 });
    // So many changes that the index is built again.
    opened.store.run('INSERT INTO scene_change (seq, scene_row) VALUES (30000, 999)');
    isBroken = true;
    await expect(pageOf(finder)).rejects.toThrow('the disk cannot be read');
    isBroken = false;
    expect((await pageOf(finder)).total).toBe(2);
  });

  it('has every change after reading the later ones has failed, also if there are none any more', async () => {
    put(plain);
    let reads = 0;
    let isBroken = false;
    const store: Pick<TestStore['store'], 'all' | 'get'> = {
      get: opened.store.get,
      all(row, sql, params) {
        if (sql.includes('FROM scene_change')) reads += 1;
        if (isBroken && reads === 2) throw new Error('the disk cannot be read');
        return opened.store.all(row, sql, params);
      },
    };
    const finder = createSceneFinder({ store, path: null, flagged: undefined });
    expect((await pageOf(finder)).total).toBe(1);
    opened.store.run('DELETE FROM scene_change');
    put({ ...plain, id: 2 });
    opened.store.transaction(() => {
      // Just as many changes as are read at once.
      for (let id = 3; id <= 2_000; id += 1)
        opened.store.run(
          'INSERT INTO scene_change (scene_row) SELECT :id WHERE (SELECT count(*) FROM scene_change) < 1000',
          { id },
        );
    });
    reads = 0;
    isBroken = true;
    await expect(pageOf(finder)).rejects.toThrow('the disk cannot be read');
    isBroken = false;
    expect((await pageOf(finder)).total).toBe(2);
  });
});

describe('numbers of the raw metadata', () => {
  it('of scenes of before are read in steps that survive a restart', async () => {
    for (let id = 1; id <= 400; id += 1) put({ ...plain, id, offNadir: id / 10 });
    // As a database of before has it.
    opened.store.run('DELETE FROM scene_facts');
    opened.store.run('DELETE FROM scene_change');
    opened.store.run('UPDATE scene_find SET facts_last = 400');
    const finder = createSceneFinder({ store: opened.store, path: null, flagged: undefined });
    const steep = { offNadir: { least: 10, most: null } };
    expect((await pageOf(finder, steep)).total).toBe(0);
    expect(fillNextFacts(opened.store)).toBe(true);
    const { factsRead } = await finder.facets({ filter: {}, span: null });
    expect(factsRead).toBeGreaterThan(0);
    expect(factsRead).toBeLessThan(1);
    const reopened = opened.reopen();
    while (fillNextFacts(reopened));
    const after = createSceneFinder({ store: reopened, path: null, flagged: undefined });
    expect((await pageOf(after, steep)).total).toBe(301);
    expect((await after.facets({ filter: {}, span: null })).factsRead).toBe(1);
  });

  it.each([
    ['{"metadata":{"off_nadir":"12"}}', null],
    ['{"metadata":{"off_nadir":1e999}}', null],
    ['{"metadata":{"off_nadir":-3}}', null],
    ['{"metadata":[]}', null],
    ['{"dam', null],
    ['{"metadata":{"off_nadir":12}}', 12],
    ['{"properties":{"view:off_nadir":7.5}}', 7.5],
  ])('%s is an angle of %s', async (raw, angle) => {
    put(plain);
    opened.store.run('UPDATE scene SET raw = :raw', { raw });
    const list = createSceneList({ store: opened.store, flagged: undefined });
    const { rows } = await list.list({ filter: {}, sort: 'time', descending: true, ...everything });
    expect(rows[0]?.offNadir).toBe(angle);
  });
});
