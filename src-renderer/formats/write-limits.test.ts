import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportToFile } from '../../testing/page/export-to-file.ts';
import { layersByGdal, readByOgr } from '../../testing/read-by-ogr.ts';
import type { AttributeValue, ExportColumn, ExportedFeature } from './exported-feature.ts';
import type { WriteOptions } from './feature-writer.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-export-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const optionsOf = (columns: ExportColumn[], more: Partial<WriteOptions> = {}): WriteOptions => ({
  layer: 'places',
  title: 'Places',
  columns,
  hasNotes: false,
  folderColumn: null,
  coordinateFormat: 'dd',
  byteOrderMark: false,
  ...more,
});
const column = (key: string, type: ExportColumn['type'] = 'text'): ExportColumn => ({
  key,
  label: key,
  type,
});
const placeOf = (
  name: string,
  attributes: Record<string, AttributeValue> = {},
  at: readonly [number, number] = [1, 2],
): ExportedFeature => ({ name, notes: '', attributes, geometry: { kind: 'point', at } });

it('names of fields from other sources become valid names of a shapefile', async () => {
  const columns = ['published_count', 'published_captures', 'NAME', 'Größe des Gebiets', ''].map((key) =>
    column(key),
  );
  const { path, losses } = await exportToFile(
    folder,
    'shapefile',
    [placeOf('a', Object.fromEntries(columns.map(({ key }, i) => [key, `value ${i}`])))],
    optionsOf(columns),
  );
  expect(losses).toEqual([{ kind: 'changedNames', count: 5 }]);
  const { features } = await readByOgr(`/vsizip/${path}`, 'places_points');
  expect(features[0]?.properties).toEqual({
    name: 'a',
    published_: 'value 0',
    publishe_2: 'value 1',
    NAME_2: 'value 2',
    'Größe de': 'value 3',
    field: 'value 4',
  });
});

it('texts are truncated to the limit of a shapefile, at a whole character', async () => {
  const { path, losses } = await exportToFile(
    folder,
    'shapefile',
    [placeOf('é'.repeat(200)), placeOf('x'.repeat(254))],
    optionsOf([]),
  );
  expect(losses).toEqual([{ kind: 'cutTexts', count: 1 }]);
  const { features } = await readByOgr(`/vsizip/${path}`, 'places_points');
  expect(features.map(({ properties }) => properties.name)).toEqual(['é'.repeat(127), 'x'.repeat(254)]);
});

it.each(['geojson', 'kml', 'gpx', 'csv', 'shapefile', 'geopackage'] as const)(
  'a character that no file may contain is never in %s',
  async (format) => {
    const { file, losses } = await exportToFile(
      folder,
      format,
      [placeOf('nul\u0000here', { a: 'half \uD83D\uDE00 \uD83D' }), placeOf('bell\u0007')],
      optionsOf([column('a')]),
    );
    expect(losses).toEqual([{ kind: 'replacedCharacters', count: 3 }]);
    if (format === 'shapefile' || format === 'geopackage') return;
    const text = await file.text();
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
    expect(text).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/);
    expect(text).toContain('nul\uFFFDhere');
    expect(text).toContain('half \u{1F600} \uFFFD');
  },
);

it('values of another type than their column are left out, and counted', async () => {
  const { path, losses } = await exportToFile(
    folder,
    'geopackage',
    [
      placeOf('a', { whole: 1.5, real: 'x', truth: 1, at: 'soon' }),
      placeOf('b', { whole: 2, real: 0.5, truth: false, at: '2026-03-01T00:00:00Z' }),
    ],
    optionsOf([
      column('whole', 'integer'),
      column('real', 'real'),
      column('truth', 'boolean'),
      column('at', 'time'),
    ]),
  );
  expect(losses).toEqual([{ kind: 'otherType', count: 4 }]);
  const { features } = await readByOgr(path, 'places_points');
  expect(features.map(({ properties }) => properties)).toMatchObject([
    { whole: null, real: null, truth: null, at: null },
    { whole: 2, real: 0.5, truth: false },
  ]);
});

it('a KML file has a folder for each project, and none for objects without one', async () => {
  const { path } = await exportToFile(
    folder,
    'kml',
    [placeOf('a', { project: 'North & South' }), placeOf('b'), placeOf('c', { project: 'North & South' })],
    optionsOf([column('project')], { folderColumn: 'project' }),
  );
  const layers = await layersByGdal(path);
  expect(layers).toContain('North & South');
  const { features } = await readByOgr(path, 'North & South');
  expect(features.map(({ properties }) => properties.Name)).toEqual(['a', 'c']);
});

it('a CSV file has the coordinates in the selected format, and optionally a byte order mark', async () => {
  const write = (more: Partial<WriteOptions>) =>
    exportToFile(folder, 'csv', [placeOf('a', {}, [-16.5, -33.25])], optionsOf([], more));
  const dms = await (await write({ coordinateFormat: 'dms' })).file.text();
  expect(dms).toBe(
    'name,latitude,longitude,altitude,coordinates,wkt\r\na,-33.25,-16.5,,33°15′00.0″S 016°30′00.0″W,POINT (-16.5 -33.25)\r\n',
  );
  const degrees = new Uint8Array(await (await write({ byteOrderMark: true })).file.arrayBuffer());
  expect([...degrees.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(degrees)).toContain('"33.25° S, 16.5° W"');
});

it('a CSV file reports outlines that a spreadsheet would truncate', async () => {
  const ring = Array.from({ length: 3_000 }, (_, i): [number, number] => {
    const angle = (2 * Math.PI * i) / 3_000;
    return [Math.cos(angle), Math.sin(angle)];
  });
  const round: ExportedFeature = {
    name: 'round',
    notes: '',
    attributes: {},
    geometry: { kind: 'area', polygons: [[ring]] },
  };
  const { losses } = await exportToFile(folder, 'csv', [round], optionsOf([]));
  expect(losses).toEqual([{ kind: 'longCells', count: 1 }]);
});

it.each(['geojson', 'kml', 'csv', 'geopackage'] as const)(
  '%s of nothing is a file that opens',
  async (format) => {
    const { path, count } = await exportToFile(folder, format, [], optionsOf([column('a')]));
    expect(count).toBe(0);
    expect((await layersByGdal(path)).length).toBeLessThanOrEqual(1);
  },
);

it('an object without a value has none, even in a column named like a built-in property', async () => {
  const columns = ['constructor', 'toString', '__proto__'].map((key) => column(key));
  const { file, losses } = await exportToFile(folder, 'geojson', [placeOf('a')], optionsOf(columns));
  expect(await file.text()).toContain('"constructor":null,"toString":null,"__proto__":null');
  expect(losses).toEqual([]);
});
