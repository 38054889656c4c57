import { isOfEarth, needsSphere, type WrittenDefinition } from './definition-of-wkt.ts';
import { systemOfCode } from './systems.ts';

/**
 * The projections whose texts for PROJ mean the same to proj4, which the table and the well-known text use too. Krovak and the map grid of
 * New Zealand are left out: their axes and origins are fixed in PROJ, whatever the text says.
 */
const projections = new Set([
  'aea',
  'aeqd',
  'cass',
  'cea',
  'eqc',
  'eqdc',
  'eqearth',
  'geos',
  'gnom',
  'laea',
  'lcc',
  'longlat',
  'merc',
  'mill',
  'moll',
  'omerc',
  'ortho',
  'poly',
  'robin',
  'sinu',
  'somerc',
  'stere',
  'sterea',
  'tmerc',
  'utm',
]);
const otherNames: Readonly<Record<string, string>> = {
  latlong: 'longlat',
  latlon: 'longlat',
  lonlat: 'longlat',
  etmerc: 'tmerc',
};
/** The words that say where the plane is, in the order in which they are written. */
const planeWords = [
  'lat_0',
  'lon_0',
  'lonc',
  'lat_1',
  'lat_2',
  'lat_ts',
  'alpha',
  'gamma',
  'h',
  'k',
  'x_0',
  'y_0',
];
/** The words that say nothing of the plane, or only of heights. */
const wordsWithoutEffect = new Set([
  'no_defs',
  'type',
  'wktext',
  'vunits',
  'vto_meter',
  'geoidgrids',
  'approx',
]);
const earthWords = [
  'ellps',
  'datum',
  'a',
  'b',
  'rf',
  'f',
  'R',
  'towgs84',
  'nadgrids',
  'pm',
  'units',
  'to_meter',
];
const flags = ['south', 'no_uoff', 'no_off', 'sweep'];
const knownWords = new Set([...planeWords, ...earthWords, ...flags, 'proj', 'zone', 'k_0']);

/** Metres per unit, as PROJ names the units. */
const metresPerUnit: Readonly<Record<string, number>> = {
  m: 1,
  km: 1_000,
  dm: 0.1,
  cm: 0.01,
  mm: 0.001,
  ft: 0.3048,
  'us-ft': 1_200 / 3_937,
  'ind-ft': 0.304_798_41,
  yd: 0.9144,
  'us-yd': 3_600 / 3_937,
  mi: 1_609.344,
  kmi: 1_852,
  fath: 1.8288,
  ch: 20.1168,
  link: 0.201_168,
};
/** Semi-major axis and inverse flattening, as PROJ names the ellipsoids. */
const ellipsoids: Readonly<Record<string, readonly [number, number]>> = {
  WGS84: [6_378_137, 298.257_223_563],
  GRS80: [6_378_137, 298.257_222_101],
  WGS72: [6_378_135, 298.26],
  WGS66: [6_378_145, 298.25],
  GRS67: [6_378_160, 298.247_167_427],
  aust_SA: [6_378_160, 298.25],
  airy: [6_377_563.396, 299.324_964_6],
  mod_airy: [6_377_340.189, 299.324_937_365_482_3],
  bessel: [6_377_397.155, 299.152_812_8],
  clrk66: [6_378_206.4, 294.978_698_213_898],
  clrk80ign: [6_378_249.2, 293.466_021_293_626_5],
  helmert: [6_378_200, 298.3],
  intl: [6_378_388, 297],
  krass: [6_378_245, 298.3],
  evrst30: [6_377_276.345, 300.8017],
  evrst48: [6_377_304.063, 300.8017],
};
/** The geographic system of each datum that PROJ names. */
const datums: Readonly<Record<string, number>> = {
  WGS84: 4_326,
  NAD83: 4_269,
  NAD27: 4_267,
  GGRS87: 4_121,
  potsdam: 4_314,
  carthage: 4_223,
  hermannskogel: 4_312,
  nzgd49: 4_272,
  OSGB36: 4_277,
};
/** Degrees east of Greenwich, as PROJ names the meridians. */
const meridians: Readonly<Record<string, number>> = {
  greenwich: 0,
  lisbon: -(9 + 7 / 60 + 54.862 / 3_600),
  paris: 2.337_229_166_666_67,
  bogota: -(74 + 4 / 60 + 51.3 / 3_600),
  madrid: -(3 + 41 / 60 + 16.58 / 3_600),
  rome: 12 + 27 / 60 + 8.4 / 3_600,
  bern: 7 + 26 / 60 + 22.5 / 3_600,
  jakarta: 106 + 48 / 60 + 27.79 / 3_600,
  ferro: -(17 + 40 / 60),
  brussels: 4 + 22 / 60 + 4.71 / 3_600,
  stockholm: 18 + 3 / 60 + 29.8 / 3_600,
  athens: 23 + 42 / 60 + 58.815 / 3_600,
  oslo: 10 + 43 / 60 + 22.5 / 3_600,
};

