import { worldMetres } from '../../src-shared/geometry/mercator.ts';
import { type GroupedMarks, groupMarks, type MarkGroups } from './group-marks.ts';

/** Marks that are closer than this on the screen would overlap, single or as clusters. */
const overlapPx = 26;
const tilePx = 256;
/** The number of levels per zoom. With two, grouped marks separate when they are about half as far again apart. */
const levelsPerZoom = 2;
/** The number of levels that are kept, so that moving back and forth between views does not group again. */
const maxLevels = 6;

/** Returns how far apart, in metres of EPSG:3857, marks must be to be drawn separately at a resolution. */
export function groupingDistance(resolution: number): number {
  return (overlapPx * worldMetres) / tilePx / 2 ** (levelOf(resolution) / levelsPerZoom);
}

/** Returns the level of a resolution in metres per pixel: the next coarser one, so that no marks overlap. */
function levelOf(resolution: number): number {
  // Rounding must not put the resolution of a whole zoom below its level.
  return Math.floor(levelsPerZoom * Math.log2(worldMetres / tilePx / resolution) + 1e-6);
}

/** Creates the groups of marks at each level of detail, which are computed when a level is first shown. */
export function createGroupLevels(marks: GroupedMarks) {
  const levels = new Map<number, ReturnType<typeof groupMarks>>();
  return {
    /**
     * Returns the groups for a resolution in metres per pixel. It computes until `until`, a time of `performance.now()`, and
     * returns null if the groups are not complete then.
     */
    at(resolution: number, until: number): MarkGroups | null {
      const level = levelOf(resolution);
      const stored = levels.get(level) ?? groupMarks(marks, groupingDistance(resolution));
      // The map is in the sequence of the last use.
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
