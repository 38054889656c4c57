import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GdalFeature, ogr2ogr, readByGdal } from '../../testing/gdal-vectors.ts';
import { type Imported, importFiles } from '../../testing/page/import-harness.ts';
import type { AttributeValue, ImportedFeature } from './imported.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-formats-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Position = readonly number[];
type Geometry = { type: string; coordinates: unknown };

/** A polygon with a hole, around a place in Austria. */
const holed = (x: number, y: number): Position[][] => [
  [
    [x, y, 10],
    [x + 0.2, y, 20],
    [x + 0.2, y + 0.2, 30],
    [x, y + 0.2, 40],
    [x, y, 10],
  ],
  [
    [x + 0.05, y + 0.05, 1],
    [x + 0.05, y + 0.1, 2],
    [x + 0.1, y + 0.1, 3],
    [x + 0.05, y + 0.05, 1],
  ],
];

const kinds: Readonly<Record<string, Geometry[]>> = {
  points: [
    { type: 'Point', coordinates: [13.1234567, 47.7654321, 408.5] },
    { type: 'Point', coordinates: [15.25, 46.5, -12] },
  ],
  areas: [
    { type: 'Polygon', coordinates: holed(13, 47) },
    { type: 'Polygon', coordinates: holed(15, 48) },
  ],
  multipoints: [
    {
      type: 'MultiPoint',
      coordinates: [
        [13, 47, 5],
        [14, 48, 6],
      ],
    },
  ],
  multiareas: [{ type: 'MultiPolygon', coordinates: [holed(13, 47), holed(16, 48)] }],
  lines: [
    {
      type: 'LineString',
      coordinates: [
        [13, 47, 1],
        [14, 48, 2],
      ],
    },
  ],
};
const mixed = Object.values(kinds).flat();

const flat = (value: unknown): unknown =>
  Array.isArray(value) && typeof value[0] === 'number'
    ? value.slice(0, 2)
    : Array.isArray(value)
      ? value.map(flat)
      : value;

function writeSource(name: string, geometries: readonly Geometry[], dimensions: 2 | 3): string {
  const features = geometries.map(({ type, coordinates }, i) => ({
    type: 'Feature',
    properties: {
      name: `Žižkov 東京 ${i}`,
      count: 7 * i,
      ratio: i + 0.125,
      remark: i === 0 ? null : 'ñandú, "quoted"',
      day: '2024-05-06',
    },
    geometry: { type, coordinates: dimensions === 3 ? coordinates : flat(coordinates) },
  }));
  const path = join(folder, `${name}.geojson`);
  writeFileSync(path, JSON.stringify({ type: 'FeatureCollection', features }));
  return path;
}

type Part = { position: Position } | { vertices: Position[] } | 'refused';

function partsOf(geometry: GdalFeature['geometry']): Part[] {
  const list: unknown[] = Array.isArray(geometry?.coordinates) ? geometry.coordinates : [];
  const position = (value: unknown): Part => ({ position: Array.isArray(value) ? value.map(Number) : [] });
  const area = (rings: unknown): Part => ({
    // GDAL closes its rings.
    vertices: (Array.isArray(rings) ? rings : []).flatMap((ring: number[][]) => ring.slice(0, -1)),
  });
  switch (geometry?.type) {
    case 'Point':
      return [position(list)];
    case 'MultiPoint':
      return list.map(position);
    case 'Polygon':
      return [area(list)];
    case 'MultiPolygon':
      return list.map(area);
    default:
      return ['refused'];
  }
}

function expectNear(mine: Position, truth: Position, tolerance: number) {
  for (const axis of [0, 1])
    expect(Math.abs((mine[axis] ?? Number.NaN) - (truth[axis] ?? Number.NaN))).toBeLessThanOrEqual(tolerance);
}

