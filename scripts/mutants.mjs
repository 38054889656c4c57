// What a mutation of the product is: one rule of one file, broken. Made from the syntax tree of the file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

/**
 * @typedef {object} Mutant
 * @property {string} file From the project's root.
 * @property {number} start Where in the file the text stands that is replaced.
 * @property {number} end
 * @property {string} text What it is replaced with.
 * @property {string} rule How it was broken.
 * @property {number} line
 * @property {string} source The file as it was.
 * @property {string} name Stays the same when lines move: file, rule, and what was changed into what.
 */

const comparisons = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
};
const logical = { '&&': '||', '||': '&&' };

const isConstant = (node) => node?.type === 'Literal' || node?.type === 'TemplateLiteral';
const isCall = (node) =>
  node.type === 'CallExpression' ||
  ((node.type === 'AwaitExpression' || (node.type === 'UnaryExpression' && node.operator === 'void')) &&
    node.argument.type === 'CallExpression') ||
  (node.type === 'ChainExpression' && node.expression.type === 'CallExpression');

/** A number that breaks the rule it stands for: a bound that is no bound, a count that is off. */
const otherNumber = (value) => (value === 0 ? 1 : value > 1 ? Math.floor(value / 2) : 0);

/** Nothing of a type, of an import, or of a text that only a person at the terminal reads. */
const skipped = new Set([
  'ImportDeclaration',
  'TSTypeAliasDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAnnotation',
]);

/** Removes one element of a list together with a comma beside it. */
function withoutElement(elements, index) {
  const element = elements[index];
  const next = elements[index + 1];
  const before = elements[index - 1];
  if (next) return { start: element.start, end: next.start };
  if (before) return { start: before.end, end: element.end };
  return { start: element.start, end: element.end };
}

