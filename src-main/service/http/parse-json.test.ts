import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestTurn } from '../../../testing/longest-turn.ts';
import { isBeyondBounds } from './nesting.ts';
import { parseJson, TooLargeJsonError } from './parse-json.ts';

/** Long enough to be assembled from parts. */
const filler = 'x'.repeat(200);
const manyRows = (rows: readonly unknown[]) => Array.from({ length: 300 }, () => [...rows, filler]);

const blanks = fc.constantFrom('', ' ', '\n', ' \t\r\n ');

/** Returns JSON with a blank wherever JSON allows one. */
function written(value: unknown, blank: string): string {
  const plain = (inner: unknown): string => {
    if (Array.isArray(inner)) return `[${blank}${inner.map(plain).join(`${blank},${blank}`)}${blank}]`;
    if (inner !== null && typeof inner === 'object')
      return `{${blank}${Object.entries(inner)
        .map(([key, each]) => `${JSON.stringify(key)}${blank}:${blank}${plain(each)}`)
        .join(`${blank},${blank}`)}${blank}}`;
    return JSON.stringify(inner);
  };
  return `${blank}${plain(value)}${blank}`;
}

describe('what JSON.parse reads', () => {
  it('is read the same, whatever its structure', async () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    const shape = fc.array(fc.tuple(fc.string(), value), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(shape, value, blanks, async (pairs, inner, blank) => {
        const object = Object.fromEntries([
          ...pairs,
          ['rows', manyRows([inner, '"]}\\"', '\\', '__proto__'])],
          ['after', inner],
          ['"tricky" \\', manyRows([{ inner }])],
        ]);
        for (const whole of [object, [object, inner, object], manyRows([inner]), [[[manyRows([inner])]]]]) {
          const text = written(whole, blank);
          expect(text.length).toBeGreaterThan(16 * 1_024);
          expect(await parseJson(text)).toEqual(JSON.parse(text));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('is read the same with keys that mean something in the language, and twice', async () => {
    const rows = JSON.stringify(manyRows([1]));
    const text = `{"__proto__":${rows},"constructor":1,"twice":1,"twice":${rows},"a":{"__proto__":1},"z":[${rows}]}`;
    const read = await parseJson(text);
    expect(JSON.stringify(read)).toBe(JSON.stringify(JSON.parse(text)));
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    // Also whether fields can be changed, because rows are changed and sent on.
    const writable = (object: unknown) =>
      Object.values(Object.getOwnPropertyDescriptors(object)).map(({ value: _, ...rules }) => rules);
    expect(writable(read)).toEqual(writable(JSON.parse(text)));
  });

  it('is refused where JSON.parse refuses it', async () => {
    const rows = JSON.stringify(manyRows([1]));
    const texts = [
      `[${rows}`,
      `[${rows},]`,
      `[,${rows}]`,
      `[${rows},,1]`,
      `[1 ${rows}]`,
      `[${rows} 1]`,
      `${rows} 1`,
      `${rows}]`,
      `[${rows}}`,
      `{"a":${rows},}`,
      `{"a" ${rows}}`,
      `{a:${rows}}`,
      `{1:${rows}}`,
      `{"a":${rows} "b":1}`,
      `{${rows}}`,
      `{"a"::${rows}}`,
      `{"a":1,,"b":${rows}}`,
      `[${rows},"`,
      `{"a":${rows},"b"}`,
      `[${rows},{]}]`,
      `[${rows}, 01]`,
      `["a":${rows}]`,
      `"${rows}`,
      `{"a":"b":${rows}}`,
      '['.repeat(50_000),
      `${'['.repeat(50_000)}${'}'.repeat(50_000)}`,
      `${rows.slice(0, -1)},]`,
    ];
    for (const text of texts) {
      expect(() => JSON.parse(text), text.slice(0, 40)).toThrow(SyntaxError);
      const error = await parseJson(text).catch((thrown: unknown) => thrown);
      expect(error instanceof SyntaxError, `${text.slice(0, 20)}…${text.slice(-20)}`).toBe(true);
    }
  });
});

describe('a row beyond what can be kept', () => {
  it('is known for it, and leaves the others alone', async () => {
    const deep = `${'['.repeat(40_000)}1${']'.repeat(40_000)}`;
    const hollow = `${'{"a":'.repeat(150)}"${'x'.repeat(20_000)}"${'}'.repeat(150)}`;
    const broad = JSON.stringify(Array.from({ length: 260_000 }, () => 1));
    const read = await parseJson(`{"results":[{"id":1},${deep},{"id":2},${hollow},${broad},{"id":3}]}`);
    expect(read).toMatchObject({ results: { length: 6, 0: { id: 1 }, 2: { id: 2 }, 5: { id: 3 } } });
    const rows = Object.values(Object(read).results);
    expect(rows.map(isBeyondBounds)).toEqual([false, true, false, true, true, false]);
  });

  it('is told apart from the largest that is kept', () => {
    expect(isBeyondBounds(JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`))).toBe(false);
    expect(isBeyondBounds(JSON.parse(`${'['.repeat(102)}${']'.repeat(102)}`))).toBe(true);
    // The list itself counts as a part.
    expect(isBeyondBounds(Array.from({ length: 249_999 }, () => 0))).toBe(false);
    expect(isBeyondBounds(Array.from({ length: 250_000 }, () => 0))).toBe(true);
  });
});

/** The longest answers, with the contents that take JSON.parse longest. */
const length = 16 * 1_024 * 1_024;
describe.each([
  ['brackets that open', () => '['.repeat(length)],
  ['brackets that open and close', () => '['.repeat(length / 2) + ']'.repeat(length / 2)],
  ['objects in each other', () => `${'{"a":'.repeat(length / 6)}1${'}'.repeat(length / 6)}`],
  ['empty objects', () => `[${'{},'.repeat(length / 3 - 1)}1]`],
  ['as many values as are let in', () => `[${'{"a":1},'.repeat(400_000)}1]`],
  ['one row of numbers', () => `{"results":[{"a":[${'1,'.repeat(900_000)}1]}]}`],
  [
    'rows of long texts',
    () => JSON.stringify({ results: Array.from({ length: 8 }, () => 'é'.repeat(2 ** 20)) }),
  ],
  ['a text that never ends', () => `["${'\\"'.repeat(length / 2 - 1)}`],
  ['one text of escapes', () => `["${'\\"'.repeat(length / 2 - 2)}"]`],
  ['quotes', () => '"'.repeat(length)],
  ['blanks', () => `[${' '.repeat(length - 2)}]`],
])('%s', (_name, make) => {
  it('never hold the loop', async () => {
    const text = make();
    const longest = await longestTurn(() =>
      parseJson(text).catch((error: unknown) => {
        if (!(error instanceof SyntaxError) && !(error instanceof TooLargeJsonError)) throw error;
      }),
    );
    expect(longest).toBeLessThan(400);
  });
});

it.each([' ', '\n', '\r', '\t'])('no answer needs 70,000 times %j between two values', async (blank) => {
  const between = (count: number) => `[${JSON.stringify(manyRows([1]))},${blank.repeat(count)}1]`;
  await expect(parseJson(between(70_000))).rejects.toThrow(TooLargeJsonError);
  expect(await parseJson(between(60_000))).toHaveLength(2);
});