function expectPart({ geometry }: ImportedFeature, part: Part, { tolerance, altitudes }: Expected) {
  if (part === 'refused') throw new Error('a line was imported');
  if (geometry.kind === 'point') {
    if (!('position' in part)) throw new Error('an area became a point');
    expectNear([geometry.longitude, geometry.latitude], part.position, tolerance);
    if (altitudes) expect(geometry.altitudeMetres).toBeCloseTo(part.position[2] ?? Number.NaN, 6);
    else expect(geometry.altitudeMetres).toBeNull();
    return;
  }
  if (geometry.kind === 'line') throw new Error('a line was imported');
  if (!('vertices' in part)) throw new Error('a point became an area');
  const mine = geometry.rings.flat();
  expect(mine).toHaveLength(part.vertices.length);
  for (const vertex of part.vertices) {
    const [x = 0, y = 0] = vertex;
    const [nearest = [Number.NaN, Number.NaN]] = mine.toSorted(
      (a, b) => Math.hypot(a[0] - x, a[1] - y) - Math.hypot(b[0] - x, b[1] - y),
    );
    expectNear(nearest, vertex, tolerance);
  }
}

const plain = (value: unknown) =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && value !== '' && !Number.isNaN(Number(value))
      ? Number(value)
      : value;

/** The fields of the source; GDAL adds its own. Values that became the name or the notes are not repeated. */
const ownFields = ['count', 'ratio', 'remark', 'day'];

/** Formats have their own notation for dates and numbers; the values must be those that GDAL reads. */
function expectAttributes(
  { attributes, notes }: ImportedFeature,
  properties: Readonly<Record<string, unknown>>,
) {
  const mine = new Map<string, AttributeValue>(Object.entries(attributes));
  for (const key of ownFields) {
    const value = properties[key];
    if (value === undefined || value === null || value === '') continue;
    const own = mine.get(key) ?? (key === 'remark' ? notes : undefined);
    const asDay = (text: unknown) => (typeof text === 'string' ? text.replaceAll('/', '-') : text);
    expect({ [key]: plain(asDay(own)) }).toEqual({ [key]: plain(asDay(value)) });
  }
}

interface Expected {
  tolerance: number;
  altitudes: boolean;
}

/** Compares an import with what GDAL reads from the same file: every place, every attribute, every rejected line. */
function expectSame(imported: Imported, truth: readonly GdalFeature[], expected: Expected) {
  expect(imported.outcome.problem).toBeNull();
  const due = truth.flatMap(({ geometry, properties }) =>
    partsOf(geometry).map((part) => ({ part, properties })),
  );
  const lines = due.filter(({ part }) => part === 'refused');
  const places = due.filter(({ part }) => part !== 'refused');
  expect(imported.rejected.map(({ problem }) => problem.message)).toEqual(
    lines.map(() => 'validation.lineNotPlace'),
  );
  expect(imported.features).toHaveLength(places.length);
  for (const [i, { part, properties }] of places.entries()) {
    const feature = imported.features[i];
    if (!feature) throw new Error('a feature is missing');
    expectPart(feature, part, expected);
    expectAttributes(feature, properties ?? {});
    const name = properties?.name ?? properties?.Name;
    if (typeof name === 'string') expect(feature.name?.startsWith(name)).toBe(true);
  }
}

type Case = readonly [kind: string, dimensions: 2 | 3, system: string];

interface Format {
  driver: string;
  extension: string;
  words?: string[];
  cases: readonly Case[];
  /** The options that GDAL needs to read its own file. */
  read?: readonly string[];
}

const degrees = 'EPSG:4326';
/** A file of all kinds contains each kind, so a file per kind would show no more. */
const inDegrees: readonly Case[] = [
  ['mixed', 2, degrees],
  ['mixed', 3, degrees],
];
const systems = ['EPSG:32633', 'EPSG:3857', 'EPSG:3035'];
const inMetres = (kind: string) => systems.map((system): Case => [kind, 3, system]);
/** The coordinate columns that GDAL has written and would read as attributes. */
const columnsOfPlaces = ['X', 'Y', 'Z'].flatMap((axis) => ['-oo', `${axis}_POSSIBLE_NAMES=${axis}`]);

