// Static checks, each a command of its own. `node scripts/check.mjs` runs them all and exits non-zero when one fails.
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { checkReferences } from './check-references.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (path) => join(root, 'node_modules', path);
const execute = promisify(execFile);
/** A compiler takes one core and up to a gigabyte. */
const mostAtOnce = Math.min(4, availableParallelism());

/** Runs a command of Node; its whole output is told if it fails. */
async function run(args) {
  try {
    const { stdout, stderr } = await execute(process.execPath, args, {
      cwd: root,
      maxBuffer: 64 * 1024 * 1024,
    });
    return { ok: true, output: `${stdout}${stderr}` };
  } catch (error) {
    return { ok: false, output: `${error.stdout ?? ''}${error.stderr ?? ''}` || String(error) };
  }
}

const tsc = (project) => () => run([bin('typescript/bin/tsc'), '-p', join(root, project)]);

function references() {
  const { problems } = checkReferences(root);
  return { ok: problems.length === 0, output: problems.join('\n') };
}

const checks = [
  ['lint and format', () => run([bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'])],
  ['types: shared', tsc('src-shared')],
  ['types: contract', tsc('src-preload')],
  ['types: preload', tsc('src-preload/tsconfig.preload.json')],
  ['types: main', tsc('src-main')],
  ['types: renderer', tsc('src-renderer')],
  ['types: tests of the renderer', tsc('src-renderer/tsconfig.test.json')],
  ['types: e2e', tsc('e2e')],
  ['types: bench', tsc('bench')],
  [
    'layers',
    () =>
      run([
        '--import',
        new URL('swc-reads-tsx.mjs', import.meta.url).href,
        bin('dependency-cruiser/bin/dependency-cruise.mjs'),
        '--config',
        '.dependency-cruiser.cjs',
        'src-main',
        'src-preload',
        'src-shared',
        'src-renderer',
        'testing',
      ]),
  ],
  ['unused files, exports and packages', () => run([bin('knip/bin/knip.js'), '--no-progress'])],
  ['references in comments and documents', references],
];

async function runCheck([name, check]) {
  const started = performance.now();
  const { ok, output } = await check();
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (!ok) console.log(output);
  return ok;
}

/** @returns {Promise<{ passed: number, failed: number, failures: string[] }>} */
export async function runChecks() {
  const waiting = checks.values();
  const failures = [];
  const worker = async () => {
    for (const check of waiting) if (!(await runCheck(check))) failures.push(`check: ${check[0]}`);
  };
  await Promise.all(Array.from({ length: mostAtOnce }, worker));
  return { passed: checks.length - failures.length, failed: failures.length, failures };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = (await runChecks()).failed > 0 ? 1 : 0;
