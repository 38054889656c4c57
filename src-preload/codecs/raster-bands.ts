/** A part of the spectrum that the names of bands tell. */
export type Colour = 'red' | 'green' | 'blue' | 'nir';
export const colours: readonly Colour[] = ['red', 'green', 'blue', 'nir'];

/** The bands shown as red, green and blue, counted from 0 in file order. */
export type BandTriple = readonly [number, number, number];

/** The style of the first view; its label claims no more than is known about the bands. */
export type BandStyle = 'true-colour' | 'as-stored' | 'grey';

/** Words for a colour in the languages that data is named in; whole names, so that a red edge is no red. */
const words: Record<Colour, readonly string[]> = {
  red: ['red', 'r', 'rojo', 'roja', 'rouge', 'rot', 'vermelho', 'vermelha'],
  green: ['green', 'g', 'verde', 'vert', 'grun', 'gruen'],
  blue: ['blue', 'b', 'azul', 'bleu', 'blau'],
  nir: ['nir', 'nir 1', 'nir1', 'near infrared', 'near infra red', 'nearinfrared', 'infrarrojo cercano'],
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
    .replace(/[^a-z0-9.]+/g, ' ')
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

/** Returns the number of the band of a colour, from 0; null where no name tells it. */
export function bandOfColour(bands: readonly string[], colour: Colour): number | null {
  const numbered = numberedBands(bands)?.[colour];
  const [from, to] = ranges[colour];
  const at = bands.findIndex((name) => {
    const nanometres = nanometresOf(name);
    if (nanometres !== null) return nanometres >= from && nanometres <= to;
    return words[colour].includes(plain(name)) || name.trim().toLowerCase() === numbered;
  });
  return at < 0 ? null : at;
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
