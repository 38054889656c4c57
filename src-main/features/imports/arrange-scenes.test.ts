import { expect, it } from 'vitest';
import { arrangeJoined, arrangeSplit, nameJoined } from './arrange-scenes.ts';
import type { EditableRow } from './edited-rows.ts';
import { planSchema } from './import-plan.ts';
import { sceneOfFiles } from './read/group-files.ts';

/** Returns a square polygon with its south-western corner here. */
const square = (west: number, south: number, side = 1) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + side, south],
      [west + side, south + side],
      [west, south + side],
      [west, south],
    ],
  ],
});

const rowOf = (
  seq: number,
  { name = `r${seq}`, connectionId = 'imported', footprint = square(10, 50) as unknown, hasItem = false },
): EditableRow => {
  const scene = { ...sceneOfFiles(name), footprint };
  return {
    seq,
    position: seq,
    isWanted: true,
    entered: [],
    plan: planSchema.parse({
      scene,
      connectionId,
      hasItem,
      files: [
        {
          kind: 'raster',
          name: `${name}.tif`,
          fileName: `${name}.tif`,
          bands: [],
          from: `/source/${name}.tif`,
          isRemote: false,
          sizeBytes: 10,
          sha256: null,
          place: `${name}.tif`,
          own: null,
          originalPath: null,
          original: null,
        },
      ],
    }),
  };
};

it('a scene of a service keeps its name and place when a file is joined to it, and two of them are not joined', () => {
  const service = rowOf(2, { name: 'SN1', connectionId: 'c1', hasItem: true });
  const mask = rowOf(1, { name: 'mask', footprint: square(10, 50, 3) });
  expect(nameJoined([mask, service])).toEqual({ name: 'SN1', isNameFixed: true });
  const joined = arrangeJoined([mask, service], 'other');
  expect(joined?.scene).toMatchObject({ source: { sceneId: 'SN1' }, footprint: square(10, 50) });
  expect(joined?.files.map(({ file }) => file.name)).toEqual(['SN1.tif', 'mask.tif']);
  expect(arrangeJoined([service, rowOf(3, { connectionId: 'c1' })], null)).toBeNull();
  expect(arrangeSplit(service)).toEqual([]);
});

it.each([
  ['bands with the same outline', [square(10, 50), square(10, 50)], square(10, 50)],
  ['a smaller one within', [square(10.2, 50.2, 0.5), square(10, 50)], square(10, 50)],
  ['one without a place', [null, square(10, 50)], square(10, 50)],
  ['a band that is a turn away', [square(370, 50), square(10, 50)], square(370, 50)],
  ['none with a place', [null, null], null],
  [
    'tiles beside each other',
    [square(10, 50), square(11, 50)],
    { type: 'MultiPolygon', coordinates: [square(10, 50).coordinates, square(11, 50).coordinates] },
  ],
])('the place of a joined scene is that of all its files: %s', (_, footprints, expected) => {
  const rows = footprints.map((footprint, i) => rowOf(i, { footprint }));
  expect(arrangeJoined(rows, null)?.scene.footprint).toEqual(expected);
});

it.each([
  [['a_20260305_B02', 'a_20260305_B03'], 'a_20260305'],
  [['a_3B', 'a_3B_udm2'], 'a_3B'],
  [['x1', 'x2'], 'x1'],
])('scenes named %j are joined as %s', (names, name) => {
  expect(nameJoined(names.map((each, seq) => rowOf(seq, { name: each }))).name).toBe(name);
});
