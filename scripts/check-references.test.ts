import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkReferences } from './check-references.mjs';

// The check reads this file too: what is broken on purpose must not look like a citation here.
const service = (...numbers: string[]) => `service ${numbers.map((number) => `§${number}`).join(', ')}`;

const page = `# Service

## 2. Resources

### 2.10 Orders

## 5. Authentication

1. The first item.
2. The second item.

## 10. Observed

### 10.4 Orders (V2)
`;

let root: string;
function write(path: string, text: string) {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'nadir-references-'));
  write('README.md', '# Nadir\n\nSee [orders](docs/service.md#104-orders-v2).\n');
  write('docs/service.md', page);
  write('src-main/orders.ts', `/** As written (${service('2.10', '5.2')}). */\n`);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('all references of the project lead somewhere', () => {
  const { citations, links, problems } = checkReferences(join(import.meta.dirname, '..'));
  expect(problems).toEqual([]);
  // It has read the sources and the documents, not an empty folder.
  expect(citations).toBeGreaterThan(100);
  expect(links).toBeGreaterThan(50);
});

it('headings, numbered items and anchors are found', () => {
  expect(checkReferences(root)).toEqual({ citations: 2, links: 1, problems: [] });
});

it.each([
  ['a heading that is not there', `// ${service('2.1')}`, '§2.1'],
  ['an item that is not there', `// ${service('5.3')}`, '§5.3'],
  ['the second of two', `// ${service('5', '6')}`, '§6'],
  ['the end of a range', `// ${service('2')}–§${9}`, '§9'],
  ['the older word', `// ${service('7').replace('service', 'Interface')}`, '§7'],
  ['a citation over two lines', `/**\n * As the ${service('8').replace(' ', '\n * ')} says.\n */`, '§8'],
  ['a citation by a name that is not there', `// (${'observed'}, Weather)`, 'Weather'],
])('a broken citation is told: %s', (_, text, said) => {
  write('src-renderer/map/marks.tsx', `${text}\n`);
  expect(checkReferences(root).problems).toEqual([
    expect.stringMatching(new RegExp(`^src-renderer/map/marks.tsx: ".*${said}"`)),
  ]);
});

it.each([
  ['manual.md', 'there is no such file'],
  ['service.md#orders', 'there is no such heading'],
  ['#usage', 'there is no such heading'],
  ['../../secret.md', 'leads out of the repository'],
])('a broken link is told: %s', (target, why) => {
  write('docs/README.md', `# Documents\n\n- [Somewhere](${target})\n`);
  expect(checkReferences(root).problems).toEqual([`docs/README.md: (${target}): ${why}`]);
});

it('what is no link is left alone: code and addresses of the web', () => {
  write('docs/README.md', '# Documents\n\n`[a](b)` [web](https://example.com/x)\n\n```\n[c](d)\n```\n');
  expect(checkReferences(root)).toEqual({ citations: 2, links: 1, problems: [] });
});

it('a document may name only source files that are there', () => {
  write(
    'src-main/app/README.md',
    '[top](../../README.md) `app/b.ts`, `b.ts`, `*-worker.ts`, `other/b.ts`, `c.mjs`\n',
  );
  write('src-main/app/b.ts', 'export {};\n');
  expect(checkReferences(root).problems).toEqual([
    'src-main/app/README.md: `other/b.ts`: there is no such file',
    'src-main/app/README.md: `c.mjs`: there is no such file',
  ]);
});

it('a tree in which nothing was read is told', () => {
  rmSync(join(root, 'src-main'), { recursive: true });
  write('README.md', '# Nadir\n');
  expect(checkReferences(root).problems).toEqual([
    'no citation of docs/service.md was found in the sources',
    'no link was found in the documents',
  ]);
});
