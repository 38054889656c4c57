import { tooDeepToKeep } from './nesting.ts';
import { createYielder } from './yield-when-busy.ts';

/** At most this much is parsed at once; longer containers are assembled from parts. */
const partCharacters = 16 * 1_024;
/** Deeper containers are not assembled: their parent is too deep to be stored (`nesting.ts`). */
const maxContainerDepth = 110;
/** The limit for a whole answer: in the end each value is an object in memory. */
const maxValues = 1_000_000;
/** No JSON writer leaves so much white space; skipping it would be one long turn of the event loop. */
const maxBlanks = 64 * 1_024;
/** The limit for one string: its escapes are read in one turn. */
const maxTextCharacters = 2 * 1_024 * 1_024;
const charactersPerCheck = 16 * 1_024;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const isBlank = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
const isOpening = (code: number) => code === 0x5b || code === 0x7b;
const isClosing = (code: number) => code === 0x5d || code === 0x7d;

/** Thrown if an answer is larger than any sensible one. */
export class TooLargeJsonError extends Error {}

const broken = (at: number) => new SyntaxError(`Unexpected structure in JSON at position ${at}`);

/** Returns the position of the quote that ends the string which begins at `start`. */
function endOfText(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1;
    if (at - start > maxTextCharacters) throw new TooLargeJsonError();
    if (slashes % 2 === 0) return at;
  }
  throw broken(text.length);
}

/** Returns where each container that is too long to be parsed at once begins and ends. */
async function findLongContainers(text: string): Promise<Map<number, number>> {
  const pause = createYielder();
  const long = new Map<number, number>();
  const starts: number[] = [];
  let depth = 0;
  let values = 0;
  let blanks = 0;
  let nextCheckAt = charactersPerCheck;
  for (let at = 0; at < text.length; at += 1) {
    if (at >= nextCheckAt) {
      nextCheckAt = at + charactersPerCheck;
      await pause();
    }
    const code = text.charCodeAt(at);
    blanks = isBlank(code) ? blanks + 1 : 0;
    if (code === quote) {
      at = endOfText(text, at);
    } else if (isOpening(code)) {
      depth += 1;
      values += 1;
      if (depth <= maxContainerDepth) starts.push(at);
    } else if (code === comma) values += 1;
    else if (isClosing(code)) {
      if (depth === 0) throw broken(at);
      if (depth <= maxContainerDepth) {
        const start = starts.pop() ?? 0;
        // The codes of `[` and `]`, and of `{` and `}`, differ by two.
        if (code - text.charCodeAt(start) !== 2) throw broken(at);
        if (at - start >= partCharacters) long.set(start, at);
      }
      depth -= 1;
    }
    if (values > maxValues || blanks > maxBlanks) throw new TooLargeJsonError();
  }
  if (depth !== 0) throw broken(text.length);
  return long;
}

/** As in `JSON.parse`, `__proto__` is a key like any other. */
function setOwn(target: Record<string, unknown>, key: string, value: unknown) {
  Object.defineProperty(target, key, { value, configurable: true, enumerable: true, writable: true });
}

interface Member {
  from: number;
  /** The position of its comma or of the end of its container. */
  to: number;
  /** The start of the long container that it is, or that it holds after a key; null if there is none. */
  child: number | null;
}

/** Yields the members of the container that begins at `start`, split at its commas. */
function* membersOf(text: string, start: number, long: ReadonlyMap<number, number>): Generator<Member> {
  const end = long.get(start) ?? start;
  let from = start + 1;
  let child: number | null = null;
  let nested = 0;
  for (let at = from; at < end; at += 1) {
    const code = text.charCodeAt(at);
    const childEnd = nested === 0 && isOpening(code) ? long.get(at) : undefined;
    if (childEnd !== undefined) {
      if (child !== null) throw broken(at);
      child = at;
      at = childEnd;
    } else if (code === quote) at = endOfText(text, at);
    else if (isOpening(code)) nested += 1;
    else if (isClosing(code)) nested -= 1;
    else if (nested === 0 && code === comma) {
      yield { from, to: at, child };
      from = at + 1;
      child = null;
    }
  }
  yield { from, to: end, child };
}

/**
 * Parses text from another machine like `JSON.parse`: the same value, or a SyntaxError. It works in turns of a few
 * milliseconds, however long the text is, and does not read deeper than can be stored. Throws TooLargeJsonError above a million
 * values.
 */
export async function parseJson(text: string): Promise<unknown> {
  if (text.length <= partCharacters) return JSON.parse(text);
  const long = await findLongContainers(text);
  const pause = createYielder();

  /** Parses the container that begins at `start`: short members in groups, long members one by one. */
  async function parseLong(start: number, depth: number): Promise<unknown> {
    if (depth >= maxContainerDepth) return tooDeepToKeep;
    const end = long.get(start) ?? start;
    const items: unknown[] = [];
    const fields: Record<string, unknown> = {};
    const isArray = text[start] === '[';
    const parsed = (members: string): [string, unknown][] =>
      Object.entries(JSON.parse(isArray ? `[${members}]` : `{${members}}`));
    const add = (key: string, value: unknown) => {
      if (isArray) items.push(value);
      else setOwn(fields, key, value);
    };
    const addAll = (from: number, to: number) => {
      const members = text.slice(from, to);
      // Only an empty container may be blank: `[…,]` is not JSON.
      if (members.trim() === '' && to - from !== end - start - 1) throw broken(from);
      for (const [key, value] of parsed(members)) add(key, value);
    };
    let pending: number | null = null;
    for (const { from, to, child } of membersOf(text, start, long)) {
      if (child !== null) {
        if (pending !== null) addAll(pending, from - 1);
        pending = null;
        // JSON.parse also checks the text around the child, with a number in the child's place.
        const around = `${text.slice(from, child)}0${text.slice((long.get(child) ?? child) + 1, to)}`;
        const [member, another] = parsed(around);
        if (member === undefined || another !== undefined || member[1] !== 0) throw broken(from);
        add(member[0], await parseLong(child, depth + 1));
      } else if (to - (pending ?? from) >= partCharacters || to === end) {
        addAll(pending ?? from, to);
        pending = null;
        await pause();
      } else pending ??= from;
    }
    return isArray ? items : fields;
  }

  const start = /\S/.exec(text)?.index ?? 0;
  const end = long.get(start);
  // The text is one long string or number, or a short container in much white space.
  if (end === undefined) return JSON.parse(text);
  if (/\S/.test(text.slice(end + 1))) throw broken(end + 1);
  return parseLong(start, 1);
}
