/** A part of the spectrum that the names of bands tell. */
export type Colour = 'red' | 'green' | 'blue' | 'nir';
export const colours: readonly Colour[] = ['red', 'green', 'blue', 'nir'];

/** The bands shown as red, green and blue, counted from 0 in file order. */
export type BandTriple = readonly [number, number, number];

/** The style of the first view; its label claims no more than is known about the bands. */
export type BandStyle = 'true-colour' | 'as-stored' | 'grey';

/** Words for a colour in the languages that data is named in; whole names, so that a red edge is no red. */
const words: Record<Colour, readonly string[]> = {
  red: [
    'red',
    'r',
    'rojo',
    'roja',
    'rouge',
    'rot',
    'vermelho',
    'vermelha',
    'rosso',
    'rossa',
    'rood',
    'rød',
    'rod',
    'czerwony',
    'cervena',
    'красныи',
    '红',
    '紅',
    '赤',
  ],
  green: [
    'green',
    'g',
    'verde',
    'vert',
    'grun',
    'gruen',
    'groen',
    'grønn',
    'grøn',
    'gron',
    'zielony',
    'zelena',
    'зеленыи',
    '绿',
    '綠',
    '緑',
  ],
  blue: [
    'blue',
    'b',
    'azul',
    'bleu',
    'blau',
    'blu',
    'blauw',
    'bla',
    'blå',
    'niebieski',
    'modra',
    'синии',
    '蓝',
    '藍',
    '青',
  ],
  nir: [
    'nir',
    'nir 1',
    'nir1',
    'near infrared',
    'near infra red',
    'nearinfrared',
    'near ir',
    'infrarrojo cercano',
    'nahes infrarot',
    'nah infrarot',
    'nahinfrarot',
    'proche infrarouge',
    'infrarouge proche',
    'pir',
    'infravermelho proximo',
    'infrarosso vicino',
    'vicino infrarosso',
    'nabij infrarood',
    'бик',
    'bliska podczerwien',
    '近红外',
    '近赤外',
  ],
};

/** The centre wavelengths of the bands, in nanometres. */
const ranges: Record<Colour, readonly [number, number]> = {
  red: [620, 690],
  green: [520, 600],
  blue: [440, 515],
  nir: [760, 900],
};

/** Words that say nothing about the colour. */
const filler = /\b(band|banda|bande|channel|canal|surface|reflectance|reflectancia|toa|boa)\b/g;

