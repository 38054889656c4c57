import { clipRing } from '../../../../src-shared/geometry/clip.ts';
import { clipLine } from '../../../../src-shared/geometry/clip-line.ts';
import type { TilePlace } from '../tile-grid.ts';
import { type EncodedFeature, encodedExtent, encodeVectorTile } from './encode-vector-tile.ts';

/** The kinds of features; their index is stored. */
export const storedKinds = ['point', 'line', 'area'] as const;

/** A feature of a reference layer that touches a tile, without its shape. */
export interface CandidateFeature {
  id: number;
  kind: number;
  /** West, east, north, south as shares of the world's width: 0 at −180° and at the northern edge. */
  west: number;
  east: number;
  north: number;
  south: number;
}

/** The shape of a stored feature: flat x, y as shares of the world, and the number of positions of each part. */
export interface StoredShape {
  name: string | null;
  positions: Float64Array;
  lengths: readonly number[];
}

/** The margin of a tile, so that lines and marks at its edge are whole. */
const bufferUnits = 128;
/** Features smaller than this are drawn as dots, one dot for each cell of this size. */
const dotUnits = 8;
/** Vertices nearer to each other than this are drawn as one. */
const detailUnits = 3;
/** The limits of one tile: more would not be legible, and would block the thread. */
const limits = { features: 30_000, vertices: 400_000 } as const;

/** Returns the box of a tile with its margin, as shares of the world. */
export function boxOfTile({ z, x, y }: TilePlace): {
  west: number;
  east: number;
  north: number;
  south: number;
} {
  const size = 1 / 2 ** z;
  const margin = (bufferUnits / encodedExtent) * size;
  return {
    west: x * size - margin,
    east: (x + 1) * size + margin,
    north: y * size - margin,
    south: (y + 1) * size + margin,
  };
}

const box = {
  west: -bufferUnits,
  east: encodedExtent + bufferUnits,
  south: -bufferUnits,
  north: encodedExtent + bufferUnits,
};

/** Returns a part rounded to units, without the vertices that are too near to the one before to be seen. */
function thinned(part: ArrayLike<number>): number[] {
  const kept: number[] = [];
  const last = part.length - 2;
  for (let at = 0; at <= last; at += 2) {
    const [x, y] = [Math.round(part[at] ?? 0), Math.round(part[at + 1] ?? 0)];
    const [beforeX, beforeY] = [kept.at(-2), kept.at(-1)];
    const isNear =
      beforeX !== undefined &&
      beforeY !== undefined &&
      Math.abs(x - beforeX) < detailUnits &&
      Math.abs(y - beforeY) < detailUnits;
    if (!isNear || (at === last && kept.length === 2)) kept.push(x, y);
  }
  return kept;
}

function partsInTile(
  { kind }: CandidateFeature,
  { positions, lengths }: StoredShape,
  toUnits: (at: number) => [number, number],
): number[][] {
  const parts: number[][] = [];
  let start = 0;
  for (const length of lengths) {
    const flat: number[] = [];
    for (let at = start; at < start + length && 2 * at + 1 < positions.length; at += 1)
      flat.push(...toUnits(at));
    start += length;
    if (storedKinds[kind] === 'point') parts.push(flat.map(Math.round));
    else if (storedKinds[kind] === 'line')
      for (const { points } of clipLine(flat, box)) parts.push(thinned(points));
    else {
      const ring = thinned(clipRing(flat, box));
      // A hole that is too small to be seen is left out; an outline, with all of its holes.
      if (ring.length >= 6) parts.push(ring);
      else if (parts.length === 0) return [];
    }
  }
  return parts.filter((part) => part.length >= (storedKinds[kind] === 'line' ? 4 : 2));
}

/**
 * Returns the vector tile of a place with the features that touch it. `shapeOf` reads the shape of a feature, and is called only for
 * those that are drawn: at the lowest zoom most features fall into a cell that has a dot already.
 */
export function cutReferenceTile(
  { z, x, y }: TilePlace,
  candidates: Iterable<CandidateFeature>,
  shapeOf: (id: number) => StoredShape,
): Uint8Array {
  const scale = 2 ** z * encodedExtent;
  const [originX, originY] = [x * encodedExtent, y * encodedExtent];
  const features: Record<(typeof storedKinds)[number], EncodedFeature[]> = { point: [], line: [], area: [] };
  const takenCells = new Set<number>();
  let [count, vertices] = [0, 0];
  for (const each of candidates) {
    if (count >= limits.features || vertices >= limits.vertices) break;
    const kind = storedKinds[each.kind];
    if (kind === undefined) continue;
    const isSmall = Math.max(each.east - each.west, each.south - each.north) * scale < dotUnits;
    if (isSmall) {
      const cellX = Math.floor(((each.west + each.east) / 2) * (scale / dotUnits));
      const cellY = Math.floor(((each.north + each.south) / 2) * (scale / dotUnits));
      const cell = ((cellX & 0x1fff) * 8_192 + (cellY & 0x1fff)) * 4 + each.kind;
      if (takenCells.has(cell)) continue;
      takenCells.add(cell);
    }
    const shape = shapeOf(each.id);
    const toUnits = (at: number): [number, number] => [
      (shape.positions[2 * at] ?? 0) * scale - originX,
      (shape.positions[2 * at + 1] ?? 0) * scale - originY,
    ];
    const parts = isSmall ? [dotOf(toUnits(0), kind)] : partsInTile(each, shape, toUnits);
    if (parts.length === 0) continue;
    count += 1;
    vertices += parts.reduce((sum, part) => sum + part.length / 2, 0);
    features[kind].push({ id: each.id, kind, parts, name: shape.name });
  }
  return encodeVectorTile([
    { name: 'areas', features: features.area },
    { name: 'lines', features: features.line },
    { name: 'points', features: features.point },
  ]);
}

/** Returns the smallest shape of a kind that can be seen. */
function dotOf([x, y]: readonly [number, number], kind: (typeof storedKinds)[number]): number[] {
  const [left, top] = [Math.round(x), Math.round(y)];
  const [right, bottom] = [left + dotUnits, top + dotUnits];
  if (kind === 'point') return [left, top];
  if (kind === 'line') return [left, top, right, top];
  return [left, top, right, top, right, bottom, left, bottom];
}
