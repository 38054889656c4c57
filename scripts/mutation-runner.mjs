// Runs the tests that should notice a mutant, on copies of the tree, for scripts/mutate.mjs.
import { fork } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mutated } from './mutants.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

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

/**
 * A process with a warm Vitest on a copy of its own; another one when it has hung or ended.
 * @param {{ limitMs: number }} options After how long a test that does not end counts as one that notices: the mutant would never come
 *   to its end either.
 */
export function createMutationRunner({ limitMs }) {
  const copy = copyTree();
  let child = null;
  let restored = [];

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

  /** The test that fails, or null. */
  async function run(changed, tests) {
    if (child === null || child.exitCode !== null) await start();
    const answered = answer(child);
    child.send({ changed, tests });
    const { seenBy, late, broken } = await answered;
    if (broken !== undefined) throw new Error(broken);
    if (late) stop();
    return late ? `the time limit of ${limitMs / 1_000} s` : seenBy;
  }

  return {
    run,
    /** The test that notices the mutant, or null. */
    async runMutant(mutant, tests) {
      const path = join(copy, mutant.file);
      writeFileSync(path, mutated(mutant));
      // Vitest keeps what it has read: without the file before, the mutant before would be noticed once more.
      let changed = [...restored, mutant.file];
      let seenBy = null;
      for (const test of tests) {
        seenBy = await run(changed, [test]);
        changed = [];
        if (seenBy !== null) break;
      }
      writeFileSync(path, mutant.source);
      restored = [mutant.file];
      return seenBy;
    },
    /** Ends the process and removes the copy. */
    close() {
      stop();
      rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
