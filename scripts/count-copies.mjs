// Counts equal lines between files that do the same for different subjects: `node scripts/count-copies.mjs`. Also run by check.mjs.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The most that two files of a group may have in common, as a part of the shorter one. */
export const mostInCommon = 0.2;

/** Files of which each pair is compared: what recurs is declared or shared, never copied. */
const groups = {
  workspaces: /^src-renderer\/workspaces\/[^/]+\/[^/]+-workspace\.tsx$/,
  filters: /^src-renderer\/(subjects|workspaces)\/[^/]+\/[^/]+-filters\.tsx$/,
  rows: /^src-renderer\/subjects\/[^/]+\/[^/]+-list-row\.tsx$/,
  details: /^src-renderer\/subjects\/[^/]+\/[^/]+-details\.tsx$/,
  tables: /^src-main\/(?!practice)[^/]+\/[^/]+-table\.ts$/,
  syncs: /^src-main\/(?!practice)[^/]+\/[^/]+-sync\.ts$/,
};

/** Names of the subjects: a copy differs in these and in little else. */
const subjectWords =
  /tasking|tasks?|orders?|scenes?|library|commands?|outbox|moments?|entry|entries|captures?|parts?/gi;

/**
 * The lines of a text as they are compared: without imports, comments and space, with one name for every subject. Lines
 * without a word of three letters (brackets, closing tags of fragments) and lines that stand in a file more than once
 * count once.
 * @param {string} text
 * @returns {Set<string>}
 */
export function normalisedLines(text) {
  const code = text
    .replaceAll(/^import [^;]*;$/gm, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '');
  const lines = code
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim().replaceAll(subjectWords, 'X'));
  return new Set(lines.filter((line) => /[a-zA-Z]{3}/.test(line) && !/^<\/\w+>[;,)]*$/.test(line)));
}

/**
 * @param {string} one
 * @param {string} other
 * @returns {number} Between 0 and 1: lines in common, as a part of the file with fewer of them.
 */
export function shareInCommon(one, other) {
  const [lines, others] = [normalisedLines(one), normalisedLines(other)];
  const least = Math.min(lines.size, others.size);
  return least === 0 ? 0 : [...lines].filter((line) => others.has(line)).length / least;
}

/** @returns {{ group: string, pair: [string, string], share: number }[]} Every pair of every group, the worst first. */
export function countCopies(root) {
  const files = ['src-main', 'src-renderer'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${top}/${name.replaceAll('\\', '/')}`,
    ),
  );
  const counted = [];
  for (const [group, pattern] of Object.entries(groups)) {
    const named = files.filter((name) => pattern.test(name)).sort();
    const texts = named.map((name) => readFileSync(join(root, name), 'utf8'));
    for (const [i, name] of named.entries())
      for (let j = i + 1; j < named.length; j += 1)
        counted.push({ group, pair: [name, named[j]], share: shareInCommon(texts[i], texts[j]) });
  }
  return counted.sort((a, b) => b.share - a.share);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { group, pair, share } of countCopies(fileURLToPath(new URL('..', import.meta.url))).slice(
    0,
    20,
  ))
    console.log(
      `${(100 * share).toFixed(0).padStart(3)} %  ${group.padEnd(10)} ${pair.map((name) => basename(name)).join('  ')}`,
    );
}
