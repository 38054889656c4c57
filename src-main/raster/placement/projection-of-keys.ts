import { isOfEarth, needsSphere } from '../../../src-shared/crs/definition-of-wkt.ts';
import {
  type Definition,
  definitionOfCode,
  type KnownProjection,
  type UnknownProjection,
} from './epsg-definitions.ts';
import { type GeoKeys, geoKey } from './geo-keys.ts';
import { projectionOfText } from './projection-of-text.ts';

const userDefined = 32_767;
const modelTypes = { projected: 1, geographic: 2 } as const;
/** Codes of datums are those of their geographic systems and 2000 (EPSG 6xxx and 4xxx). */
const datumOffset = 2_000;

/** Metres per unit, by EPSG code of the unit. */
const metres: Readonly<Record<number, number>> = {
  9001: 1,
  9002: 0.3048,
  9003: 1_200 / 3_937,
  9005: 0.304_797_265_4,
  9014: 1.828_8,
  9030: 1_852,
  9031: 1.000_013_596_5,
  9033: 20.116_840_233_680_5,
  9034: 0.201_168_402_336_805,
  9035: 1_609.347_218_694_44,
  9036: 1_000,
  9037: 0.914_391_796_2,
  9038: 20.116_619_516_4,
  9039: 0.201_166_195_164,
  9040: 0.914_398_414_616_029,
  9041: 0.304_799_471_538_676,
  9042: 20.116_765_121_552_6,
  9043: 0.201_167_651_215_526,
  9050: 0.914_399_2,
  9051: 0.304_799_733_333_333,
  9060: 0.914_399_204_289_812,
  9061: 0.304_799_734_763_271,
  9070: 0.304_800_833_333_333,
  9080: 0.304_799_510_248_147,
  9081: 0.304_798_41,
  9082: 0.304_799_6,
  9083: 0.304_799_5,
  9084: 0.914_398_530_744_441,
  9085: 0.914_395_23,
  9086: 0.914_398_8,
  9087: 0.914_398_5,
  9093: 1_609.344,
  9094: 0.304_799_710_181_509,
  9095: 0.304_800_749_1,
  9096: 0.914_4,
  9097: 20.116_8,
  9098: 0.201_168,
  9099: 0.914_398,
  9300: 0.304_799_333_333_333,
  9301: 20.116_756,
};
const degreesPerRadian = 180 / Math.PI;
/**
 * Degrees per unit, by EPSG code of the unit. The codes of degrees with minutes stand for plain degrees, because a key is one number and
 * libgeotiff reads it so.
 */
const degrees: Readonly<Record<number, number>> = {
  9101: degreesPerRadian,
  9102: 1,
  9103: 1 / 60,
  9104: 1 / 3_600,
  9105: 0.9,
  9106: 0.9,
  9107: 1,
  9108: 1,
  9109: degreesPerRadian / 1e6,
  9110: 1,
  9112: 0.009,
  9113: 0.000_09,
  9114: 360 / 6_400,
  9122: 1,
};

/** Degrees east of Greenwich, by EPSG code of the prime meridian. */
const meridians: Readonly<Record<number, number>> = {
  8901: 0,
  8902: -9.131_906_111_111,
  8903: 2.337_229_17,
  8904: -74.080_916_666_667,
  8905: -3.687_375,
  8906: 12.452_333_333_333,
  8907: 7.439_583_333_333,
  8908: 106.807_719_444_444,
  8909: -17.666_666_666_667,
  8910: 4.367_975,
  8911: 18.058_277_777_778,
  8912: 23.716_337_5,
  8913: 10.722_916_666_667,
  8914: 2.337_208_333_333,
};

/** Semi-major axis in metres and inverse flattening (0: a sphere), by EPSG code of the ellipsoid. */
const ellipsoids: Readonly<Record<number, readonly [number, number]>> = {
  7001: [6_377_563.396, 299.324_964_6],
  7002: [6_377_340.189, 299.324_964_6],
  7003: [6_378_160, 298.25],
  7004: [6_377_397.155, 299.152_812_8],
  7008: [6_378_206.4, 294.978_698_2],
  7011: [6_378_249.2, 293.466_021_3],
  7012: [6_378_249.145, 293.465],
  7019: [6_378_137, 298.257_222_101],
  7022: [6_378_388, 297],
  7024: [6_378_245, 298.3],
  7030: [6_378_137, 298.257_223_563],
  7043: [6_378_135, 298.26],
  7048: [6_371_000, 0],
  7049: [6_378_140, 298.257],
  7052: [6_370_997, 0],
};

