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

const maxKeyChars = 1_000;

/** A value of a JSON text with the line where it starts. If it has a problem, `text` is only its beginning. */
export interface JsonValueText {
  text: string;
  line: number;
  problem: ValueProblem;
}

/** Returns the error for a JSON text whose brackets do not match in this line. */
export const brokenJson = (line: number) => new FormatProblem('validation.brokenJson', { line }, line);

/**
 * Creates a buffer that holds the unread part of a JSON text. It reads whole keys and values from the current position,
 * across chunks if necessary, and counts lines.
 */
export function createJsonBuffer() {
  let buffer = '';
  let at = 0;
  let line = 1;
  let scan: ValueScan | null = null;
  /** Up to where `scan` has looked at the buffer. */
  let scanned = 0;

  /** Moves to a position and counts the lines in between. */
  function moveTo(position: number) {
    for (let i = buffer.indexOf('\n', at); i >= 0 && i < position; i = buffer.indexOf('\n', i + 1)) line += 1;
    at = position;
  }

  /** Keeps the beginning of a value that is too large, and drops what was scanned of it. */
  function truncateValue(value: ValueScan) {
    value.problem = 'validation.featureTooLarge';
    const head = buffer.slice(value.start, value.start + 2 * limits.rawChars);
    moveTo(scanned);
    buffer = head + buffer.slice(scanned);
    [at, scanned] = [head.length, head.length];
    value.start = 0;
  }

  return {
    /** Returns the line of the current position; the first is 1. */
    line: () => line,
    /** Returns the character at the current position; undefined at the end of the buffer. */
    peek: () => buffer[at],
    /** Returns true while a value has been read in part. */
    isInValue: () => scan !== null,
    append(chunk: string) {
      buffer += chunk;
    },
    /** Discards what has been read, so that the buffer holds at most one value. */
    discardRead() {
      const keep = scan ? scan.start : at;
      buffer = buffer.slice(keep);
      at -= keep;
      scanned -= keep;
      if (scan) scan.start = 0;
    },
    /** Moves behind a character that is no line break. */
    skipCharacter() {
      at += 1;
    },
    skipBlanks({ withCommas }: { withCommas: boolean }) {
      let next = at;
      while (next < buffer.length && (isBlank(buffer[next] ?? '') || (withCommas && buffer[next] === ',')))
        next += 1;
      moveTo(next);
    },
    /** Reads a value; null if its end is not in the buffer yet. The next call then continues. */
    readValue(): JsonValueText | null {
      if (!scan) {
        scan = startValue(buffer[at] ?? '', at, line);
        scanned = at;
      }
      const { end, next } = endOfValue(buffer, scan, scanned);
      scanned = next;
      if (end < 0 && buffer.length - scan.start > limits.featureChars) truncateValue(scan);
      if (end < 0) return null;
      const { problem, line: startLine, start } = scan;
      const text = buffer.slice(start, problem === null ? end : Math.min(end, start + 2 * limits.rawChars));
      moveTo(end);
      scan = null;
      return { text, line: startLine, problem };
    },
    /** Reads a key with its colon; null if they are not wholly in the buffer yet. Throws if there is no key. */
    readKey(): string | null {
      const { end } = endOfString(buffer, at + 1);
      if (end < 0 && buffer.length - at > maxKeyChars) throw brokenJson(line);
      if (end < 0) return null;
      const colon = buffer.slice(end).search(/\S/);
      if (colon < 0) return null;
      if (buffer[end + colon] !== ':') throw brokenJson(line);
      const key = buffer.slice(at + 1, end - 1).slice(0, maxKeyChars);
      moveTo(end + colon + 1);
      return key;
    },
  };
}
