type Position = readonly number[];

/**
 * Returns a line that continues past ±180 instead of jumping to the other side, because the data is stitched for a
 * globe. Its west end is in -180 … 180.
 */
export function unwrapLine(line: readonly Position[]): [number, number][] {
  let shift = 0;
  let before: number | null = null;
  const unwrapped = line.map(([longitude = 0, latitude = 0]): [number, number] => {
    if (before !== null && longitude - before > 180) shift -= 360;
    if (before !== null && longitude - before < -180) shift += 360;
    before = longitude;
    return [longitude + shift, latitude];
  });
  const west = unwrapped.reduce((min, [longitude]) => Math.min(min, longitude), 0);
  if (west >= -180) return unwrapped;
  const eastward = 360 * Math.ceil((-180 - west) / 360);
  return unwrapped.map(([longitude, latitude]) => [longitude + eastward, latitude]);
}

/** Closes a ring around a pole along the edge of the map, because it does not close on a flat map. */
export function closeOverPole(ring: readonly [number, number][]): [number, number][] {
  const first = ring[0];
  const last = ring.at(-1);
  if (!first || !last || Math.abs(last[0] - first[0]) < 180) return [...ring];
  const pole = last[1] < 0 ? -90 : 90;
  return [...ring, [last[0], pole], [first[0], pole]];
}