/** The projection of proj4 for each method of the standard, and its parameters besides the false origin. */
const methods: Readonly<Record<number, { name: string; takes: readonly Parameter[] }>> = {
  1: { name: 'tmerc', takes: ['lat_0', 'lon_0', 'k'] },
  3: { name: 'omerc +no_uoff', takes: ['lat_0', 'lonc', 'alpha', 'gamma', 'k'] },
  7: { name: 'merc', takes: ['lon_0', 'k', 'lat_ts'] },
  8: { name: 'lcc', takes: ['lat_0', 'lon_0', 'lat_1', 'lat_2'] },
  9: { name: 'lcc', takes: ['lat_1_of_origin', 'lat_0', 'lon_0', 'k'] },
  10: { name: 'laea', takes: ['lat_0', 'lon_0'] },
  11: { name: 'aea', takes: ['lat_0', 'lon_0', 'lat_1', 'lat_2'] },
  12: { name: 'aeqd', takes: ['lat_0', 'lon_0'] },
  13: { name: 'eqdc', takes: ['lat_0', 'lon_0', 'lat_1', 'lat_2'] },
  14: { name: 'stere', takes: ['lat_0', 'lon_0', 'k'] },
  15: { name: 'stere', takes: ['pole', 'lon_0', 'k'] },
  16: { name: 'sterea', takes: ['lat_0', 'lon_0', 'k'] },
  17: { name: 'eqc', takes: ['lat_0', 'lon_0', 'lat_ts'] },
  18: { name: 'cass', takes: ['lat_0', 'lon_0', 'k'] },
  19: { name: 'gnom', takes: ['lat_0', 'lon_0'] },
  20: { name: 'mill', takes: ['lon_0'] },
  21: { name: 'ortho', takes: ['lat_0', 'lon_0'] },
  22: { name: 'poly', takes: ['lat_0', 'lon_0'] },
  23: { name: 'robin', takes: ['lon_0'] },
  24: { name: 'sinu', takes: ['lon_0'] },
  25: { name: 'vandg', takes: ['lon_0'] },
  26: { name: 'nzmg', takes: ['lat_0', 'lon_0'] },
  27: { name: 'tmerc', takes: ['lat_0', 'lon_0', 'k_south'] },
  28: { name: 'cea', takes: ['lon_0', 'lat_ts'] },
  9815: { name: 'omerc', takes: ['lat_0', 'lonc', 'alpha', 'gamma', 'k'] },
};

type Parameter =
  | 'lat_0'
  | 'lon_0'
  | 'lonc'
  | 'k'
  | 'k_south'
  | 'lat_1'
  | 'lat_2'
  | 'lat_ts'
  | 'alpha'
  | 'gamma'
  | 'pole'
  | 'lat_1_of_origin';

const longestCitation = 8_000;