/** Rules that are written in a text: a source of a content policy that lets all in, an attribute of a cookie that is missing. */
function* loosened({ type, start: outer, end: last }, source) {
  // Within the quotes of a text, which are not those of a source.
  const start = type === 'Literal' ? outer + 1 : outer;
  const text = source.slice(start, type === 'Literal' ? last - 1 : last);
  for (const match of text.matchAll(/'(?:none|self)'/g)) {
    const at = start + match.index;
    yield { start: at, end: at + match[0].length, text: '*', rule: 'source loosened' };
  }
  for (const match of text.matchAll(/; [A-Z]\w+(?:=[^;'"`]+)?/g)) {
    const at = start + match.index;
    yield { start: at, end: at + match[0].length, text: '', rule: 'attribute dropped' };
  }
}

/** A number is a rule where it has a name, is a member's value, or is compared with; elsewhere it is how something is written. */
const isRule = (parent) =>
  (parent.type === 'VariableDeclarator' && parent.isOfModule) ||
  parent.type === 'Property' ||
  (parent.type === 'BinaryExpression' && (parent.operator in comparisons || parent.isOfModule));
/** The opposite of a whole condition is tried already where it is negated. */
const isWholeTest = (node, parent) =>
  (node.operator === '===' || node.operator === '!==') &&
  (parent.type === 'IfStatement' || parent.type === 'ConditionalExpression') &&
  parent.test === node;

/** @returns {Generator<{ start: number, end: number, text: string, rule: string }>} */
function* mutationsOf(node, parent, source) {
  const textOf = (inner) => source.slice(inner.start, inner.end);
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      yield {
        start: node.test.start,
        end: node.test.end,
        text: `!(${textOf(node.test)})`,
        rule: 'condition negated',
      };
      break;
    case 'BinaryExpression': {
      const other = comparisons[node.operator];
      if (other === undefined || isWholeTest(node, parent)) break;
      const text = `${textOf(node.left)} ${other} ${textOf(node.right)}`;
      yield { start: node.start, end: node.end, text, rule: 'comparison swapped' };
      break;
    }
    case 'LogicalExpression': {
      const other = logical[node.operator];
      if (other === undefined) break;
      // In brackets: what stood beside it may bind otherwise, or must not be mixed with it.
      const text = `((${textOf(node.left)}) ${other} (${textOf(node.right)}))`;
      yield { start: node.start, end: node.end, text, rule: 'and for or' };
      break;
    }
    case 'Literal': {
      const { start, end } = node;
      if (typeof node.value === 'boolean')
        yield { start, end, text: String(!node.value), rule: 'constant changed' };
      else if (typeof node.value === 'number' && isRule(parent))
        yield { start, end, text: String(otherNumber(node.value)), rule: 'constant changed' };
      else if (node.regex !== undefined && node.regex !== null)
        yield { start, end, text: '/(?!)/g', rule: 'pattern that finds nothing' };
      else yield* loosened(node, source);
      break;
    }
    case 'TemplateElement':
      yield* loosened(node, source);
      break;
    case 'ObjectExpression':
      for (const [index, property] of node.properties.entries()) {
        const named =
          property.type === 'Property' && (property.key.type === 'Literal' || isConstant(property.value));
        if (!named && property.type !== 'SpreadElement') continue;
        yield { ...withoutElement(node.properties, index), text: '', rule: 'entry dropped' };
      }
      break;
    case 'ArrayExpression':
      for (const [index, element] of node.elements.entries()) {
        if (element === null || !isConstant(element)) continue;
        yield { ...withoutElement(node.elements, index), text: '', rule: 'entry dropped' };
      }
      break;
    case 'ReturnStatement':
      if (node.argument === null)
        yield { start: node.start, end: node.end, text: ';', rule: 'return removed' };
      else if (
        !isConstant(node.argument) &&
        !['ObjectExpression', 'ArrowFunctionExpression'].includes(node.argument.type)
      )
        yield {
          start: node.argument.start,
          end: node.argument.end,
          text: 'undefined',
          rule: 'return replaced',
        };
      break;
    case 'ExpressionStatement':
      if (isCall(node.expression))
        yield { start: node.start, end: node.end, text: ';', rule: 'call removed' };
      break;
    default:
  }
}

function* walk(node, parent, source) {
  if (skipped.has(node.type)) return;
  // Below a function nothing is of the module any more.
  node.isOfModule =
    parent === null || (parent.isOfModule && !/^(?:Arrow)?Function|^CallExpression/.test(parent.type));
  if (parent !== null) yield* mutationsOf(node, parent, source);
  for (const [key, value] of Object.entries(node)) {
    if (key === 'key' && !node.computed) continue;
    for (const inner of Array.isArray(value) ? value : [value])
      if (inner !== null && typeof inner === 'object' && typeof inner.type === 'string')
        yield* walk(inner, node, source);
  }
}

const oneLine = (text) => text.replaceAll(/\s+/g, ' ').trim();

/**
 * All mutants of a file.
 * @param {string} root
 * @param {string} file
 * @returns {Mutant[]}
 */
export function mutantsOf(root, file) {
  const source = readFileSync(join(root, file), 'utf8');
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0].message}`);
  const seen = new Map();
  // `return undefined` is an argument like any other, and stays what it was.
  const isChange = ({ start, end, text }) => source.slice(start, end) !== text;
  return [...walk(program, null, source)].filter(isChange).map((mutation) => {
    const line = source.slice(0, mutation.start).split('\n').length;
    const was = oneLine(source.slice(mutation.start, mutation.end));
    const around = oneLine(source.split('\n')[line - 1] ?? '');
    const plain = `${file} | ${mutation.rule} | ${was} → ${oneLine(mutation.text)} | ${around}`;
    const count = (seen.get(plain) ?? 0) + 1;
    seen.set(plain, count);
    return { ...mutation, file, line, source, name: count === 1 ? plain : `${plain} | ${count}` };
  });
}

/** The file with its rule broken. */
export function mutated({ source, start, end, text }) {
  return source.slice(0, start) + text + source.slice(end);
}
