import type { Problem } from '../../src-shared/geometry/area.ts';
import { hemisphereWords } from '../kit/i18n/hemispheres.ts';
import { plainHeading } from './attributes.ts';

/** The two coordinates of a place. */
export type Axis = 'latitude' | 'longitude';

/** What a column can add to the column with the degrees of a coordinate. */
type AnglePart = 'minutes' | 'seconds' | 'hemisphere';

/** What a heading says about the coordinate in its column. */
export interface CoordinateHeading {
  axis: Axis | null;
  /** What the column adds to the degrees; null if it holds the coordinate itself. */
  part: AnglePart | null;
  /** True for a column about the coordinate that is no part of it, such as its accuracy or its largest value. */
  isAbout: boolean;
  /** The letter of a hemisphere in the heading, as in `Latitude (S)`; it may also stand for the seconds. */
  letter: string | null;
  /** The other words of the heading, which columns of one place share: `start` in `start_lat` and `start_lon`. */
  stem: string;
}

const latitudeTokens = new Set([
  'latitude',
  'lat',
  'latitud',
  'latitudine',
  'lati',
  'latit',
  'breitengrad',
  'szerokosc',
  'leveysaste',
  'enlem',
  'широта',
  '纬度',
  '緯度',
  '위도',
  'breddegrad',
  'breedtegraad',
  'latdd',
  'declat',
  'gpslat',
  'reclat',
  'laiuskraad',
  'platuma',
  'lintang',
  'ละติจูด',
  'अक्षांश',
]);
const longitudeTokens = new Set([
  'longitude',
  'lon',
  'long',
  'lng',
  'longitud',
  'longitudine',
  'longi',
  'laengengrad',
  'langengrad',
  'dlugosc',
  'długosc',
  'pituusaste',
  'boylam',
  'долгота',
  '经度',
  '經度',
  '경도',
  'lengdegrad',
  'lengtegraad',
  'londd',
  'longdd',
  'declon',
  'declong',
  'gpslon',
  'gpslong',
  'gpslng',
  'længdegrad',
  'reclong',
  'pikkuskraad',
  'ilguma',
  'bujur',
  '経度',
  'довгота',
  'ลองจิจูด',
  'देशांतर',
]);
/** Words for width and length, and names of axes, so that another word must say that they are coordinates on the globe. */
const geographic =
  /^(?:geo|geogr|geographische|geografische|geografisk|geograficzna|geograficka|geografska|zemepisna|foldrajzi|γεωγραφικ[όο]|географическая|gps|wgs)$/;
const wideTokens: Readonly<Record<string, Axis>> = {
  breite: 'latitude',
  bredde: 'latitude',
  breedte: 'latitude',
  bredd: 'latitude',
  sirka: 'latitude',
  sirina: 'latitude',
  szelesseg: 'latitude',
  πλάτος: 'latitude',
  πλατος: 'latitude',
  φ: 'latitude',
  phi: 'latitude',
  y: 'latitude',
  northing: 'latitude',
  nord: 'latitude',
  norte: 'latitude',
  lange: 'longitude',
  laenge: 'longitude',
  lengde: 'longitude',
  længde: 'longitude',
  lengte: 'longitude',
  langd: 'longitude',
  delka: 'longitude',
  duzina: 'longitude',
  dolzina: 'longitude',
  hosszusag: 'longitude',
  μήκος: 'longitude',
  μηκος: 'longitude',
  λ: 'longitude',
  lambda: 'longitude',
  x: 'longitude',
  easting: 'longitude',
  ost: 'longitude',
  este: 'longitude',
};

