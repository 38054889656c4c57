import { readNumber } from '../../src-preload/contract/read-number.ts';
import type { ImportCollector } from './import-collector.ts';
import type { Answers, Cell } from './imported.ts';

/** The number in a cell, or the reason why there is none. */
export type CellNumber =
  | { value: number }
  | { problem: { message: string; values?: Record<string, string | number> } }
  | null;

const grouped = /^[-+−]?\d{1,3}(?:[.,]\d{3})+$/;

/** Returns the decimal mark that a number shows unambiguously: `comma`, `point`, or null. */
export function markOf(cell: Cell): 'comma' | 'point' | null {
  if (typeof cell !== 'string' || !/^\s*[-+−]?\d[\d.,\s]*\s*$/.test(cell)) return null;
  const marks = cell.replaceAll(/[^.,]/g, '');
  if (marks === '' || grouped.test(cell.trim())) return null;
  return marks.endsWith(',') ? 'comma' : 'point';
}

/**
 * Creates the functions that read the numbers of a table. `1,234` is ambiguous: other cells of the table may resolve
 * it; otherwise it becomes a question about the file.
 */
export function createDecimals(collector: ImportCollector) {
  const counts = { comma: 0, point: 0, ambiguous: 0 };
  const { answers, questions } = collector;
  const decimal: Answers['number'] = answers.number;

  /** Returns a number whose mark is the decimal mark. */
  const asDecimal = (text: string) => Number(text.replace('−', '-').replace(',', '.'));
  const asThousands = (text: string) => Number(text.replace('−', '-').replaceAll(/[.,]/g, ''));

  return {
    /** Records the decimal mark of a cell as evidence for the other cells. */
    note(cell: Cell) {
      const mark = markOf(cell);
      if (mark) counts[mark] += 1;
    },
    read(cell: Cell): CellNumber {
      if (cell === null || cell === '') return null;
      if (typeof cell === 'number') return { value: cell };
      if (typeof cell === 'boolean') return { problem: { message: 'validation.number' } };
      const text = cell.trim();
      const mark = text.replaceAll(/[^.,]/g, '');
      if (!grouped.test(text) || mark.length !== 1) {
        const read = readNumber(text);
        if (read && 'value' in read) this.note(text);
        return read;
      }
      const ownMark = mark === ',' ? 'comma' : 'point';
      counts.ambiguous += 1;
      questions.ask(
        'number',
        { text },
        {
          comma: { text: `${text} = ${ownMark === 'comma' ? asDecimal(text) : asThousands(text)}` },
          point: { text: `${text} = ${ownMark === 'point' ? asDecimal(text) : asThousands(text)}` },
        },
      );
      const isDecimal = decimal === undefined ? true : decimal === ownMark;
      return { value: isDecimal ? asDecimal(text) : asThousands(text) };
    },
    /** Passes the decimal mark that the table shows to the questions, if it shows exactly one. */
    infer() {
      if (counts.ambiguous === 0) return;
      if (counts.comma > 0 && counts.point === 0) questions.infer('number', 'comma');
      if (counts.point > 0 && counts.comma === 0) questions.infer('number', 'point');
    },
  };
}
