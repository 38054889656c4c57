import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkDocstrings, exportsOf, leastShares } from './check-docstrings.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'nadir-docstrings-'));
  mkdirSync(join(root, 'src-main'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('the project has the docstrings that it asks for, and all exports are counted', () => {
  const { problems, counts } = checkDocstrings(join(import.meta.dirname, '..'));
  expect(problems).toEqual([]);
  expect(counts.functions.all).toBeGreaterThan(1_000);
  expect(counts.types.all).toBeGreaterThan(500);
}, 30_000);

it.each([
  ['a function', 'export async function a() {}', 'functions'],
  ['an arrow function', 'export const a = () => 1;', 'functions'],
  ['a generic arrow function', 'export const a = <T,>(b: T) => b;', 'functions'],
  ['a component that is kept', 'export const a = memo(function A() { return 1; });', 'functions'],
  ['a class', 'export class a {}', 'functions'],
  ['an interface', 'export interface a {}', 'types'],
  ['a type', 'export type a = string;', 'types'],
])('counts %s, with and without a docstring', (_, code, kind) => {
  expect(exportsOf('a.ts', `const before = 'ä';\n\n${code}\n`)).toEqual([
    { kind, name: 'a', hasDocstring: false },
  ]);
  expect(exportsOf('a.ts', `const before = 'ä';\n\n/** What it is. */\n${code}\n`)).toEqual([
    { kind, name: 'a', hasDocstring: true },
  ]);
});

it('sees a docstring over several lines, and one above an order to the linter', () => {
  const text =
    '/**\n * What it is,\n * in two lines.\n */\n// biome-ignore lint/x/y: for a reason\nexport function a() {}\n';
  expect(exportsOf('a.tsx', text)).toMatchObject([{ hasDocstring: true }]);
});

it.each([
  ['a line comment', '// What it is.\n'],
  ['a block comment', '/* What it is. */\n'],
  ['the docstring of something else', '/** Of b. */\nconst b = 1;\n'],
  ['an empty one', '/***/\n'],
])('takes %s for none', (_, before) => {
  expect(exportsOf('a.ts', `${before}export function a() {}\n`)).toMatchObject([{ hasDocstring: false }]);
});

it('leaves out values, and what is not exported', () => {
  expect(
    exportsOf('a.ts', 'export const a = 1;\nconst b = () => 1;\ntype C = string;\nexport { b };\n'),
  ).toEqual([]);
});

it('fails below a limit, naming the exports without one, and leaves tests out', () => {
  writeFileSync(
    join(root, 'src-main/a.ts'),
    '/** A. */\nexport type A = 1;\nexport type B = 2;\nexport type C = 3;\n',
  );
  writeFileSync(join(root, 'src-main/a.test.ts'), 'export function ofTest() {}\n');
  const { problems, counts } = checkDocstrings(root);
  expect(counts).toEqual({ functions: { all: 0, with: 0 }, types: { all: 3, with: 1 } });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain('1 of 3 exported types have a docstring, 80 % is the least');
  expect(problems[0]).toMatch(/a\.ts: B\n.*a\.ts: C$/);
});

it('asks for nearly all functions and most types', () => {
  expect(leastShares).toEqual({ functions: 0.95, types: 0.8 });
});
