import { iso31661, iso31661NumericToAlpha2 } from 'iso-3166';
import { feature } from 'topojson-client';
import { boxAround, rankOfPeople, spellings } from './entry.mjs';

/** The languages in which countries are found, whatever language the window has. */
const languages = [
  'en',
  'es',
  'fr',
  'de',
  'it',
  'pt',
  'nl',
  'sv',
  'da',
  'nb',
  'fi',
  'is',
  'pl',
  'cs',
  'sk',
  'hu',
  'ro',
  'bg',
  'sr',
  'hr',
  'sl',
  'lt',
  'lv',
  'et',
  'el',
  'tr',
  'ru',
  'uk',
  'kk',
  'ar',
  'he',
  'fa',
  'hi',
  'bn',
  'ta',
  'th',
  'vi',
  'id',
  'ms',
  'sw',
  'am',
  'ka',
  'hy',
  'zh-Hans',
  'zh-Hant',
  'ja',
  'ko',
];
/** What people type and no table of languages has. */
const alsoCalled = {
  US: ['USA', 'United States of America', 'America'],
  GB: ['UK', 'Great Britain', 'Britain'],
  AE: ['UAE', 'Emirates'],
  CD: ['DRC', 'Zaire'],
  CZ: ['Czech Republic'],
  TR: ['Turkey'],
  MM: ['Burma'],
  NL: ['Holland'],
  CI: ['Ivory Coast'],
  SZ: ['Swaziland'],
  KR: ['South Korea'],
  KP: ['North Korea'],
  TL: ['East Timor'],
  CV: ['Cape Verde'],
  RU: ['Russian Federation'],
  VA: ['Holy See'],
};
/** GeoNames and the tables of languages know them by a code that ISO has not assigned: Kosovo. */
const withoutNumber = ['XK'];
/** A country is meant before a town of its name, however few its people are. */
const leastRank = 62;
/** Islands below this share of the largest part are left out of the box: nobody wants to see all oceans for France. */
const leastShare = 0.15;

const sizeOf = (ring) =>
  Math.abs(
    ring.reduce((sum, [x, y], i) => {
      const [nextX, nextY] = ring[(i + 1) % ring.length];
      return sum + (x * nextY - nextX * y);
    }, 0),
  );

/** The box of the large parts of a country, and its middle. */
function boxOf({ geometry }) {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const parts = polygons
    .map(([outer]) => ({ outer, size: sizeOf(outer) * Math.cos((outer[0][1] * Math.PI) / 180) }))
    .toSorted((a, b) => b.size - a.size);
  const large = parts.filter(({ size }) => size >= leastShare * parts[0].size);
  return boxAround(large.flatMap(({ outer }) => outer));
}

/**
 * All countries that have a code, with their names in many languages.
 * @param {{ atlas: object, towns: import('./entry.mjs').Entry[] }} sources `atlas` is `countries-50m.json` of world-atlas
 * @returns {import('./entry.mjs').Entry[]}
 */
export function makeCountries({ atlas, towns }) {
  const outlines = new Map();
  for (const outline of feature(atlas, atlas.objects.countries).features) {
    const code = iso31661NumericToAlpha2[outline.id];
    if (code !== undefined) outlines.set(code, outline);
  }
  return [...iso31661.map(({ alpha2 }) => alpha2), ...withoutNumber].flatMap((alpha2) => {
    const own = towns.filter(({ country, kind }) => country === alpha2 && kind !== 'part');
    const outline = outlines.get(alpha2);
    if (outline === undefined && own.length === 0) return [];
    const box = outline
      ? boxOf(outline)
      : boxAround(own.map(({ longitude, latitude }) => [longitude, latitude]));
    const names = languages.map((language) => new Intl.DisplayNames(language, { type: 'region' }).of(alpha2));
    const people = own.reduce((sum, { amount }) => sum + amount, 0);
    return [
      {
        kind: 'country',
        names: spellings([...names, ...(alsoCalled[alpha2] ?? [])]),
        country: alpha2,
        division: null,
        longitude: (box[0] + box[2]) / 2,
        latitude: (box[1] + box[3]) / 2,
        amount: 0,
        rank: Math.max(leastRank, rankOfPeople(people)),
        box,
      },
    ];
  });
}
