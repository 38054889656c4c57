import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exportToFile } from '../../testing/page/export-to-file.ts';
import { importFiles } from '../../testing/page/import-harness.ts';
import { type GdalFeature, layersByGdal, readByOgr, summaryByGdal } from '../../testing/read-by-ogr.ts';
import { inertText } from '../kit/client/inert-text.ts';
import type { ExportColumn, ExportedFeature } from './exported-feature.ts';
import type { WriteOptions } from './feature-writer.ts';
import { prepareGeometry } from './prepare-geometry.ts';

/** Names as other people type them, in every script, or with malicious content. */
const nastyNames = [
  'Quay 7',
  'Busan, "new" port',
  "O'Brien's pier",
  "=cmd|' /C calc'!A0",
  '+1+1',
  '-2',
  '@SUM(A1)',
  'Two\nlines',
  '  blanks around  ',
  'a & b < c > d',
  '</name><script>alert(1)</script>',
  ']]>',
  '🛰️ Überflug – 第二',
  'مرفأ بيروت',
  '\u202Eright to left\u202C',
  'tab\there',
  'semi;colon|bar',
  '%s {{x}} %27',
  'null',
  '',
];

const columns: ExportColumn[] = [
  { key: 'id', label: 'ID', type: 'integer' },
  { key: 'large', label: 'Large', type: 'integer' },
  { key: 'ratio', label: 'Ratio', type: 'real' },
  { key: 'done', label: 'Done', type: 'boolean' },
  { key: 'seen_at', label: 'Seen', type: 'time' },
  { key: 'remark', label: 'Remark', type: 'text' },
];

const options: WriteOptions = {
  layer: 'tasks',
  title: 'Tasks & <more>',
  columns,
  hasNotes: true,
  folderColumn: null,
  coordinateFormat: 'dms' as const,
  byteOrderMark: false,
};

/** Several pages of a list, so that a file is written in several batches. */
const pointCount = 5_000;

/** Spreads numbers without a pattern: the fractional parts of multiples of irrational numbers. */
const spread = (i: number, step: number) => (i * step) % 1;

const points: ExportedFeature[] = Array.from({ length: pointCount }, (_, i) => ({
  name: `${nastyNames[i % nastyNames.length] ?? ''}`,
  notes: i % 3 === 0 ? '' : `note ${i}\nsecond <b>line</b> & more`,
  attributes: {
    id: i,
    large: i % 7 === 0 ? null : 9_000_000_000_000 + i,
    ratio: i % 5 === 0 ? null : spread(i, Math.PI) * 10 ** ((i % 9) - 4),
    done: i % 4 === 0 ? null : i % 2 === 0,
    seen_at: i % 6 === 0 ? null : new Date(1_700_000_000_000 + i * 61_000).toISOString(),
    remark: i % 8 === 0 ? null : nastyNames[(i * 7) % nastyNames.length] || null,
  },
  geometry: {
    kind: 'point',
    at:
      i % 10 === 0
        ? [spread(i, Math.SQRT2) * 360 - 180, spread(i, Math.E) * 180 - 90, (i % 9_000) + 0.25]
        : [spread(i, Math.SQRT2) * 360 - 180, spread(i, Math.E) * 180 - 90],
  },
}));

const square = (west: number, south: number, size: number) =>
  [
    [west, south],
    [west + size, south],
    [west + size, south + size],
    [west, south + size],
  ] as const;

const areaOf = (name: string, polygons: (readonly (readonly [number, number])[])[][]): ExportedFeature => ({
  name,
  notes: '',
  attributes: { id: name.length, remark: name },
  geometry: { kind: 'area', polygons },
});

