// Static check of what comments and documents point to: `node scripts/check-references.mjs`. Also run by check.mjs.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const sourceFolders = [
  'src-main',
  'src-preload',
  'src-shared',
  'src-renderer',
  'testing',
  'e2e',
  'bench',
  'scripts',
];
const documentFiles = ['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md'];

/** Sections that older comments cite by name instead of number. */
const namedParts = { observed: '10', 'field notes': '11' };

function filesBelow(root, folder, pattern) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name))
    .sort();
}

/** The lines of a document outside of code blocks, without the code that stands within a line. */
function proseLines(text) {
  let fenced = false;
  return text.split('\n').filter((line) => {
    if (!/^\s*```/.test(line)) return !fenced;
    fenced = !fenced;
    return false;
  });
}

function headings(text) {
  return proseLines(text).flatMap((line) => {
    const [, title] = /^#{1,6}\s+(.+?)\s*$/.exec(line) ?? [];
    return title === undefined ? [] : [title];
  });
}

/** The anchors of a document as code forges make them: lower case, no punctuation, `-1` behind the second of a name. */
function anchors(text) {
  const seen = new Map();
  return new Set(
    headings(text).map((title) => {
      const plain = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
      const slug = plain.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(/\s/g, '-');
      const times = seen.get(slug) ?? 0;
      seen.set(slug, times + 1);
      return times === 0 ? slug : `${slug}-${times}`;
    }),
  );
}

/** Number → title of each section, and of each numbered item below it: item 5 of section 5 is `5.5`. */
function numberedSections(text) {
  const sections = new Map();
  let section = null;
  for (const line of proseLines(text)) {
    const [, isHeading, number, title] = /^(#{1,6}\s+)?(\d+(?:\.\d+)*)\.?\s+(.+)$/.exec(line) ?? [];
    if (isHeading !== undefined) {
      section = number;
      sections.set(number, title);
    } else if (/^#/.test(line)) section = null;
    else if (number !== undefined && section !== null) sections.set(`${section}.${number}`, title);
  }
  return sections;
}

/** A comment that goes on in the next line is one text. */
const unwrapped = (source) => source.replaceAll(/\n[ \t]*(?:\*|\/\/)[ \t]?/g, ' ');

/** Sections that a source cites; `service §2.5–§2.8, §9` are three. */
function citations(source) {
  const text = unwrapped(source);
  const numbered = [
    ...text.matchAll(/\b(?:interface|service) (§\d[\d.]*(?:(?:\s*[–,;]| and)\s*§\d[\d.]*)*)/gi),
  ];
  const named = [...text.matchAll(/\b(observed|field notes), ([A-Z][a-z]+)/g)];
  return [
    ...numbered.flatMap(([, list]) =>
      [...list.matchAll(/§(\d+(?:\.\d+)*)/g)].map(([said, number]) => ({ said: `service ${said}`, number })),
    ),
    ...named.map(([said, page, title]) => ({ said, part: namedParts[page], title })),
  ];
}

function isThere(sections, { number, part, title }) {
  if (number !== undefined) return sections.has(number);
  return [...sections].some(([each, name]) => each.startsWith(`${part}.`) && name.startsWith(title));
}

/** What stands in the round brackets of links and pictures, unless it leads out of the repository. */
function relativeLinks(text) {
  const prose = proseLines(text)
    .map((line) => line.replaceAll(/`[^`]*`/g, ''))
    .join('\n');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target)
    .filter((target) => !/^[a-z][a-z+.-]*:/i.test(target));
}

/** The names of source files that a document has in code, such as `app/create-app.ts`. Patterns and placeholders are none. */
function namedFiles(text) {
  return [...text.matchAll(/`([^`\s]+\.(?:tsx?|mjs|cjs|css))`/g)]
    .map(([, name]) => name)
    .filter((name) => /^[\w./-]+$/.test(name) && !name.includes('NNNN'));
}

/** Why a link leads nowhere, or null. */
function brokenLink(root, document, target) {
  const [path, anchor] = target.split('#');
  const file = path === '' ? document : join(dirname(document), decodeURIComponent(path));
  if (relative('.', file).startsWith('..')) return 'leads out of the repository';
  if (!existsSync(join(root, file))) return 'there is no such file';
  if (anchor === undefined) return null;
  if (!file.endsWith('.md') || statSync(join(root, file)).isDirectory())
    return 'only documents have headings';
  return anchors(readFileSync(join(root, file), 'utf8')).has(anchor) ? null : 'there is no such heading';
}

/**
 * Reads all sources and documents below `root`.
 * @param {string} root
 * @returns {{ citations: number, links: number, problems: string[] }} how many were read, and a line for each that is broken
 */
export function checkReferences(root) {
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const found = { citations: 0, links: 0, problems: [] };
  const sections = numberedSections(read('docs/service.md'));
  for (const path of sourceFolders.flatMap((folder) => filesBelow(root, folder, /\.(?:tsx?|mjs|css)$/))) {
    for (const citation of citations(read(path))) {
      found.citations += 1;
      if (!isThere(sections, citation))
        found.problems.push(`${path}: "${citation.said}" is no section of docs/service.md`);
    }
  }
  const documents = [
    ...documentFiles.filter((path) => existsSync(join(root, path))),
    ...filesBelow(root, 'docs', /\.md$/),
    ...sourceFolders.flatMap((folder) => filesBelow(root, folder, /\.md$/)),
  ];
  const sources = [
    ...sourceFolders.flatMap((folder) => filesBelow(root, folder, /\.(?:tsx?|mjs|cjs|css)$/)),
    ...readdirSync(root).filter((name) => /\.(?:ts|mjs|cjs)$/.test(name)),
  ].map((path) => `/${path.replaceAll('\\', '/')}`);
  for (const path of documents) {
    for (const target of relativeLinks(read(path))) {
      found.links += 1;
      const why = brokenLink(root, path, target);
      if (why !== null) found.problems.push(`${path}: (${target}): ${why}`);
    }
    for (const name of namedFiles(read(path)))
      if (!sources.some((source) => source.endsWith(`/${name}`)))
        found.problems.push(`${path}: \`${name}\`: there is no such file`);
  }
  // A check that reads nothing would pass for ever.
  if (found.citations === 0) found.problems.push('no citation of docs/service.md was found in the sources');
  if (found.links === 0) found.problems.push('no link was found in the documents');
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const {
    citations: cited,
    links,
    problems,
  } = checkReferences(fileURLToPath(new URL('..', import.meta.url)));
  for (const problem of problems) console.log(problem);
  console.log(`${cited} citations and ${links} links read, ${problems.length} broken`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
