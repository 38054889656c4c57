import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { catalogFile, catalogScene, putFiles } from '../../../../../testing/catalog-scene.ts';
import { leftovers, walkCatalog } from '../../../../../testing/stac/check-catalog.ts';
import type { CatalogScene } from '../../../../core/catalog-scene.ts';
import { createDisk, type Disk } from './disk.ts';
import { scanLibrary } from './scan-library.ts';
import { type HoldingEntry, type HoldingResult, writeHoldings } from './write-holdings.ts';

let library: string;
let disk: Disk;
const recorded = new Map<number, { itemPath: string; pagePath: string }>();

beforeEach(() => {
  library = mkdtempSync(join(tmpdir(), 'nadir-holdings-'));
  disk = createDisk();
  recorded.clear();
});
afterEach(() => rmSync(library, { recursive: true, force: true }));

/** A scene of which nothing was written yet. */
const noted = (n: number) => ({
  sceneRow: n,
  source: catalogScene(n).source,
  itemPath: null,
  pagePath: null,
});

/** As the application does: with what was recorded of the last time. */
async function write(
  scenes: readonly [number, CatalogScene | null][],
  instance = 'a',
): Promise<HoldingResult[]> {
  const entries = scenes.map(([sceneRow, scene]): HoldingEntry => {
    const known = recorded.get(sceneRow);
    return { ...noted(sceneRow), scene, source: scene?.source ?? catalogScene(sceneRow).source, ...known };
  });
  const { results } = await writeHoldings({ disk, library, instance }, entries);
  for (const result of results) {
    if (result.outcome === 'written')
      recorded.set(result.sceneRow, { itemPath: result.itemPath, pagePath: result.pagePath });
    else if (result.outcome === 'removed') recorded.delete(result.sceneRow);
  }
  return results;
}

async function scanned() {
  const found: { scenes: string[]; problems: string[] } = { scenes: [], problems: [] };
  for await (const { scenes, problems } of scanLibrary(disk, library)) {
    found.scenes.push(...scenes.map(({ scene }) => scene.source.sceneId));
    found.problems.push(...problems.map(({ path, problem }) => `${path} ${problem}`));
  }
  return { scenes: found.scenes.sort(), problems: found.problems };
}

const ids = async () => (await walkCatalog(library)).items.map(({ item }) => item.id).sort();

async function putScenes(
  numbers: readonly number[],
  fields: (n: number) => Record<string, unknown> = () => ({}),
) {
  const scenes = numbers.map((n): [number, CatalogScene] => [n, catalogScene(n, fields(n))]);
  for (const [, scene] of scenes) putFiles(library, scene);
  await write(scenes);
}

