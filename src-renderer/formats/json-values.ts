import { limits } from './limits.ts';

/** Why a value was truncated: it is too long or nested too deeply. Its text is then only the beginning. */
export type ValueProblem = 'validation.featureTooLarge' | 'validation.tooDeep' | null;

/** The progress of scanning a value, which may span several chunks. `start` is a position in the buffer. */
export interface ValueScan {
  start: number;
  depth: number;
  inString: boolean;
  isScalar: boolean;
  problem: ValueProblem;
  line: number;
}

/** RFC 8142 puts this character before each object of a sequence. */
const recordSeparator = '\u001e';
/** Returns true for white space, a byte order mark and the record separator. */
export const isBlank = (letter: string) => letter === recordSeparator || /[\s\ufeff]/.test(letter);

/** Returns a scan of a value that starts with this character, at this position of the buffer and in this line. */
export function startValue(first: string, start: number, line: number): ValueScan {
  return { start, depth: 0, inString: false, isScalar: !/[{["]/.test(first), problem: null, line };
}

/**
 * Returns the end of a string whose opening quote is before `from`. It is -1 if the string continues beyond the buffer;
 * then `next` is where to continue: a backslash at the very end belongs to the next character.
 */
export function endOfString(buffer: string, from: number): { end: number; next: number } {
  let i = from;
  while (i < buffer.length) {
    const letter = buffer[i];
    if (letter === '"') return { end: i + 1, next: i + 1 };
    if (letter === '\\' && i + 1 >= buffer.length) return { end: -1, next: i };
    i += letter === '\\' ? 2 : 1;
  }
  return { end: -1, next: buffer.length };
}

/** Returns whether a value ends before or with a character outside of strings, and counts its brackets. */
function isEnd(value: ValueScan, letter: string): 'before' | 'with' | null {
  if (letter === '{' || letter === '[') {
    value.depth += 1;
    if (value.depth > limits.depth) value.problem ??= 'validation.tooDeep';
    return null;
  }
  const closes = letter === '}' || letter === ']';
  if (value.isScalar) return closes || letter === ',' || isBlank(letter) ? 'before' : null;
  if (closes) value.depth -= 1;
  return closes && value.depth === 0 ? 'with' : null;
}

/** Continues a scan at `position` and returns the end of the value; -1 if it continues beyond the buffer. */
export function endOfValue(
  buffer: string,
  value: ValueScan,
  position: number,
): { end: number; next: number } {
  let i = position;
  while (i < buffer.length) {
    const letter = buffer[i] ?? '';
    if (value.inString || letter === '"') {
      const { end, next } = endOfString(buffer, value.inString ? i : i + 1);
      value.inString = end < 0;
      if (end < 0) return { end, next };
      i = end;
      if (value.depth === 0) return { end: i, next: i };
      continue;
    }
    const ends = isEnd(value, letter);
    if (ends === 'before') return { end: i, next: i };
    i += 1;
    if (ends === 'with') return { end: i, next: i };
  }
  return { end: -1, next: i };
}
