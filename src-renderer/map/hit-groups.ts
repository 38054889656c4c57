import { boxOfPlaces, type DegreeBox } from '../../src-shared/geometry/box-of-places.ts';
import { halfWorldMetres, latitudeOf, longitudeOf } from '../../src-shared/geometry/mercator.ts';
import { addToCells, bucketOf, type Cells, columnOf, createCells, rowOf } from './cells.ts';
import { clusterRadius } from './cluster-stamps.ts';
import { groupingDistance } from './group-levels.ts';
import { kindCount, type MarkGroups, offsetEast } from './group-marks.ts';
import type { Cluster } from './map-hit.ts';
import { markKinds } from './place-marks.ts';

/** A mark at a place on the map, or a cluster of marks. A mark that is drawn over its cluster is returned besides the cluster. */
export type PointHit<Id> = { key: Id; isInCluster?: true } | { cluster: Cluster<Id> };

/** Marks in EPSG:3857 as they are drawn. */
interface DrawnGroups<Id> {
  placed: {
    ids: readonly Id[];
    x: Float64Array;
    y: Float64Array;
    at: ReadonlyMap<Id, number>;
  };
  groups: MarkGroups;
}

/** The closest view to which a cluster is zoomed, in metres of EPSG:3857 per pixel: that of zoom 18. */
const closestResolution = halfWorldMetres / 128 / 2 ** 18;

/** The cells of groups, computed when the pointer first moves over the map. */
const cellsOfGroups = new WeakMap<MarkGroups, Cells>();

function cellsOf(groups: MarkGroups): Cells {
  const stored = cellsOfGroups.get(groups);
  if (stored) return stored;
  const cells = createCells(groups.count, groups.distance);
  for (let group = 0; group < groups.count; group += 1)
    addToCells(cells, group, groups.x[group] ?? 0, groups.y[group] ?? 0);
  cellsOfGroups.set(groups, cells);
  return cells;
}

/** Returns the indexes of the marks of a group. */
function marksOf({ groupOf }: MarkGroups, group: number, max = Number.POSITIVE_INFINITY): number[] {
  const found: number[] = [];
  for (let i = 0; i < groupOf.length && found.length < max; i += 1) if (groupOf[i] === group) found.push(i);
  return found;
}

function clusterOf<Id>({ placed, groups }: DrawnGroups<Id>, group: number): Cluster<Id> {
  const { x, y, ids } = placed;
  const first = groups.firsts[group] ?? 0;
  const size = groups.sizes[group] ?? 0;
  const box = (): DegreeBox => {
    const marks = marksOf(groups, group);
    const longitudes = marks.map((i) => longitudeOf(x[i] ?? 0));
    const latitudes = marks.map((i) => latitudeOf(y[i] ?? 0));
    return boxOfPlaces(longitudes, latitudes) ?? [0, 0, 0, 0];
  };
  const isFarFromFirst = (i: number) =>
    Math.hypot(offsetEast(x[i] ?? 0, x[first] ?? 0), (y[i] ?? 0) - (y[first] ?? 0)) >
    groupingDistance(closestResolution);
  return {
    size,
    counts: new Map(
      markKinds.flatMap((kind, k) => {
        const count = groups.kinds[group * kindCount + k] ?? 0;
        return count === 0 ? [] : [[kind, count] as const];
      }),
    ),
    id: `${ids[first]} ${size}`,
    keys: (max) =>
      marksOf(groups, group, max).flatMap((i) => {
        const id = ids[i];
        return id === undefined ? [] : [id];
      }),
    box,
    get splits() {
      return marksOf(groups, group).some(isFarFromFirst);
    },
  };
}

interface HitOptions<Id> {
  /** Metres of EPSG:3857 per pixel. */
  resolution: number;
  /** The maximum distance from a mark at which the pointer hits it, in pixels. */
  reachPx: number;
  /** A mark that is drawn separately even if it is part of a cluster; null for none. */
  alone: Id | null;
}

/** Returns the marks and clusters within reach of a place in EPSG:3857, the nearest first. */
export function groupsAt<Id>(
  drawn: DrawnGroups<Id>,
  [x, y]: readonly [number, number],
  { resolution, reachPx, alone }: HitOptions<Id>,
): PointHit<Id>[] {
  const { placed, groups } = drawn;
  const cells = cellsOf(groups);
  const [column, row] = [columnOf(cells, x), rowOf(cells, y)];
  const found: { group: number; apartPx: number }[] = [];
  const visited = new Set<number>();
  for (let dy = -1; dy <= 1; dy += 1)
    for (let dx = -1; dx <= 1; dx += 1) visited.add(bucketOf(cells, column + dx, row + dy));
  for (const bucket of visited)
    for (let group = cells.heads[bucket] ?? -1; group >= 0; group = cells.nexts[group] ?? -1) {
      const size = groups.sizes[group] ?? 1;
      const apartPx =
        Math.hypot(offsetEast(groups.x[group] ?? 0, x), (groups.y[group] ?? 0) - y) / resolution;
      if (apartPx <= (size === 1 ? reachPx : clusterRadius(size))) found.push({ group, apartPx });
    }
  const hits = found
    .sort((one, other) => one.apartPx - other.apartPx)
    .flatMap(({ group }): PointHit<Id>[] => {
      if ((groups.sizes[group] ?? 1) > 1) return [{ cluster: clusterOf(drawn, group) }];
      const key = placed.ids[groups.firsts[group] ?? 0];
      return key === undefined ? [] : [{ key }];
    });
  const own = alone === null ? undefined : placed.at.get(alone);
  if (alone === null || own === undefined) return hits;
  const apartPx = Math.hypot(offsetEast(placed.x[own] ?? 0, x), (placed.y[own] ?? 0) - y) / resolution;
  if (apartPx > reachPx) return hits;
  const isInCluster = found.some(
    ({ group }) => group === groups.groupOf[own] && (groups.sizes[group] ?? 1) > 1,
  );
  return [
    isInCluster ? { key: alone, isInCluster } : { key: alone },
    ...hits.filter((hit) => !('key' in hit && hit.key === alone)),
  ];
}
