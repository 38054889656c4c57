import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { foreignItem, putRaster, putText } from '../../../testing/import-world.ts';
import { type RawEntry, writeZip } from '../../../testing/write-zip.ts';
import { importTools } from '../../app/import-tools.ts';
import { copyScene } from './copy/copy-scene.ts';
import { kmlFootprint } from './format/kml-footprint.ts';
import { resolveHref } from './format/resolve-href.ts';
import type { FoundScene } from './found-scene.ts';
import { readAnswer } from './read/read-answer.ts';
import { readSource } from './read/read-source.ts';

let home: string;
let source: string;
let reads = 0;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'nadir-hostile-import-'));
  source = join(home, 'source');
  mkdirSync(source);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const at = (...parts: string[]) => join(source, ...parts);

async function read(...paths: string[]) {
  reads += 1;
  const scenes: FoundScene[] = [];
  const problems: string[] = [];
  const places: string[] = [];
  const found = readSource(
    {
      paths: paths.length > 0 ? paths : [source],
      library: join(home, 'library'),
      staging: join(home, 'library', '.importing', `a-${reads}`),
    },
    importTools,
  );
  for await (const stretch of found) {
    scenes.push(...stretch.scenes);
    problems.push(...stretch.problems.map(({ problem }) => problem));
    places.push(...stretch.problems.map(({ path }) => path));
  }
  return { scenes, problems, places, ids: scenes.map(({ scene }) => scene.source.sceneId) };
}

/** Reads an item beside a good one, in the same folder; whatever the one is, the other one is found. */
async function readBesideGood(text: string) {
  putRaster(at('good.tif'), 7);
  putText(at('good.json'), foreignItem('good'));
  putText(at('x.json'), text);
  const found = await read();
  expect(found.ids).toContain('good');
  return found;
}

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const changed = (fields: object) => JSON.stringify(foreignItem('x', fields));

describe('an invalid item', () => {
  it.each<[string, string, string[]]>([
    ['cut', changed({}).slice(0, 200), ['not-json']],
    ['nested', `{"stac_version":"1.0.0","a":${deep(3_000)}}`, ['too-complex']],
    ['of many parts', `{"stac_version":"1.0.0","a":[${'0,'.repeat(300_000)}0]}`, ['too-complex']],
    ['of STAC 2', changed({ stac_version: '2.0.0' }), ['invalid']],
    ['of STAC 0.5', changed({ stac_version: '0.5.0' }), ['invalid']],
    ['with a number as version', changed({ stac_version: 1 }), ['invalid']],
    ['without an id', changed({ id: '' }), ['invalid']],
    ['with a number as id', changed({ id: 7 }), ['invalid']],
    ['with an endless id', changed({ id: 'x'.repeat(301) }), ['invalid']],
    ['without properties', changed({ properties: null }), ['invalid']],
    ['with a list of assets', changed({ assets: [] }), ['invalid']],
    ['without assets', changed({ assets: {} }), ['no-files']],
    [
      'with assets that are texts',
      changed({ assets: { a: 'x.tif', b: null } }),
      ['invalid', 'invalid', 'no-files'],
    ],
    ['with an asset without address', changed({ assets: { a: { href: '' } } }), ['invalid', 'no-files']],
    [
      'with its own item as Nadir of nonsense',
      changed({ properties: { 'nadir:scene': { version: 9 } } }),
      ['missing', 'no-files'],
    ],
    ['of a file that is not there', changed({}), ['missing', 'no-files']],
  ])('%s is told, and the others are found', async (_, text, problems) => {
    expect((await readBesideGood(text)).problems).toEqual(problems);
  });

  it.each<[string, string]>([
    ['empty', ''],
    ['binary', '\u0000\u0001'],
    ['HTML', '<html></html>'],
    ['a list', '[]'],
    ['a number', '1e999'],
    ['settings of something', '{"editor.tabSize": 2}'],
  ])('a file of a folder that is %s is told to stay where it is', async (_, text) => {
    expect((await readBesideGood(text)).problems).toEqual(['left-files']);
  });

  it('an empty collection beside a scene has nothing to do with it', async () => {
    const text = JSON.stringify({ type: 'FeatureCollection', features: [] });
    expect((await readBesideGood(text)).problems).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['empty', '', 'empty'],
    ['HTML', '<html></html>', 'other-format'],
    ['a cut object', '{"type": "Fea', 'not-json'],
    ['GeoJSON', '{"type":"Polygon","coordinates":[]}', 'not-stac'],
    ['a list', '[1,2]', 'not-stac'],
    ['a PDF', '%PDF-1.7', 'other-format'],
    ['a tar', 'a.tif\u0000\u0000', 'other-format'],
  ])('a file that was chosen and is %s is told', async (_, text, problem) => {
    putText(at('chosen.json'), text);
    expect((await read(at('chosen.json'))).problems).toEqual([problem]);
  });

  it('beyond the size limit is not read', async () => {
    writeFileSync(at('large.json'), '{');
    truncateSync(at('large.json'), 8 * 1_024 * 1_024 + 1);
    expect((await read(at('large.json'))).problems).toEqual(['too-large']);
  });
});

