/**
 * node scripts/epsg/write-table.mjs DEFINITIONS.json PLACES.jsonl … > resources/epsg/definitions.json
 *
 * By hand, not by tests: joins the definitions of `list-definitions.py` with the names and the areas of `list-places.py`, and
 * measures how far proj4 with each definition is from PROJ's own answer. A value of the table has columns between tabs: the definition,
 * the metres it may be off (empty below one), the area of use (west, south, east, north), its name, and the name that ESRI gives it if
 * that is another.
 */
import { readFileSync } from 'node:fs';
import proj4 from 'proj4';

const earthMetres = 6_371_008;
const mostMetres = 1_000;
/** A system that was not measured is said to be as rough as `list-definitions.py` allows it to be, which marks those beyond ten metres. */
const allowedMetres = 10;
const markedMetres = 11;
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
  const off = definition === '' ? 0 : Math.max(metres, marked.startsWith('~') ? markedMetres : 0);
  const esri = /^[A-Z]+\["([^"]*)"/.exec(system.esri ?? '')?.[1] ?? '';
  const columns = [definition, off >= 1 ? Math.ceil(off) : '', system.area.join(' '), system.name];
  rows.push(`"${system.code}":${JSON.stringify([...columns, esri === system.name ? '' : esri].join('\t'))}`);
}
console.log(`{\n${rows.join(',\n')}\n}`);