function plain(name: string): string {
  const letters = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return letters
    .replace(/[^\p{L}0-9.]+/gu, ' ')
    .replace(filler, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns the wavelength that the name of a band tells, in nanometres; null if it tells none. */
export function nanometresOf(name: string): number | null {
  const match = /(?:^| )(\d{1,4}(?:\.\d{1,4})?) ?(nm|um|micrometers?|nanometers?)(?: |$)/.exec(
    plain(name.replace('µ', 'u')),
  );
  if (!match) return null;
  const value = Number(match[1]);
  return match[2]?.startsWith('n') ? value : value * 1_000;
}

/** Returns the names of numbered bands by colour, but only if the whole list shows which satellite they belong to. */
function numberedBands(bands: readonly string[]): Partial<Record<Colour, string>> | null {
  const names = bands.map((name) => name.trim().toLowerCase());
  // Sentinel-2 writes its numbers with two digits, and only it has a band 8A.
  if (names.some((name) => /^b0\d$/.test(name) || name === 'b8a')) {
    const padded = names.some((name) => /^b0\d$/.test(name));
    const number = (n: number) => (padded ? `b0${n}` : `b${n}`);
    return { blue: number(2), green: number(3), red: number(4), nir: number(8) };
  }
  // Surface reflectance of Landsat: from Landsat 8 on there is a band 6, and the numbers are shifted by one.
  if (names.includes('sr_b6')) return { blue: 'sr_b2', green: 'sr_b3', red: 'sr_b4', nir: 'sr_b5' };
  if (names.includes('sr_b7') && names.includes('sr_b1'))
    return { blue: 'sr_b1', green: 'sr_b2', red: 'sr_b3', nir: 'sr_b4' };
  return null;
}

/** The common names of the STAC extension `eo` for parts of the spectrum; GDAL has the same words for the colours of bands. */
export const commonNames: readonly string[] = [
  'pan',
  'coastal',
  'blue',
  'green',
  'green05',
  'yellow',
  'red',
  'rededge',
  'rededge071',
  'rededge075',
  'rededge078',
  'nir',
  'nir08',
  'nir09',
  'cirrus',
  'swir',
  'swir12',
  'swir16',
  'swir22',
  'mwir',
  'lwir',
  'lwir11',
  'lwir12',
  'tir',
];
/** A part of the spectrum as the STAC extension `eo` calls it. */
type CommonName = string;

/** Returns the common name that a text is, in any case; null for another text. */
export function commonNameOf(text: string): CommonName | null {
  const folded = text.trim().toLowerCase();
  return commonNames.includes(folded) ? folded : null;
}

/**
 * Splits the name of a band into its own name and what it means, which stands behind it in brackets if the name alone does not tell it:
 * `B4 (nir)`, `B05 (704 nm)`. `meaning` is null if there are none, or if they say something else.
 */
export function splitBandName(band: string): { name: string; meaning: string | null } {
  const [, name = '', meaning = ''] = /^(.*\S)\s*\(([^()]{1,40})\)\s*$/s.exec(band) ?? [];
  const isMeaning =
    name !== '' &&
    (colourOfWord(plain(meaning)) !== null ||
      commonNameOf(meaning) !== null ||
      nanometresOf(meaning) !== null);
  return isMeaning ? { name, meaning } : { name: band, meaning: null };
}

/** The colours by the words that mean them; the number of the band may stand before them, as in `Band 4 - Red`. */
const colourOfWord = (word: string): Colour | null => {
  const named = word.replace(/^b?\d{1,2}a? (?=\p{L}{3})/u, '');
  return colours.find((colour) => words[colour].includes(named)) ?? null;
};

/** Returns true if the name of a band tells which part of the spectrum it is; a number does not. */
export function tellsMeaning(band: string): boolean {
  const { name, meaning } = splitBandName(band);
  return (
    meaning !== null ||
    colourOfWord(plain(name)) !== null ||
    commonNameOf(plain(name)) !== null ||
    nanometresOf(name) !== null
  );
}

/** Returns true if the name of a band is only a number or a code with one: `band 1`, `B8A`, `SR_B4`. */
export const isNumberedBand = (band: string): boolean =>
  /^(?:(?:sr|layer|raster|ms) ?)*(?:b?\d{1,3}a?)?$/.test(plain(band));

/** What is known of a band besides its name. */
export interface BandMeaning {
  /** A common name of the STAC extension `eo`; null if it is not known. */
  common: CommonName | null;
  /** The centre of its wavelengths; null if it is not known. */
  nanometres: number | null;
}

/** Returns the name of a band with what it means, if it does not tell that itself; null if nothing is known of it. */
export function formatBandName(name: string | null, { common, nanometres }: BandMeaning): string | null {
  const wavelength = nanometres === null ? null : `${Math.round(nanometres * 10) / 10} nm`;
  const own = name?.trim().slice(0, 170) ?? '';
  if (own === '') return common ?? wavelength;
  if (common === null) return wavelength === null || tellsMeaning(own) ? own : `${own} (${wavelength})`;
  const isTold = commonNameOf(plain(own)) === common || colourOfWord(plain(own)) === common;
  return isTold ? own : `${splitBandName(own).name} (${common})`;
}

/** How far the wavelength of a band is from the middle of a colour, in micrometres; null if it is outside of the colour. */
function distanceFrom(colour: Colour, nanometres: number): number | null {
  const [from, to] = ranges[colour];
  return nanometres >= from && nanometres <= to ? Math.abs(nanometres - (from + to) / 2) / 1_000 : null;
}

/** Returns how well the name of a band fits a colour, 0 the best; null if it does not tell that colour. */
function misfitOf(band: string, colour: Colour, numbered: string | undefined): number | null {
  const { name, meaning } = splitBandName(band);
  const text = meaning ?? name;
  const word = plain(text);
  if (colourOfWord(word) !== null) return colourOfWord(word) === colour ? 0 : null;
  // The narrow near infrared of Sentinel-2 and the only one of Landsat.
  if (word === 'nir08') return colour === 'nir' ? 0.5 : null;
  if (commonNameOf(word) !== null) return null;
  const nanometres = nanometresOf(text);
  if (nanometres !== null) return distanceFrom(colour, nanometres);
  return name.trim().toLowerCase() === numbered ? 0 : null;
}

/**
 * Returns the number of the band of a colour, from 0; null where no name tells it. Of several the one that fits best is chosen, and of
 * equal ones the first.
 */
export function bandOfColour(bands: readonly string[], colour: Colour): number | null {
  const numbered = numberedBands(bands.map((band) => splitBandName(band).name))?.[colour];
  let found: { band: number; misfit: number } | null = null;
  for (const [band, name] of bands.entries()) {
    const misfit = misfitOf(name, colour, numbered);
    if (misfit !== null && (found === null || misfit < found.misfit)) found = { band, misfit };
  }
  return found?.band ?? null;
}

const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 200) : null;

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** From here on a wavelength in micrometres would be that of a radio, so that it is in nanometres. */
const leastNanometres = 100;

/** Returns the wavelength of a listed band in nanometres: STAC has micrometres, and some items nanometres; null for none. */
function wavelengthOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !(number > 0.1 && number < 100_000)) return null;
  return number < leastNanometres ? number * 1_000 : number;
}

