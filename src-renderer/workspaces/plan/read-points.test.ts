import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readImportFile } from '../../geometry/import-guards.ts';
import { readPoints } from './read-points.ts';

const places = async (text: string) =>
  (await readPoints(text)).points.map(({ line, name, at }) => [line, name, ...at]);
const problems = async (text: string) =>
  (await readPoints(text)).problems.map(({ line, problem }) => [line, problem]);

it('reads a name and a place per line, in the forms that people paste', async () => {
  expect(await places('Harbour, 48.2, 16.37\n\nFarm, -33.5, -70.25\n')).toEqual([
    [1, 'Harbour', 16.37, 48.2],
    [3, 'Farm', -70.25, -33.5],
  ]);
  expect(await places('Harbour;48,2;16,37')).toEqual([[1, 'Harbour', 16.37, 48.2]]);
  expect(await places('Harbour\t48.2\t16.37\t')).toEqual([[1, 'Harbour', 16.37, 48.2]]);
  expect(await places('48.2, 16.37')).toEqual([[1, '', 16.37, 48.2]]);
  expect(await places('"Quay, north", 48.2, 16.37')).toEqual([[1, 'Quay, north', 16.37, 48.2]]);
  const [utm] = await places('Harbour, 33U 601779 5339606');
  expect(utm?.slice(0, 2)).toEqual([1, 'Harbour']);
});

it('goes by the header where there is one, whatever its order', async () => {
  expect(await places('lon,lat,Name,cloud\n16.37,48.2,Harbour,3\n-70.25,-33.5,Farm,1')).toEqual([
    [2, 'Harbour', 16.37, 48.2],
    [3, 'Farm', -70.25, -33.5],
  ]);
  expect(await problems('lat;lon\n95;16\n48;16')).toEqual([[2, 'place']]);
});

it('takes the points of GeoJSON, and tells what is none', async () => {
  const point = (coordinates: unknown, name: string) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates },
    properties: { name },
  });
  const area = { type: 'Feature', geometry: { type: 'Polygon', coordinates: [] }, properties: {} };
  const features = [point([16.37, 48.2, 12], 'a'), area, point([200, 0], 'b'), point([1, 2], 'c')];
  const text = JSON.stringify({ type: 'FeatureCollection', features });
  expect(await places(text)).toEqual([
    [1, 'a', 16.37, 48.2],
    [4, 'c', 1, 2],
  ]);
  expect(await problems(text)).toEqual([
    [2, 'geometry'],
    [3, 'place'],
  ]);
  expect(await problems('{"broken')).toEqual([[1, 'broken']]);
  expect(await places('{"type":"Point","coordinates":[1,2]}')).toEqual([[1, '', 1, 2]]);
});

it('loses no line: each is a point or is told', async () => {
  const cell = fc.oneof(
    // A quote may join lines, which has a test of its own.
    fc.string({ maxLength: 12 }).map((text) => text.replaceAll('"', '')),
    fc.double({ min: -200, max: 200, noNaN: true }).map(String),
  );
  const line = fc.array(cell, { minLength: 1, maxLength: 5 }).map((cells) => cells.join(','));
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 20 }), async (lines) => {
      const text = lines.join('\n');
      fc.pre(!/^[\s]*[{[<]/.test(text));
      const { points, problems, header, problem } = await readPoints(text);
      if (problem) return;
      const filled = text.split(/\r?\n/).filter((each) => each.trim() !== '').length;
      expect(points.length + problems.length + (header === null ? 0 : 1)).toBe(filled);
    }),
  );
});