type Words = ReadonlyMap<string, string>;

/** Returns the words of a text; null if it has one that Nadir does not know, or one of them twice. */
function readWords(text: string): Words | null {
  const words = new Map<string, string>();
  for (const part of text.trim().split(/\s+/)) {
    const [, name, value = ''] = /^\+([A-Za-z_0-9]+)(?:=(\S+))?$/.exec(part) ?? [];
    if (name === undefined) return null;
    if (wordsWithoutEffect.has(name)) continue;
    // Only the order that everyone uses: others would turn the raster.
    if (name === 'axis' && value === 'enu') continue;
    if (!knownWords.has(name) || words.has(name)) return null;
    words.set(name, value);
  }
  return words;
}

/** Returns the number of a word; undefined without the word, NaN for another value. */
function numberOf(words: Words, name: string): number | undefined {
  const text = words.get(name);
  if (text === undefined) return undefined;
  return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

type Earth = Omit<WrittenDefinition, 'text'> & { words: string[] };

/** Returns the ellipsoid that the words give; null if it is not one of the earth, or not known. */
function ellipsoidOf(words: Words): { name: string; text: string; needsNoShift: boolean } | null {
  const name = words.get('ellps');
  const radius = numberOf(words, 'R') ?? null;
  const a = numberOf(words, 'a') ?? null;
  if ([name !== undefined, radius !== null, a !== null].filter(Boolean).length !== 1) return null;
  if (name !== undefined) {
    const [major, flattening] = ellipsoids[name] ?? [];
    if (major === undefined) return null;
    return {
      name,
      text: `+a=${major} +rf=${flattening}`,
      needsNoShift: name === 'WGS84' || name === 'GRS80',
    };
  }
  const major = radius ?? a ?? Number.NaN;
  const b = radius ?? numberOf(words, 'b') ?? null;
  const f = numberOf(words, 'f');
  const flattening = numberOf(words, 'rf') ?? (f === undefined || f === 0 ? f : 1 / f) ?? null;
  if (!isOfEarth(major) || (b === null) === (flattening === null)) return null;
  if (b === null && Number.isFinite(flattening))
    return {
      name: `${major}`,
      text: flattening === 0 ? `+a=${major} +b=${major}` : `+a=${major} +rf=${flattening}`,
      needsNoShift: flattening === 0,
    };
  // Nobody has measured on a sphere: its degrees are meant as those of any map.
  return b !== null && isOfEarth(b)
    ? { name: `${major}`, text: `+a=${major} +b=${b}`, needsNoShift: b === major }
    : null;
}

/** Returns the words for the ellipsoid, the datum and the prime meridian; null if Nadir does not know one of them. */
function earthOf(words: Words): Earth | null {
  const named = words.get('pm');
  const meridian = named === undefined ? 0 : (meridians[named] ?? numberOf(words, 'pm') ?? Number.NaN);
  if (!Number.isFinite(meridian)) return null;
  const pm = meridian === 0 ? [] : [`+pm=${meridian}`];
  const datum = words.get('datum');
  if (datum !== undefined) {
    const code = datums[datum];
    const system = code === undefined ? null : systemOfCode(code);
    const others = ['ellps', 'a', 'b', 'rf', 'f', 'R', 'towgs84', 'nadgrids'];
    if (system === null || others.some((name) => words.has(name))) return null;
    const own = system.definition
      .split(' ')
      .filter((word) => /^\+(?:a|b|rf|ellps|datum|towgs84)=/.test(word));
    return { words: [...own, ...pm], unknownDatum: null, metres: system.metres };
  }
  // Without a datum and an ellipsoid PROJ takes WGS 84.
  const ellipsoid = ['ellps', 'a', 'R'].some((name) => words.has(name))
    ? ellipsoidOf(words)
    : { name: 'WGS84', text: '+datum=WGS84', needsNoShift: true };
  if (ellipsoid === null) return null;
  const shift = words.get('towgs84');
  const isShift = shift !== undefined && /^[-+\d.eE]+(?:,[-+\d.eE]+)*$/.test(shift);
  const values = isShift ? shift.split(',').map(Number) : [];
  if (shift !== undefined && !((values.length === 3 || values.length === 7) && values.every(Number.isFinite)))
    return null;
  if (shift !== undefined)
    return { words: [ellipsoid.text, `+towgs84=${values.join(',')}`, ...pm], unknownDatum: null, metres: 0 };
  return {
    words: [ellipsoid.text, ...pm],
    unknownDatum: ellipsoid.needsNoShift ? null : ellipsoid.name,
    metres: 0,
  };
}

/** Returns what PROJ takes for a word that the text leaves out, where proj4 takes nothing. */
function defaultOf(name: string, projection: string, words: Words): number | undefined {
  if (name === 'x_0' || name === 'y_0') return 0;
  if (name === 'lon_0') return projection === 'omerc' ? undefined : 0;
  if (name === 'lat_0') return projection === 'stere' || projection === 'merc' ? undefined : 0;
  if (name === 'lat_ts') return projection === 'cea' || projection === 'eqc' ? 0 : undefined;
  if (name === 'gamma') return projection === 'omerc' ? numberOf(words, 'alpha') : undefined;
  return undefined;
}

/** The words without which a projection is another one, or none. */
const neededWords: Readonly<Record<string, readonly string[]>> = {
  aea: ['lat_1', 'lat_2'],
  eqdc: ['lat_1', 'lat_2'],
  geos: ['h'],
  lcc: ['lat_0', 'lat_1'],
  omerc: ['lat_0', 'lonc', 'alpha'],
  stere: ['lat_0'],
};

/** Returns Web Mercator, whose sphere stands for WGS 84: a text says so by a grid that shifts nothing. Null for another text with that grid. */
function webMercatorOf(words: Words, projection: string): WrittenDefinition | null {
  const isPlain =
    projection === 'merc' &&
    numberOf(words, 'a') === 6_378_137 &&
    ['lon_0', 'lat_ts', 'x_0', 'y_0'].every((name) => (numberOf(words, name) ?? 0) === 0) &&
    (numberOf(words, 'k') ?? 1) === 1 &&
    (words.get('units') ?? 'm') === 'm';
  const system = isPlain ? systemOfCode(3_857) : null;
  return system && { text: system.definition, unknownDatum: null, metres: 0 };
}

/** Returns the words that say where the plane is, all that proj4 needs; null if one is no number. `k` is the name of the scale. */
function planeOf(words: Words, projection: string, k: string): string[] | null {
  const plane: string[] = [];
  for (const name of planeWords) {
    const value = numberOf(words, name === 'k' ? k : name) ?? defaultOf(name, projection, words);
    if (value === undefined) continue;
    if (!Number.isFinite(value)) return null;
    plane.push(`+${name}=${value}`);
  }
  return plane;
}

/** Returns true if the text is one for PROJ. */
export const isProjText = (text: string): boolean => /(?:^|\s)\+proj=/.test(text);

/**
 * Returns what a text for PROJ (`+proj=utm +zone=32 +datum=WGS84`) says about the plane, with the ellipsoids, datums, units and meridians that
 * PROJ names. Null if it has a word or a value that Nadir cannot compute.
 */
export function definitionOfProj(text: string): WrittenDefinition | null {
  const words = readWords(text);
  const written = words?.get('proj');
  if (words === null || written === undefined) return null;
  const projection = otherNames[written] ?? written;
  if (!projections.has(projection)) return null;
  if (words.get('nadgrids') === '@null') return webMercatorOf(words, projection);
  if (words.has('nadgrids')) return null;
  const earth = earthOf(words);
  if (earth === null) return null;
  const answer = (parts: string[]): WrittenDefinition => ({
    text: [`+proj=${projection}`, ...parts, ...earth.words].join(' '),
    unknownDatum: earth.unknownDatum,
    metres: earth.metres,
  });
  // A raster in degrees has no unit of length, and no origin but the meridian.
  if (projection === 'longlat') return (numberOf(words, 'lon_0') ?? 0) === 0 ? answer([]) : null;
  const unit = metresPerUnit[words.get('units') ?? 'm'];
  const metres = numberOf(words, 'to_meter') ?? unit ?? Number.NaN;
  if (!(metres > 0) || (words.has('units') && words.has('to_meter'))) return null;
  const scale = metres === 1 ? [] : [`+to_meter=${metres}`];
  if (projection === 'utm') {
    const zone = numberOf(words, 'zone') ?? Number.NaN;
    if (!Number.isInteger(zone) || zone < 1 || zone > 60) return null;
    return answer([`+zone=${zone}`, ...(words.has('south') ? ['+south'] : []), ...scale]);
  }
  if (neededWords[projection]?.some((name) => !words.has(name))) return null;
  const k = words.has('k_0') ? 'k_0' : 'k';
  const plane = planeOf(words, projection, k);
  if (plane === null || needsSphere(projection, earth.words)) return null;
  // With both, programs do not agree on the scale.
  if (words.has('lat_ts') && (numberOf(words, k) ?? 1) !== 1) return null;
  if (projection === 'geos' && (numberOf(words, 'x_0') || numberOf(words, 'y_0'))) return null;
  const marks = [
    ...(words.has('no_uoff') || words.has('no_off') ? ['+no_uoff'] : []),
    ...(words.get('sweep') === 'x' ? ['+sweep=x'] : []),
  ];
  return answer([...plane, ...marks, ...scale]);
}
