// Static check that exports say what they are: `node scripts/check-docstrings.mjs`. Also run by check.mjs.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import swc from '@swc/core';

const folders = ['src-main', 'src-preload', 'src-renderer'];

/** The least part of the exports of each kind that has a docstring. A limit may only rise. */
export const leastShares = { functions: 0.95, types: 0.8 };

/** What a `const` holds where it is a function: also a component that `memo()` wraps. */
const isFunction = (init) =>
  init?.type === 'ArrowFunctionExpression' ||
  init?.type === 'FunctionExpression' ||
  (init?.type === 'CallExpression' && init.callee.value === 'memo');

/** The exports that an item declares; constants that are no functions explain themselves by their value. */
function declared({ type, declaration }) {
  if (type !== 'ExportDeclaration') return [];
  if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration')
    return [{ kind: 'functions', name: declaration.identifier.value }];
  if (declaration.type === 'TsInterfaceDeclaration' || declaration.type === 'TsTypeAliasDeclaration')
    return [{ kind: 'types', name: declaration.id.value }];
  if (declaration.type !== 'VariableDeclaration') return [];
  return declaration.declarations
    .filter(({ init }) => isFunction(init))
    .map(({ id }) => ({ kind: 'functions', name: id.value }));
}

/** Whether a docstring ends right above the end of this text; orders to the linter may stand between. */
const endsWithDocstring = (before) =>
  /\/\*\*(?:(?!\*\/)[\s\S])+\*\/\s*$/.test(before.replace(/(?:\/\/ biome-ignore[^\n]*\n\s*)+$/, ''));

/**
 * @param {string} path Of a source; its ending says whether it has JSX.
 * @param {string} text
 * @returns {{ kind: 'functions' | 'types', name: string, hasDocstring: boolean }[]} Its exports.
 */
export function exportsOf(path, text) {
  const source = Buffer.from(text);
  const options = { syntax: 'typescript', tsx: path.endsWith('.tsx'), target: 'es2024' };
  return swc.parseSync(text, options).body.flatMap((item) => {
    // Spans count bytes from 1.
    const start = item.span.start - 1;
    const found = declared(item);
    if (found.length > 0 && source.toString('utf8', start, start + 6) !== 'export')
      throw new Error(`${path}: swc counts its spans in another way`);
    const hasDocstring = endsWithDocstring(source.toString('utf8', 0, start));
    return found.map((each) => ({ ...each, hasDocstring }));
  });
}

/**
 * @param {string} root Of the tree.
 * @returns {{ problems: string[], counts: Record<'functions' | 'types', { all: number, with: number }> }} A problem for each
 *   kind whose share is below its limit, with the exports that have none.
 */
export function checkDocstrings(root) {
  const counts = { functions: { all: 0, with: 0 }, types: { all: 0, with: 0 } };
  const without = { functions: [], types: [] };
  for (const folder of folders.filter((top) => existsSync(join(root, top)))) {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((each) => /\.tsx?$/.test(each) && !each.includes('.test.')).sort()) {
      const path = join(folder, name);
      for (const found of exportsOf(path, readFileSync(join(root, path), 'utf8'))) {
        counts[found.kind].all += 1;
        if (found.hasDocstring) counts[found.kind].with += 1;
        else without[found.kind].push(`${path}: ${found.name}`);
      }
    }
  }
  const problems = Object.entries(leastShares).flatMap(([kind, least]) => {
    const { all, with: documented } = counts[kind];
    if (all === 0 || documented / all >= least) return [];
    const head = `${documented} of ${all} exported ${kind} have a docstring, ${least * 100} % is the least. Without:`;
    return [[head, ...without[kind]].join('\n  ')];
  });
  return { problems, counts };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { problems, counts } = checkDocstrings(fileURLToPath(new URL('..', import.meta.url)));
  for (const [kind, { all, with: documented }] of Object.entries(counts))
    console.log(`${kind}: ${documented} of ${all} (${((documented / all) * 100).toFixed(1)} %)`);
  console.log(problems.join('\n'));
  process.exitCode = problems.length > 0 ? 1 : 0;
}
