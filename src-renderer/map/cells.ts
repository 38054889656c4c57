import { halfWorldMetres, worldMetres } from '../../src-shared/geometry/mercator.ts';

/**
 * A grid over the whole world whose cells are at least as wide as a distance, so that everything within that distance of a place
 * is in one of nine cells. Cells share buckets, because at street level there are more cells than memory, so a search must still
 * compare distances. The fields are plain arrays, because a search accesses them a million times.
 */
export interface Cells {
  columns: number;
  /** In metres of EPSG:3857. */
  width: number;
  /** The number of buckets minus one. The number of buckets is a power of two. */
  mask: number;
  /** The first item of each bucket, and the next item after each item; -1 for none. */
  heads: Int32Array;
  nexts: Int32Array;
}

/** Returns an empty grid for `count` items, numbered from 0, and a distance in metres of EPSG:3857. */
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

/** Returns the column of a place in EPSG:3857. Columns wrap around the globe. */
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

/** Adds an item at a place in EPSG:3857, before the other items of its bucket. */
export function addToCells(cells: Cells, item: number, x: number, y: number) {
  const bucket = bucketOf(cells, columnOf(cells, x), rowOf(cells, y));
  cells.nexts[item] = cells.heads[bucket] ?? -1;
  cells.heads[bucket] = item;
}
