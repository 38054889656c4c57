/**
 * node scripts/epsg/write-table.mjs DEFINITIONS.json PLACES.jsonl … > resources/epsg/definitions.json
 *
 * By hand, not by tests: joins the definitions of `list-definitions.py` with the names and the areas of `list-places.py`, and
 * measures how far proj4 with each definition is from PROJ's own answer, which is itself only as accurate as PROJ's database says of the
 * shift of the datum. A value of the table has columns between tabs: the definition,
 * the metres it may be off (empty below one), the area of use (west, south, east, north), its name and whether it is deprecated, and the
 * name that ESRI gives it if that is another.
 */
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import proj4 from 'proj4';

const earthMetres = 6_371_008;
const mostMetres = 1_000;
/** A system that was not measured is said to be as rough as `list-definitions.py` allows it to be, which marks those beyond ten metres. */
const allowedMetres = 10;
const markedMetres = 11;
/** Between the places that were measured a system may be further off than at them. */
const betweenPlaces = 1.25;
const [, , definitionsPath, ...placesPaths] = process.argv;
const definitions = JSON.parse(readFileSync(definitionsPath, 'utf8'));

function metresBetween([lon1, lat1], [lon2, lat2]) {
  const radians = Math.PI / 180;
  const half = (degrees) => Math.sin((degrees * radians) / 2) ** 2;
  const chord = half(lat2 - lat1) + Math.cos(lat1 * radians) * Math.cos(lat2 * radians) * half(lon2 - lon1);
  return 2 * earthMetres * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Returns the largest distance from the referee's places in metres; infinity if proj4 cannot compute one of them. */
function measure(definition, places) {
  let most = 0;
  const factor = definition.includes('+units=grad') ? 0.9 : 1;
  for (const [x, y, longitude, latitude] of places) {
    try {
      const at = proj4(definition, 'WGS84').forward([x * factor, y * factor]);
      const metres = metresBetween(at, [longitude, latitude]);
      most = Math.max(most, Number.isFinite(metres) ? metres : Number.POSITIVE_INFINITY);
    } catch {
      return Number.POSITIVE_INFINITY;
    }
  }
  return most;
}

/** The accuracy of the best shift of each datum to WGS 84 in metres, by the code of its geographic system. */
const database = new DatabaseSync('/usr/share/proj/proj.db', { readOnly: true });
const accuracies = new Map(
  database
    .prepare(
      `select source_crs_code as base, min(accuracy) as metres from helmert_transformation
       where source_crs_auth_name = 'EPSG' and target_crs_auth_name = 'EPSG' and target_crs_code = '4326' and deprecated = 0
       group by source_crs_code`,
    )
    .all()
    .map(({ base, metres }) => [Number(base), Number(metres)]),
);
const bases = new Map(
  database
    .prepare(`select code, geodetic_crs_code as base from projected_crs where auth_name = 'EPSG'`)
    .all()
    .map(({ code, base }) => [Number(code), Number(base)]),
);

const described = new Map();
for (const path of placesPaths)
  for (const text of readFileSync(path, 'utf8').split('\n')) {
    if (!text.endsWith('}')) continue;
    const system = JSON.parse(text);
    described.set(system.code, system);
  }

const rows = [];
for (const system of [...described.values()].sort((a, b) => a.code - b.code)) {
  if (!system.area) continue;
  const marked = definitions[system.code] ?? '';
  let definition = marked.replace(/^~/, '');
  const hasShift = /\+towgs84=/.test(definition) && !/\+towgs84=0(?:,-?0)*(?: |$)/.test(definition);
  const unmeasured = hasShift ? allowedMetres : 0;
  const isMeasured = definition !== '' && system.places.length > 0;
  const metres = isMeasured ? measure(definition, system.places) : unmeasured;
  if (metres > mostMetres) {
    console.error(`${system.code} ${system.name}: without a definition, ${Math.round(metres)} m off`);
    definition = '';
  }
  // A system that cannot be computed keeps its name, so that a file that names it is refused.
  const accuracy = hasShift ? (accuracies.get(bases.get(system.code) ?? system.code) ?? 0) : 0;
  const measured = isMeasured ? metres * betweenPlaces : metres;
  const atWorst = Math.max(measured, marked.startsWith('~') ? markedMetres : 0, accuracy > 1 ? accuracy : 0);
  const off = definition === '' ? 0 : atWorst;
  const esri = /^[A-Z]+\["([^"]*)"/.exec(system.esri ?? '')?.[1] ?? '';
  const name = system.deprecated ? `${system.name} (deprecated)` : system.name;
  const columns = [definition, off >= 1 ? Math.ceil(off) : '', system.area.join(' '), name];
  rows.push(`"${system.code}":${JSON.stringify([...columns, esri === system.name ? '' : esri].join('\t'))}`);
}
console.log(`{\n${rows.join(',\n')}\n}`);
