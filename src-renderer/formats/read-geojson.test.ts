import fc from 'fast-check';
import { expect, it } from 'vitest';
import { importText, problemOf, reasonsOf } from '../../testing/page/import-harness.ts';
import { createJsonSplitter, type JsonElement } from './json-elements.ts';

const square = (west: number, south: number) => [
  [
    [west, south],
    [west + 1, south],
    [west + 1, south + 1],
    [west, south + 1],
    [west, south],
  ],
];
const read = (value: unknown, choices = {}) => importText(JSON.stringify(value), choices);
const collection = (...features: unknown[]) => ({ type: 'FeatureCollection', features });
const feature = (geometry: unknown, properties: unknown = {}, more = {}) => ({
  type: 'Feature',
  properties,
  geometry,
  ...more,
});

it('keeps all features of a file and gives the reason for each rejected one', async () => {
  const bowTie = [
    [
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
      [0, 0],
    ],
  ];
  const imported = await read(
    collection(
      feature({ type: 'Polygon', coordinates: square(4, 51) }, { name: 'Port' }),
      feature({ type: 'Point', coordinates: [4, 51] }, null, { id: 7 }),
      feature({ type: 'MultiPolygon', coordinates: [square(1, 1), bowTie] }, { name: 'Isles' }),
      feature(null),
      feature({ type: 'Polygon', coordinates: 'odd' }),
      feature(
        {
          type: 'GeometryCollection',
          geometries: [
            { type: 'Polygon', coordinates: square(8, 8) },
            { type: 'LineString', coordinates: [] },
          ],
        },
        { name: 'Both' },
      ),
    ),
    { accepts: 'area' },
  );
  expect(imported.features.map(({ name }) => name)).toEqual(['Port', 'Isles 1', 'Both 1']);
  expect(
    imported.rejected.map(({ name, problem }) => [name, problem.message.replace('validation.', '')]),
  ).toEqual([
    ['7', 'onlyAreas'],
    ['Isles 2', 'selfIntersection'],
    [null, 'noGeometry'],
    [null, 'geometry'],
    ['Both 2', 'lineNotPlace'],
  ]);
});

it('accepts the points if only points are wanted', async () => {
  const points = await read(
    collection(
      feature({ type: 'Point', coordinates: [16.37, 48.2, 12] }, { name: 'a' }),
      feature({ type: 'Polygon', coordinates: square(0, 0) }),
      feature({ type: 'Point', coordinates: [200, 0] }, { name: 'b' }),
      feature(
        {
          type: 'MultiPoint',
          coordinates: [
            [1, 2],
            [3, 4],
          ],
        },
        { id: 0, Name: 'c' },
      ),
    ),
    { accepts: 'point' },
  );
  expect(
    points.features.map(({ name, geometry }) => [name, geometry.kind === 'point' && geometry.longitude]),
  ).toEqual([
    ['a', 16.37],
    ['c 1', 1],
    ['c 2', 3],
  ]);
  expect(reasonsOf(points).map(([, reason]) => reason)).toEqual(['onlyPoints', 'longitudeOf']);
  // A place that only needs another number can be retyped.
  expect(points.rejected.map(({ mend }) => mend?.place ?? null)).toEqual([null, '0, 200']);
});

it('reports each feature with its line, also in a file with a damaged part', async () => {
  const text =
    '{"type":"FeatureCollection","features":[\n{"type":"Feature","properties":{"name":"A"},"geometry":{"type":"Point","coordinates":[1,2]}},\n{"type":"Feature","properties":{"name":"B"},"geometry":{"type":"Point","coordinates":[1,2],}},\n\n{"type":"Feature","properties":{"name":"C"},"geometry":{"type":"Point","coordinates":[3,4]}}\n]}';
  const imported = await importText(text);
  expect(imported.features.map(({ name, where }) => [name, where.line])).toEqual([
    ['A', 2],
    ['C', 5],
  ]);
  expect(reasonsOf(imported)).toEqual([[3, 'brokenFeature']]);
  const cut = await importText(text.slice(0, -30));
  expect([problemOf(cut), cut.outcome.count]).toEqual(['truncated', 1]);
});

it('accepts a geometry without a feature, a feature without a collection, and several in sequence', async () => {
  expect((await read({ type: 'Polygon', coordinates: square(0, 0) })).outcome.areas).toBe(1);
  expect((await read(feature({ type: 'Point', coordinates: [1, 2] }, { name: 'x' }))).features[0]?.name).toBe(
    'x',
  );
  const lines = [1, 2, 3].map((i) =>
    JSON.stringify(feature({ type: 'Point', coordinates: [i, i] }, { name: `n${i}` })),
  );
  for (const separator of ['\n', '\n\u001e', '  '])
    expect((await importText(lines.join(separator))).features.map(({ name }) => name)).toEqual([
      'n1',
      'n2',
      'n3',
    ]);
  expect((await importText(`[${lines.join(',')}]`)).outcome.count).toBe(3);
});

