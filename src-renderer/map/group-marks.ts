import { worldMetres } from '../../src-shared/geometry/mercator.ts';
import { addToCells, bucketOf, columnOf, createCells, rowOf } from './cells.ts';
import { markKinds } from './place-marks.ts';

/** The number of kinds that a mark may have. */
export const kindCount = markKinds.length;

/** Marks to be grouped, in EPSG:3857, with the index of each in `markKinds`. */
export interface GroupedMarks {
  x: Float64Array;
  y: Float64Array;
  kinds: Uint8Array;
}

/** Groups of marks that would overlap. Every mark is in exactly one group, and groups of one mark come before the others. */
export interface MarkGroups {
  count: number;
  /** In metres of EPSG:3857. Marks closer to each other than this were grouped. */
  distance: number;
  /**
   * The place of each group in EPSG:3857, which is that of its first mark. First marks are at least `distance` apart. Centres of
   * groups are not, so clusters drawn there would cover each other.
   */
  x: Float64Array;
  y: Float64Array;
  /** The number of marks of each group. */
  sizes: Uint32Array;
  /** The index of the first mark of each group. */
  firsts: Uint32Array;
  /** The number of marks of each kind in each group: `kindCount` numbers per group. */
  kinds: Uint32Array;
  /** The index of the group of each mark. */
  groupOf: Int32Array;
}

/** The number of marks between two checks of the time. */
const stride = 512;

/** Returns how far a place is east of another one, in metres of EPSG:3857, along the shorter way around the globe. */
export function offsetEast(x: number, from: number): number {
  const apart = x - from;
  return apart - worldMetres * Math.round(apart / worldMetres);
}

/** Groups in the sequence in which they were found, with one entry of each array per group; `groupOf` has one per mark. */
interface FoundGroups {
  count: number;
  distance: number;
  sizes: Uint32Array;
  firsts: Uint32Array;
  groupOf: Int32Array;
}

/** Returns the index of each group in the result: groups of one mark come first. */
function ranksOf({ count, sizes }: FoundGroups): Uint32Array {
  const ranks = new Uint32Array(count);
  let next = 0;
  for (const isSingle of [true, false])
    for (let group = 0; group < count; group += 1)
      if ((sizes[group] === 1) === isSingle) {
        ranks[group] = next;
        next += 1;
      }
  return ranks;
}

/** Returns the groups with their places and kinds, those of one mark first. It changes `groupOf` to that sequence. */
function rankedGroups({ x, y, kinds }: GroupedMarks, found: FoundGroups): MarkGroups {
  const { count, distance, groupOf } = found;
  const ranks = ranksOf(found);
  const ranked: MarkGroups = {
    count,
    distance,
    x: new Float64Array(count),
    y: new Float64Array(count),
    sizes: new Uint32Array(count),
    firsts: new Uint32Array(count),
    kinds: new Uint32Array(count * kindCount),
    groupOf,
  };
  for (let group = 0; group < count; group += 1) {
    const at = ranks[group] ?? 0;
    const first = found.firsts[group] ?? 0;
    ranked.x[at] = x[first] ?? 0;
    ranked.y[at] = y[first] ?? 0;
    ranked.sizes[at] = found.sizes[group] ?? 1;
    ranked.firsts[at] = first;
  }
  for (let i = 0; i < groupOf.length; i += 1) {
    const group = ranks[groupOf[i] ?? 0] ?? 0;
    groupOf[i] = group;
    const at = group * kindCount + (kinds[i] ?? 0);
    ranked.kinds[at] = (ranked.kinds[at] ?? 0) + 1;
  }
  return ranked;
}

/**
 * Creates the grouping of marks that are closer to each other than a distance, in metres of EPSG:3857: each mark that is in no
 * group yet forms one with the ungrouped marks around it. The result depends on the marks and the distance only, not on the view,
 * so moving the map changes no group. `proceed` works until `isOver` returns true. It returns the groups once they are complete,
 * and null before, because one frame is too short for a hundred thousand marks.
 */
export function groupMarks({ x, y, kinds }: GroupedMarks, distance: number) {
  const all = x.length;
  const cells = createCells(all, distance);
  const nearest = distance * distance;
  const groupOf = new Int32Array(all).fill(-1);
  const sizes = new Uint32Array(all);
  const firsts = new Uint32Array(all);
  let groups = 0;
  let placed = 0;
  let next = 0;
  let ready: MarkGroups | null = null;

  /** Adds those marks of a bucket to a group that are close enough to its first mark, and removes them from the bucket. */
  function gatherFrom(bucket: number, group: number, fromX: number, fromY: number) {
    const { heads, nexts } = cells;
    let before = -1;
    for (let i = heads[bucket] ?? -1; i >= 0; ) {
      const after = nexts[i] ?? -1;
      const dx = offsetEast(x[i] ?? 0, fromX);
      const dy = (y[i] ?? 0) - fromY;
      if (dx * dx + dy * dy > nearest) before = i;
      else {
        groupOf[i] = group;
        sizes[group] = (sizes[group] ?? 0) + 1;
        if (before < 0) heads[bucket] = after;
        else nexts[before] = after;
      }
      i = after;
    }
  }

  /** Forms a group of a mark and the ungrouped marks around it. */
  function gather(first: number) {
    const [fromX, fromY] = [x[first] ?? 0, y[first] ?? 0];
    const [column, row] = [columnOf(cells, fromX), rowOf(cells, fromY)];
    firsts[groups] = first;
    for (let dy = -1; dy <= 1; dy += 1)
      for (let dx = -1; dx <= 1; dx += 1)
        gatherFrom(bucketOf(cells, column + dx, row + dy), groups, fromX, fromY);
    groups += 1;
  }

  return {
    proceed(isOver: () => boolean): MarkGroups | null {
      if (ready) return ready;
      let done = 0;
      /** Returns true if the time is over. Each call of `proceed` handles some marks in any case, so that it converges. */
      const isEnough = () => {
        done += 1;
        return done % stride === 0 && isOver();
      };
      for (; placed < all; placed += 1) {
        if (isEnough()) return null;
        // The marks are added from the last one, so that each bucket lists them in their sequence.
        const i = all - 1 - placed;
        addToCells(cells, i, x[i] ?? 0, y[i] ?? 0);
      }
      for (; next < all; next += 1) {
        if (isEnough()) return null;
        if ((groupOf[next] ?? -1) < 0) gather(next);
      }
      ready = rankedGroups({ x, y, kinds }, { count: groups, distance, sizes, firsts, groupOf });
      return ready;
    },
  };
}
