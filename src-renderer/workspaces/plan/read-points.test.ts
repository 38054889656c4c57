import fc from 'fast-check';
import { expect, it } from 'vitest';
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
    fc.string({ maxLength: 12 }),
    fc.double({ min: -200, max: 200, noNaN: true }).map(String),
  );
  const line = fc.array(cell, { minLength: 1, maxLength: 5 }).map((cells) => cells.join(','));
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 20 }), async (lines) => {
      const text = lines.join('\n');
      fc.pre(!/^[\s]*[{[<]/.test(text));
      const { points, problems, header } = await readPoints(text);
      const filled = text.split(/\r?\n/).filter((each) => each.trim() !== '').length;
      expect(points.length + problems.length + (header === null ? 0 : 1)).toBe(filled);
    }),
  );
});