const areas: ExportedFeature[] = [
  areaOf('plain', [[square(16.123_456_7, 48.2, 0.5)]]),
  areaOf('with two holes', [[square(10, 50, 2), square(10.2, 50.2, 0.3), square(11, 51, 0.4)]]),
  areaOf('over the antimeridian', [[square(179.5, -17, 1)]]),
  areaOf('over it from the east', [[square(-180.75, 60, 1.5), square(-180.25, 60.25, 0.5)]]),
  areaOf('two parts', [[square(1, 1, 1)], [square(3, 3, 1)]]),
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-export-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const numbers = z.array(z.number());
const flatNumbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.flatMap(flatNumbers) : numbers.parse([value]);

/** Returns true for numbers of degrees that are equal up to a centimetre, the precision of seven decimals. */
const isClose = (found: readonly number[], expected: readonly number[]) =>
  found.length === expected.length &&
  expected.every((value, i) => Math.abs((found[i] ?? Number.NaN) - value) <= 1e-7);

/** Returns the longitude and latitude of an exported point, and its altitude if the file has altitudes. */
function positionOf({ geometry }: ExportedFeature, hasAltitude: boolean): number[] {
  if (geometry?.kind !== 'point') throw new Error('no point');
  return geometry.at.slice(0, hasAltitude ? 3 : 2).map(Number);
}

/** The maximum longitude of GPX is a centimetre below 180. */
const largestLongitude = 179.999_999_9;

/** Returns rings as sets of vertices, regardless of their first vertex and direction. */
function ringsOf(coordinates: unknown, depth: number): string[] {
  if (depth > 1)
    return z
      .array(z.unknown())
      .parse(coordinates)
      .flatMap((each) => ringsOf(each, depth - 1));
  const vertices = z
    .array(numbers)
    .parse(coordinates)
    .map(([x = 0, y = 0]) => `${Math.min(x, largestLongitude).toFixed(7)} ${y.toFixed(7)}`);
  return [[...new Set(vertices)].sort().join(', ')];
}

const depths: Readonly<Record<string, number>> = {
  Polygon: 2,
  MultiPolygon: 3,
  LineString: 1,
  MultiLineString: 2,
};

function expectAreas(found: readonly GdalFeature[]) {
  expect(found.map(({ properties }) => properties.name ?? properties.Name)).toEqual(
    areas.map(({ name }) => name),
  );
  for (const [i, area] of areas.entries()) {
    const { geometry } = prepareGeometry(area.geometry);
    const read = found[i]?.geometry;
    if (geometry?.kind !== 'area' || !read) throw new Error(`no area ${area.name}`);
    const rings = ringsOf(read.coordinates, depths[read.type] ?? 0);
    expect(rings.sort(), area.name).toEqual(ringsOf(geometry.polygons, 3).sort());
  }
}

/** Returns a time in a single form for all of GDAL's notations. */
const instant = (value: unknown) =>
  value === null || value === ''
    ? null
    : Date.parse(String(value).replaceAll('/', '-').replace(' ', 'T').replace(/\+00$/, 'Z'));

/** How a format changes values; an undefined member means no change. */
interface Expectation {
  /** The prefix of GDAL's names of attributes. */
  prefix?: string;
  text?: (given: string) => string | null;
  notes?: (given: string) => string | null;
  /** Returns the text of an attribute, if it differs from other texts. */
  remark?: (given: string) => string | null;
  truth?: (given: boolean | null) => unknown;
  /** False if the points of the file have no altitude. */
  hasAltitude?: boolean;
  /** True if GDAL reads no integer of more than 32 bits from this format. */
  isNarrow?: boolean;
}

const orNull = (text: string) => (text === '' ? null : text);

const isNear = (found: unknown, expected: unknown) =>
  typeof found === 'number' &&
  typeof expected === 'number' &&
  Math.abs(found - expected) <= 1e-12 * Math.abs(expected);

/** A compared value of a point: its name in a message, the value that GDAL read, and the exported one. */
type Compared = readonly [what: string, found: unknown, expected: unknown];

function comparedOf(read: GdalFeature, feature: ExportedFeature, how: Expectation): Compared[] {
  const { prefix = '', text = orNull, notes = text, truth = (value) => value } = how;
  const { attributes } = feature;
  const { seen_at: seenAt, ratio = null, done = null, remark, large } = attributes;
  const of = (...keys: string[]) =>
    keys.map((key) => read.properties[key]).find((value) => value !== undefined) ?? null;
  const attribute = (key: string) => of(`${prefix}${key}`);
  return [
    ['name', of('name', 'Name'), text(feature.name)],
    ['notes', of('notes', 'description', 'desc'), notes(feature.notes)],
    ['id', attribute('id'), attributes.id],
    ...(how.isNarrow ? [] : [['large', attribute('large'), large] as const]),
    ['ratio', isNear(attribute('ratio'), ratio) ? ratio : attribute('ratio'), ratio],
    ['done', attribute('done'), truth(typeof done === 'boolean' ? done : null)],
    ['seen', instant(attribute('seen_at')), instant(seenAt)],
    ['remark', attribute('remark') || null, typeof remark === 'string' ? (how.remark ?? text)(remark) : null],
  ];
}

function expectPoints(found: readonly GdalFeature[], how: Expectation = {}) {
  expect(found.length).toBe(pointCount);
  const wrong: unknown[] = [];
  for (const [i, feature] of points.entries()) {
    const read = found[i];
    if (!read) continue;
    const place = flatNumbers(read.geometry?.coordinates);
    const expected = positionOf(feature, how.hasAltitude ?? true);
    if (!isClose(place, expected)) wrong.push([i, 'place', place, expected]);
    // One assertion for all: a hundred thousand would take minutes.
    for (const compared of comparedOf(read, feature, how))
      if (!Object.is(compared[1], compared[2])) wrong.push([i, ...compared]);
  }
  expect(wrong.slice(0, 10)).toEqual([]);
}

const same = (text: string) => text;
const everything = [...points, ...areas];

describe('a file of thousands of points and of areas, as GDAL reads it', () => {
  it('GeoJSON', async () => {
    const { path, count, losses } = await exportToFile(folder, 'geojson', everything, options);
    expect({ count, losses }).toEqual({ count: everything.length, losses: [] });
    expect(await layersByGdal(path)).toEqual([options.title]);
    const { features, complaints } = await readByOgr(path, options.title);
    expect(complaints).toBe('');
    expectPoints(features.slice(0, pointCount), { text: same });
    expectAreas(features.slice(pointCount));
  });

  it('KML, with markup that stays text', async () => {
    const { path, losses } = await exportToFile(folder, 'kml', everything, options);
    expect(losses).toEqual([]);
    expect(await layersByGdal(path)).toEqual([options.title]);
    const { features, complaints } = await readByOgr(path, options.title);
    expect(complaints).toBe('');
    const asHtml = (notes: string) =>
      orNull(notes.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
    expectPoints(features.slice(0, pointCount), {
      notes: asHtml,
      // GDAL trims attributes; the file contains the blanks.
      remark: (given) => orNull(given.trim()),
      truth: (value) => (value === null ? null : Number(value)),
    });
    expectAreas(features.slice(pointCount));
  });

  it('GPX, with areas as tracks', async () => {
    const { path, losses, file } = await exportToFile(folder, 'gpx', everything, options);
    expect(await file.text()).toContain('<ogr:large>9000000000001</ogr:large>');
    expect(losses).toEqual([{ kind: 'areasAsTracks', count: areas.length }]);
    const { features, complaints } = await readByOgr(path, 'waypoints');
    // This version reads whole numbers of GPX as short ones.
    expect(
      complaints.replaceAll(
        /^Warning 1: .*ogr_large parsed incompletely.*\n?|^More than 1000 errors.*\n?/gm,
        '',
      ),
    ).toBe('');
    expectPoints(features, {
      prefix: 'ogr_',
      hasAltitude: false,
      isNarrow: true,
      // GDAL drops the line breaks of extensions; the file contains them.
      remark: (given) => orNull(given.replaceAll('\n', '')),
      truth: (value) => (value === null ? null : String(value)),
    });
    const altitudes = features.map(({ properties }) => properties.ele ?? null);
    expect(altitudes).toEqual(
      points.map(({ geometry }) => (geometry?.kind === 'point' ? (geometry.at[2] ?? null) : null)),
    );
    expectAreas((await readByOgr(path, 'tracks')).features);
  });

  it('CSV, without a formula', async () => {
    const { path, losses } = await exportToFile(folder, 'csv', everything, options);
    expect(losses).toEqual([{ kind: 'inertTexts', count: expect.any(Number) }]);
    const words = [
      '-oo',
      'GEOM_POSSIBLE_NAMES=wkt',
      '-oo',
      'KEEP_GEOM_COLUMNS=NO',
      '-oo',
      'AUTODETECT_TYPE=YES',
      '-oo',
      'AUTODETECT_SIZE_LIMIT=0',
    ];
    const { features, complaints } = await readByOgr(path, 'tasks', words);
    expect(complaints).toBe('');
    expectPoints(features.slice(0, pointCount), { text: inertText });
    expectAreas(features.slice(pointCount));
    const wrong = points.filter((point, i) => {
      const { longitude, latitude } = features[i]?.properties ?? {};
      return !isClose([Number(longitude), Number(latitude)], positionOf(point, false));
    });
    expect(wrong).toEqual([]);
  });

  it('shapefile: a zip of two, in UTF-8', async () => {
    const { path, losses } = await exportToFile(folder, 'shapefile', everything, options);
    expect(losses).toEqual([]);
    const zip = `/vsizip/${path}`;
    expect((await layersByGdal(zip)).sort()).toEqual(['tasks_areas', 'tasks_points']);
    const { features, complaints } = await readByOgr(zip, 'tasks_points');
    expect(complaints).toBe('');
    expectPoints(features, {
      // Blanks fill the rest of a field, so trailing blanks are not part of a text.
      text: (given) => orNull(given.trim()),
      truth: (value) => (value === null ? '?' : value ? 'T' : 'F'),
      hasAltitude: false,
    });
    expect(features[10]?.properties.altitude).toBe(10.25);
    expect(features[11]?.properties.altitude).toBeNull();
    expectAreas((await readByOgr(zip, 'tasks_areas')).features);
    const summary = await summaryByGdal(zip, 'tasks_points');
    expect(summary).toMatch(/WGS 84/);
    expect(summary).toMatch(/large: Integer64/);
  });

  it('GeoPackage: two tables of typed columns', async () => {
    const { path, losses } = await exportToFile(folder, 'geopackage', everything, options);
    expect(losses).toEqual([]);
    expect(await layersByGdal(path)).toEqual(['tasks_points', 'tasks_areas']);
    const { features, complaints } = await readByOgr(path, 'tasks_points');
    expect(complaints).toBe('');
    expectPoints(features, { text: same });
    expectAreas((await readByOgr(path, 'tasks_areas')).features);
    const summary = await summaryByGdal(path, 'tasks_points');
    for (const field of ['id: Integer64', 'ratio: Real', 'done: Integer(Boolean)', 'seen_at: DateTime'])
      expect(summary).toContain(field);
    expect(summary).toContain(`Feature Count: ${pointCount}`);
  });
});

describe('an object without a place', () => {
  const nowhere: ExportedFeature = { name: 'nowhere', notes: '', attributes: { id: 1 }, geometry: null };
  it.each([
    ['geojson', options.title],
    ['kml', options.title],
    ['csv', 'tasks'],
    ['shapefile', 'tasks_points'],
    ['geopackage', 'tasks_points'],
  ] as const)('is a row of %s', async (format, layer) => {
    const { path, losses } = await exportToFile(folder, format, [nowhere], { ...options, layer: 'tasks' });
    expect(losses).toEqual([]);
    const { features } = await readByOgr(format === 'shapefile' ? `/vsizip/${path}` : path, layer);
    expect(features).toMatchObject([{ geometry: null }]);
    expect(Object.values(features[0]?.properties ?? {})).toContain('nowhere');
  });

  it('is left out of GPX, which reports it', async () => {
    const { losses, file } = await exportToFile(folder, 'gpx', [nowhere], options);
    expect(losses).toEqual([{ kind: 'withoutPlace', count: 1 }]);
    expect(await file.text()).not.toContain('nowhere');
  });
});

describe('attributes whose names come from foreign files', () => {
  const keys = [
    'nul\u0000name',
    'half \uD83D',
    'a "quoted" [name]',
    "it's; DROP TABLE x; --",
    '</Placemark>',
    '=1+1',
    'fid',
    'geom',
    'Name',
    'name',
    'ogr:id',
    'constructor',
    '9 lives',
    'Größe',
    '第二',
    ' ',
    'x'.repeat(100),
  ];
  const foreign: WriteOptions = {
    ...options,
    title: 'bell\u0007',
    columns: keys.map((key) => ({ key, label: key, type: 'text' })),
  };
  const values = keys.map((_, i) => `value ${i}`);
  const feature: ExportedFeature = {
    name: 'one',
    notes: '',
    geometry: { kind: 'point', at: [1, 2] },
    attributes: Object.fromEntries(keys.map((key, i) => [key, values[i] ?? null])),
  };
  it.each([
    ['geojson', 'bell\uFFFD'],
    ['kml', 'bell\uFFFD'],
    ['gpx', 'waypoints'],
    ['csv', 'tasks'],
    ['shapefile', 'tasks_points'],
    ['geopackage', 'tasks_points'],
  ] as const)('are all in %s', async (format, layer) => {
    const { path } = await exportToFile(folder, format, [feature], foreign);
    const { features } = await readByOgr(format === 'shapefile' ? `/vsizip/${path}` : path, layer);
    expect(features).toHaveLength(1);
    expect(Object.values(features[0]?.properties ?? {})).toEqual(expect.arrayContaining(values));
  });
});

it.each(['shapefile', 'geojson', 'kml', 'gpx', 'csv', 'geopackage'] as const)(
  'the altitude of a point comes back from %s, and is no attribute then',
  async (format) => {
    const heights = [1_250.5, 0.25, -12.75, null];
    const points = heights.map((height, i): ExportedFeature => {
      const at = height === null ? ([16, 48 + i] as const) : ([16, 48 + i, height] as const);
      return { name: `P${i}`, notes: '', attributes: {}, geometry: { kind: 'point', at } };
    });
    const { file } = await exportToFile(folder, format, points, { ...options, columns: [] });
    const name = format === 'shapefile' ? 'tasks.zip' : `tasks.${format}`;
    const read = await importFiles({ [name]: Buffer.from(await file.arrayBuffer()) });
    expect(
      read.features.map(({ geometry }) => (geometry?.kind === 'point' ? geometry.altitudeMetres : undefined)),
    ).toEqual(heights);
    for (const { attributes } of read.features) expect(attributes).not.toHaveProperty('altitude');
  },
);

describe('lines, as GDAL reads them', () => {
  const lineOf = (name: string, places: readonly (readonly [number, number])[]): ExportedFeature => ({
    name,
    notes: '',
    attributes: { id: 1 },
    geometry: { kind: 'line', places },
  });
  const lines = [
    lineOf('plain', [
      [3, 45],
      [4.123_456_7, 46],
      [3.5, 47],
    ]),
    lineOf('over the antimeridian', [
      [178, 10],
      [-178, 12],
    ]),
    lineOf('closed', [
      [3, 45],
      [4, 45],
      [4, 46],
      [3, 45],
    ]),
  ];
  const expected = [
    [
      [
        [3, 45],
        [4.123_456_7, 46],
        [3.5, 47],
      ],
    ],
    [
      [
        [178, 10],
        [180, 11],
      ],
      [
        [-180, 11],
        [-178, 12],
      ],
    ],
    [
      [
        [3, 45],
        [4, 45],
        [4, 46],
        [3, 45],
      ],
    ],
  ];
  it.each([
    ['geojson', options.title],
    ['kml', options.title],
    ['gpx', 'tracks'],
    ['csv', 'tasks'],
    ['shapefile', 'tasks_lines'],
    ['geopackage', 'tasks_lines'],
  ] as const)('are lines in %s, cut at the antimeridian', async (format, layer) => {
    const { path, losses } = await exportToFile(folder, format, lines, { ...options, layer: 'tasks' });
    expect(losses).toEqual([]);
    const words = format === 'csv' ? ['-oo', 'GEOM_POSSIBLE_NAMES=wkt'] : [];
    const { features, complaints } = await readByOgr(
      format === 'shapefile' ? `/vsizip/${path}` : path,
      layer,
      words,
    );
    expect(complaints).toBe('');
    const read = features.map(({ geometry }) => {
      expect(geometry?.type).toMatch(/LineString$/);
      const parts = geometry?.type === 'LineString' ? [geometry.coordinates] : geometry?.coordinates;
      return z
        .array(z.array(z.array(z.number())))
        .parse(parts)
        .map((part) => part.map(([x = 0, y = 0]) => [Math.round(x * 1e6) / 1e6, y]));
    });
    const wanted = expected.map((parts) =>
      parts.map((part) => part.map(([x = 0, y = 0]) => [Math.round(x * 1e6) / 1e6, y])),
    );
    expect(read).toEqual(wanted);
  });
});
