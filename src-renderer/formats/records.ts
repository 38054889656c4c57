import Papa from 'papaparse';
import { z } from 'zod';
import { limits } from './limits.ts';

/** A record of a text table, with the line where it starts, from 1. */
export interface TextRecord {
  line: number;
  text: string;
  cells: readonly string[];
}

interface SplitOptions {
  /** The character between cells. */
  delimiter: string;
  /** True if brackets of well-known text may span several lines. */
  joinsBrackets?: boolean;
}

/** Enough text for the longest cell, so that a record is never split within one. */
const lookahead = 2 * limits.cellChars;
const cellsSchema = z.array(z.array(z.string()));

/**
 * Creates a function that finds the ends of records. Only a cell that starts with a quote may span several lines, and
 * only if its closing quote is near: a lone quote or an inch mark must not swallow the rest of the file.
 */
function createEnds({ delimiter, joinsBrackets = false }: SplitOptions) {
  /**
   * No quote before this index closes a cell, so that a file of lone quotes is not searched again from each of them.
   */
  let unclosedUntil = 0;

  /** Returns the index after the quote that closes the cell which opens at `from`; null if there is none. */
  function closing(text: string, from: number): number | null {
    const until = Math.min(text.length, from + limits.cellChars);
    for (
      let i = text.indexOf('"', Math.max(from + 1, unclosedUntil));
      i >= 0 && i < until;
      i = text.indexOf('"', i + 1)
    ) {
      if (text[i + 1] === '"') {
        i += 1;
        continue;
      }
      const next = /\S|[\r\n\t]/.exec(text.slice(i + 1, i + 20))?.[0] ?? text[i + 1];
      if (next === undefined || next === delimiter || next === '\n' || next === '\r') return i + 1;
    }
    unclosedUntil = until;
    return null;
  }

  /** Returns the end of the line that starts at `from`, and whether a quote was taken literally. */
  function endOfRecord(text: string, from: number): { end: number; isLiteral: boolean } {
    let isLiteral = false;
    let startsCell = true;
    let depth = 0;
    for (let i = from; i < text.length; i += 1) {
      const letter = text[i];
      if (letter === '"' && startsCell) {
        const end = closing(text, i);
        if (end === null) isLiteral = true;
        else i = end - 1;
        startsCell = false;
      } else if (letter === '\n' || letter === '\r') {
        if (depth <= 0 || i - from > limits.cellChars) return { end: i, isLiteral };
      } else if (letter === delimiter) startsCell = true;
      else if (letter !== ' ') startsCell = false;
      if (joinsBrackets && letter === '(') depth += 1;
      if (joinsBrackets && letter === ')') depth -= 1;
    }
    return { end: text.length, isLiteral };
  }

  return {
    endOfRecord,
    /** Shifts stored positions after characters were dropped from the start of the buffer. */
    forget(chars: number) {
      unclosedUntil = Math.max(0, unclosedUntil - chars);
    },
  };
}

function cellsOf(text: string, delimiter: string, isLiteral: boolean): string[] {
  if (isLiteral) return text.split(delimiter);
  if (!text.includes('"')) return text.split(delimiter);
  const [cells = []] = cellsSchema.parse(Papa.parse(text, { delimiter, newline: '\n', quoteChar: '"' }).data);
  return cells;
}

/** Yields the records of a text table chunk by chunk. Blank lines are left out; all kinds of line ends are accepted. */
export async function* readRecords(
  chunks: AsyncIterable<string>,
  options: SplitOptions,
): AsyncGenerator<TextRecord> {
  const ends = createEnds(options);
  let buffer = '';
  let line = 1;

  function* records(isEnd: boolean): Generator<TextRecord> {
    let at = 0;
    while (at < buffer.length && (isEnd || buffer.length - at > lookahead)) {
      const { end, isLiteral } = ends.endOfRecord(buffer, at);
      const text = buffer.slice(at, end);
      if (text.trim() !== '')
        yield { line, text, cells: cellsOf(text.replaceAll(/\r\n?/g, '\n'), options.delimiter, isLiteral) };
      line += text.match(/\r\n|\n|\r/g)?.length ?? 0;
      line += end < buffer.length ? 1 : 0;
      at = buffer[end] === '\r' && buffer[end + 1] === '\n' ? end + 2 : end + 1;
    }
    ends.forget(at);
    buffer = buffer.slice(at);
  }

  for await (const chunk of chunks) {
    buffer += chunk;
    yield* records(false);
  }
  yield* records(true);
}

const delimiters = ['\t', ';', '|', ','] as const;

/**
 * Returns the character that separates the cells of a text. Commas also occur within coordinates and as decimal marks,
 * so tab, semicolon and bar are tried first: one of them is used if nearly all lines have as many of it as the first
 * line.
 */
export function guessDelimiter(sample: string): string {
  const written = sample.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  const declared = /^\uFEFF?"?sep=(.)"?\s*$/i.exec(written[0] ?? '')?.[1];
  if (declared !== undefined && delimiters.some((delimiter) => delimiter === declared)) return declared;
  // Remarks and a title above the table have no cells.
  const isTable = (line: string) =>
    !line.startsWith('#') && delimiters.some((delimiter) => line.includes(delimiter));
  const from = written.slice(0, 15).findIndex(isTable);
  const lines = written.slice(Math.max(0, from), Math.max(0, from) + 50);
  const first = lines[0] ?? '';
  for (const delimiter of delimiters) {
    const counts = lines.map((line) => line.replaceAll(/"[^"]*"/g, '').split(delimiter).length - 1);
    const usual = counts[0] ?? 0;
    const same = counts.filter((count) => count === usual).length;
    if (usual > 0 && same >= 0.8 * counts.length) return delimiter;
  }
  return delimiters.find((delimiter) => first.includes(delimiter)) ?? ',';
}
