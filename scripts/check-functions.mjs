// Counts long functions: `node scripts/check-functions.mjs`. Also run by check.mjs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from '@swc/core';

/** A function with more lines than this is long; a factory counts with everything inside it. */
const longLines = 100;
/** So many may be long, and none longer than that. */
export const bounds = { functions: 15, lines: 150 };
const tops = ['src-main', 'src-preload', 'src-renderer'];

/**
 * @param {unknown} node Of a syntax tree.
 * @param {(found: { span: { start: number, end: number }, name: string }) => void} onFunction Called for each function with a body.
 */
function walk(node, onFunction) {
  if (Array.isArray(node)) for (const child of node) walk(child, onFunction);
  else if (typeof node === 'object' && node !== null) {
    if (/Function|Method|Constructor/.test(node.type ?? '') && node.span && node.body)
      onFunction({ span: node.span, name: node.identifier?.value ?? node.key?.value ?? 'a function' });
    for (const [key, child] of Object.entries(node)) if (key !== 'span') walk(child, onFunction);
  }
}

/**
 * Returns the functions of a text with more than a hundred lines.
 * @param {string} text
 * @param {boolean} isTsx
 * @returns {{ name: string, lines: number }[]}
 */
export function longFunctions(text, isTsx) {
  const bytes = Buffer.from(text);
  const tree = parseSync(text, { syntax: 'typescript', tsx: isTsx, target: 'esnext' });
  const ends = [];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) ends.push(at);
  const linesBefore = (offset) => ends.filter((end) => end < offset).length;
  const found = [];
  walk(tree.body, ({ span, name }) => {
    // Spans count bytes from 1, and end behind the last byte.
    const lines = linesBefore(span.end - 1) - linesBefore(span.start - 1) + 1;
    if (lines > longLines) found.push({ name, lines });
  });
  return found;
}

/**
 * @param {string} root Of the tree.
 * @returns {{ problems: string[], long: { file: string, name: string, lines: number }[] }} All long functions, the longest first.
 */
export function checkFunctions(root) {
  const long = tops
    .flatMap((top) =>
      readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map((name) => `${top}/${name}`),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      // Most files are shorter than a long function.
      if (text.split('\n').length <= longLines) return [];
      return longFunctions(text, file.endsWith('x')).map((found) => ({ file, ...found }));
    })
    .sort((a, b) => b.lines - a.lines);
  const tell = ({ file, name, lines }) => `${file}: ${name} has ${lines} lines`;
  const tooLong = long.filter(({ lines }) => lines > bounds.lines);
  const problems = tooLong.map(tell);
  if (long.length > bounds.functions)
    problems.push(
      `${long.length} functions have more than ${longLines} lines, ${bounds.functions} may:`,
      ...long.map(tell),
    );
  return { problems, long };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { long, problems } = checkFunctions(fileURLToPath(new URL('..', import.meta.url)));
  for (const { file, name, lines } of long) console.log(`${lines} ${file} ${name}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