it.each([
  'urn:ogc:def:crs:OGC:1.3:CRS84',
  'EPSG:4326',
  'urn:ogc:def:crs:EPSG::4326',
  'http://www.opengis.net/def/crs/EPSG/0/4326',
  'http://www.opengis.net/def/crs/OGC/1.3/CRS84',
  'urn:ogc:def:crs:EPSG::32631',
])('understands the system %s, before and after the features', async (name) => {
  const crs = { type: 'name', properties: { name } };
  const isMetres = name.endsWith('32631');
  const point = feature({ type: 'Point', coordinates: isMetres ? [500_000, 0] : [3, 0] });
  for (const value of [
    { type: 'FeatureCollection', crs, features: [point] },
    { type: 'FeatureCollection', features: [point], crs },
  ]) {
    const { features } = await read(value);
    const [only] = features;
    if (only?.geometry.kind !== 'point') throw new Error('no point');
    expect([only.geometry.longitude, only.geometry.latitude].map((each) => Number(each.toFixed(7)))).toEqual([
      3, 0,
    ]);
  }
});

it('keeps nested values, odd keys and long texts as attributes', async () => {
  const properties = JSON.parse('{"__proto__":"x","list":[1,{"a":2}],"none":null,"yes":true}');
  const long = { remark: 'x'.repeat(30_000), name: 'y'.repeat(300) };
  const { features, outcome } = await read(
    collection(
      feature({ type: 'Point', coordinates: [1, 2] }, properties),
      feature({ type: 'Point', coordinates: [1, 2] }, long),
    ),
  );
  expect(Object.entries(features[0]?.attributes ?? {})).toEqual([
    ['__proto__', 'x'],
    ['list', '[1,{"a":2}]'],
    ['none', null],
    ['yes', true],
  ]);
  expect(features[1]?.name).toHaveLength(200);
  expect(features[1]?.notes).toContain('y'.repeat(300));
  expect(outcome.notes.map(({ message }) => message)).toEqual([
    'validation.importLongAttribute',
    'validation.importLongName',
  ]);
});

it('lets the user select the attribute for the name', async () => {
  const value = collection(feature({ type: 'Point', coordinates: [1, 2] }, { name: 'A', ref: 'R1' }));
  expect((await read(value)).outcome.fields).toEqual({
    names: ['name', 'ref'],
    name: 'name',
    hasOwnNames: false,
  });
  expect((await read(value, { nameField: 'ref' })).features[0]).toMatchObject({
    name: 'R1',
    attributes: { name: 'A' },
  });
  expect((await read(value, { nameField: null })).features[0]).toMatchObject({ name: null });
});

it('reads a list of texts as tags, whole', async () => {
  const point = { type: 'Point', coordinates: [1, 2] };
  const tagsRead = async (tags: unknown) => (await read(feature(point, { tags }))).features[0]?.tags;
  expect(await tagsRead(['port', 'a, b'])).toEqual(['port', 'a, b']);
  expect(await tagsRead('port; quay')).toEqual(['port', 'quay']);
  expect(await tagsRead('["port", "quay"]')).toEqual(['port', 'quay']);
  expect(await tagsRead('[port')).toEqual(['[port']);
});

it('splits JSON in the same way wherever its chunks end', () => {
  const text = JSON.stringify({
    type: 'FeatureCollection',
    name: 'a "quoted" \\ name, [with] {brackets}',
    features: [feature(null, { text: '}],"\\"' }), 5, 'word', null, [1]],
    crs: null,
  });
  const split = (pieces: readonly string[]) => {
    const elements: JsonElement[] = [];
    const splitter = createJsonSplitter((element) => elements.push(element));
    for (const piece of pieces) splitter.push(piece);
    splitter.end();
    return elements;
  };
  const whole = split([text]);
  expect(whole.filter(({ kind }) => kind === 'feature')).toHaveLength(5);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: text.length }), { maxLength: 12 }), (cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), text.length];
      const pieces = at.slice(1).map((end, i) => text.slice(at[i], end));
      expect(split(pieces)).toEqual(whole);
    }),
  );
});

it('never throws, whatever the JSON', async () => {
  await fc.assert(fc.asyncProperty(fc.json(), async (text) => void (await importText(text))));
  const kind = fc.constantFrom(
    'Feature',
    'FeatureCollection',
    'Polygon',
    'MultiPolygon',
    'GeometryCollection',
    'Point',
  );
  const odd = fc.record({
    type: kind,
    geometry: fc.jsonValue(),
    features: fc.array(fc.jsonValue()),
    coordinates: fc.jsonValue(),
    geometries: fc.array(fc.jsonValue()),
  });
  await fc.assert(
    fc.asyncProperty(odd, async (value) => {
      const { outcome } = await read(value);
      expect(outcome.problem?.message).not.toBe('validation.importFailed');
    }),
  );
});

it('accepts areas of many vertices if they need not fit into an order', async () => {
  const circle = (vertices: number) => {
    const ring = Array.from({ length: vertices }, (_, i) => {
      const angle = (2 * Math.PI * i) / vertices;
      return [10 + Math.cos(angle), 50 + Math.sin(angle)];
    });
    return feature({ type: 'Polygon', coordinates: [[...ring, ring[0]]] });
  };
  const lakes = collection(circle(2_000), circle(10_000), circle(10_001));
  const inPlaces = await read(lakes, { accepts: 'all' });
  expect(inPlaces.features).toHaveLength(2);
  expect(reasonsOf(inPlaces).map(([, reason]) => reason)).toEqual(['areaTooDetailed']);
  const inOrders = await read(lakes, { accepts: 'area' });
  expect(inOrders.features).toHaveLength(1);
  expect(reasonsOf(inOrders).map(([, reason]) => reason)).toEqual(['areaTooDetailed', 'areaTooDetailed']);
});
