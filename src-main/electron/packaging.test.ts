import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const configuration = readFileSync(join(import.meta.dirname, '../../electron-builder.yml'), 'utf8');

it.each([
  ['runAsNode', false],
  ['enableNodeOptionsEnvironmentVariable', false],
  ['enableNodeCliInspectArguments', false],
  ['enableEmbeddedAsarIntegrityValidation', true],
  ['onlyLoadAppFromAsar', true],
  ['loadBrowserProcessSpecificV8Snapshot', false],
  ['grantFileProtocolExtraPrivileges', false],
  ['enableCookieEncryption', true],
])('the fuse %s is %s', (fuse, value) => {
  const found = [...configuration.matchAll(new RegExp(`^ {2}${fuse}: (\\w+)$`, 'gm'))].map(([, set]) => set);
  expect(found).toEqual([String(value)]);
});

it('packs into an archive', () => {
  expect(configuration).toMatch(/^asar: true$/m);
});
