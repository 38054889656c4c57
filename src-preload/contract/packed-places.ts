/**
 * Tens of thousands of places are transferred as a few long texts: arrays of that length are copied item by item in
 * each step and would block the main process and the page. Degrees are whole millionths, a tenth of a metre.
 */
const perDegree = 1_000_000;
/** The separator of packed ids; no id contains it. */
export const idSeparator = '\u001f';

/** Converts degrees to a whole number of the packed form. */
export const packDegrees = (degrees: number): number => Math.round(degrees * perDegree);

/** Returns the degrees of the packed form, one for each place. */
export function unpackDegrees(text: string): number[] {
  return text === '' ? [] : text.split(',').map((value) => Number(value) / perDegree);
}

/** Returns the ids of the packed form. */
export const unpackIds = (text: string): string[] => (text === '' ? [] : text.split(idSeparator));

/** Packs whole numbers. A separator that JSON must escape would make a hundred thousand of them slow to send. */
export const packNumbers = (numbers: readonly number[]): string => numbers.join(',');

/** Returns the whole numbers of the packed form. */
export const unpackNumbers = (text: string): number[] => (text === '' ? [] : text.split(',').map(Number));

/** Packs the rings of one area; each is flat `lon, lat, …`. */
export const packRings = (rings: readonly (readonly number[])[]): string =>
  rings.map((ring) => ring.map(packDegrees).join(',')).join(';');

/** Returns the rings of the packed form; each is flat `lon, lat, …`. */
export const unpackRings = (text: string): number[][] =>
  text === '' ? [] : text.split(';').map(unpackDegrees);
