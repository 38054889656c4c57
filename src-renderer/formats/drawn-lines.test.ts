import { expect, it } from 'vitest';
import { importSource } from './import-source.ts';
import type { ImportedGeometry, ReadChoices } from './imported.ts';

async function read(name: string, text: string, accepts: ReadChoices['accepts'] = 'drawn') {
  const { outcome, store, rejected } = await importSource({
    source: { kind: 'files', files: [{ name, blob: new Blob([text]) }] },
    choices: { answers: {}, table: {}, accepts },
  });
  const features = store.batch(0);
  return { outcome, rejected, features, geometries: features.map(({ geometry }) => geometry) };
}
const lineOf = (geometry: ImportedGeometry | undefined) => (geometry?.kind === 'line' ? geometry.line : null);
const collection = (...geometries: object[]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: geometries.map((geometry, i) => ({ type: 'Feature', properties: { name: `F${i}` }, geometry })),
  });

it('reads lines of GeoJSON if they are drawn, and rejects them if places are wanted', async () => {
  const text = collection(
    {
      type: 'LineString',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    },
    {
      type: 'MultiLineString',
      coordinates: [
        [
          [0, 0],
          [1, 1],
        ],
        [
          [5, 5],
          [6, 6],
        ],
      ],
    },
  );
  const drawn = await read('a.geojson', text);
  expect(drawn.geometries.map(lineOf)).toEqual([
    [
      [1, 2],
      [3, 4],
    ],
    [
      [0, 0],
      [1, 1],
    ],
    [
      [5, 5],
      [6, 6],
    ],
  ]);
  expect(drawn.features.map(({ name }) => name)).toEqual(['F0', 'F1 1', 'F1 2']);
  expect(drawn.outcome).toMatchObject({ lines: 3, points: 0, areas: 0 });
  const places = await read('a.geojson', text, 'all');
  expect(places.features).toEqual([]);
  expect(places.rejected.map(({ problem }) => problem.message)).toEqual(
    Array.from({ length: 3 }, () => 'validation.lineNotPlace'),
  );
});

it('reads tracks and routes of GPX, segment by segment', async () => {
  const gpx = `<gpx version="1.1"><wpt lat="1" lon="2"><name>Camp</name></wpt>
    <rte><name>Way</name><rtept lat="10" lon="20"/><rtept lat="11" lon="21"/></rte>
    <trk><name>Walk</name><trkseg><trkpt lat="0" lon="0"><ele>5</ele></trkpt><trkpt lat="1" lon="1"/></trkseg>
    <trkseg><trkpt lat="2" lon="2"/><trkpt lat="3" lon="3"/><trkpt lat="4" lon="4"/></trkseg></trk>
    <trk><name>Empty</name><trkseg/></trk></gpx>`;
  const { features, geometries, rejected } = await read('a.gpx', gpx);
  expect(features.map(({ name }) => name)).toEqual(['Camp', 'Way', 'Walk 1', 'Walk 2']);
  expect(lineOf(geometries[1])).toEqual([
    [20, 10],
    [21, 11],
  ]);
  expect(lineOf(geometries[3])).toEqual([
    [2, 2],
    [3, 3],
    [4, 4],
  ]);
  expect(rejected.map(({ name, problem }) => [name, problem.message])).toEqual([
    ['Empty', 'validation.noGeometry'],
  ]);
});

it('reads lines and tracks of KML', async () => {
  const kml = `<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>
    <Placemark><name>Fence</name><LineString><coordinates>1,2,0 3,4,0</coordinates></LineString></Placemark>
    <Placemark><name>Flight</name><gx:Track><gx:coord>10 20 300</gx:coord><gx:coord>11 21 300</gx:coord></gx:Track></Placemark>
    <Placemark><name>Bad</name><gx:Track><gx:coord>ten 20</gx:coord></gx:Track></Placemark>
    </Document></kml>`;
  const { geometries, rejected } = await read('a.kml', kml);
  expect(geometries.map(lineOf)).toEqual([
    [
      [1, 2],
      [3, 4],
    ],
    [
      [10, 20],
      [11, 21],
    ],
  ]);
  expect(rejected.map(({ name }) => name)).toEqual(['Bad']);
});

it('reads lines of WKT', async () => {
  const { geometries } = await read(
    'a.wkt',
    'LINESTRING (1 2, 3 4)\nMULTILINESTRING ((0 0, 1 1), (2 2, 3 3))',
  );
  expect(geometries.map(lineOf)).toEqual([
    [
      [1, 2],
      [3, 4],
    ],
    [
      [0, 0],
      [1, 1],
    ],
    [
      [2, 2],
      [3, 3],
    ],
  ]);
});

it('accepts areas for drawing that cross themselves, and lines across the antimeridian', async () => {
  const bowtie = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [2, 2],
        [2, 0],
        [0, 2],
        [0, 0],
      ],
    ],
  };
  const line = {
    type: 'LineString',
    coordinates: [
      [179, 0],
      [-179, 1],
    ],
  };
  const text = collection(bowtie, line);
  const { geometries } = await read('a.geojson', text);
  expect(geometries[0]).toEqual({
    kind: 'area',
    rings: [
      [
        [0, 0],
        [2, 2],
        [2, 0],
        [0, 2],
      ],
    ],
  });
  expect(lineOf(geometries[1])).toEqual([
    [179, 0],
    [181, 1],
  ]);
  expect((await read('a.geojson', text, 'all')).features).toEqual([]);
});

it.each([
  ['a line of one position', { type: 'LineString', coordinates: [[1, 1]] }, 'validation.noGeometry'],
  [
    'a line beyond the pole',
    {
      type: 'LineString',
      coordinates: [
        [1, 1],
        [2, 95],
      ],
    },
    'validation.positionOutside',
  ],
  ['a line without numbers', { type: 'LineString', coordinates: ['x', 'y'] }, 'validation.geometry'],
  [
    'an area of two corners',
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 1],
        ],
      ],
    },
    'validation.noGeometry',
  ],
  [
    'a line of a million vertices',
    { type: 'LineString', coordinates: Array.from({ length: 200_001 }, (_, i) => [i / 1e4, 0]) },
    'validation.areaTooDetailed',
  ],
])('gives the reason why %s is not drawn', async (_, geometry, message) => {
  const { features, rejected } = await read(
    'a.geojson',
    collection(geometry, { type: 'Point', coordinates: [1, 2] }),
  );
  expect(features).toHaveLength(1);
  expect(rejected.map(({ problem }) => problem.message)).toEqual([message]);
});
