import LineString from 'ol/geom/LineString.js';
import polylabel from 'polylabel';
import { boxAround, readCountryCode, spellings } from './entry.mjs';

/** `SAHARA` → `Sahara`, `Ahaggar Mts.` → `Ahaggar Mountains`: Natural Earth writes names as they fit on a map. */
const small = new Set([
  'of',
  'the',
  'and',
  'de',
  'del',
  'la',
  'las',
  'los',
  'du',
  'des',
  'da',
  'do',
  'al',
  'el',
]);
const abbreviations = {
  'i.': 'Island',
  'is.': 'Islands',
  'mts.': 'Mountains',
  'mt.': 'Mount',
  'mtn.': 'Mountain',
  'pk.': 'Peak',
  'pen.': 'Peninsula',
  'ra.': 'Range',
  'plat.': 'Plateau',
  'arch.': 'Archipelago',
  'cord.': 'Cordillera',
  'str.': 'Strait',
  'sd.': 'Sound',
  'res.': 'Reservoir',
};
const capital = (word) => word.replace(/^\P{L}*\p{L}/u, (head) => head.toUpperCase());

function tidy(name) {
  const plain = name.replaceAll(/\s+/g, ' ').trim();
  const isLoud = !/\p{Ll}/u.test(plain) && plain.length >= 4;
  return plain
    .split(' ')
    .map((word, i) => {
      const low = word.toLowerCase();
      if (low in abbreviations) return abbreviations[low];
      if (!isLoud) return word;
      return i > 0 && small.has(low)
        ? low
        : capital(low).replaceAll(/-\p{Ll}/gu, (head) => head.toUpperCase());
    })
    .join(' ');
}

/** The rank of a feature that Natural Earth shows from this scale rank on. */
const ranked = (best, step, least) => (scaleRank) =>
  Math.max(least, Math.round(best - step * (scaleRank ?? 10)));

const kindsOf = {
  marine: {
    ocean: 'ocean',
    sea: 'sea',
    gulf: 'bay',
    bay: 'bay',
    strait: 'strait',
    sound: 'strait',
    channel: 'strait',
    generic: 'sea',
    lagoon: 'lagoon',
    fjord: 'bay',
    river: 'bay',
    reef: 'reef',
    inlet: 'bay',
  },
  regions: {
    Island: 'island',
    'Range/mtn': 'mountains',
    'Island group': 'islands',
    Plateau: 'plateau',
    Desert: 'desert',
    'Pen/cape': 'peninsula',
    Geoarea: 'region',
    Coast: 'coast',
    Plain: 'plain',
    Delta: 'wetland',
    Peninsula: 'peninsula',
    Basin: 'plain',
    Continent: 'continent',
    Valley: 'valley',
    Lowland: 'plain',
    Tundra: 'region',
    Isthmus: 'peninsula',
    Wetlands: 'wetland',
    Gorge: 'valley',
    Foothills: 'mountains',
    Lake: 'lake',
    Depression: 'valley',
  },
  points: {
    mountain: 'peak',
    'spot elevation': 'peak',
    depression: 'valley',
    plateau: 'plateau',
    pass: 'pass',
    cape: 'cape',
  },
  lakes: { Lake: 'lake', 'Alkaline Lake': 'lake', Reservoir: 'reservoir' },
};

const polygonsOf = ({ type, coordinates }) => (type === 'Polygon' ? [coordinates] : coordinates);
const linesOf = ({ type, coordinates }) => (type === 'LineString' ? [coordinates] : coordinates);
const sizeOf = ([west, south, east, north]) => (east - west) * (north - south);

/** A ring with few enough vertices, closed; null for one that vanishes. `tolerance` in degrees. */
function simplified(ring, tolerance) {
  const line = new LineString(ring).simplify(tolerance).getCoordinates();
  return line.length >= 4 ? line : null;
}

/** The place of a polygon that is farthest from its edge, where degrees of longitude are as long as in its middle. */
function middleOf(polygon) {
  const [, south, , north] = boxAround(polygon[0]);
  const shrink = Math.max(0.05, Math.cos((((south + north) / 2) * Math.PI) / 180));
  const [x, latitude] = polylabel(
    polygon.map((ring) => ring.map(([longitude, y]) => [longitude * shrink, y])),
    0.05,
  );
  return [x / shrink, latitude];
}

/** A size to compare polygons by: degrees are shorter towards the poles. */
function extentOf([outer]) {
  const doubled = outer.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = outer[(i + 1) % outer.length];
    return sum + (x * nextY - nextX * y) * Math.cos((y * Math.PI) / 180);
  }, 0);
  return Math.abs(doubled);
}