const formats: Readonly<Record<string, Format>> = {
  geojson: {
    driver: 'GeoJSON',
    extension: 'json',
    words: ['-lco', 'RFC7946=NO'],
    cases: [...inDegrees, ...inMetres('mixed')],
  },
  'geojson of RFC 7946': {
    driver: 'GeoJSON',
    extension: 'json',
    words: ['-lco', 'RFC7946=YES', '-lco', 'COORDINATE_PRECISION=9'],
    cases: inDegrees,
  },
  'geojson in sequence': {
    driver: 'GeoJSONSeq',
    extension: 'geojsonl',
    words: ['-lco', 'COORDINATE_PRECISION=9'],
    cases: inDegrees,
  },
  'geojson with record separators': {
    driver: 'GeoJSONSeq',
    extension: 'geojsons',
    words: ['-lco', 'RS=YES', '-lco', 'COORDINATE_PRECISION=9'],
    cases: [['mixed', 2, degrees]],
  },
  kml: { driver: 'KML', extension: 'kml', cases: inDegrees },
  'kml with namespaces': { driver: 'LIBKML', extension: 'kml', cases: inDegrees },
  kmz: { driver: 'LIBKML', extension: 'kmz', cases: inDegrees },
  gpx: {
    driver: 'GPX',
    extension: 'gpx',
    words: ['-dsco', 'GPX_USE_EXTENSIONS=YES'],
    cases: [['points', 2, degrees]],
  },
  'csv with x and y': {
    driver: 'CSV',
    extension: 'csv',
    words: ['-lco', 'GEOMETRY=AS_XY'],
    cases: [['points', 2, degrees]],
    read: [...columnsOfPlaces, '-s_srs', degrees],
  },
  'csv with x, y and z': {
    driver: 'CSV',
    extension: 'csv',
    words: ['-lco', 'GEOMETRY=AS_XYZ'],
    cases: [['points', 3, degrees]],
    read: [...columnsOfPlaces, '-s_srs', degrees],
  },
  'csv with wkt': {
    driver: 'CSV',
    extension: 'csv',
    words: ['-lco', 'GEOMETRY=AS_WKT', '-lco', 'SEPARATOR=SEMICOLON'],
    cases: inDegrees,
    read: ['-s_srs', degrees],
  },
  'tsv with wkt, a byte order mark and CRLF': {
    driver: 'CSV',
    extension: 'csv',
    words: ['GEOMETRY=AS_WKT', 'SEPARATOR=TAB', 'LINEFORMAT=CRLF', 'WRITE_BOM=YES'].flatMap((word) => [
      '-lco',
      word,
    ]),
    cases: [['mixed', 2, degrees]],
    read: ['-s_srs', degrees],
  },
  geopackage: {
    driver: 'GPKG',
    extension: 'gpkg',
    // A layer of a single kind declares it in its tables.
    cases: [...inDegrees, ['points', 2, degrees], ['multiareas', 3, degrees], ...inMetres('mixed')],
  },
  shapefile: {
    driver: 'ESRI Shapefile',
    extension: 'shp',
    words: ['-lco', 'ENCODING=UTF-8'],
    // A shapefile has a single kind, and a separate code for each kind with altitudes.
    cases: [
      ...Object.keys(kinds).map((kind): Case => [kind, 3, degrees]),
      ['points', 2, degrees],
      ['multiareas', 2, degrees],
      ...inMetres('areas'),
    ],
  },
};

/** Returns the files that GDAL created under a name: a shapefile has several. */
function filesOf(base: string): Record<string, Uint8Array> {
  return Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.startsWith(`${base}.`) && !name.endsWith('-source.geojson'))
      .map((name) => [name, readFileSync(join(folder, name))]),
  );
}

describe.each(Object.entries(formats))('%s as GDAL writes it', (title, format) => {
  it.each(format.cases)('%s in %i dimensions, %s', async (kind, dimensions, system) => {
    const base = `${title} ${kind} ${dimensions} ${system}`.replaceAll(/\W+/g, '-');
    const source = writeSource(`${base}-source`, kinds[kind] ?? mixed, dimensions);
    const path = join(folder, `${base}.${format.extension}`);
    await ogr2ogr('-f', format.driver, '-t_srs', system, ...(format.words ?? []), path, source);
    const imported = await importFiles(filesOf(base));
    const truth = await readByGdal(path, join(folder, `${base}-truth.json`), format.read ?? []);
    expect(truth.length).toBeGreaterThan(0);
    expectSame(imported, truth, {
      tolerance: system === degrees ? 1e-7 : 1e-6,
      altitudes: dimensions === 3,
    });
  });
});

