import { readNumber } from '../../../src-preload/contract/read-number.ts';

/** No place that is planned lies higher, in feet; a larger number is rather a coordinate and its decimals. */
const highest = 30_000;
const unit = '(?:m|met(?:er|re)s?|metros?|ft|feet|pies)';
/** A number of metres or feet with groups of thousands, behind other numbers. Blanks group only behind a mark, where no other number stands. */
const groupedMetres = new RegExp(
  String.raw`(?<=[\s,;:|(])(?:[-+]?\d{1,3}(?:[.,'’]\d{3})+|(?<=[,;:|(]\s?)[-+]?\d{1,3}(?:[\s\u00A0\u202F]\d{3})+)(?=\s?${unit}(?![\p{L}\d]))`,
  'iu',
);

/** What a grouped number of metres means: `plain` is the text without its marks. */
export interface GroupedAltitude {
  /** The text with the number in plain digits. */
  plain: string;
  /** The number as it is written, if it may also have a decimal mark; null if it is a thousand for sure. */
  doubtful: string | null;
}

/**
 * Returns a text whose altitude has groups of thousands with the altitude in plain digits: `0.52 S, 36.09 E, 1,890 m`. A comma between two
 * numbers separates them elsewhere, so every reader of lines asks this first. `1,890` is 1890 where the numbers before it have decimal
 * points, and doubtful where they have no decimals, or the same mark. Null for a text without such a number.
 */
export function findGroupedAltitude(text: string): GroupedAltitude | null {
  const match = groupedMetres.exec(text);
  if (match === null) return null;
  const [written] = match;
  const digits = written.replace(/(?!^)\D/g, '');
  if (Math.abs(Number(digits)) > highest) return null;
  const before = text.slice(0, match.index);
  const plain = `${before}${digits}${text.slice(match.index + written.length)}`;
  const read = readNumber(written);
  if (read === null || !('problem' in read)) return { plain, doubtful: null };
  const has = { '.': /\d\.\d/.test(before), ',': /\d,\d/.test(before) };
  const [own, other] = written.includes(',') ? ([',', '.'] as const) : (['.', ','] as const);
  return { plain, doubtful: has[other] && !has[own] ? null : written };
}
