// The names of countries: only where they stand and how large; the page writes them in the user's language.
import { iso31661 } from 'iso-3166';
import { feature } from 'topojson-client';
import { labelPlace, largestOf, polygonsOf, zoomWhere } from './geometry.mjs';

/** So much room a country has on the screen where its name begins. */
const pixels = 34;
const earliest = 1.6;
/** Groups of small islands have little land and much room around it. */
const latest = 5.2;
const alpha2 = new Map(iso31661.map(({ numeric, alpha2: code }) => [numeric, code]));
/** Territories that the standard does not number, by the name of the source. */
const unnumbered = new Map([['Kosovo', 'XK']]);
/** The largest piece lies across the pole or the name would stand on ice that nobody looks at. */
const ownPlaces = new Map([
  ['AQ', [60, -79.5]],
  ['GL', [-41, 72]],
  ['RU', [97, 62]],
  ['CA', [-106, 57]],
  ['US', [-99, 39.6]],
  ['NO', [9.2, 61.3]],
  ['CL', [-71.2, -31.4]],
]);
const skipped = new Set([
  'Siachen Glacier',
  'Southern Patagonian Ice Field',
  'Bir Tawil',
  'Brazilian I.',
  'Scarborough Reef',
  'Spratly Is.',
  'Serranilla Bank',
  'Bajo Nuevo Bank',
  'USNB Guantanamo Bay',
  'Baikonur',
  'Cyprus U.N. Buffer Zone',
  'Akrotiri',
  'Dhekelia',
  'Coral Sea Is.',
  'Clipperton I.',
]);

/** Returns `{ at, name, iso, z, zEnd, rank }` of each country: `iso` has two letters, or is null. */
export function countryNames(topology) {
  return feature(topology, topology.objects.countries).features.flatMap(({ id, properties, geometry }) => {
    const name = properties?.name ?? '';
    if (geometry === null || skipped.has(name)) return [];
    const iso = alpha2.get(String(id).padStart(3, '0')) ?? unnumbered.get(name) ?? null;
    const { polygon, area } = largestOf(polygonsOf(geometry));
    const at = ownPlaces.get(iso) ?? labelPlace(polygon).at;
    const z = Math.min(latest, Math.max(earliest, zoomWhere(Math.sqrt(area), pixels)));
    // The name of a large country is looked for at once; nearer, what is within it says more.
    return [{ at, name, iso, z, zEnd: Math.max(6.5, Math.min(z + 5, 8.5)) }];
  });
}
