// Static check that the words which docs/glossary.md replaced stay out: `node scripts/check-glossary.mjs`. Also run by check.mjs.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import swc from '@swc/core';

const folders = ['src-main', 'src-preload', 'src-renderer'];
const messages = 'resources/messages/en.json';

/**
 * Parts of names that are not to be used any more, and what to say instead. Where `within` is given, the word is only wrong
 * there: elsewhere it means what everybody means by it, as a line of text. The glossary's row of locals (made, going, there,
 * each, own, one) is left to the reader of a change: `forEach` and `isOwnAddress` are no faults.
 */
export const replacedWords = [
  { words: ['lane', 'lanes', 'crew', 'straggler', 'stragglers'], say: 'range connection, send queue' },
  { words: ['bring', 'brings', 'bringing', 'brought'], say: 'download, completed' },
  {
    words: ['claim', 'claims', 'claimed', 'take', 'takes', 'taken', 'measure', 'measured'],
    say: 'range lease, allocate, setTotalSize',
    within: /^src-main\/delivery\/transfer\//,
  },
  {
    words: ['track', 'tracks', 'claim', 'claims', 'claimed'],
    say: 'send queue, link',
    within: /^src-main\/outbox\//,
  },
  { words: ['desk', 'desks'], say: 'worker client' },
  { words: ['keeper', 'keepers'], say: 'checkpoint writer, store' },
  { words: ['tend', 'tends', 'tended', 'nudge', 'nudges', 'nudged'], say: 'flushIfDue, flushPartial' },
  { words: ['rest', 'rests', 'rested', 'resting'], say: 'paused, yield' },
  {
    words: ['line', 'lines'],
    say: 'queue',
    within:
      /^src-main\/delivery\/(queue|rules)\/|^src-renderer\/(subjects\/transfer|workspaces\/downloads)\//,
  },
  {
    words: ['settle', 'settles', 'settled', 'settling', 'unsettled', 'settlement'],
    say: 'notify, recompute, mark sent, reconcile, resolve, debounce',
  },
  { words: ['look', 'looks', 'looked', 'looking'], say: 'check, reconcile, display' },
  {
    words: ['heal', 'heals', 'healed', 'fly', 'flies', 'flown', 'flight', 'flights'],
    say: 'recover, send, in flight',
  },
  { words: ['patience', 'fruitless'], say: 'maxAttempts, failedAttempts' },
  { words: ['floor', 'floors'], say: 'module' },
  { words: ['concern', 'concerns', 'seeker', 'seekers'], say: 'issue, check' },
  {
    words: ['story', 'stories', 'agenda', 'digest', 'digests', 'news', 'observation', 'observations'],
    say: 'history, timeline, change feed',
  },
  {
    words: ['sieve', 'gate', 'gates', 'asker', 'askers', 'held'],
    say: 'secret scanner, HTTP client, request origin, pause reason',
  },
  { words: ['visitor', 'visitors', 'door', 'doors'], say: 'request context, launch page' },
  { words: ['aside'], say: 'quarantine' },
  { words: ['mortal', 'rig', 'rigs', 'torture'], say: 'crash injector, test harness, fault-injection run' },
];
/** The one phrase among them: its words alone are common ones. */
const replacedPhrases = [{ phrase: /(^|[^a-z])inTurn($|[^a-z])/, say: 'runExclusive' }];

/** Names that stay although a part of them is on the list. Each excuses something, or the check fails. At most ten. */
export const allowedNames = [
  { name: /^floor$/, because: 'Math.floor of JavaScript' },
  {
    name: /^rest$/,
    because: 'what remains of a list, text or number: the `...rest` of JavaScript, `.rest()` of zod',
  },
  {
    name: /^(allSettled|PromiseSettledResult|onSettled)$/,
    because: 'promises of JavaScript and TanStack Query',
  },
  { name: /^(inFlight|recoverInFlight)$/, because: 'the words that the glossary asks for' },
  { name: /^digest(Of)?$/, because: 'a cryptographic digest, as node:crypto calls it' },
  {
    name: /^aside$/,
    because: 'the draft behind a command that is edited: the key under which settings.json has it',
  },
  { name: /^bringToFront$/, because: 'the message key of the item of the macOS menu that is called so' },
];

