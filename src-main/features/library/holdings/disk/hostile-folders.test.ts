import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { catalogFile, catalogScene, putFiles } from '../../../../../testing/catalog-scene.ts';
import type { CatalogScene } from '../../../../core/catalog-scene.ts';
import { toItem } from '../format/to-item.ts';
import { createDisk } from './disk.ts';
import { type FoundScene, scanLibrary } from './scan-library.ts';

let library: string;
beforeEach(() => {
  library = mkdtempSync(join(tmpdir(), 'nadir-hostile-'));
});
afterEach(() => rmSync(library, { recursive: true, force: true }));

const itemPath = 'Coast/S1/stac-item.json';
const itemOf = (scene: CatalogScene = catalogScene(1)) =>
  toItem(scene, { itemPath, pagePath: '_catalog/2026/03/page-0001/catalog.json', rootPath: 'catalog.json' });

async function scan() {
  const scenes: FoundScene[] = [];
  const problems: string[] = [];
  let entries = 0;
  for await (const stretch of scanLibrary(createDisk(), library)) {
    scenes.push(...stretch.scenes);
    problems.push(...stretch.problems.map(({ problem }) => problem));
    entries = stretch.entries;
  }
  return { scenes, problems, entries };
}

/** Writes an item as somebody else might have changed it, beside an item and a file that are as they should be. */
async function scanItem(text: string) {
  for (const n of [1, 2]) putFiles(library, catalogScene(n));
  writeFileSync(join(library, itemPath), text);
  const good = toItem(catalogScene(2), {
    itemPath: 'Coast/S2/stac-item.json',
    pagePath: '_catalog/2026/03/page-0001/catalog.json',
    rootPath: 'catalog.json',
  });
  writeFileSync(join(library, 'Coast/S2/stac-item.json'), JSON.stringify(good));
  const { scenes, problems } = await scan();
  // Whatever the one is, the other one is found.
  expect(scenes.map(({ scene }) => scene.source.sceneId)).toContain('S2');
  return { first: scenes.find(({ scene }) => scene.source.sceneId === 'S1'), problems };
}

/** Sets a value deep in a copy of the item. */
function changed(path: readonly string[], value: unknown): string {
  const item: unknown = JSON.parse(JSON.stringify(itemOf()));
  let inner = item;
  for (const key of path.slice(0, -1)) inner = Reflect.get(Object(inner), key);
  Reflect.set(Object(inner), path.at(-1) ?? '', value);
  return JSON.stringify(item);
}

const scenePath = (...more: string[]) => ['properties', 'nadir:scene', ...more];
const filePath = (...more: string[]) => ['assets', 'S1.tif', 'nadir:file', ...more];
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('an invalid item', () => {
  it.each<[string, string, string]>([
    ['empty', '', 'not-json'],
    ['cut', JSON.stringify(itemOf()).slice(0, 300), 'not-json'],
    ['binary', '\u0000\u0001\u0002', 'not-json'],
    ['HTML', '<html></html>', 'not-json'],
    ['a number', '1e999', 'not-item'],
    ['null', 'null', 'not-item'],
    ['a list', '[]', 'not-item'],
    ['nested', deep(5_000), 'too-complex'],
    ['nested in its properties', `{"type":"Feature","properties":{"a":${deep(2_000)}}}`, 'too-complex'],
    ['of many parts', `[${'0,'.repeat(300_000)}0]`, 'too-complex'],
    ['a catalog', JSON.stringify({ type: 'Catalog', id: 'a', links: [] }), 'not-item'],
    ['a collection of features', JSON.stringify({ type: 'FeatureCollection', features: [] }), 'not-item'],
    ['of STAC 0.9', changed(['stac_version'], '0.9.0'), 'not-item'],
    ['of STAC 2', changed(['stac_version'], '2.0.0'), 'not-item'],
    ['without an id', changed(['id'], ''), 'not-item'],
    ['with a number as id', changed(['id'], 5), 'not-item'],
    ['without assets', changed(['assets'], null), 'not-item'],
    ['with a list of assets', changed(['assets'], []), 'not-item'],
    ['without properties', changed(['properties'], 'none'), 'not-item'],
    ['of another tool', changed(['properties'], { datetime: '2026-01-01T00:00:00Z' }), 'other-tool'],
    ['of another Nadir to come', changed(['properties', 'nadir:scene'], { version: 9 }), 'invalid'],
    ['without a source', changed(scenePath('source'), null), 'invalid'],
    ['without a connection', changed(scenePath('source', 'connectionId'), ''), 'invalid'],
    ['with a scene id that is too long', changed(scenePath('source', 'sceneId'), 'x'.repeat(301)), 'invalid'],
    ['with a task that is no number', changed(scenePath('source', 'taskId'), '7'), 'invalid'],
    ['with a project that is too long', changed(scenePath('source', 'project'), 'x'.repeat(501)), 'invalid'],
    ['with a time that is too long', changed(scenePath('timestamp'), 'x'.repeat(41)), 'invalid'],
    ['with a cloud cover in words', changed(scenePath('cloudCover'), 'few'), 'invalid'],
    ['with raw data that is a text', changed(scenePath('raw'), 'raw'), 'invalid'],
  ])('%s is named, and the others are found', async (_, text, problem) => {
    const { first, problems } = await scanItem(text);
    expect(first).toBeUndefined();
    expect(problems).toEqual([problem]);
  });

  it('beyond the size limit is not read', async () => {
    const { problems } = await scanItem(' '.repeat(8 * 1024 * 1024 + 1));
    expect(problems).toEqual(['too-large']);
  });
});

