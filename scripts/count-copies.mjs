// Counts equal lines between files that do the same for different subjects: `node scripts/count-copies.mjs`. Also run by check.mjs.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Files of which each pair is compared, and the most that two of them may have in common, as a part of the shorter one.
 * The goal is 0.2 for all. A limit may only fall, except where both files of a pair became shorter by what they now share
 * (`details`: 28 equal lines of 85 are 25 of 62 since the frame of details is one): what is declared shares the words that
 * declarations are written in.
 */
export const groups = {
  workspaces: { files: /^src-renderer\/workspaces\/[^/]+\/[^/]+-workspace\.tsx$/, most: 0.2 },
  lists: { files: /^src-renderer\/subjects\/[^/]+\/[^/]+-list\.tsx$/, most: 0.5 },
  filters: { files: /^src-renderer\/(subjects|workspaces)\/[^/]+\/[^/]+-filters\.tsx$/, most: 0.2 },
  details: { files: /^src-renderer\/subjects\/[^/]+\/[^/]+-details\.tsx$/, most: 0.41 },
  tables: { files: /^src-main\/(?!practice)[^/]+\/[^/]+-table\.ts$/, most: 0.2 },
  syncs: { files: /^src-main\/(?!practice)[^/]+\/[^/]+-sync\.ts$/, most: 0.2 },
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

/** Files of fewer lines are declarations or a list of their parts: they share the words that both are written in. */
const fewestLines = 30;

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

/**
 * @param {string} root Of the tree.
 * @returns {{ group: string, pair: [string, string], share: number }[]} Every pair of every group, the worst first.
 */
export function countCopies(root) {
  const files = ['src-main', 'src-renderer'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${top}/${name.replaceAll('\\', '/')}`,
    ),
  );
  const counted = [];
  for (const [group, pattern] of Object.entries(groups)) {
    const read = (name) => readFileSync(join(root, name), 'utf8');
    const named = files
      .filter((name) => pattern.files.test(name) && normalisedLines(read(name)).size >= fewestLines)
      .sort();
    const texts = named.map(read);
    for (const [i, name] of named.entries())
      for (let j = i + 1; j < named.length; j += 1)
        counted.push({ group, pair: [name, named[j]], share: shareInCommon(texts[i], texts[j]) });
  }
  return counted.sort((a, b) => b.share - a.share);
}

/** @returns {string[]} The pairs that have more in common than their group allows. */
export function copiesAbove(counted) {
  return counted
    .filter(({ group, share }) => share > groups[group].most)
    .map(({ pair, share }) => `${pair.join(' and ')}: ${(100 * share).toFixed(0)} % equal lines`);
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
