import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { expect, it } from 'vitest';
import { cutTiles } from './cut-tiles.mjs';

interface Cut {
  z: number;
  x: number;
  y: number;
  bytes: Uint8Array;
}

const square = (west: number, south: number, size: number, z: number) => ({
  type: 'Feature',
  properties: { z },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [west + size, south],
        [west + size, south + size],
        [west, south + size],
        [west, south],
      ],
    ],
  },
});

const cut = (features: object[], names: object[] = []): (Cut & { layers: VectorTile['layers'] })[] =>
  [...cutTiles({ shapes: { land: { features } }, names })].map((tile: Cut) => ({
    ...tile,
    layers: new VectorTile(new PbfReader(tile.bytes)).layers,
  }));

it('cuts a shape into the tiles that it touches, from the zoom that needs it', () => {
  const tiles = cut([square(10, 10, 20, 5)]);
  expect(Math.min(...tiles.map(({ z }) => z))).toBe(4);
  const [tile] = tiles.filter(({ z }) => z === 4);
  expect(tile?.layers.land?.feature(0).properties).toEqual({ z: 50 });
  // A view that is drawn from these tiles is beyond it in any case.
  const nearer = tiles.find(({ z }) => z === 6);
  expect(nearer?.layers.land?.feature(0).properties).toEqual({});
});

it('leaves out tiles without content', () => {
  const tiles = cut([square(10, 10, 20, 0)]);
  expect(tiles.some(({ z, x }) => z === 1 && x === 0)).toBe(false);
  expect(tiles.filter(({ z }) => z === 0)).toHaveLength(1);
});

it('shows a shape across the antimeridian on both sides of the world', () => {
  const columns = cut([square(170, 10, 20, 0)])
    .filter(({ z }) => z === 3)
    .map(({ x }) => x);
  expect(new Set(columns)).toEqual(new Set([0, 7]));
});

it('puts a name into one tile of each zoom between its first and its last', () => {
  const tiles = cut([], [{ at: [11.6, 48.1], z: 4, zEnd: 6.5, tags: { n: 'There', k: 'town' } }]);
  expect(tiles.map(({ z }) => z)).toEqual([3, 4, 5, 6]);
  const point = tiles.at(-1)?.layers.names?.feature(0);
  expect(point?.properties).toMatchObject({ n: 'There', z: 40, end: 65 });
  const { z, x, y } = tiles.at(-1) ?? { z: 0, x: 0, y: 0 };
  const geometry = point?.toGeoJSON(x, y, z).geometry;
  expect(geometry?.type === 'Point' && geometry.coordinates[0]).toBeCloseTo(11.6, 2);
});
