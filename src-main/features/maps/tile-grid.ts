import { closestMapZoom, type MapBox, type MapGrid } from '../../../src-preload/contract/maps.ts';

/** The place of a tile; `y` counts from the north. */
export interface TilePlace {
  z: number;
  x: number;
  y: number;
}

/** The tiles of one zoom in a box, including those on its edges. */
export interface TileRange {
  z: number;
  west: number;
  east: number;
  north: number;
  south: number;
}

/** Half the width of the world in EPSG:3857, in metres. */
export const halfWorldMetres = 20_037_508.342_789_244;
/** The highest latitude of EPSG:3857. */
const mercatorLatitude = 85.051_128_779_806_59;

/** Returns the number of columns and rows at a zoom. */
export function sizeOfGrid(grid: MapGrid, z: number): { columns: number; rows: number } {
  return { columns: grid === 'mercator' ? 2 ** z : 2 ** (z + 1), rows: 2 ** z };
}

/** Returns true if the grid has a tile at this place. */
export function isTile(grid: MapGrid, { z, x, y }: TilePlace): boolean {
  if (![z, x, y].every(Number.isInteger) || z < 0 || z > closestMapZoom) return false;
  const { columns, rows } = sizeOfGrid(grid, z);
  return x >= 0 && x < columns && y >= 0 && y < rows;
}

/** Returns west, south, east and north of a tile: in metres of EPSG:3857, or in degrees. */
export function edgesOfTile(grid: MapGrid, { z, x, y }: TilePlace): [number, number, number, number] {
  const { columns } = sizeOfGrid(grid, z);
  const half = grid === 'mercator' ? halfWorldMetres : 180;
  const top = grid === 'mercator' ? halfWorldMetres : 90;
  const size = (2 * half) / columns;
  return [x * size - half, top - (y + 1) * size, (x + 1) * size - half, top - y * size];
}

function rowAt(grid: MapGrid, z: number, latitude: number): number {
  const { rows } = sizeOfGrid(grid, z);
  if (grid === 'degrees') return ((90 - latitude) / 180) * rows;
  const bounded = Math.max(-mercatorLatitude, Math.min(mercatorLatitude, latitude));
  const sine = Math.sin((bounded * Math.PI) / 180);
  return (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * rows;
}

/** Returns the tile in the middle of a box. */
export function middleTile(grid: MapGrid, z: number, [west, south, east, north]: MapBox): TilePlace {
  const [range] = rangesInBox(grid, z, [west, south, Math.max(west, east), north]);
  if (range === undefined) return { z, x: 0, y: 0 };
  return {
    z,
    x: Math.floor((range.west + range.east) / 2),
    y: Math.floor((range.north + range.south) / 2),
  };
}

/** Returns the tiles of one zoom that a box touches; two ranges if it crosses the antimeridian. */
export function rangesInBox(grid: MapGrid, z: number, [west, south, east, north]: MapBox): TileRange[] {
  const { columns, rows } = sizeOfGrid(grid, z);
  const clamp = (value: number, count: number) => Math.max(0, Math.min(count - 1, Math.floor(value)));
  const column = (longitude: number) => ((longitude + 180) / 360) * columns;
  // A box that ends on the edge of a tile does not touch the next tile.
  const last = (value: number, count: number) => clamp(Math.ceil(value) - 1, count);
  const north0 = clamp(rowAt(grid, z, north), rows);
  const spans: [number, number][] =
    west <= east
      ? [[west, east]]
      : [
          [west, 180],
          [-180, east],
        ];
  return spans.map(([from, to]) => {
    const first = clamp(column(from), columns);
    return {
      z,
      west: first,
      east: Math.max(first, last(column(to), columns)),
      north: north0,
      south: Math.max(north0, last(rowAt(grid, z, south), rows)),
    };
  });
}

/** Returns the ranges of an area at all of its zooms, lowest zoom first. */
export function rangesOfArea(
  grid: MapGrid,
  { box, minZoom, maxZoom }: { box: MapBox; minZoom: number; maxZoom: number },
): TileRange[] {
  const zooms = Array.from({ length: Math.max(0, maxZoom - minZoom + 1) }, (_, i) => minZoom + i);
  return zooms.flatMap((z) => rangesInBox(grid, z, box));
}

/** Returns the number of tiles in ranges. */
export function countTiles(ranges: readonly TileRange[]): number {
  return ranges.reduce(
    (sum, { west, east, north, south }) => sum + (east - west + 1) * (south - north + 1),
    0,
  );
}

/** Yields the tiles of ranges one by one, because an area can have very many. */
export function* tilesOf(ranges: readonly TileRange[]): Generator<TilePlace> {
  for (const { z, west, east, north, south } of ranges)
    for (let y = north; y <= south; y += 1) for (let x = west; x <= east; x += 1) yield { z, x, y };
}

/** Returns the part of `a` within `b`; null if there is none. If one of them crosses the antimeridian, all of `a` is returned. */
export function commonBox(a: MapBox, b: MapBox | null): MapBox | null {
  if (b === null || a[0] > a[2] || b[0] > b[2]) return a;
  const [west, south] = [Math.max(a[0], b[0]), Math.max(a[1], b[1])];
  const [east, north] = [Math.min(a[2], b[2]), Math.min(a[3], b[3])];
  return west < east && south < north ? [west, south, east, north] : null;
}
