import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const configuration = readFileSync(join(import.meta.dirname, '../../electron-builder.yml'), 'utf8');

it('packs into an archive', () => {
  expect(configuration).toMatch(/^asar: true$/m);
});

it('has the notices of the libraries beside the program, which the script before it makes', () => {
  expect(configuration).toMatch(/^extraFiles:\n {2}- from: out\/THIRD-PARTY-NOTICES\.txt$/m);
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  expect(scripts.package).toBe(
    'electron-vite build && node scripts/third-party-notices.mjs && electron-builder',
  );
});
