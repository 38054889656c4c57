/** The extent of scenes: their box in degrees, whose east is over 180 across the antimeridian, and their first and last time. */
export interface ScenesExtent {
  box: { west: number | null; south: number | null; east: number | null; north: number | null } | null;
  first: string | null;
  last: string | null;
}

function readTime(text: string | null): string | null {
  const ms = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

function toBbox({ box }: ScenesExtent): number[] {
  const { west = null, south = null, east = null, north = null } = box ?? {};
  if (west === null || south === null || east === null || north === null) return [-180, -90, 180, 90];
  // A scene that crosses the antimeridian makes the box go round the globe.
  return east > 180 || west < -180 ? [-180, south, 180, north] : [west, south, east, north];
}

/** Returns an extent as a collection of STAC has it: that of the whole globe where no place is known, and open where no time is. */
export const toStacExtent = (extent: ScenesExtent) => ({
  spatial: { bbox: [toBbox(extent)] },
  temporal: { interval: [[readTime(extent.first), readTime(extent.last)]] },
});
