/**
 * Places by the ten thousand cross the border as a few long texts: arrays of that length are walked item by item by every
 * hand they pass through, and hold up main and page alike. Degrees are whole millionths, a tenth of a metre.
 */
const perDegree = 1_000_000;
/** No identifier holds it. */
export const idSeparator = '\u001f';

/** Degrees as a whole number of the packed form. */
export const packDegrees = (degrees: number): number => Math.round(degrees * perDegree);

/** Degrees of the packed form, one for each place. */
export function unpackDegrees(text: string): number[] {
  return text === '' ? [] : text.split(',').map((value) => Number(value) / perDegree);
}

/** The ids of the packed form. */
export const unpackIds = (text: string): string[] => (text === '' ? [] : text.split(idSeparator));

/** The rings of one area, each flat `lon, lat, …`. */
export const packRings = (rings: readonly (readonly number[])[]): string =>
  rings.map((ring) => ring.map(packDegrees).join(',')).join(';');

/** The rings of the packed form, each flat: longitude, latitude, and so on. */
export const unpackRings = (text: string): number[][] =>
  text === '' ? [] : text.split(';').map(unpackDegrees);
