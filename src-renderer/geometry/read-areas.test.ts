import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readAreas } from './read-areas.ts';

const square = (west: number, south: number) => [
  [
    [west, south],
    [west + 1, south],
    [west + 1, south + 1],
    [west, south + 1],
    [west, south],
  ],
];
const read = (value: unknown) => readAreas(JSON.stringify(value));
const problemOf = (text: string) => {
  const file = readAreas(text);
  return 'problem' in file ? file.problem.message : null;
};
const summary = (value: unknown) => {
  const file = read(value);
  if ('problem' in file) return file.problem.message;
  return file.features.map((each) => [each.name, 'area' in each ? 'area' : each.problem.message]);
};

it('keeps all features of a file and says of each what is wrong with it', () => {
  expect(
    summary({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          properties: { name: 'Port' },
          geometry: { type: 'Polygon', coordinates: square(4, 51) },
        },
        { type: 'Feature', id: 7, properties: null, geometry: { type: 'Point', coordinates: [4, 51] } },
        {
          type: 'Feature',
          properties: { name: 'Isles' },
          geometry: {
            type: 'MultiPolygon',
            coordinates: [
              square(1, 1),
              [
                [
                  [0, 0],
                  [1, 1],
                  [1, 0],
                  [0, 1],
                  [0, 0],
                ],
              ],
            ],
          },
        },
        { type: 'Feature', properties: {}, geometry: null },
        { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: 'odd' } },
        {
          type: 'Feature',
          properties: { name: 'Both' },
          geometry: {
            type: 'GeometryCollection',
            geometries: [
              { type: 'Polygon', coordinates: square(8, 8) },
              { type: 'LineString', coordinates: [] },
            ],
          },
        },
      ],
    }),
  ).toEqual([
    ['Port', 'area'],
    ['7', 'validation.noPolygon'],
    ['Isles 1', 'area'],
    ['Isles 2', 'validation.selfIntersection'],
    [null, 'validation.noPolygon'],
    [null, 'validation.geometry'],
    ['Both 1', 'area'],
    ['Both 2', 'validation.noPolygon'],
  ]);
});

it('takes a geometry without a feature', () => {
  expect(summary({ type: 'Polygon', coordinates: square(0, 0) })).toEqual([[null, 'area']]);
});

it.each([
  ['no JSON', '{', 'validation.noGeoFile'],
  [
    'another system',
    JSON.stringify({
      type: 'FeatureCollection',
      crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::25832' } },
      features: [],
    }),
    'validation.otherCrs',
  ],
  ['nothing', '{"type":"FeatureCollection","features":[]}', 'validation.noFeatures'],
  ['a zip', 'PK\u0003\u0004', 'validation.zippedFile'],
  [
    'entities',
    '<?xml version="1.0"?><!DOCTYPE kml [<!ENTITY a SYSTEM "file:///etc/passwd">]><kml/>',
    'validation.xmlEntities',
  ],
  ['too much', ' '.repeat(2_000_001), 'validation.fileTooLarge'],
  [
    'too many',
    JSON.stringify({ type: 'FeatureCollection', features: Array(501).fill(null) }),
    'validation.tooManyFeatures',
  ],
])('refuses %s', (_, text, message) => {
  expect(problemOf(text)).toBe(message);
});

it.each([
  'urn:ogc:def:crs:OGC:1.3:CRS84',
  'EPSG:4326',
  'urn:ogc:def:crs:EPSG::4326',
  'http://www.opengis.net/def/crs/EPSG/0/4326',
  'http://www.opengis.net/def/crs/OGC/1.3/CRS84',
])('takes degrees under their older name %s', (name) => {
  const crs = { type: 'name', properties: { name } };
  expect(
    summary({ type: 'FeatureCollection', crs, features: [{ type: 'Polygon', coordinates: square(0, 0) }] }),
  ).toEqual([[null, 'area']]);
});

it('never throws, whatever JSON it is given', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      readAreas(text);
    }),
  );
  const kind = fc.constantFrom(
    'Feature',
    'FeatureCollection',
    'Polygon',
    'MultiPolygon',
    'GeometryCollection',
  );
  const odd = fc.record({
    type: kind,
    geometry: fc.jsonValue(),
    features: fc.array(fc.jsonValue()),
    coordinates: fc.jsonValue(),
    geometries: fc.array(fc.jsonValue()),
  });
  fc.assert(
    fc.property(odd, (value) => {
      read(value);
    }),
  );
});
