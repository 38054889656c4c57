import { maxExpressionLetters } from '../../../../src-preload/contract/plain-values.ts';
import { ExpressionError, type Operator, type Token, tokensOf } from './tokens.ts';

/** The functions with the least and the largest number of their inputs. */
export const functions = {
  min: [2, 16],
  max: [2, 16],
  abs: [1, 1],
  sqrt: [1, 1],
  log: [1, 1],
  where: [3, 3],
} as const;
/** The name of a function. */
export type FunctionName = keyof typeof functions;
export const functionNames = ['min', 'max', 'abs', 'sqrt', 'log', 'where'] as const satisfies FunctionName[];

/** A band by its name, or by its number in the file, counted from 1. `at` is its place in the text. */
export interface BandNode {
  kind: 'band';
  name: string;
  position: number | null;
  at: number;
}

/** The tree of an expression. */
export type Expression =
  | { kind: 'number'; value: number }
  | BandNode
  | { kind: 'negate'; of: Expression }
  | { kind: 'binary'; operator: Operator; left: Expression; right: Expression }
  | { kind: 'call'; name: FunctionName; inputs: Expression[] };

/** How deep brackets, signs and powers may be in each other. */
const maxDepth = 32;
const comparisons: readonly Operator[] = ['<', '<=', '>', '>=', '=', '!='];

/** Returns functions that read tokens one after the other, and that bound how deeply an expression is nested. */
function createTokenReader(tokens: readonly Token[]) {
  let next = 0;
  let depth = 0;
  const end = tokens.at(-1) ?? { kind: 'end', at: 0, text: '' };
  const peek = (): Token => tokens[next] ?? end;
  return {
    peek,
    take(): Token {
      const token = peek();
      next += 1;
      return token;
    },
    /** Takes the next token if it is one of these operators; else returns null. */
    takeOperator(...wanted: readonly Operator[]): Operator | null {
      const token = peek();
      if (token.kind !== 'operator' || !wanted.includes(token.operator)) return null;
      next += 1;
      return token.operator;
    },
    /** @throws ExpressionError, because this token cannot stand where it does. */
    refuse(token: Token): never {
      throw new ExpressionError(token.kind === 'end' ? 'unfinished' : 'unexpected', token.at, token.text);
    },
    /** @throws ExpressionError if the text is nested too deeply; else parses one level deeper. */
    nested<T>(parse: () => T): T {
      if (depth >= maxDepth) throw new ExpressionError('tooDeep', peek().at, String(maxDepth));
      depth += 1;
      const found = parse();
      depth -= 1;
      return found;
    },
  };
}

/** Returns the function that parses the tokens of a whole expression. */
function createParser(tokens: readonly Token[]) {
  const { peek, take, takeOperator, refuse, nested } = createTokenReader(tokens);
  function close(opened: Token) {
    const token = take();
    if (token.kind === 'end') throw new ExpressionError('bracket', opened.at, '(');
    if (token.kind !== ')') refuse(token);
  }

  function comparison(): Expression {
    const left = sum();
    const operator = takeOperator(...comparisons);
    if (operator === null) return left;
    const right = sum();
    const after = peek();
    // `a < b < c` would compare c with 0 or 1, which nobody means.
    if (after.kind === 'operator' && comparisons.includes(after.operator))
      throw new ExpressionError('chain', after.at, after.text);
    return { kind: 'binary', operator, left, right };
  }
  function sum(): Expression {
    let left = product();
    for (let operator = takeOperator('+', '-'); operator; operator = takeOperator('+', '-'))
      left = { kind: 'binary', operator, left, right: product() };
    return left;
  }
  function product(): Expression {
    let left = signed();
    for (let operator = takeOperator('*', '/'); operator; operator = takeOperator('*', '/'))
      left = { kind: 'binary', operator, left, right: signed() };
    return left;
  }
  /** A sign binds less than a power: `-2 ^ 2` is −4. */
  function signed(): Expression {
    return nested(() => {
      const sign = takeOperator('-', '+');
      if (sign === '-') return { kind: 'negate', of: signed() };
      return sign === '+' ? signed() : power();
    });
  }
  function power(): Expression {
    const left = value();
    return takeOperator('^') === null ? left : { kind: 'binary', operator: '^', left, right: signed() };
  }
  function value(): Expression {
    const token = take();
    if (token.kind === 'number') return { kind: 'number', value: token.value };
    if (token.kind === 'position')
      return { kind: 'band', name: token.text, position: token.band, at: token.at };
    if (token.kind === '(') {
      const inner = comparison();
      close(token);
      return inner;
    }
    if (token.kind !== 'name') return refuse(token);
    if (!token.isQuoted && peek().kind === '(') return call(token);
    return { kind: 'band', name: token.text, position: null, at: token.at };
  }
  function call(token: Token): Expression {
    const name = functionNames.find((each) => each === token.text.toLowerCase());
    if (name === undefined) throw new ExpressionError('function', token.at, token.text);
    const opened = take();
    const inputs = [comparison()];
    while (peek().kind === ',') {
      take();
      inputs.push(comparison());
    }
    close(opened);
    const [least, most] = functions[name];
    if (inputs.length < least || inputs.length > most)
      throw new ExpressionError('inputs', token.at, token.text);
    return { kind: 'call', name, inputs };
  }

  return function whole(): Expression {
    const found = comparison();
    const rest = peek();
    return rest.kind === 'end' ? found : refuse(rest);
  };
}

/**
 * Reads an expression of bands: numbers, names of bands (in quotes where they have spaces), `#2` for the second band of
 * the file, + - * / ^, comparisons (1 or 0), brackets and the functions. It is never run as code.
 * @throws ExpressionError with the place in the text.
 */
export function parseExpression(text: string): Expression {
  if (text.length > maxExpressionLetters)
    throw new ExpressionError('tooLong', maxExpressionLetters, String(maxExpressionLetters));
  const tokens = tokensOf(text);
  if (tokens.length === 1) throw new ExpressionError('empty', 0, '');
  return createParser(tokens)();
}

/** Returns the bands of an expression in the order of the text; each as often as it is written. */
export function bandsIn(expression: Expression): BandNode[] {
  switch (expression.kind) {
    case 'number':
      return [];
    case 'band':
      return [expression];
    case 'negate':
      return bandsIn(expression.of);
    case 'binary':
      return [...bandsIn(expression.left), ...bandsIn(expression.right)];
    case 'call':
      return expression.inputs.flatMap(bandsIn);
  }
}
