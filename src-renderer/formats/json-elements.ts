import { FormatProblem } from './format-problem.ts';
import { brokenJson, createJsonBuffer, type JsonValueText } from './json-buffer.ts';

/** A part of a JSON text that can be parsed separately. */
export type JsonElement =
  /** An element of the array `features`, or of an array at the top. */
  | ({ kind: 'feature' } & JsonValueText)
  /** Another member of an object at the top. */
  | ({ kind: 'member'; key: string } & JsonValueText)
  /** The end of an object at the top that started in this line. */
  | { kind: 'end'; line: number };

/**
 * Creates a splitter that divides a JSON text into features and members without parsing them, so that a file of any size
 * needs little memory, a damaged feature affects only itself, and each has its line. It also reads several objects in
 * sequence (newline-delimited GeoJSON, RFC 8142). Throws a `FormatProblem` with the line where brackets do not match.
 */
export function createJsonSplitter(emit: (element: JsonElement) => void) {
  const buffer = createJsonBuffer();
  /** What comes next: an object at the top, a key of it, the value of a key, or a feature. */
  let state: 'top' | 'object' | 'value' | 'features' = 'top';
  let key = '';
  let objectLine = 1;
  /** True if the features are a member of an object. */
  let isInObject = false;
  let hasAny = false;

  const broken = (): never => {
    throw brokenJson(buffer.line());
  };

  function readValue(): boolean {
    const value = buffer.readValue();
    if (value === null) return false;
    if (state === 'features') emit({ kind: 'feature', ...value });
    else {
      emit({ kind: 'member', key, ...value });
      state = 'object';
    }
    return true;
  }

  function readKey(): boolean {
    const next = buffer.readKey();
    if (next === null) return false;
    key = next;
    state = 'value';
    return true;
  }

  /** Reads an element of the features, or their end. */
  function stepInFeatures(letter: string): boolean {
    if (letter === '}') return broken();
    if (letter !== ']') return readValue();
    buffer.skipCharacter();
    state = isInObject ? 'object' : 'top';
    return true;
  }

  /** Reads the value of a key, or the start of the features. */
  function stepToValue(letter: string): boolean {
    if (letter === '}' || letter === ']') return broken();
    if (key !== 'features' || letter !== '[') return readValue();
    buffer.skipCharacter();
    [state, isInObject] = ['features', true];
    return true;
  }

  /** Reads a key of an object at the top, or the end of the object. */
  function stepInObject(letter: string): boolean {
    if (letter === '"') return readKey();
    if (letter !== '}') return broken();
    buffer.skipCharacter();
    state = 'top';
    emit({ kind: 'end', line: objectLine });
    return true;
  }

  /** Reads the start of an object or of an array at the top. */
  function stepAtTop(letter: string): boolean {
    if (letter !== '{' && letter !== '[') return broken();
    hasAny = true;
    objectLine = buffer.line();
    buffer.skipCharacter();
    if (letter === '[') [state, isInObject] = ['features', false];
    else state = 'object';
    return true;
  }

  const steps = { features: stepInFeatures, value: stepToValue, object: stepInObject, top: stepAtTop };

  /** Reads one token, key or value; returns false if more text is needed. */
  function step(): boolean {
    if (buffer.isInValue()) return readValue();
    buffer.skipBlanks({ withCommas: state !== 'value' });
    const letter = buffer.peek();
    return letter === undefined ? false : steps[state](letter);
  }

  return {
    push(chunk: string) {
      buffer.append(chunk);
      while (step());
      buffer.discardRead();
    },
    /** Ends the text. Throws a `FormatProblem` if it is truncated or empty. */
    end() {
      if (!hasAny) throw new FormatProblem('validation.noGeoFile');
      const line = buffer.line();
      if (state !== 'top') throw new FormatProblem('validation.truncated', { line }, line);
    },
  };
}