const ring = (value: unknown) => ({ type: 'Polygon', coordinates: [value] });

describe('an invalid geometry', () => {
  it.each<[string, unknown]>([
    ['a point', { type: 'Point', coordinates: [1, 2] }],
    ['a text', 'POLYGON ((0 0, 1 1))'],
    ['an open ring', ring([[0, 0]])],
    ['a ring of texts', ring(['a', 'b', 'c', 'a'])],
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
        [0, 0],
        [9_999, 0],
        [1, 1],
        [0, 0],
      ]),
    ],
    [
      'of numbers that are none',
      ring([
        [null, 0],
        [1, 0],
        [1, 1],
        [null, 0],
      ]),
    ],
    ['nested', { type: 'Polygon', coordinates: JSON.parse(deep(50)) }],
    ['a collection', { type: 'GeometryCollection', geometries: [] }],
    ['of many corners', ring(Array.from({ length: 30_000 }, (_, n) => [n / 1_000, 1]))],
    ['a number', 7],
  ])('%s is told, and the place is that of the raster', async (_, geometry) => {
    putRaster(at('x.tif'));
    putText(at('x.json'), changed({ geometry }));
    const { scenes, problems } = await read();
    expect(problems).toEqual(['geometry']);
    expect(scenes[0]?.scene.footprint).toMatchObject({
      type: 'Polygon',
      coordinates: [
        [
          [10, 51],
          [10, 50],
          [11, 50],
          [11, 51],
          [10, 51],
        ],
      ],
    });
  });

  it('and invalid numbers are left out, and an invalid time is told', async () => {
    putRaster(at('x.tif'));
    const properties = {
      datetime: 'yesterday',
      gsd: 'ten',
      platform: 7,
      'eo:cloud_cover': '7',
      'view:off_nadir': null,
    };
    putText(at('x.json'), changed({ properties }));
    const { scenes, problems } = await read();
    expect(problems).toEqual(['time']);
    expect(scenes[0]?.scene).toMatchObject({ timestamp: null, satelliteName: null, cloudCover: null });
  });
});

describe('an address', () => {
  const base = { folder: '/data/cat/items', root: '/data/cat', self: 'https://pub.example/c/items/a.json' };
  it.each<[string, string]>([
    ['./a.tif', '/data/cat/items/a.tif'],
    ['a%20b.tif', '/data/cat/items/a b.tif'],
    ['100%.tif', '/data/cat/items/100%.tif'],
    ['../x/a.tif', '/data/cat/x/a.tif'],
    ['..\\x\\a.tif', '/data/cat/x/a.tif'],
    ['.\\a.tif', '/data/cat/items/a.tif'],
    ['/data/cat/x.tif', '/data/cat/x.tif'],
    ['file:///data/cat/x.tif', '/data/cat/x.tif'],
    ['https://pub.example/c/items/b.tif', '/data/cat/items/b.tif'],
    ['https://pub.example/c/other/b.tif', '/data/cat/other/b.tif'],
  ])('%s leads to a file', (href, path) => {
    expect(resolveHref(href, base)).toEqual({ path });
  });

  it.each<[string, string]>([
    ['../../secret', 'address-outside'],
    ['../../../../etc/passwd', 'address-outside'],
    ['%2e%2e/%2e%2e/secret', 'address-outside'],
    ['..%2f..%2fsecret', 'address-outside'],
    ['./a/../../../secret', 'address-outside'],
    ['../../cat2/a.tif', 'address-outside'],
    ['..', 'address-outside'],
    ['%2fetc%2fpasswd', 'address-outside'],
    ['a%00.tif', 'address-outside'],
    ['a\u0000.tif', 'invalid'],
    ['', 'invalid'],
    ['x'.repeat(9_000), 'invalid'],
    ['/etc/passwd', 'address-absolute'],
    ['/data/cat2/x.tif', 'address-absolute'],
    ['/data/cat/../../etc/passwd', 'address-absolute'],
    ['file:///etc/passwd', 'address-absolute'],
    ['file://host/data/cat/x.tif', 'address-absolute'],
    ['FILE:///etc/passwd', 'address-absolute'],
    ['C:\\Windows\\x.tif', 'address-absolute'],
    ['c:/x.tif', 'address-absolute'],
    ['https://elsewhere.example/a.tif', 'address-remote'],
    ['http://pub.example/c/items/b.tif', 'address-remote'],
    ['https://pub.example/c/items/b.tif?token=1', 'address-remote'],
    ['https://pub.example/secret', 'address-outside'],
    ['s3://bucket/a.tif', 'address-remote'],
    ['data:image/tiff;base64,AAAA', 'address-remote'],
    ['javascript:alert(1)', 'address-remote'],
    ['..\\..\\etc\\passwd', 'address-outside'],
    ['\\etc\\passwd', 'address-outside'],
    ['//host/share/a.tif', 'address-remote'],
    ['\\\\host\\share\\a.tif', 'address-remote'],
    ['/vsicurl/https://x.example/a.tif', 'address-absolute'],
  ])('%j is %s', (href, problem) => {
    expect(resolveHref(href, base)).toEqual({ problem });
  });
});

