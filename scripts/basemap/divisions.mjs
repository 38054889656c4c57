// First-level divisions: their lines and their names, each from the zoom at which a usual one of its country has room.
import { feature, mesh } from 'topojson-client';
import { labelPlace, largestOf, polygonsOf, zoomWhere } from './geometry.mjs';
import { isInRing } from './land.mjs';
import { mapName, plainName } from './names.mjs';
import { spanishDivision } from './place-names.mjs';

/** So wide a usual division is on the screen where the lines of its country begin to help. */
const linePixels = 55;
/** So wide the room of a name is in the division itself. */
const namePixels = 90;
const earliestLine = 3.8;
const earliestName = 4.2;
/** Where the finer lines of Natural Earth are, whose own names say the country. */
const finer = new Map([
  ['United States of America', 'US'],
  ['Brazil', 'BR'],
  ['Canada', 'CA'],
  ['Australia', 'AU'],
]);

/** Drops vertices that are nearer to the straight line than the raster of the source: they are steps of the raster. */
function smooth(line, tolerance) {
  if (line.length < 3) return line;
  const [first, last] = [line[0], line.at(-1)];
  const [dx, dy] = [last[0] - first[0], last[1] - first[1]];
  const length = Math.hypot(dx, dy);
  let most = 0;
  let at = 0;
  for (let i = 1; i < line.length - 1; i += 1) {
    const [x, y] = [line[i][0] - first[0], line[i][1] - first[1]];
    const off = length === 0 ? Math.hypot(x, y) : Math.abs(x * dy - y * dx) / length;
    if (off > most) [most, at] = [off, i];
  }
  if (most <= tolerance) return [first, last];
  return [...smooth(line.slice(0, at + 1), tolerance).slice(0, -1), ...smooth(line.slice(at), tolerance)];
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The country (two letters) of a collection: that of most of its divisions, whose ids are `DE.NW`. */
function countryOf(geometries) {
  const counts = new Map();
  for (const { id } of geometries) {
    const country = /^([A-Z]{2})\./.exec(String(id))?.[1];
    if (country) counts.set(country, (counts.get(country) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/**
 * Returns lines `{ geometry, z }` and names `{ at, name, es, country, z, zEnd }`; `z` is a zoom of the view.
 * @param {{ topologies: object[], fineLines: object[], labelPoints: object[] }} sources
 */
export function divisionsOf({ topologies, fineLines, labelPoints }) {
  const lines = [];
  const names = [];
  const fineCountries = new Set(finer.values());
  const countryZoom = new Map();
  for (const topology of topologies) {
    const object = topology.objects[Object.keys(topology.objects)[0]];
    const geometries = object.geometries?.filter(({ id, type }) => id !== '-99' && type !== null) ?? [];
    const country = countryOf(geometries);
    if (country === null || geometries.length < 2) continue;
    const own = { type: 'GeometryCollection', geometries };
    const shapes = feature(topology, own).features.map(({ geometry, properties }) => ({
      name: properties?.name ?? null,
      ...largestOf(polygonsOf(geometry)),
    }));
    const z = Math.max(
      earliestLine,
      zoomWhere(Math.sqrt(median(shapes.map(({ area }) => area))), linePixels),
    );
    countryZoom.set(country, z);
    const tolerance = 0.75 * Math.max(...(topology.transform?.scale ?? [0]));
    if (!fineCountries.has(country))
      for (const line of mesh(topology, own, (a, b) => a !== b).coordinates)
        lines.push({ z, geometry: { type: 'LineString', coordinates: smooth(line, tolerance) } });
    names.push(...namesIn(country, shapes, labelPoints, z));
  }
  for (const { geometry, properties } of fineLines) {
    const z = Math.max(earliestLine, countryZoom.get(finer.get(properties.adm0_name)) ?? earliestLine);
    lines.push({ z, geometry });
  }
  return { lines, names };
}

/** The newer names of Natural Earth, each at its place in the largest division that has one; else the division's own. */
function namesIn(country, shapes, labelPoints, lineZoom) {
  const points = labelPoints.filter(
    ({ properties }) => properties.iso_a2 === country && properties.name && !/\(|-\d\d/.test(properties.name),
  );
  const named = new Map();
  for (const shape of shapes) {
    const within = points.filter(({ geometry }) => isInRing(shape.polygon[0], geometry.coordinates));
    const same = within.find(({ properties }) => plainName(properties.name) === plainName(shape.name ?? ''));
    const name = (same ?? within[0])?.properties.name ?? shape.name;
    if (!name) continue;
    const written = mapName(name);
    const best = named.get(written);
    if (best && best.area >= shape.area) continue;
    named.set(written, shape);
  }
  return [...named].map(([name, { polygon, area }]) => {
    const { at, roomMetres } = labelPlace(polygon);
    const z = Math.max(
      earliestName,
      lineZoom,
      zoomWhere(Math.min(Math.sqrt(area), 4 * roomMetres), namePixels),
    );
    return { at, name, es: spanishDivision(country, name), country, z, zEnd: z + 4 };
  });
}
