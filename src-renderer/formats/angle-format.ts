import { exactNumber } from './exact-numbers.ts';
import type { Cell } from './imported.ts';

/** A part of the code of a number format: digits to be written, or a text that is written as it is. */
type FormatPart = { digits: number; decimals: number } | { text: string };

/** Returns the parts of one section of a code (ECMA-376 §18.8.31); null if it writes anything but plain digits and texts. */
function readSection(section: string): FormatPart[] | null {
  const parts: FormatPart[] = [];
  const tokens =
    /"([^"]*)"|\\(.)|_.|\*.|\[[^\]]*\]|(general)|([0#?][0#?,]*(?:\.[0#?]+)?)|([-+()°º'′″’:<>= ])|(.)/gisu;
  for (const [, quoted, escaped, general, digits, sign, other] of section.matchAll(tokens)) {
    if (other !== undefined) return null;
    if (general !== undefined) parts.push({ digits: 1, decimals: 0 });
    else if (digits !== undefined) {
      const [whole = '', decimals = ''] = digits.replaceAll(',', '').split('.');
      parts.push({ digits: whole.length, decimals: decimals.length });
    } else {
      const text = quoted ?? escaped ?? sign;
      if (text !== undefined) parts.push({ text });
    }
  }
  return parts;
}

/** Returns the sections of a code: for positive numbers, negative ones and zero. */
const sectionsOf = (format: string): string[] => format.match(/(?:"[^"]*"|\\.|[^;"\\])+/gs) ?? [];

const textIn = (parts: readonly FormatPart[]) =>
  parts.map((part) => ('text' in part ? part.text : '')).join(' ');

/**
 * True for a format that writes what its number alone does not say: the letter of a hemisphere, or degrees and minutes from the digits of one
 * number. The sign of degrees alone says nothing more, and may be that of a temperature.
 */
export function isAngleFormat(format: string): boolean {
  return sectionsOf(format).some((section) => {
    const parts = readSection(section) ?? [];
    const isCut = parts.filter((part) => 'digits' in part).length > 1 && /[°º]/.test(textIn(parts));
    return isCut || /(?<!\p{L})[NSEWO](?!\p{L})/u.test(textIn(parts));
  });
}

/**
 * Returns a number as the workbook shows it with the signs of an angle: 70.66 in the format `0.0000"° W"` is `70.66° W`, 481230 in `00°00'00`
 * is `48°12'30`. A number that stands in one piece keeps all its decimals.
 */
export function angleText(number: number, written: string, format: string): Cell {
  const sections = sectionsOf(format);
  const isOfNegatives = number < 0 && sections.length > 1;
  const parts = readSection((isOfNegatives ? sections[1] : sections[0]) ?? '');
  const blocks = parts?.flatMap((part) => ('digits' in part ? [part] : [])) ?? [];
  const last = blocks.at(-1);
  if (parts === null || last === undefined) return exactNumber(written);
  const sign = number < 0 && !isOfNegatives ? '-' : '';
  const exact = String(exactNumber(written)).replace(/^-/, '');
  // The digits of the whole number go into the blocks from the last one on; the first one takes the rest.
  const [whole = '', decimals] =
    blocks.length === 1 ? [exact] : Math.abs(number).toFixed(last.decimals).split('.');
  let left = whole;
  const filled = blocks.toReversed().map(({ digits }, i) => {
    const from = i === blocks.length - 1 ? 0 : Math.max(0, left.length - digits);
    const taken = left.slice(from).padStart(digits, '0');
    left = left.slice(0, from);
    return blocks.length > 1 && i === 0 && decimals !== undefined ? `${taken}.${decimals}` : taken;
  });
  const text = parts.map((part) => ('text' in part ? part.text : (filled.pop() ?? ''))).join('');
  return `${sign}${text.trim()}`;
}
