import { expect, it, vi } from 'vitest';
import { startHere } from '../../../../testing/page/import-harness.ts';
import type { StartReading } from '../../../formats/start-reading.ts';
import { availableIn, hasOpenQuestion, uncorrectedIn } from './import-file.ts';
import { createImportStore } from './import-store.ts';
import type { ImportLimits, ImportRun } from './import-target.ts';

const points: ImportLimits = {
  accepts: 'point',
  maxFeatures: 500,
  selectsEach: false,
  keepsAttributes: false,
};

const file = (name: string, text: string) => new File([text], name);

/** The parsers are loaded on first use; the timeout allows for a busy machine. */
const waiting = { timeout: 8_000 };

function createDialog(limits = points, start = startHere) {
  const state = createImportStore(start, limits);
  const read = () =>
    vi.waitFor(() => {
      const { files } = state.store.getState();
      if (files.length === 0 || files.some(({ isReading }) => isReading)) throw new Error('still reading');
      return files;
    }, waiting);
  const names: string[] = [];
  const add: ImportRun['add'] = async (features) => void names.push(...features.map(({ name }) => name));
  const take = (run: Partial<ImportRun> = {}) =>
    state.add({
      numbered: (position) => `Plot ${position}`,
      begin: async () => ({ add, finish: async () => undefined, cancel: null, ...run }),
    });
  return { state, read, names, add, take };
}

it('adds the good features and keeps the bad ones, which can be corrected and added afterwards', async () => {
  const { state, read, names, take } = createDialog();
  state.addFiles([file('a.csv', 'name,lat,lon\nA,1,2\nB,95,2\nC,3,4')]);
  const [first] = await read();
  if (!first) throw new Error('no file');
  expect([availableIn(first, points), uncorrectedIn(first)]).toEqual([2, 1]);
  expect(await take()).toBe(2);
  expect(names).toEqual(['A', 'C']);
  const [rest] = state.store.getState().files;
  if (!rest?.outcome) throw new Error('the file has gone');
  expect([availableIn(rest, points), uncorrectedIn(rest)]).toEqual([0, 1]);
  const [rejected] = rest.outcome.rejected;
  if (!rejected?.mend) throw new Error('nothing to mend');
  const geometry = { kind: 'point', longitude: 2, latitude: 5, altitudeMetres: null } as const;
  state.correct(rest.id, 0, { ...rejected.mend.text, geometry, where: rejected.where });
  expect(await take()).toBe(1);
  expect(names).toEqual(['A', 'C', 'B']);
  // Everything of it was added.
  expect(state.store.getState().files).toEqual([]);
});

it('adds no more than the limit at once, and the rest afterwards', async () => {
  const { state, read, names, take } = createDialog({ ...points, maxFeatures: 4 });
  const rows = (from: number) => ['name,lat,lon', ...[0, 1, 2].map((i) => `P${from + i},1,2`)].join('\n');
  state.addFiles([file('a.csv', rows(0)), file('b.csv', rows(3))]);
  await read();
  expect(await take()).toBe(4);
  expect(names).toEqual(['P0', 'P1', 'P2', 'P3']);
  expect(await take()).toBe(2);
  expect(names.slice(4)).toEqual(['P4', 'P5']);
});

it('adds nothing twice if adding fails in the middle', async () => {
  const { state, read, names, add, take } = createDialog({ ...points, maxFeatures: 5_000 });
  const rows = Array.from({ length: 1_500 }, (_, i) => `P${i},1,2`);
  state.addFiles([file('a.csv', ['name,lat,lon', ...rows].join('\n'))]);
  await read();
  let calls = 0;
  const failing: ImportRun['add'] = async (features) => {
    calls += 1;
    if (calls === 2) throw new Error('the disk is full');
    await add(features);
  };
  await expect(take({ add: failing })).rejects.toThrow('the disk is full');
  expect(names).toHaveLength(1_000);
  expect(await take()).toBe(500);
  expect(new Set(names).size).toBe(1_500);
});

it('has everything to add again if the target takes back what it got before adding failed', async () => {
  const { state, read, names, add, take } = createDialog({ ...points, maxFeatures: 5_000 });
  const rows = Array.from({ length: 1_500 }, (_, i) => `P${i},1,2`);
  state.addFiles([file('a.csv', ['name,lat,lon', ...rows].join('\n'))]);
  await read();
  const failing: ImportRun['add'] = async (features) => {
    if (names.length > 0) throw new Error('the disk is full');
    await add(features);
  };
  const cancel = async () => void names.splice(0);
  await expect(take({ add: failing, cancel })).rejects.toThrow('the disk is full');
  expect(names).toEqual([]);
  const failingAtTheEnd = () => take({ finish: () => Promise.reject(new Error('no answer')), cancel });
  await expect(failingAtTheEnd()).rejects.toThrow('no answer');
  expect(state.store.getState()).toMatchObject({ isAdding: false, files: [{ taken: 0 }] });
  expect(await take()).toBe(1_500);
  expect(new Set(names).size).toBe(1_500);
});