describe('an invalid raster', () => {
  const little = (text: string) => Buffer.from(text, 'latin1');
  it.each<[string, Buffer]>([
    ['a head alone', little('II*\0')],
    ['without a directory', little('II*\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0')],
    ['with a directory beyond the end', little('II*\0\xff\xff\xff\x7f\0\0\0\0\0\0\0\0')],
    ['with a directory in itself', little('II*\0\x08\0\0\0\xff\xff\0\0\0\0\0\0')],
    ['of another byte order', little('MM\0*\0\0\0\x08\0\0\0\0\0\0\0\0')],
    ['a Big TIFF of nothing', little('II+\0\x08\0\0\0\0\0\0\0\0\0\0\0\0\0')],
    ['a text', little('this is no raster, whatever its name says')],
    ['a picture of another kind', little('\x89PNG\r\n\x1a\n\0\0\0\0')],
    ['empty', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(4_096)],
  ])('%s is told, and the others are found', async (_, bytes) => {
    putRaster(at('good.tif'));
    writeFileSync(at('bad.tif'), bytes);
    const { ids, problems } = await read();
    expect(ids).toEqual(['good']);
    expect(problems).toEqual(['not-tiff']);
  });

  it('that is truncated at any byte is reported', async () => {
    const whole = readFileSync(putRaster(at('whole.tif')));
    for (let length = 1; length < whole.length; length += 7) {
      writeFileSync(at('whole.tif'), whole.subarray(0, length));
      expect((await read()).ids).toEqual([]);
    }
  });
});

