import { FormatProblem } from './format-problem.ts';
import { limits } from './limits.ts';

/** Why a value was not kept: it is too long or too deep. Its text is then only the beginning. */
type ValueProblem = 'validation.featureTooLarge' | 'validation.tooDeep' | null;

/** A part of a JSON text that can be parsed by itself. */
export type JsonElement =
  /** An element of the array `features`, or of an array at the top. */
  | { kind: 'feature'; text: string; line: number; problem: ValueProblem }
  /** Another member of an object at the top. */
  | { kind: 'member'; key: string; text: string; line: number; problem: ValueProblem }
  /** The end of an object at the top that started in this line. */
  | { kind: 'end'; line: number };

/** Scans one value over several chunks. */
interface ValueScan {
  start: number;
  depth: number;
  inString: boolean;
  isScalar: boolean;
  problem: ValueProblem;
  line: number;
}

/** RFC 8142 puts this character before each object of a sequence. */
const recordSeparator = '\u001e';
const isBlank = (letter: string) => letter === recordSeparator || /[\s\ufeff]/.test(letter);
const longestKey = 1_000;

/**
 * Splits a JSON text into features and members without parsing them, so that a file of any size needs little memory, a
 * damaged feature costs only itself, and each has its line. Several objects after each other are read too (newline
 * delimited GeoJSON, RFC 8142). Throws a `FormatProblem` with the line where brackets do not match.
 */
export function createJsonSplitter(emit: (element: JsonElement) => void) {
  let buffer = '';
  let at = 0;
  let line = 1;
  /** Where the next character stands: between objects, in an object at the top, after a key, or among features. */
  let state: 'top' | 'object' | 'value' | 'features' = 'top';
  let key = '';
  let objectLine = 1;
  /** True if the features are a member of an object. */
  let isInObject = false;
  let hasAny = false;
  let scan: ValueScan | null = null;

  const broken = (): never => {
    throw new FormatProblem('validation.brokenJson', { line }, line);
  };

  /** Moves on to a position and counts the lines between. */
  function moveTo(position: number) {
    for (let i = buffer.indexOf('\n', at); i >= 0 && i < position; i = buffer.indexOf('\n', i + 1)) line += 1;
    at = position;
  }

  function skipBlanks(withCommas: boolean) {
    let next = at;
    while (next < buffer.length && (isBlank(buffer[next] ?? '') || (withCommas && buffer[next] === ',')))
      next += 1;
    moveTo(next);
  }

  /**
   * Returns the end of a string that starts with its quote before `from`. It is -1 if the string goes on beyond the
   * buffer; then `next` is where to go on: a backslash at the very end belongs to what follows it.
   */
  function endOfString(from: number): { end: number; next: number } {
    let i = from;
    while (i < buffer.length) {
      const letter = buffer[i];
      if (letter === '"') return { end: i + 1, next: i + 1 };
      if (letter === '\\' && i + 1 >= buffer.length) return { end: -1, next: i };
      i += letter === '\\' ? 2 : 1;
    }
    return { end: -1, next: buffer.length };
  }

  /** Returns true if a value ends before or with a character outside of strings; counts the brackets of it. */
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

  /** Scans on from `position` and returns the end of the value; -1 if it goes on beyond the buffer. */
  function endOfValue(value: ValueScan, position: number): { end: number; next: number } {
    let i = position;
    while (i < buffer.length) {
      const letter = buffer[i] ?? '';
      if (value.inString || letter === '"') {
        const { end, next } = endOfString(value.inString ? i : i + 1);
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

  let scanned = 0;
  function readValue(): boolean {
    const first = buffer[at] ?? '';
    if (!scan) {
      scan = { start: at, depth: 0, inString: false, isScalar: !/[{["]/.test(first), problem: null, line };
      scanned = at;
    }
    const { end, next } = endOfValue(scan, scanned);
    scanned = next;
    if (end < 0 && buffer.length - scan.start > limits.featureChars) {
      scan.problem = 'validation.featureTooLarge';
      // Only the beginning is kept, and what was scanned is forgotten.
      const head = buffer.slice(scan.start, scan.start + 2 * limits.rawChars);
      moveTo(scanned);
      buffer = head + buffer.slice(scanned);
      [at, scanned] = [head.length, head.length];
      scan.start = 0;
    }
    if (end < 0) return false;
    const { problem, line: startLine, start } = scan;
    const text = buffer.slice(start, problem === null ? end : Math.min(end, start + 2 * limits.rawChars));
    moveTo(end);
    scan = null;
    if (state === 'features') emit({ kind: 'feature', text, line: startLine, problem });
    else {
      emit({ kind: 'member', key, text, line: startLine, problem });
      state = 'object';
    }
    return true;
  }

  function readKey(): boolean {
    const { end } = endOfString(at + 1);
    if (end < 0 && buffer.length - at > longestKey) broken();
    if (end < 0) return false;
    const colon = buffer.slice(end).search(/\S/);
    if (colon < 0) return false;
    if (buffer[end + colon] !== ':') broken();
    key = buffer.slice(at + 1, end - 1).slice(0, longestKey);
    moveTo(end + colon + 1);
    state = 'value';
    return true;
  }

  const closes = (letter: string) => letter === '}' || letter === ']';

  /** Reads an element of the features, or their end. */
  function stepInFeatures(letter: string): boolean {
    if (letter === '}') return broken();
    if (letter !== ']') return readValue();
    at += 1;
    state = isInObject ? 'object' : 'top';
    return true;
  }

  /** Reads what stands behind a key. */
  function stepToValue(letter: string): boolean {
    if (closes(letter)) return broken();
    if (key !== 'features' || letter !== '[') return readValue();
    at += 1;
    [state, isInObject] = ['features', true];
    return true;
  }

  /** Reads a key of an object at the top, or its end. */
  function stepInObject(letter: string): boolean {
    if (letter === '"') return readKey();
    if (letter !== '}') return broken();
    at += 1;
    state = 'top';
    emit({ kind: 'end', line: objectLine });
    return true;
  }

  /** Reads the beginning of an object or of an array at the top. */
  function stepAtTop(letter: string): boolean {
    if (letter !== '{' && letter !== '[') return broken();
    hasAny = true;
    objectLine = line;
    at += 1;
    if (letter === '[') [state, isInObject] = ['features', false];
    else state = 'object';
    return true;
  }

  const steps = { features: stepInFeatures, value: stepToValue, object: stepInObject, top: stepAtTop };

  /** Reads one thing; false if more text is needed. */
  function step(): boolean {
    if (scan) return readValue();
    skipBlanks(state !== 'value');
    const letter = buffer[at];
    return letter === undefined ? false : steps[state](letter);
  }

  return {
    push(chunk: string) {
      buffer += chunk;
      while (step());
      // What was read is forgotten, so that the buffer holds one value at most.
      const keep = scan ? scan.start : at;
      buffer = buffer.slice(keep);
      at -= keep;
      scanned -= keep;
      if (scan) scan.start = 0;
    },
    /** Ends the text. Throws a `FormatProblem` if something is still open, or nothing was there. */
    end() {
      if (!hasAny) throw new FormatProblem('validation.noGeoFile');
      if (state !== 'top') throw new FormatProblem('validation.truncated', { line }, line);
    },
  };
}