const partTokens: Readonly<Record<AnglePart, ReadonlySet<string>>> = {
  minutes: new Set([
    'min',
    'mins',
    'minute',
    'minutes',
    'minuto',
    'minutos',
    'minuten',
    'minuti',
    'm',
    'primi',
    'primo',
    'minuut',
    'minuter',
    'minutter',
    'minuty',
    'мин',
    'минуты',
    '分',
  ]),
  seconds: new Set([
    'sec',
    'secs',
    'second',
    'seconds',
    'seg',
    'segundo',
    'segundos',
    'sek',
    'sekunden',
    'seconde',
    'secondes',
    'secondi',
    'seconden',
    'sekunder',
    'sekundy',
    'сек',
    'секунды',
    '秒',
  ]),
  hemisphere: new Set([
    'dir',
    'direction',
    'hem',
    'hemi',
    'hemis',
    'hemisphere',
    'hemisferio',
    'hemisphare',
    'hemisphaere',
    'hemisfero',
    'ns',
    'ew',
    'we',
    'eo',
    'oe',
    'ref',
    'quadrant',
    'cuadrante',
    'cardinal',
    'richtung',
    'himmelsrichtung',
    'direccion',
    'sentido',
    'orientacion',
    'emisfero',
    'halfrond',
    'halvklot',
    'halvkule',
    'полушарие',
  ]),
};
const degreeTokens = new Set([
  'deg',
  'degs',
  'degree',
  'degrees',
  'grad',
  'grade',
  'grado',
  'grados',
  'degre',
  'degres',
  'gradi',
  'graus',
  'grau',
  'd',
  'g',
  'dd',
  'decimal',
  'dec',
  'wgs',
  '84',
  'gps',
  'graden',
  'grader',
  'stopnie',
  'град',
  'градусы',
  '度',
]);
/** The units of angles without the letters that stand for many other things. */
const isAngleWord = (word: string): boolean =>
  (word.length > 1 || word > '\u{2fff}') &&
  (partTokens.minutes.has(word) ||
    partTokens.seconds.has(word) ||
    (degreeTokens.has(word) && !/^(?:dd|84)$/.test(word)));
const aboutTokens = new Set([
  'accuracy',
  'precision',
  'error',
  'err',
  'uncertainty',
  'max',
  'maximum',
  'minimum',
  'zone',
  'unit',
  'units',
  'datum',
  'source',
  'format',
  'verbatim',
  'prec',
  'acc',
  'range',
  'delta',
  'exactitud',
  // Angles in other units than degrees are no coordinates that can be used.
  'rad',
  'rads',
  'radian',
  'radians',
  'radianes',
  'radiant',
  'gon',
  'gons',
  'mgon',
  'neugrad',
]);
/** Words in headings for the hemisphere of all numbers below them, as `plainHeading` leaves them. */
const sideWords: Readonly<Record<string, string>> = {
  ...hemisphereWords.latitude,
  ...hemisphereWords.longitude,
  nordl: 'N',
  nordliche: 'N',
  syd: 'S',
  sudl: 'S',
  sudliche: 'S',
  ostl: 'E',
  ostliche: 'E',
  vest: 'W',
  vast: 'W',
  westl: 'W',
  westliche: 'W',
};
const sideOf = (word: string | undefined): string | null => {
  if (word === undefined) return null;
  if (/^[nsewo]$/.test(word)) return word.toUpperCase();
  return Object.hasOwn(sideWords, word) ? (sideWords[word] ?? null) : null;
};
const hemisphereHeadings: Readonly<Record<string, Axis>> = {
  n_s: 'latitude',
  s_n: 'latitude',
  ns: 'latitude',
  n_or_s: 'latitude',
  e_w: 'longitude',
  w_e: 'longitude',
  ew: 'longitude',
  e_or_w: 'longitude',
  e_o: 'longitude',
  o_e: 'longitude',
  o_w: 'longitude',
  w_o: 'longitude',
};

