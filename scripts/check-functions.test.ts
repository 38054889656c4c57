import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bounds, checkFunctions, longFunctions } from './check-functions.mjs';

/** A function with so many lines, some of them in another function within. */
const functionOf = (lines: number, head = 'export function long() {', end = '}') =>
  [head, ...Array.from({ length: lines - 2 }, (_, i) => `  use(${i}, 'ä');`), end].join('\n');

it('the project has no function that is too long, and few long ones', () => {
  expect(checkFunctions(join(import.meta.dirname, '..')).problems).toEqual([]);
}, 60_000);

it.each([
  ['a function', functionOf(101), 'long'],
  ['an arrow function', functionOf(101, 'export const long = () => {', '};'), 'a function'],
  ['a function within another one', functionOf(101, 'const f = { long() {', '} };'), 'long'],
])('counts %s of more than a hundred lines', (_, code, name) => {
  const text = `/* ä */\n// A comment.\n\n${code}\n\nexport const after = 1;\n`;
  expect(longFunctions(text, false)).toEqual([{ name, lines: 101 }]);
  expect(longFunctions(text.replace("  use(0, 'ä');\n", ''), false)).toEqual([]);
});

it('fails for one that is too long, and for too many long ones', () => {
  const root = mkdtempSync(join(tmpdir(), 'nadir-functions-'));
  try {
    for (const folder of ['src-main', 'src-preload', 'src-renderer']) mkdirSync(join(root, folder));
    for (let i = 0; i < bounds.functions; i += 1)
      writeFileSync(join(root, 'src-main', `long-${i}.ts`), functionOf(101));
    writeFileSync(join(root, 'src-main', 'long.test.ts'), functionOf(500));
    expect(checkFunctions(root)).toMatchObject({ problems: [], long: { length: bounds.functions } });
    writeFileSync(join(root, 'src-renderer', 'one-more.tsx'), functionOf(101));
    expect(checkFunctions(root).problems[0]).toBe('16 functions have more than 100 lines, 15 may:');
    writeFileSync(join(root, 'src-main', 'long-0.ts'), functionOf(151));
    expect(checkFunctions(root).problems[0]).toBe('src-main/long-0.ts: long has 151 lines');
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
