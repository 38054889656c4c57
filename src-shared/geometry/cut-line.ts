import { nearTo } from './area.ts';
import type { LonLat } from './lon-lat.ts';

const rounded = (degrees: number) => Math.round(degrees * 1e7) / 1e7;
/** Returns the turn of the globe that contains a longitude; a border belongs to the turn west of it. */
const turnOf = (longitude: number) => Math.ceil((longitude - 180) / 360);

/**
 * Returns a line in the form in which it is sent: longitudes from -180 to 180 with seven decimals, in two or more parts
 * if it crosses the antimeridian (RFC 7946 §3.1.9). Each segment takes the shorter way around the globe. Empty if there
 * are no two different places.
 */
export function cutLine(places: readonly LonLat[]): LonLat[][] {
  const parts: LonLat[][] = [];
  let part: LonLat[] = [];
  let before: LonLat | null = null;
  const put = ([longitude, latitude]: LonLat, turn: number) => {
    const place: LonLat = [rounded(longitude - 360 * turn), rounded(latitude)];
    const last = part.at(-1);
    if (last?.[0] !== place[0] || last[1] !== place[1]) part.push(place);
  };
  const end = () => {
    if (part.length > 1) parts.push(part);
    part = [];
  };
  for (const [longitude, latitude] of places) {
    const place: LonLat = before ? [nearTo(longitude, before[0]), latitude] : [longitude, latitude];
    const [turn, turnBefore] = [turnOf(place[0]), turnOf((before ?? place)[0])];
    if (before !== null && turn !== turnBefore) {
      const border = 180 + 360 * Math.min(turn, turnBefore);
      const share = (border - before[0]) / (place[0] - before[0]);
      const crossing: LonLat = [border, before[1] + (place[1] - before[1]) * share];
      put(crossing, turnBefore);
      end();
      put(crossing, turn);
    }
    put(place, turn);
    before = place;
  }
  end();
  return parts;
}
