import { foldInTwoLetters, foldName } from './fold-name.ts';
import type { GazetteerData } from './gazetteer-file.ts';

/**
 * Folded names, one per line with a line feed on both sides, so that one text search covers them all. Words begin with
 * capitals: the search finds the beginning of a word much faster, because it can skip the letters within words.
 * `entries` tells the entry of each line.
 */
export interface NameText {
  text: string;
  /** The start of each line, ascending. */
  starts: Uint32Array;
  entries: Uint32Array;
}

/**
 * The names of a gazetteer. Those in ASCII have a separate text: it takes one byte per character, and a query in ASCII
 * can skip the other text.
 */
export interface NameTexts {
  ascii: NameText;
  others: NameText;
}

/** The number of bytes folded at once: one string for all names would need far more memory. */
const pieceBytes = 1 << 18;
const newline = 10;
const firstLetters = /(?<=^|[ \n])\p{Ll}/gu;

/** Returns a folded text with a capital at the beginning of each word, of the same length. */
export function capitalised(folded: string): string {
  return folded.replace(firstLetters, (letter) => {
    const capital = letter.toUpperCase();
    return capital.length === letter.length ? capital : letter;
  });
}

const isAscii = (text: string) => !/[^\0-\u007f]/.test(text);

function createCollector() {
  const pieces: string[] = ['\n'];
  const starts: number[] = [];
  const entries: number[] = [];
  let lines: string[] = [];
  let length = 1;
  const close = () => {
    if (lines.length > 0) pieces.push(capitalised(lines.join('\n')), '\n');
    lines = [];
  };
  return {
    add(line: string, entry: number) {
      starts.push(length);
      entries.push(entry);
      lines.push(line);
      length += line.length + 1;
    },
    close,
    done: (): NameText => ({
      text: pieces.join(''),
      starts: Uint32Array.from(starts),
      entries: Uint32Array.from(entries),
    }),
  };
}

/** Folds names, those in ASCII separately: strings of one byte per character take a fraction of the time. */
function foldAll(names: readonly string[]): string[] {
  const plain = names.filter(isAscii);
  const others = names.filter((name) => !isAscii(name));
  const folded = {
    plain: foldName(plain.join('\n')).split('\n'),
    others: foldName(others.join('\n')).split('\n'),
  };
  let at = 0;
  return names.map((name, i) => {
    const isPlain = name === plain[at];
    if (isPlain) at += 1;
    return (isPlain ? folded.plain[at - 1] : folded.others[i - at]) ?? '';
  });
}

/** Folds all names of a gazetteer for searching. Takes some hundred milliseconds. */
export function createNameTexts({ nameBytes, nameCounts }: GazetteerData): NameTexts {
  const ascii = createCollector();
  const others = createCollector();
  const utf8 = new TextDecoder();
  let entry = 0;
  let left = nameCounts[0] ?? 0;
  for (let from = 0; from < nameBytes.length; ) {
    const cut = nameBytes.indexOf(newline, from + pieceBytes);
    const to = cut < 0 ? nameBytes.length : cut;
    const names = utf8.decode(nameBytes.subarray(from, to)).split('\n');
    const folded = foldAll(names);
    for (const [i, name] of names.entries()) {
      const line = folded[i] ?? '';
      (isAscii(line) ? ascii : others).add(line, entry);
      const spelled = foldInTwoLetters(name);
      if (spelled !== null) (isAscii(spelled) ? ascii : others).add(spelled, entry);
      left -= 1;
      if (left > 0) continue;
      entry += 1;
      left = nameCounts[entry] ?? 0;
    }
    ascii.close();
    others.close();
    from = to + 1;
  }
  return { ascii: ascii.done(), others: others.done() };
}

/** Returns the text in which a folded query can occur. */
export const textFor = ({ ascii, others }: NameTexts, query: string): NameText =>
  isAscii(query) ? ascii : others;

/** Returns the number of the line that contains a position of the text. */
export function lineAt({ starts }: NameText, position: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/** Returns the folded name of a line, in lower case. */
export function foldedAt({ text, starts }: NameText, line: number): string {
  const start = starts[line] ?? 0;
  return text.slice(start, text.indexOf('\n', start)).toLowerCase();
}
