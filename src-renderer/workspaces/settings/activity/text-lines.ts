/** What fits on a screen; longer lines are broken, so that no row is wider than the window and none is as long as a body. */
const widest = 160;

interface TextLine {
  /** From 1; the further rows of a broken line have none. */
  number: number | null;
  /** Of the line in the file, from 0. */
  line: number;
  text: string;
}

/** A text as rows of a list. */
export function textLines(text: string): TextLine[] {
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.flatMap((content, line) => {
    const rows: TextLine[] = [];
    for (let at = 0; at === 0 || at < content.length; at += widest)
      rows.push({ number: at === 0 ? line + 1 : null, line, text: content.slice(at, at + widest) });
    return rows;
  });
}

/** The lines of the file in which the words stand, from 0. */
export function linesWith(text: string, words: string): number[] {
  const sought = words.trim().toLowerCase();
  if (sought === '') return [];
  return text.split('\n').flatMap((line, i) => (line.toLowerCase().includes(sought) ? [i] : []));
}
