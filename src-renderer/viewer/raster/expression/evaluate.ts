import type { Expression, FunctionName } from './parse-expression.ts';
import type { Operator } from './tokens.ts';

/** The values of one band, or of an expression, in a row; NaN where there is nothing. */
export type Plane = Float32Array | Float64Array;
/** Values of all pixels, or the same for each of them. */
type Value = Float32Array | number;
/** Computes the values of an expression from the planes of the bands, by the number of the band from 0. */
export type Evaluator = (planeOf: (band: number) => Plane, count: number) => Plane;
type Step = (planeOf: (band: number) => Plane, count: number) => Value;

const yes = (is: boolean) => (is ? 1 : 0);
const binary: Record<Operator, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '^': (left, right) => left ** right,
  '<': (left, right) => yes(left < right),
  '<=': (left, right) => yes(left <= right),
  '>': (left, right) => yes(left > right),
  '>=': (left, right) => yes(left >= right),
  '=': (left, right) => yes(left === right),
  '!=': (left, right) => yes(left !== right),
};
const unary: Record<Exclude<FunctionName, 'min' | 'max' | 'where'>, (value: number) => number> = {
  abs: Math.abs,
  sqrt: Math.sqrt,
  log: Math.log,
};

/** Applies a function to each value; the array rounds each result to 32 bits. */
function map(value: Value, run: (value: number) => number): Value {
  if (typeof value === 'number') return Math.fround(run(value));
  const results = new Float32Array(value.length);
  for (let i = 0; i < value.length; i += 1) results[i] = run(value[i] ?? 0);
  return results;
}

const listOf = (value: Value): Float32Array => (typeof value === 'number' ? Float32Array.of(value) : value);

/** Applies a function to pairs of values; a single number stands beside each value of the other side. */
function zip(left: Value, right: Value, count: number, run: (left: number, right: number) => number): Value {
  if (typeof left === 'number' && typeof right === 'number') return Math.fround(run(left, right));
  const [one, other] = [listOf(left), listOf(right)];
  const oneStep = typeof left === 'number' ? 0 : 1;
  const otherStep = typeof right === 'number' ? 0 : 1;
  const results = new Float32Array(count);
  for (let i = 0; i < count; i += 1) results[i] = run(one[i * oneStep] ?? 0, other[i * otherStep] ?? 0);
  return results;
}

function select(condition: Value, then: Value, otherwise: Value, count: number): Value {
  if (typeof condition === 'number') return condition !== 0 ? then : otherwise;
  const [yesValues, noValues] = [listOf(then), listOf(otherwise)];
  const yesStep = typeof then === 'number' ? 0 : 1;
  const noStep = typeof otherwise === 'number' ? 0 : 1;
  const results = new Float32Array(count);
  for (let i = 0; i < count; i += 1)
    results[i] = (condition[i] !== 0 ? yesValues[i * yesStep] : noValues[i * noStep]) ?? 0;
  return results;
}

function compileCall(name: FunctionName, inputs: readonly Step[]): Step {
  const [first = () => 0, second = first, third = first] = inputs;
  if (name === 'where')
    return (planeOf, count) =>
      select(first(planeOf, count), second(planeOf, count), third(planeOf, count), count);
  if (name === 'min' || name === 'max') {
    const run = name === 'min' ? Math.min : Math.max;
    const pair = (left: number, right: number) => run(left, right);
    return (planeOf, count) =>
      inputs
        .slice(1)
        .reduce((so, input) => zip(so, input(planeOf, count), count, pair), first(planeOf, count));
  }
  const run = unary[name];
  return (planeOf, count) => map(first(planeOf, count), run);
}

function compileStep(node: Expression, bandOf: (at: number) => number): Step {
  switch (node.kind) {
    case 'number': {
      const value = Math.fround(node.value);
      return () => value;
    }
    case 'band': {
      const band = bandOf(node.at);
      return (planeOf) => {
        const plane = planeOf(band);
        return plane instanceof Float32Array ? plane : Float32Array.from(plane);
      };
    }
    case 'negate': {
      const of = compileStep(node.of, bandOf);
      return (planeOf, count) => map(of(planeOf, count), (value) => -value);
    }
    case 'binary': {
      const left = compileStep(node.left, bandOf);
      const right = compileStep(node.right, bandOf);
      const run = binary[node.operator];
      return (planeOf, count) => zip(left(planeOf, count), right(planeOf, count), count, run);
    }
    case 'call':
      return compileCall(
        node.name,
        node.inputs.map((input) => compileStep(input, bandOf)),
      );
  }
}

/**
 * Compiles an expression to a function over all pixels at once. It counts in 32-bit floats as numpy does: each step is
 * rounded. A pixel is NaN where one of the bands is, also if a comparison would have hidden that. A band alone keeps
 * its own precision. `bandOf` returns the number of the band whose name stands at this place of the text.
 */
export function compileExpression(expression: Expression, bandOf: (at: number) => number): Evaluator {
  if (expression.kind === 'band') {
    const band = bandOf(expression.at);
    return (planeOf) => planeOf(band);
  }
  const used = new Set<number>();
  const step = compileStep(expression, (at) => {
    const band = bandOf(at);
    used.add(band);
    return band;
  });
  return (planeOf, count) => {
    const value = step(planeOf, count);
    // The values of a band itself, as in `where(1, red, 0)`, must stay as they are.
    const isBand = [...used].some((band) => planeOf(band) === value);
    const own = typeof value === 'number' ? new Float32Array(count).fill(value) : value;
    const results = isBand ? own.slice() : own;
    for (const band of used) {
      const plane = planeOf(band);
      for (let i = 0; i < count; i += 1) if (Number.isNaN(plane[i])) results[i] = Number.NaN;
    }
    return results;
  };
}
