import Flatbush from 'flatbush';
import type { Box } from '../../src-shared/geometry/clip.ts';
import { halfWorldMetres, worldMetres } from '../../src-shared/geometry/mercator.ts';
import type { PlacedOutlines } from './place-marks.ts';

/** An area smaller than this on the screen is drawn as a dot. */
export const dotBelowPx = 6;

/** Outlines in EPSG:3857 with an index over their boxes (`west, south, east, north` each). */
export interface PlacedAreas<Id> {
  ids: readonly Id[];
  solid: readonly boolean[];
  rings: readonly Float64Array[];
  boxes: Float64Array;
  index: Flatbush | null;
  /** The indexes of the parts of each id. An area that crosses the antimeridian may have several parts. */
  at: ReadonlyMap<Id, readonly number[]>;
}

/** Returns no areas. */
export const noAreas = <Id>(): PlacedAreas<Id> => ({
  ids: [],
  solid: [],
  rings: [],
  boxes: new Float64Array(),
  index: null,
  at: new Map(),
});

function partsOf<Id>(ids: readonly Id[]): Map<Id, number[]> {
  const parts = new Map<Id, number[]>();
  for (const [i, id] of ids.entries()) {
    const stored = parts.get(id);
    if (stored) stored.push(i);
    else parts.set(id, [i]);
  }
  return parts;
}

/** Returns the areas that a layer draws, for ids and already projected outlines. */
export function placedAreas<Id>(
  ids: readonly Id[],
  solid: readonly boolean[],
  { flat, starts, boxes, index }: PlacedOutlines,
): PlacedAreas<Id> {
  return {
    ids,
    solid,
    // These are views of one buffer, so that no ring is copied.
    rings: ids.map((_, i) => flat.subarray(starts[i], starts[i + 1])),
    boxes,
    index: index === null ? null : Flatbush.from(index),
    at: partsOf(ids),
  };
}

/** Returns true if the box of area `i` is within another box. */
export function isWithin(boxes: Float64Array, i: number, box: Box): boolean {
  const at = 4 * i;
  return (
    (boxes[at] ?? 0) >= box.west &&
    (boxes[at + 1] ?? 0) >= box.south &&
    (boxes[at + 2] ?? 0) <= box.east &&
    (boxes[at + 3] ?? 0) <= box.north
  );
}

/** Returns true if a point is inside a flat ring, by the even-odd rule. */
export function insideRing(ring: Float64Array, x: number, y: number): boolean {
  let inside = false;
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
    const ax = ring[at] ?? 0;
    const ay = ring[at + 1] ?? 0;
    const bx = ring[before] ?? 0;
    const by = ring[before + 1] ?? 0;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

const widthOf = (boxes: Float64Array, i: number) => (boxes[4 * i + 2] ?? 0) - (boxes[4 * i] ?? 0);
const heightOf = (boxes: Float64Array, i: number) => (boxes[4 * i + 3] ?? 0) - (boxes[4 * i + 1] ?? 0);

/**
 * Returns the longer side of the box of area `i`, in metres of EPSG:3857. It allocates no array, because it is called thousands
 * of times per frame.
 */
export function longerSideOf<Id>({ boxes }: PlacedAreas<Id>, i: number): number {
  return Math.max(widthOf(boxes, i), heightOf(boxes, i));
}

/** Returns the middle of the first part of an area, in EPSG:3857; null if it is not among the areas. */
export function middleOfArea<Id>({ at, boxes }: PlacedAreas<Id>, id: Id): readonly [number, number] | null {
  const [i] = at.get(id) ?? [];
  if (i === undefined) return null;
  const [west = 0, south = 0, east = 0, north = 0] = boxes.subarray(4 * i, 4 * i + 4);
  return [(west + east) / 2, (south + north) / 2];
}

/** Returns the box of all parts of an area (west, south, east, north in EPSG:3857); null if it is not among the areas. */
export function boxOfArea<Id>(
  { at, boxes }: PlacedAreas<Id>,
  id: Id,
): readonly [number, number, number, number] | null {
  const parts = at.get(id);
  if (parts === undefined) return null;
  const side = (edge: number) => parts.map((i) => boxes[4 * i + edge] ?? 0);
  return [Math.min(...side(0)), Math.min(...side(1)), Math.max(...side(2)), Math.max(...side(3))];
}

/** Returns the western and eastern (`x`), southern and northern (`y`) ends of all areas, in EPSG:3857. */
export const extremesOf = <Id>({ boxes }: PlacedAreas<Id>) => ({
  x: boxes.filter((_, at) => at % 2 === 0),
  y: boxes.filter((_, at) => at % 2 === 1),
});

/** Returns true if a place is within reach of the line of a flat ring. */
function isOnRing(ring: Float64Array, [x, y]: readonly [number, number], reach: number): boolean {
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
    const [ax, ay] = [ring[before] ?? 0, ring[before + 1] ?? 0];
    const [dx, dy] = [(ring[at] ?? 0) - ax, (ring[at + 1] ?? 0) - ay];
    const length = dx * dx + dy * dy;
    const fraction = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
    if (Math.hypot(x - ax - fraction * dx, y - ay - fraction * dy) <= reach) return true;
  }
  return false;
}

/** An area at a place. */
interface AreaHit<Id> {
  key: Id;
  /** False if it is so small that it is drawn as a dot. */
  isArea: boolean;
}

const reachPx = 4;
/** If there are more dots at one place, they are not sorted. */
const maxSortedDots = 200;

/**
 * Returns the areas at a place in EPSG:3857 (any world copy), dots before the others and the smallest first: dots within reach,
 * and areas that contain the place if `inside` is true, else those whose line is within reach.
 */
export function areasAt<Id>(
  placed: PlacedAreas<Id>,
  [x, y]: readonly [number, number],
  { resolution, inside }: { resolution: number; inside: boolean },
): AreaHit<Id>[] {
  if (!placed.index) return [];
  const inWorld = ((((x + halfWorldMetres) % worldMetres) + worldMetres) % worldMetres) - halfWorldMetres;
  const reach = reachPx * resolution;
  const { boxes, rings, ids } = placed;
  const [dots, areas]: [number[], number[]] = [[], []];
  // Rings that cross the antimeridian extend beyond the edge of the world.
  for (const px of [inWorld, inWorld + worldMetres])
    placed.index.search(px - reach, y - reach, px + reach, y + reach, (i) => {
      const ring = rings[i];
      if (ring === undefined) return false;
      if (longerSideOf(placed, i) / resolution < dotBelowPx) dots.push(i);
      else if (inside ? insideRing(ring, px, y) : isOnRing(ring, [px, y], reach)) areas.push(i);
      return false;
    });
  const sizeOf = (i: number) => widthOf(boxes, i) * heightOf(boxes, i);
  const bySize = (one: number, other: number) => sizeOf(one) - sizeOf(other);
  areas.sort(bySize);
  // Sorting thousands of dots would be slow, and their sizes cannot be distinguished.
  if (dots.length <= maxSortedDots) dots.sort(bySize);
  const seen = placed.at.size === ids.length ? null : new Set<Id>();
  const hits: AreaHit<Id>[] = [];
  for (const found of [dots, areas])
    for (const i of found) {
      const key = ids[i];
      if (key === undefined || seen?.has(key)) continue;
      seen?.add(key);
      hits.push({ key, isArea: found === areas });
    }
  return hits;
}