/** What a screen says no more; each stands for the left column of the glossary's table of screens. */
export const replacedPhrasesOnScreen = [
  { phrase: /^(Line|Done)$/, say: 'Queue, Completed' },
  { phrase: /\bRelease…|\bHold\b/, say: 'Send…, Move to drafts' },
  { phrase: /^Unknown$|\b[Nn]ot confirmed\b/, say: 'Unconfirmed' },
  { phrase: /\bneeds? a look\b|\bhave looked\b/i, say: 'Needs attention, Dismiss' },
  { phrase: /\btell me when\b|^Not between\b/i, say: 'Notifications, Quiet hours' },
  { phrase: /\bstory\b/i, say: 'History' },
  { phrase: /\blook now\b|\blook(s|ed|ing)? (it |them )?up\b/i, say: 'Check now, Check with the service' },
  { phrase: /\bthis is it\b|\badopt\b/i, say: 'Link to this task, Link to this order' },
  { phrase: /\bbills?\b/i, say: 'Usage, Usage report' },
  { phrase: /\bplanned at once\b/i, say: 'Simultaneous captures' },
  { phrase: /\bcaptures needed\b/i, say: 'Captures' },
  { phrase: /\banew\b/i, say: 'Restarted' },
  { phrase: /\bstands? still\b/i, say: 'paused' },
  { phrase: /\bservice said no\b/i, say: 'Rejected by the service' },
  { phrase: /\bmakes no sense\b/i, say: 'Unexpected response from the service' },
  { phrase: /\bfault in Nadir\b/i, say: 'Internal error' },
  { phrase: /\bby the letter\b/i, say: 'Request body' },
  { phrase: /\bno bound\b/i, say: 'Leave empty for no limit' },
  { phrase: /\bby (itself|themselves)\b/i, say: 'automatically' },
  { phrase: /\bout of the list\b/i, say: 'Remove' },
  { phrase: /\bnear infrared\b/i, say: 'Colour infrared (NIR-R-G)' },
  { phrase: /\bmap by time\b|\blet time run\b/i, say: 'Time map, Play' },
  {
    phrase: /\bcapture made\b|\bscene taken\b|\bwindow (opens|closes)\b/i,
    say: 'Acquired, Scene published, Acquisition window starts',
  },
  { phrase: /\basked for\b|\bgaps?\b/i, say: 'Requested interval, Achieved interval, Since last capture' },
  { phrase: /\bchosen\b|\bchoose all\b/i, say: 'selected, Select all' },
  { phrase: /\bcorners\b/i, say: 'Vertices' },
  { phrase: /\bas the service sent\b|\bwhat is sent\b/i, say: 'Raw response, Request body' },
  { phrase: /\bfetch\b.*\bnow\b|\blast fetched\b/i, say: 'Refresh, Last updated' },
  { phrase: /\bdays and hours\b/i, say: 'Repeat every … days … hours' },
  { phrase: /\badd a SKU\b|\bnot known to Nadir\b/i, say: 'Custom SKU' },
  { phrase: /\bseveral points\b/i, say: 'Import points…' },
  { phrase: /\bediting a command\b/i, say: 'Editing draft “…”' },
  { phrase: /\btaken from\b|\/ field quantity\b/i, say: 'Source, service field “quantity”' },
];

/** `readHTTPHead` → read, http, head; `range-plan.test.ts` → range, plan, test, ts. */
const partsOf = (name) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

/** A tag of HTML: its name is the browser's, not ours. */
const isElement = (node) =>
  /^JSX(Opening|Closing)Element$/.test(node.type) && node.name.type === 'Identifier';

/** @returns {Set<string>} The identifiers of a source; neither comments nor texts. */
function identifiersOf(path, text) {
  const names = new Set();
  const walk = (node) => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (node === null || typeof node !== 'object') return;
    if (node.type === 'Identifier' || node.type === 'PrivateName') names.add(node.value);
    for (const [key, value] of Object.entries(node))
      if (key !== 'span' && !(key === 'name' && isElement(node) && /^[a-z]/.test(value.value))) walk(value);
  };
  walk(swc.parseSync(text, { syntax: 'typescript', tsx: path.endsWith('.tsx'), target: 'es2024' }).body);
  return names;
}

/** What to say instead of a name in this file; null where the name may stay. */
function insteadOf(name, path) {
  const parts = partsOf(name);
  const word = replacedWords.find(
    ({ words, within }) => (within?.test(path) ?? true) && words.some((one) => parts.includes(one)),
  );
  return word?.say ?? replacedPhrases.find(({ phrase }) => phrase.test(name))?.say ?? null;
}

function textsOf(value, key) {
  if (typeof value === 'string') return [[key, value]];
  return Object.entries(value).flatMap(([name, below]) =>
    textsOf(below, key === '' ? name : `${key}.${name}`),
  );
}

/**
 * @param {string} root Of the tree.
 * @returns {{ problems: string[], files: number, texts: number }} What is to be renamed, and how much was read: sources and
 *   messages.
 */
export function checkGlossary(root) {
  /** @type {Set<string>} A folder is named once, however many files are in it. */
  const problems = new Set();
  const used = new Set();
  let files = 0;
  for (const folder of folders.filter((top) => existsSync(join(root, top)))) {
    const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
    for (const path of paths.sort()) {
      const names = path.split('/');
      for (const [i, name] of names.entries()) {
        const better = insteadOf(name, path);
        if (better !== null) problems.add(`${names.slice(0, i + 1).join('/')}: the name; say ${better}`);
      }
      if (!/\.tsx?$/.test(path)) continue;
      files += 1;
      for (const identifier of identifiersOf(path, readFileSync(join(root, path), 'utf8'))) {
        const instead = insteadOf(identifier, path);
        const excuse =
          instead === null ? undefined : allowedNames.find((allowed) => allowed.name.test(identifier));
        if (excuse) used.add(excuse);
        else if (instead !== null) problems.add(`${path}: ${identifier}; say ${instead}`);
      }
    }
  }
  if (allowedNames.length > 10)
    problems.add(`allowedNames has ${allowedNames.length} entries, ten are the most`);
  for (const allowed of allowedNames)
    if (!used.has(allowed)) problems.add(`allowedNames: ${allowed.name} excuses nothing; remove it`);
  const texts = textsOf(JSON.parse(readFileSync(join(root, messages), 'utf8')), '');
  for (const [key, text] of texts)
    for (const { phrase, say } of replacedPhrasesOnScreen)
      if (phrase.test(text)) problems.add(`${messages}: ${key} “${text}”; say ${say}`);
  return { problems: [...problems], files, texts: texts.length };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { problems, files, texts } = checkGlossary(fileURLToPath(new URL('..', import.meta.url)));
  console.log(
    [...problems, `${files} sources and ${texts} messages read, ${problems.length} problems`].join('\n'),
  );
  process.exitCode = problems.length > 0 ? 1 : 0;
}