describe('measures are not altitudes', () => {
  it.each([
    ['shapefile', 'ESRI Shapefile', 'shp'],
    ['geopackage', 'GPKG', 'gpkg'],
  ])('in a %s', async (title, driver, extension) => {
    for (const [dimensions, altitude] of [
      ['XYM', null],
      ['XYZM', 408.5],
    ] as const) {
      const base = `measured-${title}-${dimensions}`;
      const source = writeSource(`${base}-source`, kinds.points ?? [], 3);
      await ogr2ogr('-f', driver, '-dim', dimensions, join(folder, `${base}.${extension}`), source);
      const { features } = await importFiles(filesOf(base));
      expect(features.map(({ geometry }) => geometry.kind === 'point' && geometry.altitudeMetres)[0]).toBe(
        altitude,
      );
    }
  });
});

describe('encodings', () => {
  it.each(['CP1252', 'ISO-8859-15', 'CP1251', 'SJIS', 'CP936'])(
    'of attributes that a .cpg names: %s',
    async (encoding) => {
      const words: Readonly<Record<string, string>> = { CP1251: 'Москва', SJIS: '東京', CP936: '北京' };
      const name = words[encoding] ?? 'Málaga';
      const base = `cpg-${encoding}`;
      const source = join(folder, `${base}-source.geojson`);
      const feature = {
        type: 'Feature',
        properties: { name },
        geometry: { type: 'Point', coordinates: [1, 2] },
      };
      writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features: [feature] }));
      await ogr2ogr(
        '-f',
        'ESRI Shapefile',
        '-lco',
        `ENCODING=${encoding}`,
        join(folder, `${base}.shp`),
        source,
      );
      const { features, outcome } = await importFiles(filesOf(base));
      expect(features.map((each) => each.name)).toEqual([name]);
      expect(outcome.questions).toEqual([]);
    },
  );
});

describe('many features', () => {
  const most = 50_000;
  /** Several batches; one of the formats also covers the largest file. */
  const several = 3_000;
  const placeOf = (i: number) =>
    [((i * 7_919) % 3_590_000) / 10_000 - 179.5, ((i * 104_729) % 1_690_000) / 10_000 - 84.5] as const;
  function writeMany(base: string, count: number): string {
    const features = Array.from({ length: count }, (_, i) =>
      JSON.stringify({
        type: 'Feature',
        properties: { name: `P ${i}`, rank: i % 977 },
        geometry: { type: 'Point', coordinates: placeOf(i) },
      }),
    );
    const source = join(folder, `${base}-source.geojson`);
    writeFileSync(source, `{"type":"FeatureCollection","features":[\n${features.join(',\n')}\n]}`);
    return source;
  }

  it.each([
    ['GeoJSON', 'json', most, []],
    ['CSV', 'csv', several, ['-lco', 'GEOMETRY=AS_XY']],
    ['GPKG', 'gpkg', several, []],
    ['ESRI Shapefile', 'shp', several, []],
    ['KML', 'kml', several, []],
    ['XLSX', 'xlsx', several, []],
  ] as const)(
    'of %s, each at its place with its name',
    async (driver, extension, count, words) => {
      const base = `many-${extension}`;
      const source = writeMany(base, count);
      // A workbook has no geometry: its places are columns.
      const own =
        driver === 'XLSX'
          ? [
              '-dialect',
              'SQLITE',
              '-sql',
              'SELECT name, rank, ST_X(geometry) AS x, ST_Y(geometry) AS y FROM "many-xlsx-source"',
            ]
          : [];
      await ogr2ogr('-f', driver, ...words, ...own, join(folder, `${base}.${extension}`), source);
      const { features, rejected, outcome } = await importFiles(filesOf(base));
      expect([outcome.problem, rejected.length, features.length]).toEqual([null, 0, count]);
      for (const [i, { name, geometry, attributes }] of features.entries()) {
        const [longitude, latitude] = placeOf(i);
        const isThere =
          geometry.kind === 'point' &&
          Math.abs(geometry.longitude - longitude) <= 1e-7 &&
          Math.abs(geometry.latitude - latitude) <= 1e-7;
        if (!isThere || name !== `P ${i}` || attributes.rank !== i % 977)
          throw new Error(`feature ${i} is ${JSON.stringify(features[i])}`);
      }
    },
    120_000,
  );
});
