import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileExpression, type Plane } from './evaluate.ts';
import { bandsIn, type Expression, parseExpression } from './parse-expression.ts';
import { ExpressionError, type ExpressionProblem } from './tokens.ts';

const names = ['red', 'nir', 'blue'];
const number = (text: string) => names.indexOf(text);

function problemIn(text: string): ExpressionProblem | null {
  try {
    parseExpression(text);
    return null;
  } catch (error) {
    if (error instanceof ExpressionError) return error.problem;
    throw error;
  }
}

function evaluated(text: string, planes: readonly Plane[]): Plane {
  const expression = parseExpression(text);
  const bandAt = new Map(
    bandsIn(expression).map((node) => [
      node.at,
      node.position === null ? number(node.name) : node.position - 1,
    ]),
  );
  const evaluate = compileExpression(expression, (at) => bandAt.get(at) ?? 0);
  return evaluate((band) => planes[band] ?? new Float32Array(0), planes[0]?.length ?? 0);
}
const one = (text: string, ...values: number[]) =>
  evaluated(
    text,
    names.map((_, i) => Float32Array.of(values[i] ?? 0)),
  )[0];

/** A tree with its text, and its value computed for one pixel in another way: by the tree, each step rounded at once. */
interface Sample {
  text: string;
  value: (pixel: readonly number[]) => number;
}
const round = Math.fround;
const leaf: fc.Arbitrary<Sample> = fc.oneof(
  fc.constantFrom(...names.keys()).map((band) => ({
    text: names[band] ?? '',
    value: (pixel: readonly number[]) => round(pixel[band] ?? 0),
  })),
  fc.double({ min: 0, max: 1e6, noNaN: true }).map((value) => ({
    text: String(value),
    value: () => round(value),
  })),
);
const operations: Record<string, (a: number, b: number) => number> = {
  '+': (a, b) => round(a + b),
  '-': (a, b) => round(a - b),
  '*': (a, b) => round(a * b),
  '/': (a, b) => round(a / b),
  '<': (a, b) => (a < b ? 1 : 0),
  '>=': (a, b) => (a >= b ? 1 : 0),
  '!=': (a, b) => (a !== b ? 1 : 0),
};
const { tree } = fc.letrec<{ tree: Sample }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    leaf,
    fc.tuple(fc.constantFrom(...Object.keys(operations)), tie('tree'), tie('tree')).map(
      ([operator, left, right]): Sample => ({
        text: `(${left.text} ${operator} ${right.text})`,
        value: (pixel) => operations[operator]?.(left.value(pixel), right.value(pixel)) ?? Number.NaN,
      }),
    ),
    tie('tree').map((of): Sample => ({ text: `-(${of.text})`, value: (pixel) => -of.value(pixel) })),
    tie('tree').map(
      (of): Sample => ({
        text: `sqrt(abs(${of.text}))`,
        value: (pixel) => round(Math.sqrt(Math.abs(of.value(pixel)))),
      }),
    ),
    fc.tuple(tie('tree'), tie('tree'), tie('tree')).map(
      ([a, b, c]): Sample => ({
        text: `where(${a.text}, ${b.text}, min(${b.text}, ${c.text}))`,
        value: (pixel) => (a.value(pixel) !== 0 ? b.value(pixel) : Math.min(b.value(pixel), c.value(pixel))),
      }),
    ),
  ),
}));
const pixels = fc.array(fc.tuple(fc.float(), fc.float(), fc.float({ noNaN: true })), {
  minLength: 1,
  maxLength: 20,
});

it('equals a recomputation in 32-bit floats to the last bit, and has nothing where a band has nothing', () => {
  fc.assert(
    fc.property(tree, pixels, ({ text, value }, given) => {
      fc.pre(text.length <= 500);
      const planes = names.map((_, band) => Float32Array.from(given, (pixel) => pixel[band] ?? 0));
      const before = planes.map((plane) => plane.slice());
      const found = evaluated(text, planes);
      const isPlain = names.includes(text);
      for (const [i, pixel] of given.entries()) {
        const isHole =
          !isPlain && names.some((name, band) => text.includes(name) && Number.isNaN(pixel[band]));
        expect(found[i]).toBe(isHole ? Number.NaN : value(pixel));
      }
      // What was read of the file stays as it is.
      expect(planes).toEqual(before);
    }),
    { seed: 11, numRuns: 400 },
  );
});

it('reads any text or says where it is wrong', () => {
  const words = fc.constantFrom(
    'red',
    '#2',
    '(',
    ')',
    ',',
    '+',
    '-',
    '^',
    '<',
    '"a b"',
    "'",
    '1.5e3',
    'min',
    ' ',
    'é',
    '$',
  );
  const text = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.array(words, { maxLength: 30 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (written) => {
      const problem = problemIn(written);
      if (problem !== null) {
        expect(problem.at).toBeGreaterThanOrEqual(0);
        expect(problem.at).toBeLessThanOrEqual(written.length);
      }
    }),
    { seed: 12, numRuns: 2_000 },
  );
});

describe('the order of operators', () => {
  it.each([
    ['2 + 3 * 4', 14],
    ['2 - 3 - 4', -5],
    ['8 / 4 / 2', 1],
    ['2 ^ 3 ^ 2', 512],
    ['-2 ^ 2', -4],
    ['2 ^ -1', 0.5],
    ['1 + 2 > 2', 1],
    ['1 == 1', 1],
    ['1 <> 1', 0],
    ['max(1, 7, 3)', 7],
    ['where(0, 1, 2)', 2],
    ['log(1)', 0],
    ['.5e1', 5],
    ['red * "nir"', 6],
    ["'blue' + #1", 12],
  ])('%s is %d', (text, value) => expect(one(text, 2, 3, 10)).toBe(value));
  it('a band alone keeps its precision', () => {
    const exact = Float64Array.of(4_294_967_295);
    expect(evaluated('red', [exact, exact, exact])).toBe(exact);
    expect(evaluated('red + 0', [exact, exact, exact])[0]).toBe(4_294_967_296);
  });
  it('quotes in names are doubled', () => {
    const node: Expression = parseExpression('"a ""b"""');
    expect(node).toMatchObject({ kind: 'band', name: 'a "b"' });
  });
});

it.each([
  ['', 'empty', 0],
  ['   ', 'empty', 0],
  ['red +', 'unfinished', 5],
  ['(red', 'bracket', 0],
  ['red)', 'unexpected', 3],
  ['red nir', 'unexpected', 4],
  ['red $ 2', 'unexpected', 4],
  ['"red', 'quote', 0],
  ['1 < red < 3', 'chain', 8],
  ['evil(red)', 'function', 0],
  ['min(red)', 'inputs', 0],
  ['2 * sqrt(1, 2)', 'inputs', 4],
  [`${'('.repeat(40)}1`, 'tooDeep', 32],
  ['-'.repeat(100), 'tooDeep', 32],
  ['1+'.repeat(251), 'tooLong', 500],
] as const)('%s: %s at %d', (text, code, at) => expect(problemIn(text)).toMatchObject({ code, at }));
