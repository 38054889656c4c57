import type { Footprint } from '../../../src-preload/contract/geometry.ts';
import { readFootprint, unwrappedRings } from '../../core/footprint.ts';
import { boxOfRing, ringContains } from '../../core/meets-area.ts';

/** The outlines of one band and of another differ by a pixel, so corners count as inside when they are this near to the middle. */
const inwards = 0.98;

interface Outline {
  footprint: Footprint;
  rings: number[][];
  middle: [x: number, y: number];
  area: number;
}

function readOutline(value: unknown): Outline | null {
  const footprint = readFootprint(value);
  if (footprint === null) return null;
  const rings = unwrappedRings(footprint);
  // The box of the rings as they are written, which may lie a turn away.
  const [west, south, east, north] = boxOfRing(rings.flat());
  return {
    footprint,
    rings,
    middle: [(west + east) / 2, (south + north) / 2],
    area: (east - west) * (north - south),
  };
}

/** Returns true if one outline lies within another; longitudes may differ by whole turns. */
function isCovered({ rings, middle: [x, y] }: Outline, by: Outline): boolean {
  const turns = 360 * Math.round((by.middle[0] - x) / 360);
  return rings.every((ring) => {
    for (let i = 0; i + 1 < ring.length; i += 2) {
      const cornerX = x + ((ring[i] ?? 0) - x) * inwards + turns;
      const cornerY = y + ((ring[i + 1] ?? 0) - y) * inwards;
      if (!by.rings.some((outer) => ringContains(outer, cornerX, cornerY))) return false;
    }
    return true;
  });
}

/** Returns the footprint of scenes that become one: the largest one, with those beside it that it does not cover. Null for none. */
export function joinFootprints(values: readonly unknown[]): Footprint | null {
  const outlines = values.flatMap((value) => readOutline(value) ?? []).toSorted((a, b) => b.area - a.area);
  const joined: Outline[] = [];
  for (const outline of outlines)
    if (!joined.some((other) => isCovered(outline, other))) joined.push(outline);
  const [first] = joined;
  if (first === undefined || joined.length === 1) return first?.footprint ?? null;
  const coordinates = joined.flatMap(({ footprint }) =>
    footprint.type === 'Polygon' ? [footprint.coordinates] : footprint.coordinates,
  );
  // With too many corners to be drawn, the largest one still says where the scene is.
  return readFootprint({ type: 'MultiPolygon', coordinates }) ?? first.footprint;
}
