/** The operators, each in one spelling: `==` is read as `=`, `<>` as `!=`. */
export const operators = ['+', '-', '*', '/', '^', '<', '<=', '>', '>=', '=', '!='] as const;
/** An operator of two values. */
export type Operator = (typeof operators)[number];

/** A part of an expression; `at` counts UTF-16 units from 0. */
export type Token =
  | { kind: 'number'; at: number; text: string; value: number }
  | { kind: 'name'; at: number; text: string; isQuoted: boolean }
  | { kind: 'position'; at: number; text: string; band: number }
  | { kind: 'operator'; at: number; text: string; operator: Operator }
  | { kind: '(' | ')' | ','; at: number; text: string }
  | { kind: 'end'; at: number; text: '' };

/** The reason why a text is no expression; the texts are in the catalogue under `map.expression.problem`. */
export const problemCodes = [
  'empty',
  'tooLong',
  'tooDeep',
  'unexpected',
  'unfinished',
  'quote',
  'bracket',
  'function',
  'inputs',
  'chain',
  'noBand',
  'severalBands',
] as const;

/** What is wrong with an expression, and where: `at` counts from 0. */
export interface ExpressionProblem {
  code: (typeof problemCodes)[number];
  at: number;
  /** The words of the expression that the problem is about. */
  text: string;
}

/** The error of an expression that cannot be read. */
export class ExpressionError extends Error {
  readonly problem: ExpressionProblem;
  constructor(code: ExpressionProblem['code'], at: number, text: string) {
    super(`${code} at ${at}`);
    this.name = 'ExpressionError';
    this.problem = { code, at, text };
  }
}

const patterns = {
  space: /\s+/y,
  number: /(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?/iy,
  name: /[\p{L}_][\p{L}\p{N}_.]*/uy,
  position: /#(\d{1,5})/y,
  quoted: /"((?:[^"]|"")*)"|'((?:[^']|'')*)'/y,
  operator: /<=|>=|==|!=|<>|[-+*/^<>=]/y,
};

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function operatorOf(text: string): Operator | null {
  const plain = { '==': '=', '<>': '!=' }[text] ?? text;
  return operators.find((operator) => operator === plain) ?? null;
}

function tokenAt(text: string, at: number): Token {
  const position = matchAt(patterns.position, text, at);
  if (position) return { kind: 'position', at, text: position[0], band: Number(position[1]) };
  const number = matchAt(patterns.number, text, at);
  if (number) return { kind: 'number', at, text: number[0], value: Number(number[0]) };
  const name = matchAt(patterns.name, text, at);
  if (name) return { kind: 'name', at, text: name[0], isQuoted: false };
  const letter = text[at] ?? '';
  const quoted = matchAt(patterns.quoted, text, at);
  if (quoted) {
    const inner = quoted[1]?.replaceAll('""', '"') ?? quoted[2]?.replaceAll("''", "'") ?? '';
    return { kind: 'name', at, text: inner, isQuoted: true };
  }
  if (letter === '"' || letter === "'") throw new ExpressionError('quote', at, letter);
  if (letter === '(' || letter === ')' || letter === ',') return { kind: letter, at, text: letter };
  const written = matchAt(patterns.operator, text, at)?.[0] ?? '';
  const operator = operatorOf(written);
  if (operator) return { kind: 'operator', at, text: written, operator };
  throw new ExpressionError('unexpected', at, String.fromCodePoint(text.codePointAt(at) ?? 32));
}

/** Returns the number of letters that a token takes in the text. */
function lengthOf(token: Token, text: string): number {
  if (token.kind !== 'name' || !token.isQuoted) return token.text.length;
  return matchAt(patterns.quoted, text, token.at)?.[0].length ?? 1;
}

/**
 * Splits an expression; the last token is `end`.
 * @throws ExpressionError at a letter that belongs to no expression, and for a quote that is not closed.
 */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    at += matchAt(patterns.space, text, at)?.[0].length ?? 0;
    if (at >= text.length) return [...tokens, { kind: 'end', at: text.length, text: '' }];
    const token = tokenAt(text, at);
    tokens.push(token);
    at += lengthOf(token, text);
  }
}