/** Returns the well-known text that some programs write as a name; null if there is none. */
function wktOf(keys: GeoKeys): string | null {
  for (const key of [geoKey.projectedCitation, geoKey.citation, geoKey.geographicCitation]) {
    const text = /(?:^|= ?)((?:PROJCS|GEOGCS)\[[^|]*)/.exec(keys.text(key) ?? '')?.[1] ?? '';
    if (text !== '' && text.length <= longestCitation) return text;
  }
  return null;
}

const linear = (keys: GeoKeys, unit: number, size: number): number =>
  keys.number(size) ?? metres[keys.number(unit) ?? 9_001] ?? 1;

/** The ellipsoids of WGS 84 and of the datums of today, which lie within a metre or two of it. */
const isOfToday = (a: number, flattening: number): boolean =>
  Math.abs(a - 6_378_137) < 0.5 && Math.abs(flattening - 298.257_223) < 1e-4;

/** The ellipsoid that the keys give, for proj4. */
interface KeyEllipsoid {
  text: string;
  metres: number;
  /** True if degrees on it are those of WGS 84: it is a sphere, on which nobody has measured, or that of a datum of today. */
  needsNoShift: boolean;
}

/** Returns the ellipsoid that the keys give; null if they give none. */
function ellipsoidOf(keys: GeoKeys): KeyEllipsoid | null {
  const unit = linear(keys, geoKey.linearUnits, geoKey.linearUnitSize);
  const major = keys.number(geoKey.semiMajor);
  const known = ellipsoids[keys.number(geoKey.ellipsoid) ?? 0];
  const a = major === null ? known?.[0] : major * unit;
  if (a === undefined || !(a > 0)) return null;
  const minor = keys.number(geoKey.semiMinor);
  const flattening = keys.number(geoKey.inverseFlattening) ?? (minor === null ? (known?.[1] ?? 0) : null);
  if (flattening !== null && flattening !== 0)
    return { text: `+a=${a} +rf=${flattening}`, metres: a, needsNoShift: isOfToday(a, flattening) };
  const b = flattening === null ? (minor ?? 0) * unit : a;
  return { text: `+a=${a} +b=${b}`, metres: a, needsNoShift: a === b || isOfToday(a, a / (a - b)) };
}

/** Returns the parts of a definition that describe the earth: ellipsoid, datum shift and prime meridian. */
const earthOf = (definition: string): string =>
  definition
    .split(' ')
    .filter((word) => /^\+(?:a|b|rf|ellps|datum|towgs84|nadgrids|pm)=/.test(word))
    .join(' ');

/** Returns the degrees from Greenwich to the prime meridian of the keys, 0 if they give none; null for one that is not known. */
function meridianOf(keys: GeoKeys): number | null {
  const code = keys.number(geoKey.primeMeridian);
  if (code !== null && code !== userDefined) return meridians[code] ?? null;
  const longitude = keys.number(geoKey.meridianLongitude) ?? 0;
  return longitude === 0 ? 0 : longitude * degreesPer(keys);
}

/** Resolves with the part of a definition that describes the earth; null if the prime meridian is not known. */
async function earthOfKeys(keys: GeoKeys): Promise<Definition | null> {
  const code = keys.number(geoKey.geographic);
  const datum = keys.number(geoKey.datum);
  const ofCode = code === null || code === userDefined ? null : await definitionOfCode(code);
  if (ofCode !== null && code !== null) return { ...ofCode, text: earthOf(ofCode.text), shiftCode: code };
  const ellipsoid = ellipsoidOf(keys);
  const ofDatum =
    datum === null || datum === userDefined || datum < 6_000
      ? null
      : await definitionOfCode(datum - datumOffset);
  const shift = keys.numbers(geoKey.toWgs84);
  if (ofDatum !== null && datum !== null && shift.length === 0)
    return { ...ofDatum, text: earthOf(ofDatum.text), shiftCode: datum - datumOffset };
  const meridian = meridianOf(keys);
  if (meridian === null) return null;
  const pm = meridian === 0 ? '' : ` +pm=${meridian}`;
  const known = shift.length === 3 || shift.length === 7 ? ` +towgs84=${shift.join(',')}` : '';
  const isRough = ellipsoid !== null && known === '' && !ellipsoid.needsNoShift;
  return { text: `${ellipsoid?.text ?? '+datum=WGS84'}${known}${pm}`, isRough };
}

/** Returns the degrees per unit of angles; NaN for a unit that is not known. */
function degreesPer(keys: GeoKeys): number {
  const size = keys.number(geoKey.angularUnitSize);
  if (size !== null) return size * degreesPerRadian;
  const unit = keys.number(geoKey.angularUnits);
  return unit === null || unit === userDefined ? 1 : (degrees[unit] ?? Number.NaN);
}

/** Returns the parameters of a method as proj4 writes them; programs store them under different keys. */
function parametersOf(keys: GeoKeys, takes: readonly Parameter[]): string[] {
  const first = (...candidates: number[]) =>
    candidates.reduce<number | null>((found, key) => found ?? keys.number(key), null);
  const angle = (key: number | null) => (key ?? 0) * degreesPer(keys);
  const latitude = first(geoKey.originLatitude, geoKey.falseOriginLatitude, geoKey.centreLatitude);
  const longitude = first(
    geoKey.poleLongitude,
    geoKey.originLongitude,
    geoKey.falseOriginLongitude,
    geoKey.centreLongitude,
  );
  const scale = first(geoKey.originScale, geoKey.centreScale);
  const parallel1 = keys.number(geoKey.parallel1);
  const words: Record<Parameter, () => string[]> = {
    lat_0: () => [`+lat_0=${angle(latitude)}`],
    lon_0: () => [`+lon_0=${angle(longitude)}`],
    lonc: () => [`+lonc=${angle(first(geoKey.centreLongitude, geoKey.originLongitude))}`],
    k: () => (scale === null || scale === 0 ? [] : [`+k_0=${scale}`]),
    // Its axes count to the west and to the south.
    k_south: () => [`+k_0=${-(scale || 1)}`],
    lat_1: () => [`+lat_1=${angle(parallel1)}`],
    lat_2: () => [`+lat_2=${angle(keys.number(geoKey.parallel2))}`],
    lat_ts: () => (parallel1 === null ? [] : [`+lat_ts=${angle(parallel1)}`]),
    alpha: () => [`+alpha=${angle(keys.number(geoKey.azimuth))}`],
    gamma: () => {
      const grid = keys.number(geoKey.gridAngle);
      return [`+gamma=${grid === null ? 90 : angle(grid)}`];
    },
    // In the polar form the latitude of origin is the latitude of true scale, unless a scale is given.
    pole: () => {
      const truth = parallel1 === null ? angle(latitude) : angle(parallel1);
      const pole = truth < 0 ? -90 : 90;
      return Math.abs(truth) === 90 ? [`+lat_0=${pole}`] : [`+lat_0=${pole}`, `+lat_ts=${truth}`];
    },
    lat_1_of_origin: () => [`+lat_1=${angle(latitude)}`],
  };
  return takes.flatMap((parameter) => words[parameter]());
}

/**
 * Returns true for a polar projection that has another latitude of origin than a pole and a scale: without a scale that latitude is the one of
 * true scale, and with one it means nothing.
 */
function isPoleContradicted(keys: GeoKeys): boolean {
  const scale = keys.number(geoKey.originScale) ?? keys.number(geoKey.centreScale) ?? 1;
  const latitude = (keys.number(geoKey.originLatitude) ?? 0) * degreesPer(keys);
  const isAboutPole = Math.abs(Math.abs(latitude) - 90) < 1e-6;
  return keys.number(geoKey.parallel1) === null && !isAboutPole && Math.abs(scale - 1) > 1e-9;
}

/** Returns the false origin in metres, as proj4 writes it. */
function falseOrigin(keys: GeoKeys, unit: number): string[] {
  const metresOf = (...candidates: number[]) =>
    (candidates.reduce<number | null>((found, key) => found ?? keys.number(key), null) ?? 0) * unit;
  const east = metresOf(geoKey.falseEasting, geoKey.falseOriginEasting, geoKey.centreEasting);
  const north = metresOf(geoKey.falseNorthing, geoKey.falseOriginNorthing, geoKey.centreNorthing);
  return [`+x_0=${east}`, `+y_0=${north}`];
}

/** Returns the definition of a UTM zone by the EPSG code of its conversion, from 16001 (north) and 16101 (south); null for others. */
function utmOf(code: number): string | null {
  const zone = code - 16_000;
  if (zone >= 1 && zone <= 60) return `+proj=utm +zone=${zone}`;
  return zone >= 101 && zone <= 160 ? `+proj=utm +zone=${zone - 100} +south` : null;
}

/** The spellings of Web Mercator; its method alone would mean another projection. */
const webMercatorNames = /Google Maps Global Mercator|Pseudo-Mercator|Web_Mercator|Mercator_Auxiliary_Sphere/;

function isWebMercator(keys: GeoKeys): boolean {
  const names = [geoKey.citation, geoKey.projectedCitation].map((key) => keys.text(key) ?? '');
  return keys.number(geoKey.method) === 7 && names.some((name) => webMercatorNames.test(name));
}

/** Returns the metres per unit of a definition. */
function unitOf(definition: string): number {
  const size = /\+to_meter=([\d.e+-]+)/.exec(definition)?.[1];
  if (size !== undefined) return Number(size);
  const unit = /\+units=([\w-]+)/.exec(definition)?.[1] ?? 'm';
  return { 'us-ft': metres[9_003], ft: metres[9_002] }[unit] ?? 1;
}

/** Returns a definition in the units of the file, because some files name a system but use other units. */
function inUnitsOf(keys: GeoKeys, definition: Definition): Definition {
  const isGiven =
    keys.number(geoKey.projectedUnits) !== null || keys.number(geoKey.projectedUnitSize) !== null;
  const unit = linear(keys, geoKey.projectedUnits, geoKey.projectedUnitSize);
  if (!isGiven || Math.abs(unit / unitOf(definition.text) - 1) < 1e-5 || /longlat/.test(definition.text))
    return definition;
  return {
    ...definition,
    text: `${definition.text.replace(/ ?\+(?:units|to_meter)=\S+/g, '')} +to_meter=${unit}`,
  };
}

async function projectedOfKeys(keys: GeoKeys): Promise<Definition | null> {
  if (isWebMercator(keys)) return definitionOfCode(3_857);
  const earth = await earthOfKeys(keys);
  if (earth === null || Number.isNaN(degreesPer(keys))) return null;
  const unit = linear(keys, geoKey.projectedUnits, geoKey.projectedUnitSize);
  const units = unit === 1 ? [] : [`+to_meter=${unit}`];
  const utm = utmOf(keys.number(geoKey.projection) ?? 0);
  if (utm) return { ...earth, text: [utm, ...units, earth.text].join(' ') };
  const method = methods[keys.number(geoKey.method) ?? 0];
  if (!method || (method.takes.includes('pole') && isPoleContradicted(keys))) return null;
  if (needsSphere(method.name, [earth.text])) return null;
  const words = [`+proj=${method.name}`, ...parametersOf(keys, method.takes), ...falseOrigin(keys, unit)];
  return { ...earth, text: [...words, ...units, earth.text].join(' ') };
}

/** Returns the name of the system in the file, for a message. */
const nameOf = (keys: GeoKeys, code: number | null): string =>
  code !== null && code !== userDefined
    ? `EPSG:${code}`
    : (keys.text(geoKey.projectedCitation) ?? keys.text(geoKey.citation) ?? '').slice(0, 80);

/**
 * Resolves with the coordinate system of a raster by its EPSG code, by the keys of the file, or by the well-known text in its names
 * (GeoTIFF 1.1, 7.4 and 7.5).
 */
export async function projectionOfKeys(keys: GeoKeys): Promise<KnownProjection | UnknownProjection> {
  const model = keys.number(geoKey.modelType);
  const projected = keys.number(geoKey.projected);
  const geographic = keys.number(geoKey.geographic);
  const wkt = wktOf(keys);
  const isProjected =
    model === modelTypes.projected ||
    (model !== modelTypes.geographic &&
      (projected !== null || keys.number(geoKey.method) !== null || wkt?.startsWith('PROJCS') === true));
  const code = isProjected ? projected : geographic;
  const isCode = code !== null && code > 0 && code !== userDefined;
  const ofCode = isCode ? await definitionOfCode(code) : null;
  // The plane of a raster counts in degrees; grads would be taken for them.
  if (ofCode?.text.includes('+units=grad'))
    return { reason: 'unknown-projection', detail: nameOf(keys, code) };
  if (ofCode) return { ...(isProjected ? inUnitsOf(keys, ofCode) : ofCode), epsg: code };
  const ellipsoid = ellipsoidOf(keys);
  if (ellipsoid !== null && !isOfEarth(ellipsoid.metres))
    return { reason: 'unknown-projection', detail: nameOf(keys, code) };
  const own = isProjected ? await projectedOfKeys(keys) : null;
  if (own) return { ...own, epsg: null };
  if (wkt !== null) return projectionOfText(wkt);
  const isGeographic = model === modelTypes.geographic || (!isProjected && geographic !== null);
  const earth = isGeographic && !isCode && degreesPer(keys) === 1 ? await earthOfKeys(keys) : null;
  if (earth !== null) return { ...earth, text: `+proj=longlat ${earth.text}`, epsg: null };
  const isNothing = model === null && projected === null && geographic === null;
  return isNothing
    ? { reason: 'no-georeference', detail: '' }
    : { reason: 'unknown-projection', detail: nameOf(keys, code) };
}
