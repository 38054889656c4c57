import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeWorkFolder, removeWorkFolder } from './work-folder.ts';

it('the folder of a self-test is new, and what earlier ones had to leave is removed after an hour', () => {
  const parent = mkdtempSync(join(tmpdir(), 'nadir-parent-'));
  mkdirSync(join(parent, 'another-program'));
  const first = makeWorkFolder(parent);
  mkdirSync(join(first, 'data'));
  const second = makeWorkFolder(parent);
  expect(second).not.toBe(first);
  expect(existsSync(first)).toBe(true);
  const third = makeWorkFolder(parent, Date.now() + 2 * 60 * 60 * 1_000);
  expect([first, second].filter(existsSync)).toEqual([]);
  removeWorkFolder(third);
  expect(readdirSync(parent)).toEqual(['another-program']);
  rmSync(parent, { recursive: true });
});
