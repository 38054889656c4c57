/** One of the two numbers of a place, in degrees. */
export interface Angle {
  value: number;
  axis: 'lat' | 'lon' | null;
  /** True if its letter is `O`, whose side differs between languages. */
  isO: boolean;
}

/** Why an angle is none: minutes or seconds of 60 and more, or a minus with the letter of the other side. */
export type AngleFault = 'sixty' | 'sign';
/** The message for each fault. */
export const faultMessages = { sixty: 'validation.sixty', sign: 'validation.signAndLetter' } as const;

const anglePattern =
  /^([-+]?\d{1,3}(?:[.,]\d+)?)\s*°?\s*(?:(?<=[°\s])(\d{1,2}(?:[.,]\d+)?)\s*'?\s*(?:(?<=['\s])(\d{1,2}(?:[.,]\d+)?)\s*"?)?)?$/;
/** Degrees, minutes and seconds without separators: `480900N`, `0013600.5E`. */
const packedPattern = /^(\d{2,3})(\d{2})(\d{2})?(\.\d+)?$/;

/** Reads a number whose decimal mark is a point or a comma. */
export const decimalOf = (part = '0') => Number(part.replace(',', '.'));

/** Reads the numbers of one angle, without its letter. */
function sizeOf(numbers: string): { size: number; negative: boolean } | 'sixty' | null {
  const match = anglePattern.exec(numbers);
  if (!match) return null;
  const [, degrees = '0', minutes, seconds] = match;
  // Only the last part may have decimals.
  const last = seconds ?? minutes ?? degrees;
  if ([degrees, minutes, seconds].some((part) => part !== undefined && part !== last && /[.,]/.test(part)))
    return null;
  if (decimalOf(minutes) >= 60 || decimalOf(seconds) >= 60) return 'sixty';
  return {
    size: Math.abs(decimalOf(degrees)) + decimalOf(minutes) / 60 + decimalOf(seconds) / 3_600,
    negative: degrees.startsWith('-'),
  };
}

function packedSize(
  numbers: string,
  isLatitude: boolean,
): { size: number; negative: boolean } | 'sixty' | null {
  const match = packedPattern.exec(numbers);
  const whole = numbers.replace(/\..*$/, '').length;
  if (!match || !(isLatitude ? [4, 6] : [5, 7]).includes(whole)) return null;
  const degreeDigits = isLatitude ? 2 : 3;
  const minutes = Number(
    whole - degreeDigits === 2 ? numbers.slice(degreeDigits) : numbers.slice(degreeDigits, degreeDigits + 2),
  );
  const seconds = whole - degreeDigits === 2 ? 0 : Number(numbers.slice(degreeDigits + 2));
  if (minutes >= 60 || seconds >= 60) return 'sixty';
  return { size: Number(numbers.slice(0, degreeDigits)) + minutes / 60 + seconds / 3_600, negative: false };
}

/** Reads degrees, with optional minutes and seconds and a letter on either side. `O` is read as the west. */
export function readAngle(text: string): Angle | AngleFault | null {
  const letters = /^([NSEWO])?([^NSEWO]*)([NSEWO])?$/.exec(text.trim());
  const [, before, numbers = '', after] = letters ?? [];
  if (!letters || (before !== undefined && after !== undefined)) return null;
  const letter = before ?? after ?? '';
  const axis = letter === '' ? null : letter === 'N' || letter === 'S' ? 'lat' : 'lon';
  const read = (axis === null ? null : packedSize(numbers.trim(), axis === 'lat')) ?? sizeOf(numbers.trim());
  if (read === null || read === 'sixty') return read;
  // A minus with S or W is often written, and means the same.
  if (read.negative && (letter === 'N' || letter === 'E')) return 'sign';
  const negative = read.negative || letter === 'S' || letter === 'W' || letter === 'O';
  return { value: negative ? -read.size : read.size, axis, isO: letter === 'O' };
}
