import { halfWorldMetres, worldMetres } from '../geometry/mercator.ts';

/**
 * A grid over the whole world whose cells are at least as wide as a distance, so that whatever is within that distance
 * of a place is in one of nine cells. Cells share buckets, because at street level there are more cells than memory:
 * whoever searches compares the distance. The fields are plain arrays, because a search runs a million times.
 */
export interface Cells {
  columns: number;
  /** In metres of EPSG:3857. */
  width: number;
  /** The number of buckets less one; it is a power of two. */
  mask: number;
  /** The first item of each bucket, and the one after each item; -1 for none. */
  heads: Int32Array;
  nexts: Int32Array;
}

/** Returns an empty grid for items with the numbers from 0 up to `count`, and a distance in metres of EPSG:3857. */
export function createCells(count: number, distance: number): Cells {
  const columns = Math.max(3, Math.floor(worldMetres / distance));
  const buckets = 1 << Math.max(4, Math.ceil(Math.log2(count + 1)));
  return {
    columns,
    width: worldMetres / columns,
    mask: buckets - 1,
    heads: new Int32Array(buckets).fill(-1),
    nexts: new Int32Array(count).fill(-1),
  };
}

/** Returns the column of a place in EPSG:3857. Columns continue round the globe. */
export function columnOf({ columns, width }: Cells, x: number): number {
  return (Math.floor((x + halfWorldMetres) / width) + 8 * columns) % columns;
}

/** Returns the row of a place in EPSG:3857. */
export function rowOf({ width }: Cells, y: number): number {
  return Math.floor((y + halfWorldMetres) / width);
}

/** Returns the bucket of a cell; the column may be one beyond either edge. */
export function bucketOf({ columns, mask }: Cells, column: number, row: number): number {
  const wrapped = column < 0 ? columns - 1 : column >= columns ? 0 : column;
  return (Math.imul(wrapped, 73_856_093) ^ Math.imul(row, 19_349_663)) & mask;
}

/** Puts an item at a place in EPSG:3857, before those that are in its bucket already. */
export function addToCells(cells: Cells, item: number, x: number, y: number) {
  const bucket = bucketOf(cells, columnOf(cells, x), rowOf(cells, y));
  cells.nexts[item] = cells.heads[bucket] ?? -1;
  cells.heads[bucket] = item;
}
