import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRelatedTests } from './related-tests.mjs';

const files: Record<string, string> = {
  'src-main/a/rule.ts': 'export const rule = 1;',
  'src-main/a/rule.test.ts': "import { rule } from './rule.ts';",
  'src-main/a/user.ts': "import { rule } from './rule.ts';",
  'src-main/a/all.test.ts': "import { user } from './user.ts';",
  'src-main/a/deep/near.test.ts': "import { rule } from '../rule.ts';",
  'src-main/a/fault-runs.test.ts': "import { rule } from './rule.ts';",
  'src-main/a/typed.test.ts': "import type { Rule } from './rule.ts';",
  'src-main/a/some-worker.ts': "import { work } from './work.ts';",
  'src-main/a/client.ts': "new URL('./some-worker.ts', import.meta.url);",
  'src-main/a/client.test.ts': "import { client } from '../../testing/harness.ts';",
  'testing/harness.ts': "import { client } from '../src-main/a/client.ts';",
  'src-main/a/work.ts': '',
  'src-main/a/random.ts': '',
  'src-main/a/injected-faults.test.ts': "import './random.ts';",
  'src-main/b/other.test.ts': "import { rule } from '../a/work.ts';",
};
let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'nadir-related-'));
  for (const top of ['src-preload', 'src-shared']) mkdirSync(join(root, top));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const names = (file: string) =>
  createRelatedTests(root)(`src-main/a/${file}`).map((path: string) => path.replace('src-main/', ''));

it('takes the test of the same name first, then the nearest, and neither long ones nor those of types', () => {
  expect(names('rule.ts')).toEqual(['a/rule.test.ts', 'a/deep/near.test.ts', 'a/all.test.ts']);
});

it('follows a worker and what tests share, and adds tests of other folders where there are few', () => {
  expect(names('work.ts')).toEqual(['a/client.test.ts', 'b/other.test.ts']);
});

it('takes a long one where there is no other', () => {
  expect(names('random.ts')).toEqual(['a/injected-faults.test.ts']);
});