/** A place within an outline, its box, and the outline for “what is here”. */
function outlined(geometry, tolerance) {
  const polygons = polygonsOf(geometry).toSorted((a, b) => extentOf(b) - extentOf(a));
  const [longitude, latitude] = middleOf(polygons[0]);
  const rings = polygons.flatMap((polygon) =>
    polygon.flatMap((ring) => {
      const few = simplified(ring, tolerance);
      return few === null ? [] : [few];
    }),
  );
  return { longitude, latitude, box: boxAround(polygons.flatMap(([outer]) => outer)), rings };
}

const without = { country: null, division: null, amount: 0 };

function marine({ properties, geometry }) {
  const { name, name_fr: french, featurecla, scalerank } = properties;
  const kind = kindsOf.marine[featurecla];
  return {
    ...without,
    kind,
    names: spellings([tidy(name), ...(french ? [tidy(french)] : [])]),
    rank: kind === 'ocean' ? 78 : ranked(72, 4, 30)(scalerank),
    ...outlined(geometry, 0.05),
  };
}

const wrapped = (longitude) => (longitude > 180 ? longitude - 360 : longitude);

function region({ properties, geometry }) {
  const { name, featurecla, scalerank } = properties;
  const kind = kindsOf.regions[featurecla];
  const usual = tidy(name);
  const place = outlined(geometry, 0.05);
  const [west, south, east, north] = place.box;
  // Everything is on a continent and nobody asks which; its middle is that of its box, not of its widest land.
  const continent = {
    rings: undefined,
    longitude: wrapped((west + east) / 2),
    latitude: (south + north) / 2,
  };
  return {
    ...without,
    kind,
    names: spellings([usual, ...(kind === 'desert' && !/desert/i.test(usual) ? [`${usual} Desert`] : [])]),
    rank: kind === 'continent' ? 78 : ranked(62, 4, 25)(scalerank),
    ...place,
    ...(kind === 'continent' ? continent : {}),
  };
}

/** What a lake is called beside its name, in the languages of the data. */
const lakeWord =
  /^(?:lake|lago|laguna|lagoa|lac|ozero|danau|loch|lough|vodokhranilishche)\s+(?:de\s+|di\s+|del\s+)?/i;

/** `Great Bear Lake` needs no other word. */
const hasLakeWord = /\s(?:lakes?|reservoir|lagoon|pan|bay)$/i;

function lake({ properties, geometry }) {
  const { name, featurecla, scalerank } = properties;
  const usual = tidy(name);
  const core = usual.replace(lakeWord, '');
  return {
    ...without,
    kind: kindsOf.lakes[featurecla],
    names: spellings(hasLakeWord.test(usual) ? [usual] : [usual, core, `Lake ${core}`, `Lago ${core}`]),
    rank: ranked(66, 4, 25)(scalerank),
    ...outlined(geometry, 0.01),
  };
}

/** Rivers come in pieces: those of one name that touch are one river. */
function mergedRivers(features) {
  const rivers = [];
  for (const { properties, geometry } of features) {
    const lines = linesOf(geometry);
    const box = boxAround(lines.flat());
    const near = ({ box: other }) =>
      box[0] <= other[2] + 0.5 &&
      box[2] >= other[0] - 0.5 &&
      box[1] <= other[3] + 0.5 &&
      box[3] >= other[1] - 0.5;
    const known = rivers.find((river) => river.name === properties.name && near(river));
    if (known) {
      known.lines.push(...lines);
      known.box = boxAround(known.lines.flat());
      known.scaleRank = Math.min(known.scaleRank, properties.scalerank);
      known.english ??= properties.name_en;
    } else
      rivers.push({
        name: properties.name,
        english: properties.name_en,
        lines,
        box,
        scaleRank: properties.scalerank,
      });
  }
  return rivers;
}

/** Names that the source lacks. */
const riverNames = {
  Amazonas: 'Amazon',
  Huang: 'Yellow River',
  'Chang Jiang': 'Yangtze',
  'Río de la Plata': 'River Plate',
};

function river({ name, english: given, lines, box, scaleRank }) {
  const usual = tidy(name);
  const english = riverNames[usual] ?? given ?? usual;
  const core = usual.replace(/^(?:river|rio|río|fleuve)\s+/i, '').replace(/\s+river$/i, '');
  const longest = lines.reduce((best, line) => (line.length > best.length ? line : best));
  const [longitude, latitude] = longest[Math.floor(longest.length / 2)];
  return {
    ...without,
    kind: 'river',
    names: spellings([english, usual, `${english} River`, `${core} River`, `River ${core}`, `Río ${core}`]),
    rank: ranked(64, 4, 25)(scaleRank),
    longitude,
    latitude,
    box,
  };
}