/** The signs of degrees, minutes and seconds where they are words of their own, as in `Lat °` and `Lat (')`. */
const withoutSigns = (heading: string): string =>
  heading
    .replaceAll(/[°º]/g, ' deg ')
    .replaceAll(/(?<![\p{L}\p{N}])(?:["″”]|''|′′)(?![\p{L}\p{N}])/gu, ' sec ')
    .replaceAll(/(?<![\p{L}\p{N}])['′’](?![\p{L}\p{N}])/gu, ' min ');

/** Returns the words of a heading: `decimalLatitude`, `GPS Latitude`, `location-Latitude` and `latmin` have two. */
const wordsOf = (heading: string): string[] =>
  plainHeading(
    withoutSigns(heading)
      .replaceAll(
        /(?<![\p{L}\p{N}])(lat|lon|long|lng)(deg|min|sec|dir|hem|ns|ew)(?![\p{L}\p{N}])/giu,
        '$1_$2',
      )
      .replaceAll(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, '_')
      .replaceAll(/(?<=\p{L})(?=\p{N})/gu, '_'),
  )
    .split('_')
    .filter((word) => word !== '');

function axisOf(word: string, words: readonly string[]): Axis | null {
  if (latitudeTokens.has(word) || /(?:latitude|latitud)$/.test(word)) return 'latitude';
  if (longitudeTokens.has(word) || /(?:longitude|longitud)$/.test(word)) return 'longitude';
  const isOnGlobe = words.some(
    (other) => geographic.test(other) || isAngleWord(other) || /^(?:m?gon|neugrad|rad)$/.test(other),
  );
  if (!isOnGlobe) return null;
  // "Degrees N" has no other word for its axis than its letter.
  const isOnlyLetter = words.every((other) => other === word || isAngleWord(other));
  if (isOnlyLetter && /^[nsewo]$/.test(word)) return /[ns]/.test(word) ? 'latitude' : 'longitude';
  return Object.hasOwn(wideTokens, word) ? (wideTokens[word] ?? null) : null;
}

/** Reads what a heading says about a coordinate, from the words within it. */
export function readCoordinateHeading(heading: string): CoordinateHeading {
  const words = wordsOf(heading);
  const plain = plainHeading(heading);
  const axes = words.map((word) => axisOf(word, words));
  const at = axes.findIndex((axis) => axis !== null);
  // "Latitude and longitude" is one column with both.
  const isBoth = axes.includes('latitude') && axes.includes('longitude');
  const hemisphereAxis = hemisphereHeadings[plain] ?? null;
  if (isBoth) return { axis: null, part: null, isAbout: true, letter: null, stem: '' };
  if (hemisphereAxis !== null)
    return { axis: hemisphereAxis, part: 'hemisphere', isAbout: false, letter: null, stem: '' };
  const others = words.filter((_, i) => i !== at);
  const joined = others.join('_');
  const partOf = (word: string): AnglePart | null =>
    partTokens.minutes.has(word)
      ? 'minutes'
      : partTokens.seconds.has(word)
        ? 'seconds'
        : partTokens.hemisphere.has(word)
          ? 'hemisphere'
          : null;
  // The last word says what is in the column: `start_min_lat` is rare, `lat_min` is not.
  const part =
    at >= 0 && /^(?:n_s|s_n|e_w|w_e|e_o|o_w)$/.test(joined)
      ? 'hemisphere'
      : (others.map(partOf).findLast((found) => found !== null) ?? null);
  return {
    axis: axes[at] ?? null,
    part,
    isAbout: others.some((word) => aboutTokens.has(word)),
    letter: [...others, words[at]].map(sideOf).find((side) => side !== null) ?? null,
    stem: others
      .filter((word) => partOf(word) === null && !degreeTokens.has(word) && !/^[nsewo]$/.test(word))
      .join('_'),
  };
}

/** Two columns whose headings name the latitude and the longitude of one place. */
export interface CoordinatePair {
  latitude: number;
  longitude: number;
}

/**
 * Returns the pairs of columns whose headings contain words for latitude and longitude, in the order of the file. Only
 * columns with the same other words belong together, unless there is one of each.
 */
export function pairsByWords(headings: readonly string[]): CoordinatePair[] {
  const read = headings.map(readCoordinateHeading);
  const ofAxis = (axis: Axis) =>
    read.flatMap((heading, index) =>
      heading.axis === axis && heading.part === null && !heading.isAbout ? [{ ...heading, index }] : [],
    );
  const [latitudes, longitudes] = [ofAxis('latitude'), ofAxis('longitude')];
  const pairs = latitudes.flatMap(({ index, stem }) => {
    const other = longitudes.find((longitude) => longitude.stem === stem);
    return other ? [{ latitude: index, longitude: other.index }] : [];
  });
  const [latitude, longitude] = [latitudes[0], longitudes[0]];
  if (pairs.length === 0 && latitudes.length === 1 && longitudes.length === 1 && latitude && longitude)
    return [{ latitude: latitude.index, longitude: longitude.index }];
  return pairs;
}

/** Returns true if a heading names degrees, and nothing else: in a table whose headings name no coordinate they are its coordinates. */
const isOfDegrees = (heading: string): boolean => {
  const words = wordsOf(heading);
  return words.some((word) => degreeTokens.has(word)) && words.every((word) => degreeTokens.has(word));
};

/**
 * Returns the two columns of degrees each of which has minutes after it, below headings such as `deg, min, sec, dir, deg, min, sec, dir`,
 * with the columns between and after them. Which one is the latitude, the headings do not say. Null if there are not two of them.
 */
export function degreeRuns(headings: readonly string[]): [readonly number[], readonly number[]] | null {
  const read = headings.map(readCoordinateHeading);
  const starts = headings.flatMap((heading, index) => {
    const next = read[index + 1];
    return isOfDegrees(heading) && next?.axis === null && next.part === 'minutes' ? [index] : [];
  });
  const [first, second] = starts;
  if (first === undefined || second === undefined || starts.length > 2) return null;
  const runFrom = (start: number) => {
    const after = read.slice(start + 1);
    const end = after.findIndex(({ axis, part }) => axis !== null || part === null);
    const length = end < 0 ? after.length : end;
    return Array.from({ length: length + 1 }, (_, i) => start + i);
  };
  return [runFrom(first), runFrom(second)];
}

/** Returns true if a heading names a part of an angle: the numbers below it are no degrees. */
export const isAnglePart = (heading: string): boolean => {
  const { part } = readCoordinateHeading(heading);
  return part === 'minutes' || part === 'seconds';
};

/** Returns true if a heading is about a latitude or a longitude, so that no other column may be guessed as one. */
export const isAboutCoordinate = (heading: string): boolean => readCoordinateHeading(heading).axis !== null;

/** Degrees, minutes and seconds in one number, as surveyors' programs write them: `DD.MMSS`, `gg mm`, `ddmm.mmm`, `DMS`. */
const packedHeading =
  /(?<!\p{L})(?:[dg]{1,3}[\W_]*m{2}(?:[\W_]*(?:m+|s{1,2}(?:[\W_]*s+)?))?|dms|gms|gmm|ddm)(?!\p{L})/iu;
const plainAngle = /^\s*[-+−]?\d+(?:[.,]\d+)?\s*[NSEWO]?\s*$/i;
/** Not `grad`, which is the word for degrees in several languages. */
const gradHeading = /[([]\s*(?:gr|gra|gon|grads|grades)\s*[)\]]/i;
/** Meridians from which longitudes of old maps count. */
const meridianWords =
  /(?<!\p{L})(?:paris|ferro|hierro|madrid|san fernando|cadiz|lisbo[an]|rom[ea]|monte mario|pulkovo|bern|oslo|athens|brussels|stockholm|jakarta|batavia|bogota)(?!\p{L})/u;
const metreHeading =
  /(?<!\p{L})(?:easting|northing|hochwert|rechtswert)(?!\p{L})|[([]\s*(?:m|mts?|metros?|met(?:re|er)s?)\s*[)\]]/iu;
/** Returns true for a heading of metres in a plane; `northing_deg` names degrees. */
export const namesMetres = (heading: string): boolean =>
  metreHeading.test(heading) && readCoordinateHeading(heading).axis === null;
const smallNumber = /^\s*[-+−]?\d{1,3}(?:[.,]\d+)?\s*$/;

/**
 * Returns what is wrong with reading the numbers of a row as decimal degrees from Greenwich, where the headings say that they are something
 * else; null if they do not.
 */
export function problemOfAngleHeadings(
  headings: Readonly<Record<Axis, string>>,
  cells: Readonly<Record<Axis, string>>,
): Problem | null {
  const axes = ['latitude', 'longitude'] as const;
  const problemAt = (axis: Axis, message: string): Problem => ({
    message,
    values: { heading: headings[axis].slice(0, 60) },
  });
  const metres = axes.find((axis) => namesMetres(headings[axis]));
  if (metres !== undefined && axes.every((axis) => smallNumber.test(cells[axis])))
    return problemAt(metres, 'validation.smallMetres');
  const isOther = (axis: Axis) =>
    gradHeading.test(headings[axis]) || (packedHeading.test(headings[axis]) && plainAngle.test(cells[axis]));
  const other = axes.find(isOther);
  if (other !== undefined) return problemAt(other, 'validation.otherAngles');
  const namesMeridian = (axis: Axis) => meridianWords.test(plainHeading(headings[axis]).replaceAll('_', ' '));
  // With a town in both of them, they are those of a place in it.
  return namesMeridian('longitude') && !namesMeridian('latitude')
    ? problemAt('longitude', 'validation.otherAngles')
    : null;
}
