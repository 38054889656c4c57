import type { ReferenceFeature } from '../../../../src-preload/contract/maps.ts';
import { unusable } from '../unusable.ts';

/** The highest latitude of EPSG:3857. */
const mercatorLatitude = 85.051_128_779_806_59;

/**
 * Returns the positions of a feature as flat x, y pairs: in degrees, and as shares of the world in EPSG:3857 (0 at −180° and at the
 * northern edge, 1 at 180° and at the southern edge). @throws MAP_UNUSABLE if one is no position on Earth, or if their number is not
 * the sum of `lengths`.
 */
export function decodePositions({ positions, lengths }: Pick<ReferenceFeature, 'positions' | 'lengths'>): {
  degrees: Float64Array<ArrayBuffer>;
  shares: Float64Array<ArrayBuffer>;
} {
  const bytes = new Uint8Array(Buffer.from(positions, 'base64'));
  const count = lengths.reduce((sum, length) => sum + length, 0);
  if (bytes.byteLength !== 16 * count) throw unusable('reference-position', bytes.byteLength);
  const degrees = new Float64Array(bytes.buffer);
  const shares = new Float64Array(2 * count);
  for (let at = 0; at < degrees.length; at += 2) {
    const [longitude, latitude] = [degrees[at] ?? Number.NaN, degrees[at + 1] ?? Number.NaN];
    if (!(Math.abs(longitude) <= 540 && Math.abs(latitude) <= 90))
      throw unusable('reference-position', `${latitude}, ${longitude}`);
    const bounded = Math.max(-mercatorLatitude, Math.min(mercatorLatitude, latitude));
    const sine = Math.sin((bounded * Math.PI) / 180);
    shares[at] = (longitude + 180) / 360;
    shares[at + 1] = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  }
  return { degrees, shares };
}

/** Returns the smallest x and y and the largest x and y of flat positions. */
export function boxOfPositions(flat: Float64Array): [number, number, number, number] {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < flat.length; at += 2) {
    const [x, y] = [flat[at] ?? 0, flat[at + 1] ?? 0];
    if (x < box[0]) box[0] = x;
    if (y < box[1]) box[1] = y;
    if (x > box[2]) box[2] = x;
    if (y > box[3]) box[3] = y;
  }
  return box;
}
