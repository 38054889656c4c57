import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { allowedNames, checkGlossary, replacedPhrasesOnScreen, replacedWords } from './check-glossary.mjs';

let root: string;
function write(path: string, text: string) {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}
/** What is wrong with the tree, without what the allow-list would excuse in the project. */
const problems = () => checkGlossary(root).problems.filter((text) => !text.startsWith('allowedNames'));

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'nadir-glossary-'));
  write('resources/messages/en.json', '{ "queue": "Queue" }');
  write('src-main/delivery/queue.ts', 'export const queue = [];\n');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('the project uses none of the words that were replaced, and all of it is read', () => {
  const checked = checkGlossary(join(import.meta.dirname, '..'));
  expect(checked.problems).toEqual([]);
  expect(checked.files).toBeGreaterThan(1_000);
  expect(checked.texts).toBeGreaterThan(1_000);
  expect(allowedNames.length).toBeLessThanOrEqual(10);
}, 30_000);

it.each([
  ['a variable', 'const laneCount = 1;', 'laneCount'],
  ['a type', 'type RasterDesk = string;', 'RasterDesk'],
  ['a key of an object', 'const a = { needsLook: true };', 'needsLook'],
  ['a private member', 'class A {\n  #news = 1;\n}', 'news'],
  ['a parameter', 'function a(asker: string) {}', 'asker'],
  ['a name that is read', 'a.settleSubmission();', 'settleSubmission'],
  ['two words that are common ones alone', 'const inTurn = 1;', 'inTurn'],
])('fails for %s', (_, code, name) => {
  write('src-main/a.ts', `${code}\n`);
  expect(problems()).toEqual([expect.stringMatching(`^src-main/a.ts: ${name}; say `)]);
});

it('fails for files and folders, each named once', () => {
  write('src-renderer/agenda/a.tsx', 'export const a = <b />;\n');
  write('src-renderer/agenda/use-line-drag.ts', 'export const b = 1;\n');
  write('src-renderer/workspaces/downloads/line-view.module.css', '');
  expect(problems()).toEqual([
    expect.stringMatching(/^src-renderer\/agenda: the name; say /),
    expect.stringMatching(
      /^src-renderer\/workspaces\/downloads\/line-view\.module\.css: the name; say queue/,
    ),
  ]);
});

it('reads neither comments, texts nor tags of HTML, and no longer words that a short one is in', () => {
  write(
    'src-renderer/a.tsx',
    '/** The news of a lane. */\nexport const deadline = \'agenda\'; // held\nexport const A = () => <aside title="door">desk</aside>;\nexport const indoor = 1;\n',
  );
  expect(problems()).toEqual([]);
});

it('lets a word stand where it has its common meaning, and what the list allows', () => {
  write('src-renderer/map/a.ts', 'const line = Math.floor(1);\n');
  write('src-main/outbox/a.ts', 'const inFlight = Promise.allSettled([]);\nconst [a, ...rest] = [1];\n');
  expect(problems()).toEqual([]);
  write('src-main/delivery/queue/a.ts', 'const line = 1;\n');
  expect(problems()).toHaveLength(1);
});

it('fails for an entry of the list that excuses nothing', () => {
  expect(checkGlossary(root).problems).toHaveLength(allowedNames.length);
});

it.each([
  ['Line', 'downloads'],
  ['Needs a look', 'flag'],
  ['Look up at the service', 'button'],
  ['The service said no', 'title'],
  ['Goes on by itself', 'hint'],
  ['Window opens', 'kind'],
  ['Planned at once', 'field'],
])('fails for the message “%s”', (text, key) => {
  write('resources/messages/en.json', JSON.stringify({ group: { [key]: text } }));
  expect(problems()).toEqual([expect.stringContaining(`group.${key} “${text}”; say `)]);
});

it('has a word to say for each that it refuses', () => {
  for (const { say } of [...replacedWords, ...replacedPhrasesOnScreen]) expect(say).not.toBe('');
});
