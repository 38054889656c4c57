// Breaks one rule of the product at a time and looks whether a test sees it:
//   node scripts/mutate.mjs [--seed S] [--count N] [--all] [--only TEXT]
// Works on a copy of the tree in a temporary folder. Prints a table; exits with 1 when a mutant survives that is not among
// the equivalent ones (scripts/equivalent-mutants.json, each with its reason), and when one of those is gone or is seen.
import { fork } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { mutantsOf, mutated } from './mutants.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** A mutant that never ends is one that a test sees: it would never come to its end either. */
const limitMs = 180_000;
const usualCount = 160;

const inFolder = (folder, ...names) => names.map((name) => `${folder}/${name}.test.ts`);

/** Which tests are to see what; the quick ones first. The first that fits counts. */
const relations = [
  ['src-main/loopback/open-app-window', inFolder('src-main/loopback', 'open-app-window')],
  ['src-main/loopback/main', inFolder('src-main/loopback', 'main')],
  ['src-main/loopback/stop-in-order', inFolder('src-main/loopback', 'stop-in-order')],
  ['src-main/loopback/rpc-socket', inFolder('src-main/loopback', 'rpc-socket')],
  ['src-main/loopback/access-rules', inFolder('src-main/loopback', 'access-rules')],
  [
    'src-main/loopback/',
    inFolder('src-main/loopback', 'loopback-server', 'hostile-sockets', 'access-matrix'),
  ],
  ['src-main/host/page-policy', ['src-main/host/page-policy.test.ts']],
  [
    'src-main/service/redaction/redact',
    [
      ...inFolder('src-main/service/redaction', 'redact', 'secret-scanner'),
      ...inFolder('src-main/service/http', 'refusal'),
    ],
  ],
  ['src-main/activity/activity.ts', ['src-main/activity/activity-procedures.test.ts']],
  ['src-main/activity/bundle-parts', inFolder('src-main/activity', 'bundle-parts')],
  ['src-main/activity/command-line', inFolder('src-main/activity', 'command-line')],
  ['src-main/activity/request-log', inFolder('src-main/activity', 'request-log')],
  ['src-main/activity/', inFolder('src-main/activity', 'activity', 'support-bundle')],
];

function filesToBreak() {
  const below = (folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
  return [
    ...below('src-main/loopback'),
    'src-main/host/page-policy.ts',
    'src-main/service/redaction/redact.ts',
    ...below('src-main/activity'),
  ].filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
}

const testsFor = (file) => relations.find(([start]) => file.startsWith(start))?.[1] ?? [];

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

/** A copy of the tree to break; what is built and what is installed stays where it is. */
function copyTree() {
  const copy = mkdtempSync(join(tmpdir(), 'nadir-mutants-'));
  const left = new Set(['node_modules', 'out', 'dist', '.git', 'test-results']);
  for (const name of readdirSync(root)) {
    if (!left.has(name)) cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  return copy;
}

/** A process with a warm Vitest on the copy; another one when it has hung or ended. */
function createRunner(copy) {
  let child = null;

  function answer(of) {
    return new Promise((resolve) => {
      const done = (result) => {
        clearTimeout(late);
        of.off('message', done);
        of.off('exit', ended);
        resolve(result);
      };
      const ended = () => done({ seenBy: 'the end of the process' });
      const late = setTimeout(() => done({ late: true }), limitMs);
      of.on('message', done);
      of.on('exit', ended);
    });
  }

  async function start() {
    child = fork(fileURLToPath(new URL('./mutate-child.mjs', import.meta.url)), {
      cwd: copy,
      // The product's own Node, whatever started this script.
      execPath: join(root, 'node_modules/.bin/node'),
      stdio: 'ignore',
      // A group of its own, so that what hangs below it ends with it.
      detached: true,
    });
    const first = await answer(child);
    if (!first.ready) throw new Error('Vitest did not start on the copy.');
  }

  function stop() {
    if (child?.pid === undefined) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
    child = null;
  }

  return {
    stop,
    /** The test that fails, or null. */
    async run(changed, tests) {
      if (child === null || child.exitCode !== null) await start();
      const answered = answer(child);
      child.send({ changed, tests });
      const { seenBy, late, broken } = await answered;
      if (broken !== undefined) throw new Error(broken);
      if (late) stop();
      return late ? `the time limit of ${limitMs / 1_000} s` : seenBy;
    },
  };
}

async function main() {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: String(usualCount) },
      all: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
    },
  });
  const equivalent = new Map(
    JSON.parse(readFileSync(new URL('./equivalent-mutants.json', import.meta.url), 'utf8')).map(
      ({ mutant, reason }) => [mutant, reason],
    ),
  );
  const every = filesToBreak().flatMap((file) => mutantsOf(root, file));
  const names = new Set(every.map(({ name }) => name));
  const stale = [...equivalent.keys()].filter((name) => !names.has(name));
  const real = every.filter(({ name }) => !equivalent.has(name) && name.includes(values.only));
  const mutants = values.all ? real : chosen(real, Number(values.count), Number(values.seed));
  console.log(
    `${every.length} mutants, ${equivalent.size} of them equivalent; ${mutants.length} are tried.\n`,
  );

  const copy = copyTree();
  const runner = createRunner(copy);
  process.once('exit', runner.stop);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  const survivors = [];
  let restored = [];
  try {
    const tests = [...new Set(mutants.flatMap(({ file }) => testsFor(file)))];
    for (const test of tests) {
      const failing = await runner.run([], [test]);
      if (failing !== null) throw new Error(`${failing} fails before anything is broken.`);
    }
    for (const [index, mutant] of mutants.entries()) {
      const path = join(copy, mutant.file);
      const began = performance.now();
      writeFileSync(path, mutated(mutant));
      // Vitest keeps what it has read: without the file before, the mutant before would be noticed once more.
      const seenBy = await runner.run([...restored, mutant.file], testsFor(mutant.file));
      writeFileSync(path, mutant.source);
      restored = [mutant.file];
      const seconds = ((performance.now() - began) / 1_000).toFixed(1);
      if (seenBy === null) survivors.push(mutant);
      const verdict = seenBy === null ? 'SURVIVED' : 'seen    ';
      const by = seenBy === null ? '' : ` (${basename(seenBy)})`;
      console.log(
        `${String(index + 1).padStart(4)} ${verdict} ${seconds.padStart(6)} s  ${mutant.line}: ${mutant.name}${by}`,
      );
    }
  } finally {
    runner.stop();
    rmSync(copy, { recursive: true, force: true });
  }

  console.log(
    `\nSeed ${values.seed}: ${mutants.length - survivors.length} of ${mutants.length} mutants were seen.`,
  );
  for (const { name } of survivors) console.log(`SURVIVED ${name}`);
  for (const name of stale) console.log(`NO LONGER THERE, though named as equivalent: ${name}`);
  return survivors.length === 0 && stale.length === 0 ? 0 : 1;
}

process.exitCode = await main();
