import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { changedAt, withoutPart } from '../../../testing/stac/mutate-object.ts';
import { keptSchemas, validateValues } from '../../../testing/stac/official-validator.ts';
import { fullObjects, type StacValue, writtenObjects } from '../../../testing/stac/sample-objects.ts';
import { extensions } from '../library/holdings/format/stac-schemas.ts';

const objects = new Map(Object.entries({ ...writtenObjects(), ...fullObjects() }));
const objectOf = (name: string): StacValue => {
  const found = objects.get(name);
  if (found === undefined) throw new Error(`There is no object ${name}.`);
  return found;
};
const isRefused = async (value: unknown) => (await validateValues([['it', value]], keptSchemas)).length > 0;

describe('the schemas of STAC that are kept', () => {
  it('lie where their addresses say, and there is one for each extension that Nadir writes', () => {
    const files = readdirSync(keptSchemas, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.json'),
    );
    const schema = z.object({ $id: z.string() });
    const addresses = files.map(
      (name) => schema.parse(JSON.parse(readFileSync(join(keptSchemas, name), 'utf8'))).$id,
    );
    expect(addresses).toEqual(files.map((name) => `https://${name.replaceAll(sep, '/')}`));
    expect(addresses).toEqual(expect.arrayContaining(Object.values(extensions)));
  });

  it.each([...objects.keys()])('accept the object %s', async (name) => {
    expect(await validateValues([[name, objectOf(name)]], keptSchemas)).toEqual([]);
  });
});

const raster = ['assets', 'a 100%.tif'];

describe('the schemas that are kept refuse', () => {
  it.each<[fault: string, object: string, way: string[]]>([
    ['an item without a version', 'item', ['stac_version']],
    ['an item without an id', 'item', ['id']],
    ['an item without a type', 'item', ['type']],
    ['an item without a geometry', 'item', ['geometry']],
    ['a place without a box', 'item', ['bbox']],
    ['an item without properties', 'item', ['properties']],
    ['an item without links', 'item', ['links']],
    ['an item without assets', 'item', ['assets']],
    ['an item without a time', 'item', ['properties', 'datetime']],
    ['an interval without its end', 'timeless', ['properties', 'end_datetime']],
    ['an interval without its beginning', 'timeless', ['properties', 'start_datetime']],
    ['an asset without an address', 'item', [...raster, 'href']],
    ['a link without a relation', 'item', ['links', '0', 'rel']],
    ['a link without an address', 'catalog', ['links', '1', 'href']],
    ['a linked collection that is not named', 'apiItem', ['collection']],
    ['a geometry without coordinates', 'item', ['geometry', 'coordinates']],
    ['an extension without a field of it', 'item', ['properties', 'processing:level']],
    ['a catalog without a description', 'catalog', ['description']],
    ['a collection without a licence', 'collection', ['license']],
    ['a collection without an extent', 'collection', ['extent', 'spatial']],
    ['an interval of one time', 'collection', ['extent', 'temporal', 'interval', '0', '1']],
    ['a provider without a name', 'fullItem', ['properties', 'providers', '0', 'name']],
    ['a centre without a latitude', 'fullItem', ['properties', 'proj:centroid', 'lat']],
    ['an expression without a format', 'fullItem', ['properties', 'processing:expression', 'format']],
  ])('%s', async (_, name, way) => {
    expect(await isRefused(withoutPart(objectOf(name), way))).toBe(true);
  });

  it.each<[fault: string, object: string, way: string[], value: unknown]>([
    ['another version', 'item', ['stac_version'], '1.0.0'],
    ['an empty id', 'item', ['id'], ''],
    ['an unknown extension', 'item', ['stac_extensions', '6'], 'https://example.org/a/v1.0.0/schema.json'],
    ['an extension twice', 'item', ['stac_extensions', '6'], extensions.eo],
    ['a box without a place', 'placeless', ['bbox'], [0, 0, 1, 1]],
    ['a box of five numbers', 'item', ['bbox'], [0, 0, 0, 1, 1]],
    ['a box of texts', 'item', ['bbox'], ['0', '0', '1', '1']],
    ['an unknown geometry', 'item', ['geometry', 'type'], 'Circle'],
    ['coordinates of another type', 'item', ['geometry', 'type'], 'MultiPolygon'],
    ['several geometries', 'item', ['geometry'], { type: 'GeometryCollection', geometries: [] }],
    [
      'a ring of three positions',
      'item',
      ['geometry', 'coordinates'],
      [
        [
          [0, 0],
          [1, 1],
          [0, 0],
        ],
      ],
    ],
    ['a position that is a text', 'item', ['geometry', 'coordinates', '0', '0'], '1 1'],
    ['a time out of the calendar', 'item', ['properties', 'datetime'], '2026-13-05T10:30:00Z'],
    ['a time of another zone', 'item', ['properties', 'datetime'], '2026-03-05T10:30:00+02:00'],
    ['a day for a time', 'item', ['properties', 'created'], '2026-03-05'],
    ['samples without a distance', 'item', ['properties', 'gsd'], 0],
    ['more clouds than there is sky', 'item', ['properties', 'eo:cloud_cover'], 100.5],
    ['a look from below', 'item', ['properties', 'view:off_nadir'], 91],
    ['a sun over the zenith', 'item', ['properties', 'view:sun_elevation'], 90.5],
    ['an unknown field of an extension', 'item', ['properties', 'view:of_nadir'], 3],
    ['an unknown colour', 'item', [...raster, 'bands', '0', 'eo:common_name'], 'Red'],
    ['a scale that is a text', 'item', [...raster, 'bands', '0', 'raster:scale'], '0.1'],
    ['bits that are no number', 'fullItem', ['assets', 'a', 'raster:bits_per_sample'], 'eight'],
    ['bands that are texts', 'item', [...raster, 'bands'], ['red']],
    ['bands of no asset', 'placeless', ['properties', 'bands'], [{ name: 'red' }]],
    ['a checksum with other digits', 'item', [...raster, 'file:checksum'], '1220XY'],
    ['a part of a byte', 'item', [...raster, 'file:size'], 0.5],
    ['three dimensions', 'item', [...raster, 'proj:shape'], [30, 40, 3]],
    ['seven coefficients', 'item', [...raster, 'proj:transform'], [1, 2, 3, 4, 5, 6, 7]],
    ['a number for a coordinate system', 'item', [...raster, 'proj:code'], 32_631],
    ['roles that are no list', 'item', [...raster, 'roles'], 'data'],
    ['an empty address', 'item', ['links', '0', 'href'], ''],
    ['a relative address of itself', 'apiItem', ['links', '0', 'href'], './item.json'],
    ['a collection that is not linked', 'fullItem', ['collection'], 'library'],
    ['an empty description', 'catalog', ['description'], ''],
    ['a sentence for a licence', 'collection', ['license'], 'Ask us'],
    ['two parts of an extent', 'collection', ['extent', 'spatial', 'bbox', '1'], [0, 0, 1, 1]],
    ['an unknown type of numbers', 'fullItem', ['assets', 'a', 'data_type'], 'int7'],
    ['an unknown role of a provider', 'fullItem', ['properties', 'providers', '0', 'roles'], ['owner']],
    ['a path that goes up from the root', 'fullItem', ['assets', 'a', 'file:local_path'], '/a/b'],
    ['a wavelength of nothing', 'fullItem', ['properties', 'bands', '0', 'eo:center_wavelength'], 0],
  ])('%s', async (_, name, way, value) => {
    expect(await isRefused(changedAt(objectOf(name), way, () => value))).toBe(true);
  });
});
