import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { openJsonDocument } from './json-document.ts';

let folder: string;
let quarantined: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-document-'));
  quarantined = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const path = () => join(folder, 'note.json');

/** Opens a note of version 3; version 1 had one text, version 2 several. */
const open = () =>
  openJsonDocument({
    path: path(),
    version: 3,
    schema: z.object({ texts: z.array(z.string()), colour: z.string() }),
    initial: { texts: [], colour: 'none' },
    migrations: {
      1: (content) => ({ texts: [z.object({ text: z.string() }).parse(content).text] }),
      2: (content) => ({ ...z.looseObject({}).parse(content), colour: 'blue' }),
    },
    now: () => new Date('2026-01-02T03:04:05Z'),
    onQuarantined: (path) => quarantined.push(path),
  });

it.skipIf(process.platform === 'win32').each([
  ['a folder', () => mkdirSync(path())],
  ['a link to itself', () => symlinkSync(path(), path())],
  ['a link that leads nowhere', () => symlinkSync(join(folder, 'nowhere'), path())],
  ['a pipe', () => execFileSync('mkfifo', [path()])],
])('keeps %s in its place aside and tells of it', (_name, make) => {
  make();
  const document = open();
  expect(document.read().texts).toEqual([]);
  expect(quarantined).toHaveLength(1);
  expect(lstatSync(quarantined[0] ?? '').isFile()).toBe(false);
  document.write({ texts: ['new'], colour: 'red' });
  expect(open().read().texts).toEqual(['new']);
});

it.each([
  [
    { version: 1, content: { text: 'old' } },
    { texts: ['old'], colour: 'blue' },
  ],
  [
    { version: 2, content: { texts: ['a', 'b'] } },
    { texts: ['a', 'b'], colour: 'blue' },
  ],
  [
    { version: 3, content: { texts: [], colour: 'red' } },
    { texts: [], colour: 'red' },
  ],
])('brings %j to its newest shape', (before, after) => {
  writeFileSync(path(), JSON.stringify(before));
  const document = open();
  expect(document.read()).toEqual(after);
  document.write({ ...document.read(), texts: ['new'] });
  expect(JSON.parse(readFileSync(path(), 'utf8'))).toMatchObject({ version: 3, content: { texts: ['new'] } });
  expect(quarantined).toEqual([]);
});

it.each([
  { version: 1, content: { texts: 'no text' } },
  { version: 0, content: {} },
  { version: 1.5, content: {} },
  { version: 4, content: { texts: [], colour: 'red' } },
  [],
  null,
])('keeps %j aside', (content) => {
  writeFileSync(path(), JSON.stringify(content));
  expect(open().read()).toEqual({ texts: [], colour: 'none' });
  expect(readFileSync(quarantined[0] ?? '', 'utf8')).toBe(JSON.stringify(content));
});

it('keeps the old text and value when a write fails half way', () => {
  const document = open();
  document.write({ texts: ['kept'], colour: 'red' });
  const before = readFileSync(path(), 'utf8');
  // The partial file cannot be created, because a folder has its name.
  mkdirSync(`${path()}.new`);
  expect(() => document.write({ texts: ['lost'], colour: 'red' })).toThrow(
    expect.objectContaining({ code: 'FOLDER_NOT_WRITABLE', data: { path: path(), detail: 'EISDIR' } }),
  );
  expect(readFileSync(path(), 'utf8')).toBe(before);
  expect(document.read().texts).toEqual(['kept']);
});

it('is not fooled by what a stopped write left behind', () => {
  const document = open();
  document.write({ texts: ['whole'], colour: 'red' });
  writeFileSync(`${path()}.new`, '{"version": 3, "content": {"te');
  expect(open().read().texts).toEqual(['whole']);
  document.write({ texts: ['next'], colour: 'red' });
  expect(open().read().texts).toEqual(['next']);
});
