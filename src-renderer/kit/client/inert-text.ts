/** The characters that start a formula in some spreadsheet, in their usual and full-width forms. */
const triggers = '=+\\-@＝＋－＠﹦﹢﹣﹫−';
/** Blanks, quotes and invisible characters, marks of the direction of writing among them, which some spreadsheets ignore before a formula. */
const ignored = '[\\p{Z}\\p{Cf}\\p{Cc}"]*';

/** The same without the characters that start a cell, so that a long run of those is not searched again from each. */
const ignoredWithin = '[ \\u00A0\\u1680\\u2000-\\u200A\\u202F\\u205F\\u3000\\p{Cf}"]*';

const formulaStart = new RegExp(`^'*(?:${ignored}[${triggers}]|[\\t\\r])`, 'u');

/** Signs that also begin numbers and lines of a list: those that run nothing are left, so that texts and places stay as they are. */
const harmlessSign = '[+\\-＋－﹢﹣−](?:\\d+(?:[.,]\\d+)*(?:[\\s,;|]|$)|,|$|\\s[^\\n\\r(!]*(?:[\\n\\r]|$))';

/**
 * The places within a text where a spreadsheet may start a new cell although the file uses commas: its own list separator may be another
 * one, and then the quotes of the file do not hold.
 */
const innerStart = new RegExp(
  `([\\n\\r\\u000B\\f\\u0085\\u2028\\u2029;|\\t]${ignoredWithin})('*)(?=[${triggers}])(?!${harmlessSign})`,
  'gu',
);

/**
 * Returns a cell that no spreadsheet runs as a formula when it is pasted: with an apostrophe before it if it could be one. The separators
 * of the clipboard are known, so nothing within the cell is changed.
 */
export const inertCell = (text: string): string => (formulaStart.test(text) ? `'${text}` : text);

/**
 * Returns a text that no spreadsheet runs as a formula when it opens a file: with an apostrophe before it if it could be one, and before
 * each place within it where a spreadsheet with another list separator could find one. `readInertText` takes exactly these off again.
 */
export const inertText = (text: string): string =>
  inertCell(text.replace(innerStart, (_, before: string, marks: string) => `${before}${marks}'`));

/** Returns the text that `inertCell` made inert, or that a spreadsheet marked as text in the same way; any other text unchanged. */
export const readInertCell = (text: string): string =>
  text.startsWith("'") && formulaStart.test(text) ? text.slice(1) : text;

/** Returns the text that `inertText` made inert; any other text unchanged. */
export const readInertText = (text: string): string =>
  readInertCell(text).replace(innerStart, (_, before: string, marks: string) => before + marks.slice(1));
