import { worldMetres } from '../geometry/mercator.ts';
import { type GroupedMarks, groupMarks, type MarkGroups } from './group-marks.ts';

/** Marks that are nearer than this on the screen would overlap, alone or as clusters. */
const overlapPx = 26;
const tilePx = 256;
/** There are two levels for each zoom, so that marks stay in one group until they are about half as far again apart. */
const levelsPerZoom = 2;
/** Going back and forth between views must not group again; further levels are forgotten. */
const maxLevels = 6;

/** Returns the metres of EPSG:3857 that marks of a view with this resolution must be apart to be drawn alone. */
export function groupingDistance(resolution: number): number {
  return (overlapPx * worldMetres) / tilePx / 2 ** (levelOf(resolution) / levelsPerZoom);
}

/** Returns the level of a resolution in metres per pixel: the next coarser one, so that no marks overlap. */
function levelOf(resolution: number): number {
  // The resolution of a whole zoom must not fall below it by rounding.
  return Math.floor(levelsPerZoom * Math.log2(worldMetres / tilePx / resolution) + 1e-6);
}

/** The groups of marks at each level of detail, made when a level is first seen. */
export function createGroupLevels(marks: GroupedMarks) {
  const levels = new Map<number, ReturnType<typeof groupMarks>>();
  return {
    /**
     * Returns the groups for a resolution in metres per pixel. It works on them until a time of `performance.now()` and
     * returns null while they are not ready.
     */
    at(resolution: number, until: number): MarkGroups | null {
      const level = levelOf(resolution);
      const stored = levels.get(level) ?? groupMarks(marks, groupingDistance(resolution));
      // The last one that was seen stands at the end.
      levels.delete(level);
      levels.set(level, stored);
      const [oldest] = levels.keys();
      if (levels.size > maxLevels && oldest !== undefined) levels.delete(oldest);
      return stored.proceed(() => performance.now() > until);
    },
  };
}
/** The groups of one set of marks. */
export type GroupLevels = ReturnType<typeof createGroupLevels>;