describe('an archive', () => {
  const raster = () => readFileSync(putRaster(join(home, 'r.tif')));
  it.each<[string, () => readonly RawEntry[]]>([
    ['that leads out', () => [{ name: '../r.tif', data: raster() }]],
    ['with an absolute name', () => [{ name: '/tmp/r.tif', data: raster() }]],
    ['with a drive', () => [{ name: 'c:/r.tif', data: raster() }]],
    ['that leads out by a backslash', () => [{ name: 'a\\..\\..\\r.tif', data: raster() }]],
    ['with a link', () => [{ name: 'r.tif', data: Buffer.from('/etc/passwd'), mode: 0o120777, madeOn: 3 }]],
    [
      'with two names that one system takes for one',
      () => [
        { name: 'r.tif', data: raster() },
        { name: 'R.TIF', data: raster() },
      ],
    ],
    [
      'with a name in two normal forms',
      () => [
        { name: 'é.tif', data: raster() },
        { name: 'e\u0301.tif', data: raster() },
      ],
    ],
    ['with an encrypted entry', () => [{ name: 'r.tif', data: raster(), flags: 1 }]],
    ['that claims to be endless', () => [{ name: 'r.tif', data: raster(), claimedSize: 0xfffffff0 }]],
    [
      'of a bomb',
      () => [{ name: 'r.tif', data: Buffer.alloc(512 * 1_024, 0), method: 8, claimedSize: 0x40000000 }],
    ],
    ['with a wrong checksum', () => [{ name: 'r.tif', data: raster(), claimedCrc: 1 }]],
  ])('%s is refused as a whole', async (_, entries) => {
    writeFileSync(at('a.zip'), writeZip(entries()));
    await expect(read(at('a.zip'))).rejects.toThrow(/ARCHIVE_REFUSED|FILE_NOT_WHOLE/);
    // Beside others it is one of them.
    putRaster(at('other.tif'));
    expect(await read(at('a.zip'), at('other.tif'))).toMatchObject({ ids: ['other'], problems: ['archive'] });
  });

  it('that is refused beside others names the entry at fault', async () => {
    const link = { name: 'in/r.tif', data: Buffer.from('/etc/passwd'), mode: 0o120777, madeOn: 3 };
    writeFileSync(at('a.zip'), writeZip([link]));
    putRaster(at('other.tif'));
    expect((await read(at('a.zip'), at('other.tif'))).places).toEqual([`${at('a.zip')}: in/r.tif`]);
  });

  it.each<[string, Partial<RawEntry>]>([
    ['a name that Windows does not allow', { name: '2026-03-05T10:30:00.tif' }],
    ['a name of a device', { name: 'aux.tif' }],
    ['a control character in its name', { name: 'a\u0007.tif' }],
    ['a compression that Nadir does not know', { name: 'deflate64.tif', method: 9 }],
  ])('gives its other files without one that has %s, which is named', async (_, fields) => {
    const entries = [
      { name: 'r.tif', data: raster() },
      { name: '', data: raster(), ...fields },
    ];
    writeFileSync(at('a.zip'), writeZip(entries));
    const { scenes, problems } = await read(at('a.zip'));
    expect(scenes).toHaveLength(1);
    expect(scenes[0]?.files.map(({ fileName }) => fileName)).toEqual(['r.tif']);
    expect(problems).toEqual(['archive-member']);
  });

  it.each([1, 10, 40, 100])('that is truncated after %i bytes is refused', async (length) => {
    writeFileSync(
      at('a.zip'),
      writeZip([{ name: 'r.tif', data: raster() }]).subarray(0, Math.max(length, 4)),
    );
    await expect(read(at('a.zip'))).rejects.toThrow(/ARCHIVE_REFUSED|FILE_NOT_WHOLE/);
  });

  it('without a raster has no scene', async () => {
    writeFileSync(at('a.zip'), writeZip([{ name: 'a.txt', data: Buffer.from('a') }]));
    expect(await read(at('a.zip'))).toMatchObject({ ids: [], problems: ['left-files'] });
  });
});

