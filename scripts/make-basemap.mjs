// Makes resources/basemap/world.pmtiles, the embedded map: `node scripts/make-basemap.mjs --natural-earth FOLDER
// --geonames FILE --divisions FOLDER --cldr FOLDER`. What these are, and how a maintainer gets them: docs/development.md.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { countryNames } from './basemap/country-names.mjs';
import { cutTiles } from './basemap/cut-tiles.mjs';
import { divisionsOf } from './basemap/divisions.mjs';
import { landPolygons } from './basemap/land.mjs';
import { mapName } from './basemap/names.mjs';
import { natureLabels } from './basemap/nature-labels.mjs';
import { natureName } from './basemap/nature-names.mjs';
import {
  countriesTopology,
  divisionTopologies,
  geoNamesTowns,
  naturalEarth,
  zoneTowns,
} from './basemap/read-sources.mjs';
import { townsOf } from './basemap/towns.mjs';
import { writePmtiles } from './basemap/write-pmtiles.mjs';

/** Sources and licences; kept in the file itself, and shown on the map in short. */
const sources = [
  { name: 'Natural Earth', licence: 'public domain', address: 'https://www.naturalearthdata.com' },
  { name: 'GeoNames', licence: 'CC BY 4.0', address: 'https://www.geonames.org' },
  { name: 'Unicode CLDR', licence: 'Unicode-3.0', address: 'https://cldr.unicode.org' },
];

const shape = (geometry, properties) => ({ type: 'Feature', geometry, properties });

function borderKind({ featurecla, type }) {
  if (/limit/i.test(featurecla)) return null;
  return type === 'Land' && /^International/.test(featurecla) ? 0 : 1;
}

function shapesOf(layer, divisions) {
  const polygons = landPolygons(layer('10m_coastline'));
  return {
    land: { features: polygons.map((coordinates) => shape({ type: 'Polygon', coordinates }, { z: 0 })) },
    ice: {
      features: layer('10m_glaciated_areas').map(({ geometry, properties }) =>
        shape(geometry, { z: Math.max(0, properties.scalerank - 1) }),
      ),
    },
    urban: {
      features: layer('50m_urban_areas').map(({ geometry, properties }) =>
        shape(geometry, { z: properties.min_zoom + 0.4 }),
      ),
    },
    lakes: {
      features: layer('10m_lakes').map(({ geometry, properties }) =>
        shape(geometry, { z: properties.min_zoom }),
      ),
    },
    rivers: {
      features: layer('10m_rivers_lake_centerlines').map(({ geometry, properties }) => {
        const name = properties.name_en ?? properties.name;
        const known = name ? natureName(mapName(properties.name ?? name)) : null;
        const tags =
          known && properties.featurecla === 'River' && name !== 'Weir'
            ? {
                n: known.en === mapName(properties.name ?? name) ? mapName(name) : known.en,
                ...(known.es ? { es: known.es } : {}),
                lz: Math.round(10 * (properties.min_label + 0.5)),
              }
            : {};
        return shape(geometry, { z: properties.min_zoom, w: Math.max(0, 9 - properties.scalerank), ...tags });
      }),
    },
    reefs: { features: layer('10m_reefs').map(({ geometry }) => shape(geometry, { z: 5.5 })) },
    divisions: { features: divisions.lines.map(({ geometry, z }) => shape(geometry, { z })) },
    borders: {
      features: layer('10m_admin_0_boundary_lines_land').flatMap(({ geometry, properties }) => {
        const kind = borderKind(properties);
        return kind === null ? [] : [shape(geometry, { z: properties.min_zoom, ...(kind ? { d: 1 } : {}) })];
      }),
    },
  };
}

/** What comes first where two names want one place: the zoom from which it is shown, and what it is. */
const precedence = {
  country: -15,
  ocean: -8,
  sea: 2,
  town: 0,
  station: 3,
  division: 4,
  islands: 4,
  island: 6,
  range: 6,
  region: 8,
  lake: 8,
  glacier: 10,
  peak: 12,
  depression: 14,
  district: 8,
  airport: 14,
  port: 18,
};

function nameOf({
  kind,
  at,
  name,
  es = null,
  iso = null,
  elevation = null,
  people = null,
  capital = 0,
  z,
  zEnd = 99,
}) {
  const rank = Math.max(
    0,
    Math.round(z * 10) + precedence[kind] - (capital === 2 ? 12 : capital === 1 ? 3 : 0),
  );
  return {
    at,
    z,
    zEnd,
    rank,
    tags: {
      k: kind,
      n: name,
      ...(es ? { es } : {}),
      ...(iso ? { iso } : {}),
      ...(elevation !== null ? { e: elevation } : {}),
      ...(capital ? { c: capital } : {}),
      ...(people !== null
        ? { s: Math.max(0, Math.min(7, Math.round(Math.log10(Math.max(1, people)) * 2) - 6)) }
        : {}),
      r: rank,
    },
  };
}

function namesOf({ layer, topology, divisions, towns }) {
  return [
    ...countryNames(topology).map((country) => nameOf({ kind: 'country', ...country })),
    ...divisions.names.map((division) => nameOf({ kind: 'division', ...division })),
    ...natureLabels(layer).map((label) => nameOf(label)),
    ...towns.map((town) => nameOf(town)),
  ].sort((a, b) => a.rank - b.rank || a.at[0] - b.at[0] || a.at[1] - b.at[1]);
}

const { values } = parseArgs({
  options: {
    'natural-earth': { type: 'string' },
    geonames: { type: 'string' },
    divisions: { type: 'string' },
    cldr: { type: 'string' },
    out: { type: 'string' },
  },
});
const missing = ['natural-earth', 'geonames', 'divisions', 'cldr'].filter(
  (name) => values[name] === undefined,
);
if (missing.length > 0) {
  console.error(`${missing.map((name) => `--${name}`).join(', ')} is missing. See docs/development.md.`);
  process.exit(2);
}
const out =
  values.out ?? join(fileURLToPath(new URL('..', import.meta.url)), 'resources/basemap/world.pmtiles');

const layer = naturalEarth(values['natural-earth']);
const divisions = divisionsOf({
  topologies: divisionTopologies(values.divisions),
  fineLines: layer('50m_admin_1_states_provinces_lines'),
  labelPoints: layer('10m_admin_1_label_points'),
});
const towns = townsOf({
  geoNames: geoNamesTowns(values.geonames),
  places: layer('10m_populated_places'),
  english: zoneTowns(values.cldr, 'en'),
  spanish: zoneTowns(values.cldr, 'es'),
});
const names = namesOf({ layer, topology: countriesTopology(), divisions, towns });
const counts = {};
for (const { tags } of names) counts[tags.k] = (counts[tags.k] ?? 0) + 1;
const tiles = [...cutTiles({ shapes: shapesOf(layer, divisions), names })];
const bytes = writePmtiles({ tiles, metadata: { name: 'Nadir basemap', format: 'pbf', sources } });
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, bytes);
console.log(`${names.length} names: ${JSON.stringify(counts)}`);
console.log(
  `${tiles.length} tiles, ${(bytes.length / 2 ** 20).toFixed(1)} MiB, sha256 ${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`,
);
