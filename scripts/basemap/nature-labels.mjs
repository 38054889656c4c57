// Names of seas, regions, lakes and peaks, and those of airports and ports, as points.
import { labelPlace, largestOf, polygonsOf, zoomWhere } from './geometry.mjs';
import { isInRing } from './land.mjs';
import { mapName } from './names.mjs';
import { natureName } from './nature-names.mjs';

const kindOfRegion = {
  'Range/mtn': 'range',
  Foothills: 'range',
  Island: 'island',
  'Island group': 'islands',
  Continent: null,
  'Dragons-be-here': null,
  Lake: null,
};
/** Oceans are named again and again, so that one of the names is in every nearer view: degrees between two, by zoom. */
const oceanGrid = [
  [3, 30],
  [4.5, 15],
  [6, 7.5],
];
const oceanEnd = 9.5;
/** The outline of an ocean around a pole does not close on a flat map, so the place with most room in it may be on land. */
const ownPlaces = new Map([['Arctic Ocean', [22, 82.2]]]);

const named = (name) => {
  const { en, es } = natureName(mapName(name));
  return { name: en, es };
};

const isIn = (polygon, at) =>
  isInRing(polygon[0], at) && !polygon.slice(1).some((hole) => isInRing(hole, at));

/** A name in the middle of each field of a grid that lies wholly in the polygon. */
function repeated(polygon, facts) {
  const [xs, ys] = [polygon[0].map(([x]) => x), polygon[0].map(([, y]) => y)];
  const bounds = (values) => [
    values.reduce((a, b) => Math.min(a, b)),
    values.reduce((a, b) => Math.max(a, b)),
  ];
  const [[west, east], [south, north]] = [bounds(xs), bounds(ys)];
  return oceanGrid.flatMap(([z, step], level) => {
    const found = [];
    for (let x = Math.ceil(west / step) * step + step / 2; x < east; x += step)
      for (
        let y = Math.max(-75, Math.ceil(south / step) * step + step / 2);
        y < Math.min(80, north);
        y += step
      ) {
        const edges = [-0.3, 0, 0.3].flatMap((dx) =>
          [-0.3, 0, 0.3].map((dy) => [x + dx * step, y + dy * step]),
        );
        if (!edges.every((at) => isIn(polygon, at))) continue;
        const zEnd = oceanGrid[level + 1]?.[0] ?? oceanEnd;
        found.push({ ...facts, at: [((((x + 180) % 360) + 360) % 360) - 180, y], z, zEnd });
      }
    return found;
  });
}

function seas(features) {
  return features.flatMap(({ properties, geometry }) => {
    if (!properties.name || properties.featurecla === 'river') return [];
    const ocean = properties.featurecla === 'ocean';
    const facts = { kind: ocean ? 'ocean' : 'sea', ...named(properties.name) };
    const { polygon, area } = largestOf(polygonsOf(geometry));
    if (ocean) {
      const at = ownPlaces.get(facts.name) ?? labelPlace(polygon).at;
      const first = { ...facts, at, z: 1, zEnd: 3 };
      return [first, ...polygonsOf(geometry).flatMap((part) => repeated(part, facts))];
    }
    const { at, roomMetres } = labelPlace(polygon);
    // Small waters are named when there is room for it; the ranks of the source are for printed sheets.
    const z = Math.max(properties.min_label - 0.6, zoomWhere(Math.min(4 * roomMetres, Math.sqrt(area)), 46));
    return [{ ...facts, at, z, zEnd: Math.max(z + 3.5, properties.max_label) }];
  });
}

function regions(features) {
  return features.flatMap(({ properties, geometry }) => {
    const kind = properties.featurecla in kindOfRegion ? kindOfRegion[properties.featurecla] : 'region';
    if (!properties.name || kind === null || properties.scalerank > 7) return [];
    const { at } = labelPlace(largestOf(polygonsOf(geometry)).polygon);
    const z = properties.min_label + (kind === 'region' ? 0.5 : 0.3);
    return [{ kind, ...named(properties.name), at, z, zEnd: Math.max(properties.max_label, z + 2) }];
  });
}

function lakes(features) {
  return features.flatMap(({ properties, geometry }) => {
    if (!properties.name) return [];
    const { polygon } = largestOf(polygonsOf(geometry));
    const { at } = labelPlace(polygon);
    return [{ kind: 'lake', ...named(properties.name), at, z: properties.min_label + 0.3, zEnd: 99 }];
  });
}

const glaciers = (features) => {
  const best = new Map();
  for (const { properties, geometry } of features) {
    if (!properties.name || /sheet/i.test(properties.name)) continue;
    const largest = largestOf(polygonsOf(geometry));
    if ((best.get(properties.name)?.area ?? 0) < largest.area) best.set(properties.name, largest);
  }
  return [...best].map(([name, { polygon, area }]) => ({
    kind: 'glacier',
    ...named(name),
    at: labelPlace(polygon).at,
    z: Math.max(5, zoomWhere(Math.sqrt(area), 70)),
    zEnd: 99,
  }));
};

const peaks = (features) =>
  features
    .filter(({ properties }) => properties.name && properties.featurecla !== 'spot elevation')
    .map(({ properties, geometry }) => ({
      kind: properties.elevation < 0 || properties.featurecla === 'depression' ? 'depression' : 'peak',
      ...named(properties.name.replace(/,$/, '')),
      at: geometry.coordinates,
      elevation: Math.round(properties.elevation),
      z: Math.max(5, Math.min(8, properties.scalerank + 2.2)),
      zEnd: 99,
    }));

const airports = (features) =>
  features
    .filter(({ properties }) => properties.name && properties.type !== 'spaceport')
    .map(({ properties, geometry }) => ({
      kind: 'airport',
      name: properties.iata_code
        ? `${mapName(properties.name)} (${properties.iata_code})`
        : mapName(properties.name),
      es: null,
      at: geometry.coordinates,
      z: Math.max(7.5, Math.min(9.5, properties.scalerank + 4.5)),
      zEnd: 99,
    }));

const ports = (features) =>
  features
    .filter(({ properties }) => properties.name)
    .map(({ properties, geometry }) => ({
      kind: 'port',
      name: mapName(properties.name),
      es: null,
      at: geometry.coordinates,
      z: Math.max(9, Math.min(11, properties.scalerank + 4)),
      zEnd: 99,
    }));

/** Returns names `{ kind, at, name, es, elevation?, z, zEnd }`; `layer` reads a layer of Natural Earth. */
export function natureLabels(layer) {
  return [
    ...seas(layer('10m_geography_marine_polys')),
    ...regions(layer('10m_geography_regions_polys')),
    ...lakes(layer('10m_lakes')),
    ...glaciers(layer('10m_glaciated_areas')),
    ...peaks(layer('10m_geography_regions_elevation_points')),
    ...airports(layer('10m_airports')),
    ...ports(layer('10m_ports')),
  ];
}