describe('an invalid geometry', () => {
  const ring = (value: unknown) => ({ type: 'Polygon', coordinates: [value] });
  it.each<[string, unknown]>([
    ['a point', { type: 'Point', coordinates: [1, 2] }],
    ['a text', 'POLYGON ((0 0, 1 1))'],
    ['an open ring', ring([[0, 0]])],
    [
      'beyond the pole',
      ring([
        [0, 95],
        [1, 95],
        [1, 96],
        [0, 95],
      ]),
    ],
    [
      'beyond all turns',
      ring([
        [1e6, 0],
        [1e6, 1],
        [1e6, 2],
        [1e6, 0],
      ]),
    ],
    [
      'of texts',
      ring([
        ['0', '0'],
        ['1', '1'],
        ['2', '2'],
        ['0', '0'],
      ]),
    ],
    ['of nulls', ring([null, null, null, null])],
    ['of very many points', ring(Array.from({ length: 20_001 }, (_, n) => [n / 1_000, 0]))],
    ['of no ring', { type: 'Polygon', coordinates: [] }],
    ['a collection', { type: 'GeometryCollection', geometries: [] }],
    [
      'not finite',
      ring([
        [0, 0],
        [1, null],
        [1, 1],
        [0, 0],
      ]),
    ],
  ])('%s is left out, and the scene is found without it', async (_, geometry) => {
    const { first, problems } = await scanItem(changed(['geometry'], geometry));
    expect(first?.scene.footprint).toBeNull();
    expect(problems).toEqual(['geometry']);
  });
});

describe('an invalid file of a scene', () => {
  it.each<[string, string, string]>([
    ['at an address', changed(['assets', 'S1.tif', 'href'], 'https://example.org/S1.tif'), 'address-remote'],
    ['on another computer', changed(['assets', 'S1.tif', 'href'], '//host/S1.tif'), 'address-remote'],
    ['at an absolute path', changed(['assets', 'S1.tif', 'href'], '/etc/passwd'), 'address-absolute'],
    ['at a file address', changed(['assets', 'S1.tif', 'href'], 'file:///etc/passwd'), 'address-absolute'],
    ['on a drive', changed(['assets', 'S1.tif', 'href'], 'C:\\windows\\win.ini'), 'address-absolute'],
    ['above the library', changed(['assets', 'S1.tif', 'href'], '../../../etc/passwd'), 'address-outside'],
    [
      'above, in percent signs',
      changed(['assets', 'S1.tif', 'href'], '%2e%2e/%2e%2e/%2e%2e/a'),
      'address-outside',
    ],
    ['with an end of text', changed(['assets', 'S1.tif', 'href'], 'S1.tif%00.png'), 'address-outside'],
    ['without an address', changed(['assets', 'S1.tif', 'href'], ''), 'invalid'],
    ['with a number as address', changed(['assets', 'S1.tif', 'href'], 5), 'invalid'],
    ['with a very long address', changed(['assets', 'S1.tif', 'href'], 'a'.repeat(20_000)), 'invalid'],
    ['of another tool', changed(filePath(), undefined), 'other-tool'],
    ['of another kind', changed(filePath('kind'), 'video'), 'invalid'],
    ['without a name', changed(filePath('name'), ''), 'invalid'],
    ['with a name that is too long', changed(filePath('fileName'), 'x'.repeat(501)), 'invalid'],
    ['at a position below zero', changed(filePath('position'), -1), 'invalid'],
    ['with bands that are numbers', changed(filePath('bands'), [1]), 'invalid'],
    ['that is null', changed(['assets', 'S1.tif'], null), 'invalid'],
    ['that is a folder', changed(['assets', 'S1.tif', 'href'], '../S2'), 'file-link'],
  ])('%s is named', async (_, text, problem) => {
    const { first, problems } = await scanItem(text);
    expect(first).toBeUndefined();
    expect(problems).toEqual([problem]);
  });

  it.each<[string, string]>([
    ['a size below zero', changed(['assets', 'S1.tif', 'file:size'], -5)],
    ['another checksum than SHA-256', changed(['assets', 'S1.tif', 'file:checksum'], '1340abcd')],
    ['a checksum in words', changed(['assets', 'S1.tif', 'file:checksum'], 'good')],
  ])('with %s is found without it', async (_, text) => {
    const { first, problems } = await scanItem(text);
    expect(problems).toEqual([]);
    expect(first?.scene.files).toHaveLength(1);
    expect([first?.scene.files[0]?.sizeBytes, first?.scene.files[0]?.sha256]).toContain(null);
  });

  it('named twice is one file, and unknown extensions and fields change nothing', async () => {
    const item: Record<string, unknown> = {
      ...itemOf(),
      stac_extensions: ['https://example.org/x.json', 5],
      'x:y': { z: 1 },
    };
    const assets = { ...Object(item.assets), twin: Reflect.get(Object(item.assets), 'S1.tif') };
    const { first, problems } = await scanItem(JSON.stringify({ ...item, assets }));
    expect(problems).toEqual([]);
    expect(first?.scene.files).toHaveLength(1);
  });

  it('very many files are read up to the limit', async () => {
    const files = Array.from({ length: 1_500 }, (_, n) => catalogFile(`Coast/S1/${n}.tif`));
    const { first, problems } = await scanItem(JSON.stringify(itemOf({ ...catalogScene(1), files })));
    expect(problems).toEqual(['too-many-files']);
    expect(first?.missing).toHaveLength(1_000);
  });
});

