import { readFileSync } from 'node:fs';
import { PMTiles } from 'pmtiles';
import { expect, it } from 'vitest';
import { halfWorldMetres, mercatorX, mercatorY, worldMetres } from '../../../src-shared/geometry/mercator.ts';
import { lastTileZoom } from './basemap-zooms.ts';
import { type DecodedTile, decodeTile } from './decode-tile.ts';

const file = readFileSync(new URL('../../../resources/basemap/world.pmtiles', import.meta.url));
const archive = new PMTiles({
  getKey: () => 'world',
  getBytes: async (offset, length) => ({
    data: Uint8Array.from(file.subarray(offset, offset + length)).buffer,
  }),
});

async function tileAt(z: number, longitude: number, latitude: number): Promise<DecodedTile> {
  const size = worldMetres / 2 ** z;
  const x = Math.floor((mercatorX(longitude) + halfWorldMetres) / size);
  const y = Math.floor((halfWorldMetres - mercatorY(latitude)) / size);
  const found = await archive.getZxy(z, x, y);
  return decodeTile(z, x, y, found ? new Uint8Array(found.data) : new Uint8Array());
}
/** Returns true for a point within a ring (flat x, y). */
function isInRing(ring: Int16Array, x: number, y: number): boolean {
  let isIn = false;
  for (let at = 0; at < ring.length; at += 2) {
    const [ax = 0, ay = 0] = ring.subarray(at, at + 2);
    const [bx = 0, by = 0] = at + 2 < ring.length ? ring.subarray(at + 2, at + 4) : ring;
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isIn = !isIn;
  }
  return isIn;
}
const namesAt = async (z: number, longitude: number, latitude: number) =>
  (await tileAt(z, longitude, latitude)).names.map(({ name }) => name);

it('is small enough to be part of Nadir and has the zooms that are drawn', async () => {
  expect(file.length).toBeLessThan(15 * 2 ** 20);
  expect(await archive.getHeader()).toMatchObject({ minZoom: 0, maxZoom: lastTileZoom });
});

it('names its sources and their licences', async () => {
  const { sources } = (await archive.getMetadata()) as { sources: { name: string; licence: string }[] };
  expect(sources.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([
    'Natural Earth: public domain',
    'GeoNames: CC BY 4.0',
    'Unicode CLDR: Unicode-3.0',
  ]);
});

it.each([
  ['Munich', 5, 11.57, 48.14],
  ['São Paulo', 4, -46.63, -23.55],
  ['Beijing', 4, 116.4, 39.9],
  ['Lagos', 4, 3.4, 6.45],
  ['Reykjavík', 4, -21.9, 64.14],
  ['Suva', 5, 178.44, -18.14],
  ['Longyearbyen', 6, 15.63, 78.22],
  ['Dubai', 5, 55.3, 25.26],
  ['New York City', 3, -74, 40.7],
  ['Bogenhausen', 7, 11.62, 48.15],
])('names %s at tile zoom %i', async (name, z, longitude, latitude) => {
  const names = await namesAt(z, longitude, latitude);
  expect(names.some((found) => found.startsWith(name))).toBe(true);
});

it('names oceans on water', async () => {
  const { names, shapes } = await tileAt(0, 0, 0);
  const rings = shapes.land.flatMap(({ parts }) => parts);
  const onLand = names
    .filter(({ kind }) => kind === 'ocean')
    .filter(({ x, y }) => rings.filter((ring) => isInRing(ring, x, y)).length % 2 === 1);
  expect(onLand.map(({ name }) => name)).toEqual([]);
});

it('names Cyprus and not what lies within it', async () => {
  const countries = (await tileAt(5, 33.2, 35)).names.filter(({ kind }) => kind === 'country');
  expect(countries.map(({ name }) => name).sort()).toEqual(['Cyprus', 'N. Cyprus']);
});

it('has the Spanish name where it differs', async () => {
  const { names } = await tileAt(5, 11.57, 48.14);
  expect(names.find(({ name }) => name === 'Munich')).toMatchObject({ spanish: 'Múnich', kind: 'town' });
});

it('has the shapes of every layer where they are', async () => {
  const alps = await tileAt(6, 9, 46.5);
  for (const layer of ['land', 'ice', 'urban', 'lakes', 'rivers', 'borders', 'divisions'] as const)
    expect(alps.shapes[layer].length, layer).toBeGreaterThan(0);
  const sea = await tileAt(6, -30, 30);
  expect(Object.values(sea.shapes).flat()).toEqual([]);
  const reef = await tileAt(6, 178.5, -18.2);
  expect(reef.shapes.reefs.length).toBeGreaterThan(0);
});

it('marks borders that are not settled', async () => {
  const { shapes } = await tileAt(5, 76, 34.5);
  expect(new Set(shapes.borders.map(({ isDisputed }) => isDisputed))).toEqual(new Set([true, false]));
});
