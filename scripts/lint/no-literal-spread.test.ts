import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';

const run = promisify(execFile);
const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
const rule = join(import.meta.dirname, 'no-literal-spread.grit');

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Returns the numbers of the lines that the rule refuses. */
async function refusedLines(lines: readonly string[]): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'nadir-lint-'));
  folders.push(folder);
  writeFileSync(
    join(folder, 'biome.json'),
    JSON.stringify({ root: true, plugins: [rule], linter: { rules: { preset: 'none' } } }),
  );
  writeFileSync(join(folder, 'file.ts'), `${lines.join('\n')}\n`);
  const { stdout } = await run(process.execPath, [biome, 'lint', '--reporter=github', 'file.ts'], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error);
  return [...stdout.matchAll(/,line=(\d+),/g)].map(([, line]) => Number(line));
}

it('the lint rule refuses literals that are spread where they are written, and no other spread', async () => {
  const refused = [
    'const a = [1, ...[2, 3]];',
    'const b = { c: 1, ...{ d: 2 } };',
    'const e = Math.max(...[1, 2]);',
    'const f = new Set([...[1]]);',
  ];
  const allowed = [
    'const g = [...(a ? [1] : [])];',
    'const h = { ...(a ? { d: 1 } : {}), ...b };',
    'const i = [...a, ...[1, 2].map(String)];',
  ];
  expect(await refusedLines([...refused, ...allowed])).toEqual([1, 2, 3, 4]);
});
