import { foldName } from '../../src-renderer/gazetteer/fold-name.ts';

/**
 * @typedef {object} Entry What the embedded file holds of one named place.
 * @property {import('../../src-renderer/gazetteer/place-kinds.ts').PlaceKind} kind
 * @property {string[]} names the usual name first, each spelling once
 * @property {string} [spanish] which of the names is the Spanish one, if that is not the usual one
 * @property {string | null} country ISO 3166-1 alpha-2
 * @property {string | null} division such as `DE.02`
 * @property {number} longitude
 * @property {number} latitude
 * @property {number} amount people of a town, metres of a peak; 0 where unknown
 * @property {number} rank 0 to 255: what the searcher likely means, ten for each power of ten of people
 * @property {number[] | undefined} box west, south, east, north; east may exceed 180
 * @property {number[][][] | undefined} rings the outline by which a place is known to be inside, even-odd
 */

/** More than any town has; the file counts them in a byte. */
const mostNames = 255;
const isAscii = (name) => !/[^\0-\u007f]/.test(name);

/** Each spelling once, as names are compared, with its diacritics where they are known; the first is the usual name. */
export function spellings(names) {
  const kept = new Map();
  for (const name of names) {
    const tidy = name.replaceAll(/\s+/g, ' ').trim();
    const folded = foldName(tidy);
    if (folded === '' || folded.includes('\n')) continue;
    const known = kept.get(folded);
    const isUsual = known !== undefined && known === kept.values().next().value;
    if (known === undefined || (!isUsual && isAscii(known) && !isAscii(tidy))) kept.set(folded, tidy);
  }
  return [...kept.values()].slice(0, mostNames);
}

/** The code of a country; null for what Natural Earth writes where there is none (`-1`, `-99`). */
export const readCountryCode = (text) => (/^[A-Z]{2}$/.test(text ?? '') ? text : null);

/** The rank of so many people. */
export const rankOfPeople = (people) => Math.round(10 * Math.log10(Math.max(100, people)));

/** The same longitude as near to another one as whole turns of the globe make it. */
export const nearLongitude = (longitude, reference) =>
  longitude + 360 * Math.round((reference - longitude) / 360);

/** The box around points, the short way round the globe from the first one: east may exceed 180. */
export function boxAround(points) {
  const [reference] = points[0];
  const longitudes = points.map(([longitude]) => nearLongitude(longitude, reference));
  const latitudes = points.map(([, latitude]) => latitude);
  const least = (values) => values.reduce((a, b) => Math.min(a, b));
  const most = (values) => values.reduce((a, b) => Math.max(a, b));
  // A ring around the pole has all longitudes, whichever it began with.
  if (most(longitudes) - least(longitudes) > 350) return [-180, least(latitudes), 180, most(latitudes)];
  const turn = least(longitudes) < -180 ? 360 : least(longitudes) >= 180 ? -360 : 0;
  return [least(longitudes) + turn, least(latitudes), most(longitudes) + turn, most(latitudes)];
}

/** The values by a key; those whose key is null are left out. */
export function groupBy(values, keyOf) {
  const groups = new Map();
  for (const value of values) {
    const key = keyOf(value);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
