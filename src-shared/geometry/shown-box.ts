/** Returns the box of a raster on the map: its west is between -180 and 180, and its east may exceed 180. */
export function shownBox([west, south, east, north]: readonly [number, number, number, number]): [
  number,
  number,
  number,
  number,
] {
  if (east - west >= 360) return [-180, south, 180, north];
  const turned = west - 360 * Math.floor((west + 180) / 360);
  return [turned, south, turned + (east - west), north];
}
