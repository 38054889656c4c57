import { type Area, boxOf } from './area.ts';
import { cutAtMeridian } from './cut-at-meridian.ts';
import type { LonLat } from './lon-lat.ts';

/**
 * Returns an area in the form in which it is sent: longitudes from -180 to 180, cut into two or more if it crosses the
 * antimeridian (RFC 7946 §3.1.9).
 */
export function cutAtAntimeridian(area: Area): Area[] {
  const [west] = boxOf(area);
  const turns = Math.floor((west + 180) / 360) * 360;
  const shifted = area.map((ring) => ring.map(([x, y]): LonLat => [Math.round((x - turns) * 1e7) / 1e7, y]));
  return boxOf(shifted)[2] <= 180 ? [shifted] : cutAtMeridian(shifted, 180);
}
