/**
 * The maximum length of a line in characters; longer lines are broken, so that no row is wider than the window or
 * contains a whole body.
 */
const widest = 160;

interface TextLine {
  /** The line number from 1; null for the further rows of a broken line. */
  number: number | null;
  /** The index of the line in the file, from 0. */
  line: number;
  text: string;
}

/** Splits a text into rows of a list. */
export function textLines(text: string): TextLine[] {
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.flatMap((content, line) => {
    const rows: TextLine[] = [];
    for (let at = 0; at === 0 || at < content.length; at += widest)
      rows.push({ number: at === 0 ? line + 1 : null, line, text: content.slice(at, at + widest) });
    return rows;
  });
}

/** Returns the indexes of the lines that contain the words, from 0. */
export function linesWith(text: string, words: string): number[] {
  const sought = words.trim().toLowerCase();
  if (sought === '') return [];
  return text.split('\n').flatMap((line, i) => (line.toLowerCase().includes(sought) ? [i] : []));
}
