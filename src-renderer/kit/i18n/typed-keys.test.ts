import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import es from '../../../resources/messages/es.json' with { type: 'json' };

const root = join(import.meta.dirname, '../../..');
let folder: string;

/** The catalogues with their types, in a separate project. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-words-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  mkdirSync(join(folder, 'src-renderer/kit/i18n'), { recursive: true });
  for (const path of [
    'package.json',
    'tsconfig.base.json',
    'resources/messages',
    'src-renderer/tsconfig.json',
    'src-preload/contract/languages.ts',
    'src-renderer/kit/i18n/i18n.ts',
    'src-renderer/kit/i18n/i18next.d.ts',
  ])
    cpSync(join(root, path), join(folder, path), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function use(key: string) {
  const text = `import i18next from 'i18next';\nexport const text: string = i18next.t('${key}', { count: 2 });\n`;
  writeFileSync(join(folder, 'src-renderer/kit/i18n/use.ts'), text);
}

function typeErrors(): string {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(
    process.execPath,
    [compiler, '-p', join(folder, 'src-renderer/tsconfig.json')],
    {
      encoding: 'utf8',
    },
  );
  return stdout;
}

it('an existing key compiles, also a plural one', () => {
  use('shell.transfers');
  expect(typeErrors()).toBe('');
});

it('a wrong key fails the build', () => {
  use('shell.transfer');
  expect(typeErrors()).toMatch(/use\.ts\(2,.*error TS\d+: .*shell\.transfer/);
});

it('a message that is missing in Spanish fails the build', () => {
  const { reconnecting: _, ...shell } = es.shell;
  writeFileSync(join(folder, 'resources/messages/es.json'), JSON.stringify({ ...es, shell }));
  expect(typeErrors()).toMatch(/i18n\.ts\(\d+,\d+\): error TS\d+: [\s\S]*reconnecting/);
});
