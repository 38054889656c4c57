import { FormatProblem } from './format-problem.ts';
import {
  endOfString,
  endOfValue,
  isBlank,
  startValue,
  type ValueProblem,
  type ValueScan,
} from './json-values.ts';
import { limits } from './limits.ts';

/** A part of a JSON text that can be parsed by itself. */
export type JsonElement =
  /** An element of the array `features`, or of an array at the top. */
  | { kind: 'feature'; text: string; line: number; problem: ValueProblem }
  /** Another member of an object at the top. */
  | { kind: 'member'; key: string; text: string; line: number; problem: ValueProblem }
  /** The end of an object at the top that started in this line. */
  | { kind: 'end'; line: number };

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

  let scanned = 0;
  function readValue(): boolean {
    const first = buffer[at] ?? '';
    if (!scan) {
      scan = startValue(first, at, line);
      scanned = at;
    }
    const { end, next } = endOfValue(buffer, scan, scanned);
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
    const { end } = endOfString(buffer, at + 1);
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
