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

/** Packs the rings of one area; each is flat `lon, lat, …`. */
export const packRings = (rings: readonly (readonly number[])[]): string =>
  rings.map((ring) => ring.map(packDegrees).join(',')).join(';');

/** Returns the rings of the packed form; each is flat `lon, lat, …`. */
export const unpackRings = (text: string): number[][] =>
  text === '' ? [] : text.split(';').map(unpackDegrees);

/** Letters that JSON does not escape: the first 32 end a number, the others say that more of it follows. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const perLetter = letters.length / 2;
const valueOfLetter = new Uint8Array(128);
for (let value = 0; value < letters.length; value += 1) valueOfLetter[letters.charCodeAt(value)] = value;

/**
 * Packs whole numbers that are near to those before: each is written as its difference from the one `apart` places before. Half as
 * long as numbers in digits, and what is sent is copied several times on the main loop.
 */
export function packSteps(numbers: readonly number[], apart = 1): string {
  let text = '';
  for (let i = 0; i < numbers.length; i += 1) {
    const step = (numbers[i] ?? 0) - (numbers[i - apart] ?? 0);
    // The sign is the last bit, so that small steps in either direction are short.
    let left = step < 0 ? -2 * step - 1 : 2 * step;
    for (; left >= perLetter; left = Math.floor(left / perLetter))
      text += letters[perLetter + (left % perLetter)];
    text += letters[left];
  }
  return text;
}

/** Returns the whole numbers of `packSteps`. */
export function unpackSteps(text: string, apart = 1): number[] {
  const numbers: number[] = [];
  let [value, scale] = [0, 1];
  for (let at = 0; at < text.length; at += 1) {
    const letter = valueOfLetter[text.charCodeAt(at)] ?? 0;
    value += (letter % perLetter) * scale;
    scale *= perLetter;
    if (letter >= perLetter) continue;
    const step = value % 2 === 1 ? -(value + 1) / 2 : value / 2;
    numbers.push((numbers[numbers.length - apart] ?? 0) + step);
    [value, scale] = [0, 1];
  }
  return numbers;
}

/** Packs one ring of a footprint, flat `lon, lat, …` in degrees; rings are joined by semicolons. */
export const packOutline = (ring: readonly number[]): string => packSteps(ring.map(packDegrees), 2);

/** Returns the rings of the packed form, each flat `lon, lat, …` in degrees. */
export const unpackOutlines = (text: string): number[][] =>
  text === '' ? [] : text.split(';').map((ring) => unpackSteps(ring, 2).map((value) => value / perDegree));