/**
 * Returns the names of listed bands, with what they mean. Each is a name, or an object of STAC 0.9 to 1.1 with `name`, `common_name` or
 * `eo:common_name`, `center_wavelength` or `eo:center_wavelength`, and `description`. All or none: if one band were left out, the bands
 * after it would get the wrong meaning.
 */
export function readListedBands(listed: readonly unknown[]): string[] {
  const names = listed.map((band) => {
    if (typeof band === 'string') return textOrNull(band);
    const fields = recordOf(band);
    const common = textOrNull(fields['eo:common_name'] ?? fields.common_name);
    const word = common === null ? null : (commonNameOf(common) ?? colourOfWord(plain(common)));
    const own = textOrNull(fields.name) ?? (common !== null && word === null ? common : null);
    const name = formatBandName(own, {
      common: word,
      nanometres: wavelengthOf(fields['eo:center_wavelength'] ?? fields.center_wavelength),
    });
    // Some items say what a numbered band is in its description alone.
    const about = textOrNull(fields.description)?.slice(0, 40) ?? '';
    const isDescribed = name !== null && !tellsMeaning(name) && !/[()]/.test(about) && tellsMeaning(about);
    return isDescribed ? `${name} (${about})` : name;
  });
  const known = names.filter((name) => name !== null);
  return known.length === names.length ? known : [];
}

/** Returns true if all names are only numbers: `band 1`, `B4`, `3`. */
const unnamed = (bands: readonly string[]) => bands.every((name) => /^b?\d{1,3}$/.test(plain(name)));

/**
 * Returns the bands for red, green and blue of the first view, by name, because providers order them differently
 * (service §10.5). Only a raster whose bands have no names is shown in file order, and it is not called true colour.
 * Null if there is no band.
 */
export function naturalBands(bands: readonly string[]): { style: BandStyle; bands: BandTriple } | null {
  const [red, green, blue] = [
    bandOfColour(bands, 'red'),
    bandOfColour(bands, 'green'),
    bandOfColour(bands, 'blue'),
  ];
  if (red !== null && green !== null && blue !== null)
    return { style: 'true-colour', bands: [red, green, blue] };
  if (bands.length >= 3 && unnamed(bands)) return { style: 'as-stored', bands: [0, 1, 2] };
  return bands.length > 0 ? { style: 'grey', bands: [0, 0, 0] } : null;
}
