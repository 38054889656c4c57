// Breaks one rule of the product at a time and looks whether a test notices:
//   node scripts/mutate.mjs [--seed S] [--count N] [--all] [--only TEXT] [--folder NAME] [--workers N]
// Works on copies of the tree in a temporary folder. Prints a table and a score. Without a folder it tries the files of which every
// mutant must be noticed; with one (service, outbox, downloads, loopback, electron) it tries a sample of that part, of which a share must be.
// Exits with 1 when fewer are noticed, when a mutant survives in a file of the first kind that is not among the equivalent ones
// (scripts/equivalent-mutants.json, each with its reason), and when one of those is gone.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { mutantsOf } from './mutants.mjs';
import { createMutationRunner } from './mutation-runner.mjs';
import { createRelatedTests } from './related-tests.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Of one test: several times as long as any takes on a busy machine, without being the end of a run that hangs often. */
const limitMs = 60_000;
const usualCount = 160;
const usualCountOfFolder = 80;
/** Of a folder's sample, how many must be noticed. */
const leastPercent = 80;
/** The folders of each part that can be tried by itself. */
const folders = {
  service: ['src-main/service'],
  outbox: ['src-main/features/outbox'],
  downloads: ['src-main/features/downloads', 'src-main/transfer'],
  loopback: ['src-main/loopback'],
  electron: ['src-main/electron'],
};

const inFolder = (folder, ...names) => names.map((name) => `${folder}/${name}.test.ts`);

/** Which tests are to notice what, where imports do not tell; the quick ones first. The first that fits counts. */
const relations = [
  ['src-main/loopback/open-app-window', inFolder('src-main/loopback', 'open-app-window')],
  ['src-main/loopback/accepted-languages', inFolder('src-main/loopback', 'accepted-languages')],
  ['src-main/loopback/desktop', inFolder('src-main/loopback', 'desktop')],
  ['src-main/loopback/main', inFolder('src-main/loopback', 'main')],
  ['src-main/loopback/stop-in-order', inFolder('src-main/loopback', 'stop-in-order')],
  ['src-main/loopback/rpc-socket', inFolder('src-main/loopback', 'rpc-socket')],
  ['src-main/loopback/access-rules', inFolder('src-main/loopback', 'access-rules')],
  [
    'src-main/loopback/file-route',
    inFolder('src-main/loopback', 'file-route', 'loopback-server', 'hostile-sockets', 'access-matrix'),
  ],
  [
    'src-main/loopback/',
    inFolder('src-main/loopback', 'loopback-server', 'hostile-sockets', 'access-matrix'),
  ],
  ['src-main/host/page-policy', ['src-main/host/page-policy.test.ts']],
  [
    'src-main/service/redaction/redact.ts',
    [
      ...inFolder('src-main/service/redaction', 'redact', 'secret-scanner'),
      ...inFolder('src-main/service/http', 'refusal'),
    ],
  ],
  // The host is started by a test harness that imports it by name.
  ...[
    'harden',
    'port-bridge',
    'launcher',
    'debugging-switches',
    'end-in-order',
    'restart-nadir',
    'electron-platform',
  ].map((name) => [
    `src-main/electron/${name}.ts`,
    inFolder('src-main/electron', 'main', 'downloads-on-desktop'),
  ]),
  ...['answer-cache', 'cancelled-requests', 'app-scheme'].map((name) => [
    `src-main/electron/${name}.ts`,
    inFolder('src-main/electron', 'app-scheme', 'main'),
  ]),
  ['src-main/electron/main-window', inFolder('src-main/electron', 'main-window', 'main')],
  ['src-main/electron/app-menu', inFolder('src-main/electron', 'app-menu', 'main')],
  ['src-main/electron/page-trouble', inFolder('src-main/electron', 'page-trouble', 'main')],
  ['src-main/electron/window-state', inFolder('src-main/electron', 'window-state', 'main-window', 'main')],
  ['src-main/electron/desktop-notices', inFolder('src-main/electron', 'desktop-notices', 'main')],
  ['src-main/electron/system-proxy', inFolder('src-main/electron', 'system-proxy')],
  ['src-main/electron/', inFolder('src-main/electron', 'main')],
  ['src-main/features/support/activity.ts', ['src-main/features/support/activity-procedures.test.ts']],
  ['src-main/features/support/bundle-parts', inFolder('src-main/features/support', 'bundle-parts')],
  ['src-main/features/support/command-line', inFolder('src-main/features/support', 'command-line')],
  ['src-main/features/support/request-log', inFolder('src-main/features/support', 'request-log')],
  ['src-main/features/support/', inFolder('src-main/features/support', 'activity', 'support-bundle')],
];