describe('a folder', () => {
  it('with symbolic links: none is followed', async () => {
    const secret = putRaster(join(home, 'secret', 'secret.tif'));
    symlinkSync(secret, at('link.tif'));
    symlinkSync(join(home, 'secret'), at('linked'));
    symlinkSync(source, at('loop'));
    symlinkSync(at('nowhere'), at('dangling.tif'));
    putText(at('a.json'), foreignItem('a', { assets: { a: { href: './link.tif' } } }));
    putText(at('b.json'), foreignItem('b', { assets: { b: { href: './linked/secret.tif' } } }));
    const { ids, problems } = await read();
    expect(ids).toEqual([]);
    // Those to folders too, and those that lead nowhere.
    expect(problems.toSorted()).toEqual([...Array.from({ length: 6 }, () => 'link'), 'no-files', 'no-files']);
  });

  it('that was selected by a symbolic link is read', async () => {
    putRaster(at('a.tif'));
    symlinkSync(source, join(home, 'chosen'));
    expect((await read(join(home, 'chosen'))).ids).toEqual(['a']);
  });

  it('with a pipe named like a raster or an item does not block', async () => {
    execFileSync('mkfifo', [at('pipe.tif'), at('pipe.json')]);
    putText(at('a.json'), foreignItem('a', { assets: { a: { href: './pipe.tif' } } }));
    expect((await read()).problems).toEqual(['not-file', 'no-files']);
    expect((await read(at('pipe.tif'))).problems).toEqual(['not-file']);
  });

  it('with names that differ only by case or normalization: each is a file of its own, or is reported', async () => {
    putRaster(at('A', 'Ä.tif'), 1);
    putRaster(at('A', 'a\u0308.tif'), 2);
    putText(at('A', 'x.kml'), '<kml/>');
    const { scenes } = await read(at('A'));
    const places = scenes[0]?.files.map(({ place }) => place.normalize('NFC').toLowerCase()) ?? [];
    expect(new Set(places).size).toBe(3);
    putText(at('B', 'b.json'), foreignItem('b', { assets: { b: { href: './scene.tif' } } }));
    putRaster(at('B', 'SCENE.tif'), 3);
    expect((await read(at('B'))).scenes[0]?.files).toMatchObject([{ fileName: 'SCENE.tif' }]);
    putRaster(at('B', 'Scene.tif'), 4);
    expect((await read(at('B'))).problems).toEqual(['file-ambiguous', 'no-files']);
  });

  it('with names that other systems do not allow: they are made safe', async () => {
    putRaster(at('con.tif'), 1);
    putRaster(at(' a?b*.tif'), 2);
    putRaster(at('x\u202etif.tif'), 3);
    putRaster(at(`${'l'.repeat(240)}.tif`), 4);
    const { scenes } = await read();
    expect(scenes).toHaveLength(4);
    for (const { files } of scenes)
      for (const { place } of files) expect(place).toMatch(/^[^?*\u202e]{1,185}$/);
    expect(scenes.flatMap(({ files }) => files.map(({ place }) => place))).toContain('_con.tif');
  });

  it('that is unreadable or missing is reported', async () => {
    mkdirSync(at('closed'));
    putRaster(at('open.tif'));
    chmodSync(at('closed'), 0);
    const { ids, problems } = await read();
    chmodSync(at('closed'), 0o755);
    expect(ids).toEqual(['open']);
    expect(problems).toEqual(process.getuid?.() === 0 ? [] : ['unreadable']);
    expect((await read(at('nowhere'))).problems).toEqual(['missing']);
  });

  it('with too many levels is read to a limited depth', async () => {
    const levels = Array.from({ length: 20 }, (_, n) => String(n));
    putRaster(at(...levels, 'deep.tif'));
    expect((await read()).problems).toEqual(['too-deep']);
  });

  it('that is or contains the library is left out', async () => {
    const library = join(home, 'library');
    putRaster(join(library, 'Coast', 'a.tif'));
    putRaster(join(home, 'b.tif'));
    expect((await read(join(library, 'Coast'))).problems).toEqual(['in-library']);
    expect(await read(home)).toMatchObject({ ids: ['b'], problems: ['in-library'] });
  });

  it('with many files is read in batches, so that memory is bounded', async () => {
    for (let n = 0; n < 3_000; n += 1) writeFileSync(at(`f${n}.txt`), '');
    let stretches = 0;
    let entries = 0;
    for await (const stretch of readSource(
      { paths: [source], library: `${home}l`, staging: join(home, 's', 's') },
      importTools,
    )) {
      stretches += 1;
      entries = stretch.entries;
    }
    expect([stretches, entries]).toEqual([2, 3_000]);
  });
});

describe('a catalog', () => {
  const catalog = (links: object[]) => ({
    type: 'Catalog',
    stac_version: '1.0.0',
    id: 'c',
    description: 'd',
    links,
  });
  it('with loops, to itself and to others, is read to an end', async () => {
    const to = (href: string) => ({ rel: 'child', href });
    putText(
      at('catalog.json'),
      catalog([to('./catalog.json'), to('b.json'), to('./x/../b.json'), to('B.json')]),
    );
    putText(at('b.json'), catalog([to('catalog.json'), to('c.json')]));
    expect((await read(at('catalog.json'))).problems).toEqual(['missing']);
  });

  it('with very many links is bounded', async () => {
    const links = Array.from({ length: 40_001 }, (_, n) => ({ rel: 'item', href: `./${n}.json` }));
    putText(at('catalog.json'), catalog(links));
    const { problems } = await read(at('catalog.json'));
    expect(problems[0]).toBe('too-many-scenes');
  });

  it('with invalid links is read by its valid ones', async () => {
    putRaster(at('a.tif'));
    putText(at('a.json'), foreignItem('a'));
    const links = [null, 7, { rel: 'item' }, { rel: 7, href: 'x' }, { rel: 'item', href: 'a.json' }];
    putText(at('catalog.json'), { ...catalog([]), links });
    expect(await read(at('catalog.json'))).toMatchObject({ ids: ['a'], problems: [] });
  });
});

