import { placeAt } from './geodesic.ts';
import type { LonLat } from './lon-lat.ts';

/**
 * Returns the four corners of a rectangle of this size on the ground around a place, clockwise from the north-west. Its
 * sides run north and east; the longitudes continue over the antimeridian.
 */
export function groundRectangle(at: LonLat, widthMetres: number, heightMetres: number): LonLat[] {
  return (
    [
      [-1, 0],
      [1, 0],
      [1, 180],
      [-1, 180],
    ] as const
  ).map(([eastward, azimuth]) =>
    placeAt(placeAt(at, azimuth, heightMetres / 2), eastward * 90, widthMetres / 2),
  );
}