const sourcesBelow = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${name}`)
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));

/** Of these every mutant must be noticed. */
const strictFiles = () => [
  ...sourcesBelow('src-main/loopback'),
  'src-main/host/page-policy.ts',
  'src-main/service/redaction/redact.ts',
  ...sourcesBelow('src-main/features/support').filter((path) => !/support\/updates\//.test(path)),
];

const relatedTests = createRelatedTests(root);
const testsFor = (file) => relations.find(([start]) => file.startsWith(start))?.[1] ?? relatedTests(file);

/** A row of numbers that is the same for the same seed (mulberry32). */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Some of each file, as many as its part of all, at least one: chosen by the seed. */
function chosen(mutants, count, seed) {
  const random = randomFrom(seed);
  const files = [...new Set(mutants.map(({ file }) => file))];
  return files.flatMap((file) => {
    const own = mutants.filter((mutant) => mutant.file === file);
    const share = Math.max(1, Math.ceil((own.length * count) / mutants.length));
    const shuffled = own.map((mutant) => ({ mutant, order: random() })).sort((a, b) => a.order - b.order);
    return shuffled.slice(0, share).map(({ mutant }) => mutant);
  });
}

/** The same for the same seed, whatever else of the folder changes: each mutant's place depends on its own name only. */
function sampled(mutants, count, seed) {
  const place = (name) => createHash('sha256').update(`${seed} ${name}`).digest('hex');
  const placed = mutants.map((mutant) => ({ mutant, order: place(mutant.name) }));
  return placed
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

/** Each item once, by whichever runner is free. */
async function eachWith(runners, items, action) {
  const queue = items.values();
  await Promise.all(
    runners.map(async (runner) => {
      for (const item of queue) await action(runner, item);
    }),
  );
}

/** How long each test takes, all of them passing: what fails before anything is broken says nothing about a mutant. */
async function timed(runners, tests) {
  const secondsOf = new Map();
  await eachWith(runners, tests, async (runner, test) => {
    const began = performance.now();
    const failing = await runner.run([], [test]);
    if (failing !== null) throw new Error(`${failing} fails before anything is broken.`);
    secondsOf.set(test, (performance.now() - began) / 1_000);
  });
  return secondsOf;
}

/** The test of the same name, then the others, the quick ones first. */
function inOrder(tests, file, secondsOf) {
  const seconds = (test) => (test === file.replace(/\.ts$/, '.test.ts') ? 0 : secondsOf.get(test));
  return tests.toSorted((a, b) => seconds(a) - seconds(b));
}

function readEquivalent() {
  const path = new URL('./equivalent-mutants.json', import.meta.url);
  return new Set(JSON.parse(readFileSync(path, 'utf8')).map(({ mutant }) => mutant));
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string' },
      all: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [''] },
      folder: { type: 'string' },
      workers: { type: 'string', default: '1' },
    },
  });
  if (values.folder !== undefined && !Object.hasOwn(folders, values.folder))
    throw new Error(`--folder is one of ${Object.keys(folders).join(', ')}.`);
  const count = Number(values.count ?? (values.folder ? usualCountOfFolder : usualCount));
  return { ...values, seed: Number(values.seed), count, workers: Number(values.workers) };
}

/** The mutants that are tried, and those named as equivalent that the code no longer has. */
function readMutants({ folder, only, all, count, seed }) {
  const strict = new Set(strictFiles());
  const files = [...new Set([...strict, ...Object.values(folders).flat().flatMap(sourcesBelow)])];
  const every = files.flatMap((file) => mutantsOf(root, file));
  const equivalent = readEquivalent();
  const names = new Set(every.map(({ name }) => name));
  const isOfRun = ({ file }) =>
    folder ? folders[folder].some((each) => file.startsWith(`${each}/`)) : strict.has(file);
  const ofRun = every.filter(isOfRun);
  const real = ofRun.filter(({ name }) => !equivalent.has(name) && only.some((text) => name.includes(text)));
  const choose = folder ? sampled : chosen;
  const mutants = all ? real : choose(real, count, seed);
  console.log(`${ofRun.length} mutants, of which ${mutants.length} are tried.\n`);
  return { mutants, strict, stale: [...equivalent].filter((name) => !names.has(name)) };
}

async function main() {
  const options = readOptions();
  const { mutants, strict, stale } = readMutants(options);
  const runners = Array.from({ length: options.workers }, () => createMutationRunner({ limitMs }));
  process.once('exit', () => {
    for (const runner of runners) runner.close();
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

  const survivors = [];
  const tests = [...new Set(mutants.flatMap(({ file }) => testsFor(file)))];
  const secondsOf = await timed(runners, tests);
  await eachWith(runners, [...mutants.entries()], async (runner, [index, mutant]) => {
    const began = performance.now();
    const seenBy = await runner.runMutant(mutant, inOrder(testsFor(mutant.file), mutant.file, secondsOf));
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    if (seenBy === null) survivors.push(mutant);
    const verdict = seenBy === null ? 'SURVIVED' : 'seen    ';
    const by = seenBy === null ? '' : ` (${basename(seenBy)})`;
    console.log(
      `${String(index + 1).padStart(4)} ${verdict} ${seconds.padStart(6)} s  ${mutant.line}: ${mutant.name}${by}`,
    );
  });

  const seen = mutants.length - survivors.length;
  const percent = mutants.length === 0 ? 100 : (100 * seen) / mutants.length;
  console.log(
    `\n${options.folder ?? 'All files'}, seed ${options.seed}: ${seen} of ${mutants.length} mutants were seen, ${percent.toFixed(1)} %.`,
  );
  for (const { name } of survivors) console.log(`SURVIVED ${name}`);
  for (const name of stale) console.log(`NO LONGER THERE, though named as equivalent: ${name}`);
  const strictSurvivors = survivors.filter(({ file }) => strict.has(file));
  return strictSurvivors.length === 0 && stale.length === 0 && percent >= leastPercent ? 0 : 1;
}

process.exit(await main());