describe('an outline in KML', () => {
  const around = (text: string) =>
    `<kml><Polygon><outerBoundaryIs><LinearRing><coordinates>${text}</coordinates></LinearRing></outerBoundaryIs></Polygon></kml>`;
  it.each<[string, string]>([
    ['empty', ''],
    ['no XML', '{}'],
    ['cut', around('1,1 2,1 2,2 1,1').slice(0, 80)],
    ['of words', around('a,b c,d e,f a,b')],
    ['of one corner', around('1,1')],
    ['beyond the pole', around('1,91 2,91 2,92 1,91')],
    ['a line', '<kml><LineString><coordinates>1,1 2,2</coordinates></LineString></kml>'],
    ['with a document type', `<!DOCTYPE kml [<!ENTITY a "aaaa">]>${around('1,1 2,1 2,2 1,1')}`],
    ['nested', `${'<a>'.repeat(500)}${'</a>'.repeat(500)}`],
    [
      'of more parts than are drawn, which would tell a smaller scene',
      `<kml>${around('1,1 2,1 2,2 1,1').slice(5, -6).repeat(201)}</kml>`,
    ],
  ])('that is %s is none', (_, text) => {
    expect(kmlFootprint(text)).toBeNull();
  });

  it('is read no further than to its first fault', () => {
    const fail = vi.spyOn(SaxesParser.prototype, 'fail');
    expect(kmlFootprint(`<kml>${'<a b></c>'.repeat(1_000)}</kml>`)).toBeNull();
    expect(fail).toHaveBeenCalledTimes(1);
    fail.mockRestore();
  });
});

describe('the response of an address', () => {
  const address = 'https://stac.example/search?limit=1';
  const parse = (value: unknown) => readAnswer(value, address, (name) => name);
  it.each<[string, unknown]>([
    ['a text', 'hello'],
    ['null', null],
    ['an error', { code: 'NotFound', description: 'no' }],
    ['GeoJSON', { type: 'Polygon', coordinates: [] }],
  ])('that is %s has nothing', (_, value) => {
    expect(parse(value)).toMatchObject({ kind: 'other', scenes: [], problems: [{ path: 'stac.example' }] });
  });

  it('has its valid items read and each invalid one reported', () => {
    const features = [
      foreignItem('a'),
      null,
      { type: 'Feature' },
      foreignItem('b', { assets: { x: { href: 's3://b/x.tif' } } }),
    ];
    const links = [{ rel: 'next', href: 'file:///etc/passwd' }];
    const answer = parse({ type: 'FeatureCollection', features, links });
    expect(answer.scenes.map(({ scene }) => scene.source.sceneId)).toEqual(['a']);
    expect(answer.problems.map(({ problem }) => problem)).toEqual([
      'invalid',
      'invalid',
      'address-remote',
      'no-files',
      'further-pages',
    ]);
    expect(answer.next).toBeNull();
  });

  it('with a next page by another method is reported', () => {
    const links = [{ rel: 'next', href: address, method: 'post' }];
    expect(parse({ type: 'FeatureCollection', features: [], links })).toMatchObject({
      next: null,
      problems: [{ problem: 'further-pages' }],
    });
  });
});

it('a folder that was replaced by a link between reading and copying is not copied from', async () => {
  mkdirSync(at('S1'));
  const found = putRaster(at('S1/a.tif'));
  mkdirSync(join(home, 'secret'));
  writeFileSync(join(home, 'secret/a.tif'), readFileSync(found));
  rmSync(at('S1'), { recursive: true });
  symlinkSync(join(home, 'secret'), at('S1'));
  const library = join(home, 'library');
  mkdirSync(library);
  const file = {
    from: join(realpathSync(source), 'S1/a.tif'),
    sizeBytes: null,
    sha256: null,
    place: 'a.tif',
  };
  const staging = join(library, '.importing/1-1');
  await expect(
    copyScene({ files: [file], library, staging, moveFrom: join(library, '.importing/1/') }, () => undefined),
  ).rejects.toMatchObject({ problem: 'link' });
  expect(existsSync(join(staging, 'a.tif'))).toBe(false);
});

it('a staging folder that was replaced by a link is not written to', async () => {
  const from = realpathSync(putRaster(at('a.tif')));
  const library = join(home, 'library');
  mkdirSync(library);
  mkdirSync(join(home, 'secret'));
  symlinkSync(join(home, 'secret'), join(library, '.importing'));
  const scene = {
    files: [{ from, sizeBytes: null, sha256: null, place: 'a.tif' }],
    library,
    staging: join(library, '.importing/1-1'),
    moveFrom: join(library, '.importing/1/'),
  };
  await expect(copyScene(scene, () => undefined)).rejects.toMatchObject({ code: 'PATH_LINKED' });
  expect(readdirSync(join(home, 'secret'))).toEqual([]);
});
