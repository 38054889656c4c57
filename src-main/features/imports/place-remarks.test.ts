import { expect, it } from 'vitest';
import { type DegreeBox, remarkOnBox, remarksOnPlace } from './place-remarks.ts';

const raster = (name: string, box: [number, number, number, number] | null) => ({
  name,
  facts: {
    box,
    unplaced: box === null ? { reason: 'unknown-projection' as const, detail: 'ESRI:102001' } : null,
  },
});

it('an outline far from its raster is told with the distance of their middles', () => {
  // 20.5° S 10.5° E and 49.4° N 14.5° E: 7,788 km on a sphere of 6,371 km.
  const [remark, ...others] = remarksOnPlace(
    [10, -21, 11, -20],
    [raster('b.tif', [14.45, 49.35, 14.55, 49.45])],
  );
  expect(remark).toMatchObject({ kind: 'outline', isSwapped: false, file: 'b.tif' });
  expect(remark?.kind === 'outline' ? remark.km : 0).toBeCloseTo(7_785, -1);
  expect(others).toEqual([]);
});

it.each<[string, DegreeBox | null, [number, number, number, number]]>([
  ['a rough outline around the raster', [10, 49, 12, 51], [10.9, 50, 11, 50.1]],
  ['an outline that touches it', [10, 49, 11, 50], [11, 50, 12, 51]],
  ['an outline less than a kilometre beside it', [10, 49, 11, 50], [11.005, 49, 12, 50]],
  ['longitudes that are written a turn away', [179, 10, 181, 11], [-181, 10, -179.5, 11]],
  ['no outline', null, [11, 50, 12, 51]],
])('nothing is told of %s', (_, outline, box) => {
  expect(remarksOnPlace(outline, [raster('a.tif', box)])).toEqual([]);
});

it('an outline that fits with longitude and latitude exchanged is told as such', () => {
  expect(remarksOnPlace([49, 14, 50, 15], [raster('b.tif', [14.4, 49.3, 14.5, 49.4])])).toMatchObject([
    { kind: 'outline', isSwapped: true },
  ]);
});

it('a scene whose rasters lie apart names two of them, and one with tiles side by side does not', () => {
  const tiles = [0, 1, 2, 3].map((n) => raster(`t${n}.tif`, [n, 50, n + 1, 51]));
  expect(remarksOnPlace([0, 50, 4, 51], tiles)).toEqual([]);
  expect(remarksOnPlace([0, 50, 4, 51], [...tiles, raster('far.tif', [30, 50, 31, 51])])).toMatchObject([
    { kind: 'rasters', file: 't0.tif', other: 'far.tif' },
  ]);
});

it('a raster that cannot be placed is told with its system, once for each system', () => {
  expect(remarksOnPlace(null, [raster('a.tif', null), raster('b.tif', null)])).toEqual([
    { kind: 'unplaced', reason: 'unknown-projection', detail: 'ESRI:102001', file: 'a.tif' },
  ]);
});

it('a raster without any place is told only where the scene has none', () => {
  const plain = {
    name: 'a.tif',
    facts: { box: null, unplaced: { reason: 'no-georeference' as const, detail: '' } },
  };
  expect(remarksOnPlace([1, 1, 2, 2], [plain])).toEqual([]);
  expect(remarksOnPlace(null, [plain])).toMatchObject([{ kind: 'unplaced', reason: 'no-georeference' }]);
});

it('a bounding box that is not that of the geometry is told, and a rounded one is not', () => {
  expect(remarkOnBox([10, -21, 11, -20], [10, -21, 11, -20])).toBeNull();
  expect(remarkOnBox([9.9, -21.1, 11.1, -19.9], [10, -21, 11, -20])).toBeNull();
  expect(remarkOnBox([179, 0, 181, 1], [-181, 0, -179, 1])).toBeNull();
  expect(remarkOnBox([-180, -90, 180, 90], [10, -21, 11, -20])).toBeNull();
  expect(remarkOnBox([40, 10, 41, 11], [10, -21, 11, -20])).toMatchObject({ kind: 'box', isSwapped: false });
  expect(remarkOnBox([-21, 10, -20, 11], [10, -21, 11, -20])).toMatchObject({ kind: 'box', isSwapped: true });
  expect(remarkOnBox([0, -31, 21, -10], [10, -21, 11, -20])).toMatchObject({ kind: 'box' });
});