it('numbers features without a name by their position in the file, over all batches', async () => {
  const { state, read, names, take } = createDialog({ ...points, maxFeatures: 1_200 });
  const rows = Array.from({ length: 1_500 }, () => ',1,2');
  state.addFiles([file('a.csv', ['name,lat,lon', ...rows].join('\n'))]);
  await read();
  await take();
  await take();
  expect(names).toEqual(rows.map((_, i) => `Plot ${i + 1}`));
});

it('gives features without a name another number in each file, also after one of them is gone', async () => {
  const { state, read, names, take } = createDialog({ ...points, maxFeatures: 4 });
  const rows = (count: number) => ['name,lat,lon', ...Array.from({ length: count }, () => ',1,2')].join('\n');
  state.addFiles([file('a.csv', rows(3)), file('b.csv', rows(3))]);
  await read();
  // This removes the first file and adds one feature of the second.
  await take();
  await take();
  expect(names).toHaveLength(6);
  expect(new Set(names).size).toBe(6);
});

it('adds to its end what is being added when its screen is left, and forgets it then', async () => {
  const { state, read, names, add, take } = createDialog({ ...points, maxFeatures: 5_000 });
  const rows = Array.from({ length: 1_500 }, (_, i) => `P${i},1,2`);
  state.addFiles([
    file('a.csv', ['name,lat,lon', ...rows].join('\n')),
    file('b.csv', 'name,lat,lon\nX,95,1'),
  ]);
  await read();
  const leaving: ImportRun['add'] = async (features) => {
    if (names.length === 0) expect(state.leave()).toBe(true);
    await add(features);
  };
  expect(await take({ add: leaving })).toBe(1_500);
  expect(names).toHaveLength(1_500);
  expect(state.store.getState()).toMatchObject({ files: [], isAdding: false });
});

it('forgets its files when its screen is left and nothing is being added', async () => {
  const { state, read } = createDialog();
  state.addFiles([file('a.csv', 'name,lat,lon\nA,1,2')]);
  await read();
  expect(state.leave()).toBe(false);
  expect(state.store.getState().files).toEqual([]);
});

it('reads again with an answer, a column, or a retyped text', async () => {
  const { state, read } = createDialog();
  state.setText('A, 48.1, 11.6', 'Pasted');
  const [asked] = await read();
  if (!asked) throw new Error('no file');
  expect(hasOpenQuestion(asked)).toBe(true);
  state.choose(asked.id, { answers: { order: 'longitude-first' } });
  const [answered] = await read();
  expect(answered && [hasOpenQuestion(answered), answered.outcome?.first[0]?.geometry]).toMatchObject([
    false,
    { latitude: 11.6 },
  ]);
  state.setText('', 'Pasted');
  expect(state.store.getState().files).toEqual([]);
});

it('tells a file whose reading died, and leaves the others alone', async () => {
  let started = 0;
  const dying: StartReading = (options) => {
    started += 1;
    return started === 1
      ? { ...startHere(options), done: Promise.reject(new Error('out of memory')) }
      : startHere(options);
  };
  const { state, read } = createDialog(points, dying);
  state.addFiles([file('a.csv', 'x'), file('b.csv', 'name,lat,lon\nA,1,2')]);
  const files = await read();
  expect(files.map(({ hasFailed, outcome }) => [hasFailed, outcome?.count ?? null])).toEqual([
    [true, null],
    [false, 1],
  ]);
});

it('groups the parts of a shapefile and all photos, and opens no more files than it can', () => {
  const { state } = createDialog();
  state.addFiles(
    ['x.shp', 'X.dbf', 'x.prj', 'alone.dbf', '1.jpg', '2.JPG', 'a.csv'].map((name) => file(name, name)),
  );
  expect(
    state.store
      .getState()
      .files.map(({ name, source }) => [name, source.kind === 'files' && source.files.length]),
  ).toEqual([
    ['x.shp', 3],
    ['alone.dbf', 1],
    ['1.jpg … (2)', 2],
    ['a.csv', 1],
  ]);
  state.addFiles(Array.from({ length: 20 }, (_, i) => file(`${i}.csv`, 'x')));
  expect([state.store.getState().files.length, state.store.getState().hasTooMany]).toEqual([16, true]);
  state.clear();
});

it('lets features be selected one by one, and adds only those', async () => {
  const areas: ImportLimits = {
    accepts: 'area',
    maxFeatures: 500,
    selectsEach: true,
    keepsAttributes: false,
  };
  const { state, read, names, take } = createDialog(areas);
  const square = [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ],
  ];
  const features = ['A', 'B', 'C'].map((name) => ({
    type: 'Feature',
    properties: { name },
    geometry: { type: 'Polygon', coordinates: square },
  }));
  state.addFiles([file('a.geojson', JSON.stringify({ type: 'FeatureCollection', features }))]);
  const [first] = await read();
  if (!first) throw new Error('no file');
  expect(availableIn(first, areas)).toBe(0);
  state.select(first.id, new Set([2, 0]));
  expect(await take()).toBe(2);
  expect(names).toEqual(['A', 'C']);
});