describe('a folder', () => {
  it('with symbolic links: none is followed', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'nadir-outside-'));
    try {
      putFiles(outside, catalogScene(1));
      writeFileSync(join(outside, 'Coast/S1/stac-item.json'), JSON.stringify(itemOf()));
      symlinkSync(join(outside, 'Coast'), join(library, 'linked'));
      symlinkSync(library, join(library, 'around'));
      expect(await scan()).toMatchObject({ scenes: [], problems: [] });
      mkdirSync(join(library, 'Coast/S1'), { recursive: true });
      symlinkSync(join(outside, 'Coast/S1/S1.tif'), join(library, 'Coast/S1/S1.tif'));
      writeFileSync(join(library, itemPath), JSON.stringify(itemOf()));
      expect(await scan()).toMatchObject({ scenes: [], problems: ['file-link'] });
      const within = itemOf(catalogScene(1, { files: [catalogFile('linked/S1/S1.tif')] }));
      writeFileSync(join(library, itemPath), JSON.stringify(within));
      expect(await scan()).toMatchObject({ scenes: [], problems: ['file-link'] });
      // A file that is not there yet would become one of the library when somebody makes it.
      const later = itemOf(catalogScene(1, { files: [catalogFile('linked/S1/sub/later.tif')] }));
      writeFileSync(join(library, itemPath), JSON.stringify(later));
      expect(await scan()).toMatchObject({ scenes: [], problems: ['file-link'] });
      const inside = itemOf(catalogScene(1, { files: [catalogFile('around/gone/later.tif')] }));
      writeFileSync(join(library, itemPath), JSON.stringify(inside));
      expect(await scan()).toMatchObject({ scenes: [{ missing: ['around/gone/later.tif'] }], problems: [] });
      rmSync(join(library, itemPath));
      symlinkSync(join(outside, 'Coast/S1/stac-item.json'), join(library, itemPath));
      expect(await scan()).toMatchObject({ scenes: [], problems: ['unreadable'] });
    } finally {
      rmSync(outside, { recursive: true, force: true });
    }
  });

  it('with names that differ only by case or normalization: a file is found if only one matches', async () => {
    const scene = catalogScene(1, { files: [catalogFile('Coast/S1/Écran.TIF')] });
    putFiles(library, catalogScene(1, { files: [catalogFile('Coast/S1/e\u0301cran.tif')] }));
    writeFileSync(join(library, itemPath), JSON.stringify(itemOf(scene)));
    expect((await scan()).scenes[0]).toMatchObject({
      missing: [],
      scene: { files: [{ path: 'Coast/S1/e\u0301cran.tif' }] },
    });
    putFiles(library, catalogScene(1, { files: [catalogFile('Coast/S1/ÉCRAN.tif')] }));
    expect(await scan()).toMatchObject({ scenes: [], problems: ['file-ambiguous'] });
  });

  it('without its files still has their records', async () => {
    mkdirSync(join(library, 'Coast/S1'), { recursive: true });
    writeFileSync(join(library, itemPath), JSON.stringify(itemOf()));
    expect((await scan()).scenes).toMatchObject([{ missing: ['Coast/S1/S1.tif'] }]);
  });

  it('that is too deep, or Nadir’s own, is not read', async () => {
    for (const place of ['a/b/c/d/e/f/g/h/i/j', '_catalog/x', '.partial/x']) {
      mkdirSync(join(library, place), { recursive: true });
      writeFileSync(join(library, place, 'stac-item.json'), JSON.stringify(itemOf()));
    }
    expect(await scan()).toMatchObject({ scenes: [], problems: ['too-deep'] });
  });

  it('with very many files is read in batches', async () => {
    mkdirSync(join(library, 'many'));
    for (let n = 0; n < 5_000; n += 1) writeFileSync(join(library, `many/${n}.tif`), '');
    let stretches = 0;
    let entries = 0;
    for await (const stretch of scanLibrary(createDisk(), library)) {
      stretches += 1;
      ({ entries } = stretch);
    }
    expect(entries).toBe(5_001);
    expect(stretches).toBe(3);
  });
});
