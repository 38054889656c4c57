import { describe, expect, it } from 'vitest';
import { fileOfAsset, readAssets, type WireAsset, withoutAddresses } from './asset-wire.ts';

const tif = 'https://s.invalid/a/b.tif?sig=1';

describe('assets', () => {
  it('are a map by name, with addresses in objects or as texts', () => {
    const read = readAssets({
      visual: { href: tif, type: 'image/tiff' },
      preview: 'https://s.invalid/p.png',
    });
    expect(read.names).toEqual(['visual', 'preview']);
    expect(read.files.map(({ name, href }) => [name, href])).toEqual([
      ['visual', tif],
      ['preview', 'https://s.invalid/p.png'],
    ]);
  });

  it('are a list of named objects', () => {
    const { names, files } = readAssets([{ name: 'visual', url: tif }, { key: 'later' }, 'plain', 5, null]);
    expect(names).toEqual(['visual', 'later', 'plain']);
    expect(files).toMatchObject([{ name: 'visual', href: tif }]);
  });

  it.each([
    [null],
    [undefined],
    ['text'],
    [7],
    [[['nested']]],
    [{ visual: null, analytic: 5, preview: {}, thumbnail: { href: 5 } }],
    [{ visual: { href: 'soon' }, 'https://s.invalid/token': { href: tif } }],
  ])('that name no address are no files: %j', (assets) => {
    expect(readAssets(assets).files).toEqual([]);
  });

  it('may be relative, and more than any deliverable has are cut', () => {
    expect(readAssets({ visual: { href: '/v2/files/1' } }).files[0]?.href).toBe('/v2/files/1');
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`a${n}`, { href: tif }]));
    expect(readAssets(many).files).toHaveLength(200);
  });

  it.each([
    [
      ['red', 'green'],
      ['red', 'green'],
    ],
    [
      [{ name: 'red' }, { common_name: 'nir' }],
      ['red', 'nir'],
    ],
    [['red', 5], []],
    ['red', []],
  ])('of bands %j say %j', (bands, read) => {
    expect(readAssets({ visual: { href: tif, bands } }).files[0]?.bands).toEqual(read);
  });
});

describe('the fields of an asset', () => {
  const file = (fields: object) => readAssets({ visual: { href: tif, ...fields } }).files[0];

  it.each(['type', 'media_type', 'content_type', 'mime_type'])('say its type in %s', (name) => {
    expect(file({ [name]: 'image/tiff' })).toMatchObject({ type: 'image/tiff' });
    expect(file({ [name]: '' })).toMatchObject({ type: null });
  });

  it.each(['file_name', 'filename', 'file:name'])('say the name of its file in %s', (name) => {
    expect(file({ [name]: 'a.tif' })).toMatchObject({ fileName: 'a.tif' });
  });

  it.each(['bands', 'eo:bands'])('say its bands in %s', (name) => {
    expect(file({ [name]: [{ name: 'red' }] })).toMatchObject({ bands: ['red'] });
  });

  it.each(['name', 'key', 'title', 'type', 'id'])('name it in a list by %s', (name) => {
    expect(readAssets([{ [name]: 'visual', href: tif }]).files).toMatchObject([{ name: 'visual' }]);
  });

  it('are not read as its name where they are an address or longer than a name', () => {
    for (const name of [tif, 'n'.repeat(201)]) {
      expect(readAssets({ [name]: { href: tif } })).toEqual({ names: [], files: [] });
      expect(readAssets([{ name, href: tif }, name])).toEqual({ names: [], files: [] });
    }
    expect(readAssets({ ['n'.repeat(200)]: { href: tif } }).files).toHaveLength(1);
  });
});

it('of a deliverable that is kept, the assets that are addresses keep only their names', () => {
  const assets = { visual: { href: tif }, preview: 'https://s.invalid/p.png?sig=CANARY' };
  const kept = { visual: { href: tif }, preview: {} };
  expect(withoutAddresses({ id: 1, assets })).toEqual({ id: 1, assets: kept });
  expect(withoutAddresses({ id: 1, properties: { id: 2, assets } })).toEqual({
    id: 1,
    properties: { id: 2, assets: kept },
  });
  for (const row of [{ id: 1 }, { id: 1, assets: ['a'] }, { properties: { id: 2 } }, { properties: null }])
    expect(Object.entries(withoutAddresses(row))).toEqual(Object.entries(row));
});

describe('the file of an asset', () => {
  const asset = (fields: Partial<WireAsset>): WireAsset => ({
    name: 'visual',
    href: 'https://s.invalid/x',
    type: null,
    fileName: null,
    bands: [],
    ...fields,
  });
  it.each([
    [{ href: tif }, 'raster', 'b.tif'],
    [{ href: 'https://s.invalid/scene%20one.TIFF' }, 'raster', 'scene one.TIFF'],
    [
      { name: 'data', type: 'image/tiff; application=geotiff', href: 'https://s.invalid/1' },
      'raster',
      'data.tif',
    ],
    [{ href: 'https://s.invalid/download/?token=abc' }, 'raster', 'visual.tif'],
    [{ name: 'analytic', href: '/v2/files/1' }, 'raster', 'analytic.tif'],
    [{ name: 'thumbnail' }, 'attachment', 'thumbnail.png'],
    [{ name: 'preview', type: 'image/jpeg' }, 'attachment', 'preview.jpg'],
    [{ name: 'report' }, 'attachment', 'report'],
    [{ name: 'report', fileName: 'r.pdf' }, 'attachment', 'r.pdf'],
    // A possible token is not accepted as a name.
    [{ href: 'https://s.invalid/token/abcdef.tif' }, 'raster', 'visual.tif'],
    [{ href: 'https://s.invalid/eyJhbGciOi.eyJzdWIi.tif' }, 'raster', 'visual.tif'],
    [{ href: `https://s.invalid/${'a'.repeat(200)}.tif` }, 'raster', 'visual.tif'],
    [{ href: 'https://s.invalid/%E0%A4%A.tif' }, 'raster', 'visual.tif'],
  ])('%j is a %s %s', (fields, kind, fileName) => {
    expect(fileOfAsset(asset(fields))).toMatchObject({ kind, fileName });
  });

  it.each([
    ['image/tiff', '.tif'],
    ['image/png', '.png'],
    ['image/jpeg', '.jpg'],
    ['application/zip', '.zip'],
    ['application/json', '.json'],
    ['application/geo+json', '.geojson'],
    ['application/vnd.google-earth.kml+xml', '.kml'],
    ['application/pdf', '.pdf'],
    ['text/plain', '.txt'],
    ['application/x-unheard-of', ''],
  ])('of type %s ends with “%s”', (type, ending) => {
    expect(fileOfAsset(asset({ name: 'report', type })).fileName).toBe(`report${ending}`);
  });
});