const pointOf = ({ geometry }) => {
  const [longitude, latitude] =
    geometry.type === 'MultiPoint' ? geometry.coordinates[0] : geometry.coordinates;
  return { longitude, latitude };
};

function peak(feature) {
  const { name, elevation, featurecla, scalerank } = feature.properties;
  return {
    ...without,
    kind: kindsOf.points[featurecla],
    names: spellings([tidy(name).replace(/\sMount$/, ' Mountain')]),
    amount: Math.max(0, Math.round(elevation ?? 0)),
    rank: ranked(66, 4, 25)(scalerank),
    ...pointOf(feature),
  };
}

function airport(feature) {
  const { name, iata_code: iata, gps_code: icao, type, scalerank } = feature.properties;
  const full = name.replace(/\bInt'l\b/, 'International');
  return {
    ...without,
    kind: type === 'spaceport' ? 'spaceport' : 'airport',
    // By its whole name it is not taken for the town that it is named after.
    names: spellings([
      /port$/i.test(full) ? full : `${full} Airport`,
      full,
      ...[iata, icao].filter((code) => code),
    ]),
    rank: ranked(72, 3, 30)(scalerank),
    ...pointOf(feature),
  };
}

function port(feature) {
  const { name, scalerank } = feature.properties;
  return {
    ...without,
    kind: 'port',
    names: spellings([name]),
    rank: ranked(42, 2, 25)(scalerank),
    ...pointOf(feature),
  };
}

/** Stations of polar research, which GeoNames does not list among towns. */
function station(feature) {
  const { NAME: name, NAMEALT: other, ISO_A2: country, POP_MAX: people } = feature.properties;
  return {
    ...without,
    kind: 'station',
    names: spellings([
      // The source lost the dash of this one name.
      name.replace('AmundseniScott', 'Amundsen–Scott'),
      ...(/Station|Base/.test(name) ? [] : [`${name} Station`]),
      ...(other ? [other.replace(/^Formerly /, '')] : []),
    ]),
    country: readCountryCode(country),
    amount: Math.max(0, people),
    rank: 46,
    ...pointOf(feature),
  };
}

function glacier({ properties, geometry }) {
  const { rings: _, ...place } = outlined(geometry, 0.05);
  return {
    ...without,
    kind: 'glacier',
    names: spellings([tidy(properties.name)]),
    rank: ranked(50, 3, 25)(properties.scalerank),
    ...place,
  };
}

const named = ({ properties, geometry }) =>
  typeof properties.name === 'string' && properties.name.trim() !== '' && geometry !== null;
const isStation = ({ properties }) =>
  ['Scientific station', 'Meteorological Station'].includes(properties.FEATURECLA) &&
  !properties.NAME.endsWith(' Island');

/** Of these there is only one of a name, however far apart its pieces are. */
const singular = new Set(['ocean', 'sea', 'glacier']);

/** A feature that comes in several pieces of the same name and kind near each other is kept once. */
function once(entries) {
  const kept = [];
  for (const entry of entries.toSorted((a, b) => (b.box ? sizeOf(b.box) : 0) - (a.box ? sizeOf(a.box) : 0))) {
    const same = kept.find(
      (each) =>
        each.kind === entry.kind &&
        each.names[0] === entry.names[0] &&
        (singular.has(entry.kind) ||
          (Math.abs(each.longitude - entry.longitude) < 3 && Math.abs(each.latitude - entry.latitude) < 3)),
    );
    if (same === undefined) kept.push(entry);
    else if (same.rings && entry.rings) same.rings.push(...entry.rings);
  }
  return kept;
}

/**
 * The seas, regions, waters, peaks, airports, ports and stations of Natural Earth.
 * @param {(name: string) => object[]} featuresOf reads the features of a layer such as `ne_10m_lakes`
 * @returns {import('./entry.mjs').Entry[]}
 */
export function readNaturalEarth(featuresOf) {
  const of = (layer) => featuresOf(`ne_10m_${layer}`).filter(named);
  return once([
    ...of('geography_marine_polys').map(marine),
    ...of('geography_regions_polys')
      .filter(({ properties }) => properties.featurecla in kindsOf.regions)
      .map(region),
    ...of('lakes').map(lake),
    ...mergedRivers(
      of('rivers_lake_centerlines').filter(({ properties }) => properties.featurecla === 'River'),
    ).map(river),
    ...of('geography_regions_elevation_points')
      .filter(({ properties }) => !/\bStation\b/.test(properties.name))
      .map(peak),
    ...of('glaciated_areas').map(glacier),
    ...of('airports').map(airport),
    ...of('ports').map(port),
    ...featuresOf('ne_10m_populated_places').filter(isStation).map(station),
  ]);
}
