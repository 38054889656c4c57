import { splitLabelledLine } from '../kit/i18n/read-labelled.ts';
import { readPlace } from '../kit/i18n/read-place.ts';
import { hemisphereOf } from './angle-parts.ts';
import { keyByWords, plainHeading, textWords } from './attributes.ts';
import type { columnRoles, completingRoles } from './column-roles.ts';
import {
  type CoordinatePair,
  degreeRuns,
  isAboutCoordinate,
  isAnglePart,
  pairsByWords,
} from './coordinate-columns.ts';
import { readDatumName } from './datum-column.ts';
import { wgs84Code } from './datums.ts';
import { isGeometryCell } from './geometry-cell.ts';
import type { Cell, Columns } from './imported.ts';

const latitudeWords = [
  'latitude',
  'lat',
  'latitud',
  'latitudine',
  'breite',
  'breitengrad',
  'geogr_breite',
  'geographische_breite',
  'lat_dd',
  'lat_deg',
  'latitude_deg',
  'latitude_dd',
  'lat_wgs84',
  'latitude_wgs84',
  'szerokosc',
  'leveysaste',
  'enlem',
  'широта',
  '纬度',
  '緯度',
  '위도',
  'خط_العرض',
];
/** Words that name the second number of any system, so that a word for the latitude comes before them. */
const northingWords = [
  'y',
  'y_coord',
  'ycoord',
  'coord_y',
  'point_y',
  'northing',
  'norte',
  'hochwert',
  'nord',
];
const longitudeWords = [
  'longitude',
  'lon',
  'long',
  'lng',
  'longitud',
  'longitudine',
  'laenge',
  'lange',
  'laengengrad',
  'langengrad',
  'geogr_laenge',
  'geogr_lange',
  'geographische_laenge',
  'geographische_lange',
  'lon_dd',
  'lon_deg',
  'long_dd',
  'longitude_deg',
  'longitude_dd',
  'lon_wgs84',
  'longitude_wgs84',
  'dlugosc',
  'długosc',
  'pituusaste',
  'boylam',
  'долгота',
  '经度',
  '經度',
  '경도',
  'خط_الطول',
];
const eastingWords = ['x', 'x_coord', 'xcoord', 'coord_x', 'point_x', 'easting', 'este', 'rechtswert', 'ost'];
/** Returns true for a heading that names a coordinate of any plane. */
export const isPlaneHeading = (heading: string): boolean =>
  northingWords.includes(plainHeading(heading)) || eastingWords.includes(plainHeading(heading));

/** What stands beside the word for an axis of a plane in one heading: the unit, and the words for coordinates and their system. */
const besideAxis = /^(?:m|mt|mts|metros?|met(?:re|er)s?|utm|coord|coords|coordenadas?|coordinates?)$/;

/**
 * Returns the pairs of columns whose headings name the axes of a plane with the same words beside them: `Este (m)` and `Norte (m)`, `Easting
 * PSAD56` and `Northing PSAD56`. Those on WGS 84 are first. None if two pairs have the same words.
 */
export function planePairs(headings: readonly string[]): CoordinatePair[] {
  const read = headings.map((heading, index) => {
    const words = plainHeading(heading).split('_');
    const rest = words.filter((word) => !northingWords.includes(word) && !eastingWords.includes(word));
    const system = rest.filter((word) => !besideAxis.test(word)).join(' ');
    const datum = system === '' ? null : readDatumName(system);
    const isOfPlace = words.length === rest.length + 1 && (system === '' || datum !== null);
    const axis = isOfPlace ? (words.find((word) => !rest.includes(word)) ?? '') : '';
    return { index, axis, rest: rest.join('_'), isOnWgs84: datum === wgs84Code };
  });
  const northings = read.filter(({ axis }) => northingWords.includes(axis));
  const eastings = read.filter(({ axis }) => eastingWords.includes(axis));
  const isOnce = (columns: typeof read) => new Set(columns.map(({ rest }) => rest)).size === columns.length;
  if (!isOnce(northings) || !isOnce(eastings)) return [];
  return northings
    .flatMap(({ index: latitude, rest, isOnWgs84 }) => {
      const longitude = eastings.find((easting) => easting.rest === rest)?.index;
      return longitude === undefined ? [] : [{ latitude, longitude, isOnWgs84 }];
    })
    .sort((one, other) => Number(other.isOnWgs84) - Number(one.isOnWgs84));
}
const altitudeWords = [
  'altitude',
  'alt',
  'elevation',
  'elev',
  'ele',
  'height',
  'z',
  'altitud',
  'altura',
  'altura_m',
  'altitud_m',
  'cota',
  'cota_m',
  'elevacion',
  'elevacion_m',
  'hohe',
  'hoehe',
  'altezza',
  'quota',
  'hauteur',
  'altitude_m',
  'elevation_m',
  'alt_m',
  'height_m',
  'point_z',
  'z_coord',
  'высота',
  '海拔',
  '標高',
];
const placeWords = [
  'place',
  'coordinates',
  'coordinate',
  'coords',
  'coord',
  'position',
  'location',
  'latlon',
  'lat_lon',
  'latlng',
  'lat_lng',
  'latitude_longitude',
  'lonlat',
  'lon_lat',
  'mgrs',
  'utm',
  'plus_code',
  'wkt',
  'geometry',
  'geom',
  'the_geom',
  'wkt_geom',
  'geojson',
  'geo_json',
  'shape',
  'coordenadas',
  'coordenada',
  'posicion',
  'ubicacion',
  'lugar',
  'koordinaten',
  'koordinate',
  'coordonnees',
  'coordinate_gps',
  'gps',
  'координаты',
  '坐标',
  '座標',
  '좌표',
];

