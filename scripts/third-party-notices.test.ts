import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { noticesText, shippedPackages } from './third-party-notices.mjs';

const root = join(import.meta.dirname, '..');
const packages = shippedPackages(root);

it('everything that Nadir depends on is among the notices, with a text of its licence', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const names = new Set(packages.map(({ name }) => name));
  const aliased = (name: string, version: string) => /^npm:(@?[^@]+)@/.exec(version)?.[1] ?? name;
  const lacking = Object.entries(dependencies).filter(
    ([name, version]) => !names.has(aliased(name, String(version))),
  );
  expect(lacking).toEqual([]);
  // With what those need in turn, which is packed too.
  expect(packages.length).toBeGreaterThan(Object.keys(dependencies).length * 2);
  const text = noticesText(packages);
  for (const { name, version, texts } of packages) {
    expect(text).toContain(`\n${name} ${version} (`);
    for (const each of texts) {
      expect(each.length, name).toBeGreaterThan(200);
      expect(text).toContain(each);
    }
  }
  expect(text).not.toContain('{{');
});

it('the data that are packed and the libraries that are compiled into packages are among the notices', () => {
  const text = noticesText(packages);
  for (const name of ['Natural Earth', 'GeoNames', 'CC BY 4.0', 'EPSG', 'Unicode', 'Independent JPEG Group'])
    expect(text).toContain(name);
  for (const codec of ['jpeg', 'webp']) {
    const kept = readFileSync(join(root, `node_modules/@jsquash/${codec}/codec/LICENSE.codec.md`), 'utf8');
    expect(text).toContain(kept.trim());
  }
});

it('nothing that is needed for development only is among them', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const names = new Set(packages.map(({ name }) => name));
  expect(Object.keys(devDependencies).filter((name) => names.has(name))).toEqual([]);
});

it('a package without a licence is told, not left out', () => {
  const bare = { name: 'bare', version: '1.0.0', licence: 'unknown', texts: [] };
  expect(() => noticesText([...packages, bare])).toThrow('No text of a licence in: bare');
});