it('takes a name for the name where an id stands before it, and says which columns are not taken', async () => {
  const text = 'id,name,lat,lon,owner\n0,Harbour,48.2,16.37,us\n1,Farm,-33.5,-70.25,them';
  expect(await places(text)).toEqual([
    [2, 'Harbour', 16.37, 48.2],
    [3, 'Farm', -70.25, -33.5],
  ]);
  const { table } = await readPoints(text);
  expect(table).toEqual({
    headings: ['id', 'name', 'lat', 'lon', 'owner'],
    columns: { name: 1, latitude: 2, longitude: 3, altitude: null, place: null },
  });
  // An id is a name where there is no other.
  expect((await places('id,lat,lon\nA7,1,2'))[0]?.[1]).toBe('A7');
  const feature = {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [1, 2, 30] },
    properties: { id: 0, name: 'Quay' },
  };
  expect((await readPoints(JSON.stringify(feature))).points[0]).toMatchObject({
    name: 'Quay',
    altitudeMetres: 30,
  });
});

it('lets columns be chosen where their names say nothing', async () => {
  const text = 'code;breite;laenge;hoehe\nQ1;48,2;16,37;120';
  const first = await readPoints(text);
  expect(first.problems).toEqual([{ line: 2, text: 'Q1;48,2;16,37;120', problem: 'mapping' }]);
  const chosen = await readPoints(text, { name: 0, latitude: 1, longitude: 2, altitude: 3, place: null });
  expect(chosen.points).toMatchObject([{ line: 2, name: 'Q1', at: [16.37, 48.2], altitudeMetres: 120 }]);
  const whole = await readPoints('name,mgrs\nQuay,31UCP9587133920\nSquare,31UCP', null);
  expect(whole.points).toMatchObject([{ name: 'Quay' }]);
  expect(whole.problems).toMatchObject([{ line: 3, problem: 'unclear' }]);
});

it('keeps a quoted cell whole over the end of its line', async () => {
  const text = 'name,lat,lon\n"Quay,\nnorth",48.2,16.37\nFarm,-33.5,-70.25';
  expect(await places(text)).toEqual([
    [2, 'Quay,\nnorth', 16.37, 48.2],
    [4, 'Farm', -70.25, -33.5],
  ]);
  // A lone quote swallows nothing.
  expect(await places('Pipe 5", 48.2, 16.37\nFarm, -33.5, -70.25')).toHaveLength(2);
});

it('says of what is no list what it is', async () => {
  const wholeProblem = async (text: string) => (await readPoints(text)).problem?.message ?? null;
  expect(await wholeProblem('x'.repeat(2_000_001))).toBe('validation.fileTooLarge');
  expect(await wholeProblem('PK\u0003\u0004\u0014\u0000doc.kml')).toBe('validation.zippedFile');
  expect(await wholeProblem('SQLite format 3\u0000\u0010')).toBe('validation.geopackage');
  expect(await wholeProblem("\u0000\u0000'\n\u0000\u0000")).toBe('validation.shapefile');
  expect(await wholeProblem('\u0001\u0000\u0002 noise')).toBe('validation.binaryFile');
  expect(await wholeProblem('<!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/hostname">]><kml>&x;</kml>')).toBe(
    'validation.xmlEntities',
  );
  const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3857' } };
  expect(await wholeProblem(JSON.stringify({ type: 'FeatureCollection', crs, features: [] }))).toBe(
    'validation.otherCrs',
  );
});

it('reads files by their bytes, before they become text', async () => {
  const file = (...parts: BlobPart[]) => readImportFile(new Blob(parts));
  expect(await file('PK\u0003\u0004rest')).toEqual({ problem: { message: 'validation.zippedFile' } });
  expect(await file(new Uint8Array([0, 0, 0x27, 0x0a, 0]))).toEqual({
    problem: { message: 'validation.shapefile' },
  });
  expect(await file('SQLite format 3\u0000')).toEqual({ problem: { message: 'validation.geopackage' } });
  expect(await file(new Uint8Array(2_000_001))).toEqual({ problem: { message: 'validation.fileTooLarge' } });
  expect(await file(new Uint8Array([0xff, 0xfe, 0x61, 0, 0x2c, 0]))).toEqual({ text: 'a,' });
  expect(await file(new Uint8Array([0x50, 0x6f, 0x72, 0x74, 0xf3]))).toEqual({ text: 'Portó' });
  expect(await file('Harbour, 48.2, 16.37')).toEqual({ text: 'Harbour, 48.2, 16.37' });
});