const geometryWords = ['wkt', 'geometry', 'geom', 'the_geom', 'wkt_geom', 'geojson', 'geo_json', 'shape'];

type WordRole = Exclude<(typeof columnRoles)[number], (typeof completingRoles)[number]>;

const words: Readonly<Record<WordRole, readonly string[]>> = {
  name: textWords.name,
  latitude: [...latitudeWords, ...northingWords],
  longitude: [...longitudeWords, ...eastingWords],
  place: placeWords,
  altitude: altitudeWords,
  notes: textWords.notes,
  tags: textWords.tags,
};

/** The columns of a table in which no column has a meaning. */
export const noColumns: Columns = {
  name: null,
  latitude: null,
  longitude: null,
  place: null,
  altitude: null,
  notes: null,
  tags: null,
  latitudeMinutes: null,
  latitudeSeconds: null,
  latitudeHemisphere: null,
  longitudeMinutes: null,
  longitudeSeconds: null,
  longitudeHemisphere: null,
};

/** Returns the columns by their headings, with words in many languages. */
export function columnsByWords(headings: readonly string[]): Columns {
  const among = (list: readonly string[]) => {
    const key = keyByWords(headings, list);
    return key === null ? null : headings.indexOf(key);
  };
  const at = (role: WordRole) => among(words[role]);
  const isNamed = among(latitudeWords) !== null && among(longitudeWords) !== null;
  const [within] = isNamed ? [] : pairsByWords(headings);
  const exact = { latitude: at('latitude'), longitude: at('longitude') };
  const isPair = exact.latitude !== null && exact.longitude !== null;
  const { latitude, longitude } = within ?? (isPair ? exact : (planePairs(headings)[0] ?? exact));
  const columns: Columns = {
    ...noColumns,
    name: at('name'),
    latitude,
    longitude,
    place: at('place'),
    altitude: at('altitude'),
    notes: at('notes'),
    tags: at('tags'),
  };
  // One column of a pair is useless, and a pair is more exact than a word such as "location", which may be a town.
  if (columns.latitude === null || columns.longitude === null) {
    columns.latitude = null;
    columns.longitude = null;
  } else columns.place = null;
  if (columns.altitude !== null && [columns.latitude, columns.longitude].includes(columns.altitude))
    columns.altitude = null;
  if (columns.altitude === null && within) columns.altitude = altitudeBeside(headings, within.latitude);
  return columns;
}

/** Returns the column whose heading differs from that of the latitude only in a word for the altitude. */
function altitudeBeside(headings: readonly string[], latitude: number): number | null {
  const plain = plainHeading(headings[latitude] ?? '');
  const index = headings.findIndex((heading) => {
    const own = plainHeading(heading);
    const word = altitudeWords.find((each) => own.endsWith(`_${each}`));
    return word !== undefined && plain.startsWith(own.slice(0, own.length - word.length));
  });
  return index < 0 ? null : index;
}

const sampleRows = 50;

function share(cells: readonly Cell[], test: (cell: Cell) => boolean): number {
  const filled = cells.filter((cell) => cell !== null && cell !== '');
  return filled.length === 0 ? 0 : filled.filter(test).length / filled.length;
}

/** Returns true for a number with a decimal comma, which is not a pair of two numbers. */
const isSingleNumber = (text: string) => /^\s*[-+]?\d+(?:[.,]\d+)?\s*$/.test(text);