describe('the catalog of a library folder', () => {
  it('leads to every scene by its links, and no other file is left in the folder', async () => {
    await putScenes([1, 2, 3], (n) => ({ timestamp: n === 3 ? null : `202${n}-0${n}-05T10:30:00Z` }));
    const walked = await walkCatalog(library);
    expect(walked.problems).toEqual([]);
    expect(await ids()).toEqual(['S1', 'S2', 'S3']);
    expect(walked.catalogs).toHaveLength(1 + 3 + 3 + 2);
    expect(leftovers(library)).toEqual([]);
    expect(await scanned()).toEqual({ scenes: ['S1', 'S2', 'S3'], problems: [] });
  });

  it('belongs as a whole to a collection, whose extent grows with it', async () => {
    const path = join(library, '_catalog/collection.json');
    const read = () => z.looseObject({ extent: z.unknown() }).parse(JSON.parse(readFileSync(path, 'utf8')));
    await putScenes([1], () => ({ footprint: null, timestamp: null }));
    expect(read()).toMatchObject({
      id: 'nadir-scenes',
      extent: { spatial: { bbox: [[-180, -90, 180, 90]] }, temporal: { interval: [[null, null]] } },
    });
    await putScenes([2, 5]);
    const march = '2026-03-05T10:30:00.000Z';
    expect(read().extent).toEqual({
      spatial: { bbox: [[2, 1, 6, 2]] },
      temporal: { interval: [[march, march]] },
    });
    const acquiredWithin = { start: '2024-02-01T00:00:00.000Z', end: '2024-02-29T23:59:59.999Z' };
    await putScenes([4], () => ({ timestamp: null, raw: { acquiredWithin } }));
    expect(read()).toMatchObject({ extent: { temporal: { interval: [[acquiredWithin.start, march]] } } });
    // Each item has a link to it, and no scene is listed twice.
    expect((await walkCatalog(library)).problems).toEqual([]);
    expect(await ids()).toEqual(['S1', 'S2', 'S4', 'S5']);
  });

  it.each(['', '{"type":"Collection"}', null])(
    'writes a lost collection again, and asks for the other scenes (%j)',
    async (text) => {
      const path = join(library, '_catalog/collection.json');
      await putScenes([1, 2]);
      if (text === null) rmSync(path);
      else writeFileSync(path, text);
      const entry = { ...noted(1), scene: catalogScene(1, { project: 'x' }), ...recorded.get(1) };
      expect(await writeHoldings({ disk, library, instance: 'a' }, [entry])).toMatchObject({
        isDamaged: true,
      });
      const second = { ...noted(2), scene: catalogScene(2), ...recorded.get(2) };
      expect(await writeHoldings({ disk, library, instance: 'a' }, [second])).toMatchObject({
        isDamaged: false,
      });
      expect((await walkCatalog(library)).problems).toEqual([]);
    },
  );

  it('changes small files only: a new scene rewrites its item and one page', async () => {
    await putScenes([1]);
    // A page with room for one more item; its other links are not read.
    const page = join(library, '_catalog/2026/03/page-0001/catalog.json');
    const { links, ...rest } = z
      .looseObject({ links: z.array(z.unknown()) })
      .parse(JSON.parse(readFileSync(page, 'utf8')));
    const others = Array.from({ length: 198 }, (_, n) => ({
      rel: 'item',
      href: `../../../../Coast/20260315_022207_799_SN33_L1D_SR_MS_49N_564_${n}/stac-item.json`,
      type: 'application/geo+json',
      title: `20260315_022207_799_SN33_L1D_SR_MS_49N_564_${n}`,
    }));
    writeFileSync(page, JSON.stringify({ ...rest, links: [...links, ...others] }, null, 1));
    await putScenes([2]);
    expect(statSync(page).size).toBeLessThan(64 * 1024);
    await putScenes([3]);
    const written: string[] = [];
    disk = {
      ...disk,
      replace(path, text) {
        written.push(path.slice(library.length + 1));
        return createDisk().replace(path, text);
      },
    };
    await putScenes([500]);
    expect(written).toEqual([
      '_catalog/collection.json',
      'Coast/S500/stac-item.json',
      '_catalog/2026/03/page-0002/catalog.json',
    ]);
    written.length = 0;
    await putScenes([500]);
    expect(written).toEqual([]);
  });

  it('keeps a scene on its page even if its time changes, and removes a scene without files', async () => {
    await putScenes([1, 2]);
    await write([[1, catalogScene(1, { timestamp: '2025-01-01T00:00:00Z' })]]);
    expect(await ids()).toEqual(['S1', 'S2']);
    expect((await walkCatalog(library)).problems).toEqual([]);
    rmSync(join(library, 'Coast/S1/S1.tif'));
    await write([[1, null]]);
    expect(await ids()).toEqual(['S2']);
    expect((await walkCatalog(library)).problems).toEqual([]);
    expect(existsSync(join(library, 'Coast/S1/stac-item.json'))).toBe(false);
  });

  it('has a scene of which a day or a month is known on a page of that month, and one of which a year is known with the undated ones', async () => {
    const days = (start: string, end: string) => ({
      acquiredWithin: { start: `${start}T00:00:00.000Z`, end: `${end}T23:59:59.999Z` },
    });
    const spans = [
      days('2025-07-12', '2025-07-12'),
      days('2025-07-01', '2025-07-31'),
      days('2019-01-01', '2019-12-31'),
    ];
    const scenes = spans.map((raw, n) => catalogScene(n, { timestamp: null, raw }));
    for (const scene of scenes) putFiles(library, scene);
    const results = await write(scenes.map((scene, n): [number, CatalogScene] => [n, scene]));
    expect(results.map((result) => ('pagePath' in result ? result.pagePath : result.outcome))).toEqual([
      '_catalog/2025/07/page-0001/catalog.json',
      '_catalog/2025/07/page-0001/catalog.json',
      '_catalog/undated/page-0001/catalog.json',
    ]);
  });

  it('follows files into another folder', async () => {
    await putScenes([1]);
    mkdirSync(join(library, 'New'));
    renameSync(join(library, 'Coast/S1/S1.tif'), join(library, 'New/S1.tif'));
    await write([[1, catalogScene(1, { files: [catalogFile('New/S1.tif', { name: 'S1.tif' })] })]]);
    expect(await ids()).toEqual(['S1']);
    expect((await walkCatalog(library)).problems).toEqual([]);
    expect(readdirSync(join(library, 'Coast/S1'))).toEqual([]);
  });

  it.each([
    ['with its item', (item: string) => existsSync(item)],
    ['while its item was removed', (item: string) => rmSync(item)],
  ])('follows a renamed folder %s, although the page was not recorded', async (_, prepare) => {
    await putScenes([1]);
    const itemPath = 'Coast/S1/stac-item.json';
    prepare(join(library, itemPath));
    renameSync(join(library, 'Coast'), join(library, 'Harbour'));
    const scene = catalogScene(1, { files: [catalogFile('Harbour/S1/S1.tif', { name: 'S1.tif' })] });
    // The program ended after it had written the page, and before it stored where the page is.
    const entry = { ...noted(1), scene, itemPath, pagePath: null };
    await writeHoldings({ disk, library, instance: 'a' }, [entry]);
    expect(await ids()).toEqual(['S1']);
    expect((await walkCatalog(library)).problems).toEqual([]);
  });

  it('keeps two scenes in one folder apart, and replaces no file that Nadir did not write', async () => {
    mkdirSync(join(library, 'Coast/S1'), { recursive: true });
    writeFileSync(join(library, 'Coast/S1/stac-item.json'), '{"mine":true}');
    const twin = catalogScene(1);
    await putScenes([1]);
    await write([[2, { ...twin, source: { ...twin.source, contractId: 'cont.2' } }]]);
    expect(readFileSync(join(library, 'Coast/S1/stac-item.json'), 'utf8')).toBe('{"mine":true}');
    expect((await walkCatalog(library)).items.map(({ path }) => path.split('/').at(-1)).sort()).toEqual([
      'stac-item (2).json',
      'stac-item (3).json',
    ]);
  });

  it('leaves the catalog of another tool alone and has a root of its own', async () => {
    const other = JSON.stringify({
      type: 'Catalog',
      stac_version: '1.0.0',
      id: 'other',
      description: 'x',
      links: [],
    });
    writeFileSync(join(library, 'catalog.json'), other);
    await putScenes([1]);
    expect(readFileSync(join(library, 'catalog.json'), 'utf8')).toBe(other);
    expect(await walkCatalog(library, 'nadir-catalog.json')).toMatchObject({
      problems: [],
      items: [{ item: { id: 'S1' } }],
    });
  });

  it.each([
    '_catalog/2026/03/page-0001/catalog.json',
    '_catalog/2026/03/catalog.json',
    '_catalog/2026/catalog.json',
    'catalog.json',
  ])('is whole again after %s was damaged or lost', async (path) => {
    await putScenes([1, 2]);
    for (const damage of [
      () => writeFileSync(join(library, path), '{"cut'),
      () => rmSync(join(library, path)),
    ]) {
      damage();
      const { isDamaged } = await writeHoldings({ disk, library, instance: 'a' }, [
        { ...noted(1), scene: catalogScene(1) },
      ]);
      // A lost page looks like a new one; each item that is written again is linked to again.
      if (isDamaged || path.includes('page'))
        await write([
          [1, catalogScene(1)],
          [2, catalogScene(2)],
        ]);
      const root = existsSync(join(library, 'nadir-catalog.json')) ? 'nadir-catalog.json' : 'catalog.json';
      const walked = await walkCatalog(library, root);
      expect(walked.problems).toEqual([]);
      expect(walked.items.map(({ item }) => item.id).sort()).toEqual(['S1', 'S2']);
    }
  });

  it('is shared by two Nadirs: each keeps what the other wrote', async () => {
    const of = (name: string) => catalogScene(1, { files: [catalogFile(`Coast/S1/${name}`)] });
    for (const name of ['a.tif', 'b.tif']) putFiles(library, of(name));
    await write([[1, of('a.tif')]], 'a');
    await write([[2, of('b.tif')]], 'b');
    const both = await walkCatalog(library);
    expect(both.problems).toEqual([]);
    expect(both.items.map(({ item }) => Object.keys(item.assets).sort())).toEqual([['a.tif', 'b.tif']]);
    rmSync(join(library, 'Coast/S1/a.tif'));
    await write([[1, null]], 'a');
    expect((await walkCatalog(library)).items.map(({ item }) => Object.keys(item.assets))).toEqual([
      ['b.tif'],
    ]);
    const many = Array.from({ length: 8 }, (_, n) => catalogScene(n + 10));
    for (const scene of many) putFiles(library, scene);
    await Promise.all(
      many.map((scene, n) =>
        writeHoldings({ disk: createDisk(), library, instance: `n${n % 2}-${n}` }, [
          { ...noted(n + 10), scene },
        ]),
      ),
    );
    expect(await ids()).toHaveLength(9);
    expect((await walkCatalog(library)).problems).toEqual([]);
    expect(leftovers(library)).toEqual([]);
  });

  it('takes over the lock of a process that has ended, and waits for a running one no longer than its limit', async () => {
    let at = 0;
    const times = {
      monotonic: () => at,
      wait: async (ms: number) => (at += ms),
      staleMs: 1_000,
      renewMs: 100,
      maxWaitMs: 5_000,
    };
    const entries = [{ ...noted(1), scene: catalogScene(1) }];
    putFiles(library, catalogScene(1));
    mkdirSync(join(library, '_catalog'));
    const lock = join(library, '_catalog/.nadir-lock');
    writeFileSync(lock, JSON.stringify({ instance: 'b', turn: 'x' }));
    await writeHoldings({ disk, library, instance: 'a', times }, entries);
    expect(at).toBeGreaterThanOrEqual(1_000);
    // What is no lock, and too large for one, is taken over as well.
    writeFileSync(lock, 'x'.repeat(100_000));
    await writeHoldings({ disk, library, instance: 'a', times }, entries);
    expect(at).toBeGreaterThanOrEqual(2_000);
    expect(existsSync(lock)).toBe(false);
    let turn = 0;
    const living = {
      ...times,
      wait: async (ms: number) => {
        at += ms;
        turn += 1;
        writeFileSync(lock, JSON.stringify({ instance: 'b', turn: String(turn) }));
      },
    };
    writeFileSync(lock, JSON.stringify({ instance: 'b', turn: 'y' }));
    await expect(writeHoldings({ disk, library, instance: 'a', times: living }, entries)).rejects.toThrow();
    expect(existsSync(lock)).toBe(true);
    writeFileSync(lock, JSON.stringify({ instance: 'a', turn: 'of a crash' }));
    await writeHoldings(
      { disk, library, instance: 'a', times: { ...times, wait: () => Promise.reject(new Error('waits')) } },
      entries,
    );
    expect(existsSync(lock)).toBe(false);
  });

  it('writes nothing where the drive is not mounted', async () => {
    expect(await write([[1, catalogScene(1)]])).toEqual([{ sceneRow: 1, outcome: 'no-files' }]);
    expect(readdirSync(library)).not.toContain('Coast');
    rmSync(library, { recursive: true });
    await expect(write([[1, catalogScene(1)]])).rejects.toThrow();
    expect(existsSync(library)).toBe(false);
  });

  it('fails only for the scene whose folder cannot be written', async () => {
    const refused = Object.assign(new Error('refused'), { code: 'EACCES' });
    disk = {
      ...disk,
      replace: (path, text) =>
        path.includes('/S1/') ? Promise.reject(refused) : createDisk().replace(path, text),
    };
    for (const n of [1, 2]) putFiles(library, catalogScene(n));
    expect(
      await write([
        [1, catalogScene(1)],
        [2, catalogScene(2)],
      ]),
    ).toEqual([
      { sceneRow: 1, outcome: 'failed', code: 'EACCES' },
      expect.objectContaining({ sceneRow: 2, outcome: 'written' }),
    ]);
    expect(await ids()).toEqual(['S2']);
    chmodSync(library, 0o755);
  });
});