/** A number of a row before half of a place, whose other half is the next cell: `12 -33.45,-70.66`. */
const isNumberBeforeHalf = (text: string) => /^\s*\d{1,6}\s+[-+−]?\d{1,3}[.,]\d+\s*$/.test(text);

const isPlaceText = (cell: Cell) =>
  typeof cell === 'string' &&
  (isGeometryCell(cell) ||
    (!isSingleNumber(cell) && !isNumberBeforeHalf(cell) && !('problem' in readPlace(cell.slice(0, 2_000)))));

/** Returns the number in a cell, with a decimal point or comma; null for other cells. */
function numberIn(cell: Cell): number | null {
  if (typeof cell === 'number') return cell;
  if (typeof cell !== 'string' || !/^\s*[-+]?\d{1,3}(?:[.,]\d+)?\s*$/.test(cell)) return null;
  return Number(cell.trim().replace(',', '.'));
}

const hasFraction = (cell: Cell) =>
  typeof cell === 'number' ? !Number.isInteger(cell) : /[.,]\d/.test(String(cell));

/** Completes the columns by their content, where the headings do not show where the places are. */
export function columnsByContent(
  columns: Columns,
  rows: readonly (readonly Cell[])[],
  headings: readonly string[],
): Columns {
  const count = headings.length;
  if (columns.latitude !== null && columns.longitude !== null)
    return { ...columns, place: geometryColumn(columns, rows, headings) };
  if (
    columns.latitude !== null ||
    (columns.place !== null && share(columnOf(rows, columns.place), isPlaceText) > 0.2)
  )
    return columns;
  const used = new Set(Object.values(columns));
  const free = Array.from({ length: count }, (_, i) => i).filter((i) => !used.has(i));
  const place = free.find((i) => share(columnOf(rows, i), isPlaceText) >= 0.8);
  if (place !== undefined) return withName({ ...columns, place }, rows, count);
  const runs = degreeRuns(headings);
  if (runs !== null)
    return withName({ ...columns, ...columnsOfRuns(runs, rows), place: null }, rows, count, runs.flat());
  // Where a heading is about a latitude, a longitude or a part of an angle, numbers under other headings are something else.
  if (headings.some((heading) => isAboutCoordinate(heading) || isAnglePart(heading)))
    return { ...columns, place: null };
  const isDegrees = (max: number) => (cell: Cell) => {
    const value = numberIn(cell);
    return value !== null && Math.abs(value) <= max;
  };
  const numeric = free.filter(
    (i) => share(columnOf(rows, i), isDegrees(180)) >= 0.8 && share(columnOf(rows, i), hasFraction) >= 0.5,
  );
  const [first, second] = numeric;
  if (first === undefined || second === undefined) return { ...columns, place: null };
  // Below headings in words that are not known, only two numbers can be the coordinates: of more, any two would be a guess.
  const hasHeadings = headings.some((heading) => !/^#\d+$/.test(heading));
  if (hasHeadings && numeric.length > 2) return { ...columns, place: null };
  // The first column is the latitude, as on the screen, unless a number is too large for one.
  const isLatitude = share(columnOf(rows, first), isDegrees(90)) === 1;
  const [latitude, longitude] = isLatitude ? [first, second] : [second, first];
  const named = withName({ ...columns, place: null, latitude, longitude }, rows, count);
  return hasHeadings ? named : { ...named, ...besidePair(named, [first, second], rows) };
}

/** Returns the columns beside a pair without headings: the number of the row as its name, and a number behind the pair as the altitude. */
function besidePair(
  { name, altitude }: Columns,
  [first, second]: readonly [number, number],
  rows: readonly (readonly Cell[])[],
): Pick<Columns, 'name' | 'altitude'> {
  const texts = (column: number) => columnOf(rows, column).map((cell) => text(cell).trim());
  const numbers = first > 0 ? texts(0) : [];
  const isNumbered =
    numbers.length > 0 &&
    numbers.every((cell) => /^\d{1,6}$/.test(cell)) &&
    new Set(numbers).size === numbers.length;
  const behind = texts(second + 1).filter((cell) => cell !== '');
  const isAltitude = behind.length > 0 && behind.every((cell) => /^[-+]?\d{1,5}(?:[.,]\d{1,3})?$/.test(cell));
  return {
    name: name ?? (isNumbered ? 0 : null),
    altitude: altitude ?? (isAltitude ? second + 1 : null),
  };
}

/** Returns the columns of degrees that have minutes after them, the latitude first unless letters of hemispheres show the other order. */
function columnsOfRuns(
  [first, second]: readonly [readonly number[], readonly number[]],
  rows: readonly (readonly Cell[])[],
): Pick<Columns, 'latitude' | 'longitude'> {
  const isEastOrWest = (cell: Cell) => hemisphereOf(text(cell), 'longitude') !== null;
  const isExchanged = first.some((i) => share(columnOf(rows, i), isEastOrWest) >= 0.8);
  const [latitude = null] = isExchanged ? second : first;
  const [longitude = null] = isExchanged ? first : second;
  return { latitude, longitude };
}

/**
 * Returns the column with geometries beside a latitude and a longitude, which are then only the middle of the lines and
 * areas: by its content, or by its heading if the first rows leave it empty. Null if there is none.
 */
function geometryColumn(
  columns: Columns,
  rows: readonly (readonly Cell[])[],
  headings: readonly string[],
): number | null {
  const used = new Set(Object.values({ ...columns, place: null }));
  const free = headings.map((_, i) => i).filter((i) => !used.has(i));
  const isGeometry = (cell: Cell) => typeof cell === 'string' && isGeometryCell(cell);
  const byContent = free.find((i) => share(columnOf(rows, i), isGeometry) >= 0.5);
  if (byContent !== undefined) return byContent;
  const key = keyByWords(headings, geometryWords);
  const byHeading = key === null ? -1 : headings.indexOf(key);
  const isEmpty = columnOf(rows, byHeading).every((cell) => String(cell ?? '').trim() === '');
  return free.includes(byHeading) && isEmpty ? byHeading : null;
}

const columnOf = (rows: readonly (readonly Cell[])[], i: number): Cell[] =>
  rows.slice(0, sampleRows).map((row) => row[i] ?? null);

/** Uses the first free column whose cells are nearly all words as the column of names, if no heading names one. */
function withName(
  columns: Columns,
  rows: readonly (readonly Cell[])[],
  count: number,
  others: readonly number[] = [],
): Columns {
  if (columns.name !== null) return columns;
  const used = new Set([...Object.values(columns), ...others]);
  const isText = (cell: Cell) => typeof cell === 'string' && /\p{L}/u.test(cell);
  const name = Array.from({ length: count }, (_, i) => i).find(
    (i) => !used.has(i) && share(columnOf(rows, i), isText) >= 0.8,
  );
  return name === undefined ? columns : { ...columns, name };
}

const isWord = (cell: Cell) => typeof cell === 'string' && /\p{L}/u.test(cell) && !/\d/.test(cell);
const text = (cell: Cell) => String(cell ?? '');

/**
 * Returns true if the first record names columns: with known words, or with only words above a record that contains
 * numbers.
 */
export function isHeader(first: readonly Cell[], second: readonly Cell[] | undefined): boolean {
  if (first.some((cell) => typeof cell === 'number')) return false;
  if (isPlaceRow(first)) return false;
  const { name, latitude, place, altitude } = columnsByWords(first.map(text));
  if (latitude !== null || (place !== null && (name !== null || altitude !== null || first.length === 1)))
    return true;
  const filled = first.filter((cell) => text(cell).trim() !== '');
  const isOneEach =
    second !== undefined &&
    filled.length >= 2 &&
    filled.length === first.length &&
    first.length === second.length;
  if (!isOneEach) return false;
  const isNamed = filled.every((cell) => isWord(cell) || /^[\p{L}_ -]+\d?$/u.test(text(cell).trim()));
  if (isNamed && second.some((cell) => /\d/.test(text(cell)))) return true;
  // `X_WGS84` has digits and is a name: each cell starts with a letter, and numbers stand below two of them.
  const isNumber = (cell: Cell) => typeof cell === 'number' || isSingleNumber(text(cell));
  return filled.every((cell) => /^[\p{L}_]/u.test(text(cell).trim())) && second.filter(isNumber).length >= 2;
}

/** Degrees that are no number of a column: with decimals, signs or the letter of a side. */
const exactDegrees = /\d[.,]\d|[°'"]|\d ?[NSEW](?!\p{L})/iu;

/** True for cells that are a place with its words together: `Lat 48.15`, `Lon 1.6`. */
function isLabelledPlace(cells: readonly Cell[]): boolean {
  const place = splitLabelledLine(cells.map(text).join(','))?.place.trim();
  return place !== undefined && exactDegrees.test(place) && isPlaceText(place);
}

/** Returns true if a record contains a place, which no row of headings does. */
const isPlaceRow = (cells: readonly Cell[]) =>
  cells.some((cell) => typeof cell === 'string' && /\d/.test(cell) && isPlaceText(cell)) ||
  isLabelledPlace(cells);
