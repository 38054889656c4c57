// `npm test`: static checks, unit tests, the production build, e2e. Ends with one line: N passed, N failed.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChecks } from './check.mjs';
import { ensureSystemPackages } from './system-packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (path) => join(root, 'node_modules', path);

function run(name, args, env = {}) {
  console.log(`\n— ${name}`);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/** A runner that ends badly without saying which test failed counts as one failure. */
function counted(code, passed, failed, failures = []) {
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed, failures };
}

/**
 * The failed tests of Vitest's report, each with its file and the first lines of its error: a random test names its seed and the
 * values that failed there.
 */
function unitFailures(report) {
  return report.testResults.flatMap((file) =>
    file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => {
        const reason = (failureMessages[0] ?? '').split('\n').slice(0, 3).join(' ');
        return `${relative(root, file.name)}: ${fullName}: ${reason.slice(0, 1_000)}`;
      }),
  );
}

/** The failed and flaky tests of Playwright's report. */
function endToEndFailures(suite) {
  const own = (suite.specs ?? [])
    .filter(({ ok, tests }) => !ok || tests.some(({ status }) => status === 'flaky'))
    .map(({ file, title }) => `${file}: ${title}`);
  return [...own, ...(suite.suites ?? []).flatMap(endToEndFailures)];
}

async function unitTests(reports) {
  const path = join(reports, 'unit.json');
  const code = await run('unit tests', [
    bin('vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${path}`,
  ]);
  const report = readReport(path);
  const failures = report === null ? [] : unitFailures(report);
  return counted(code, report?.numPassedTests ?? 0, report?.numFailedTests ?? 0, failures);
}

async function build() {
  const code = await run('build', [bin('electron-vite/bin/electron-vite.js'), 'build', '--logLevel', 'warn']);
  return counted(code, code === 0 ? 1 : 0, 0);
}

async function endToEnd(reports) {
  const path = join(reports, 'e2e.json');
  const code = await run('end to end', [bin('@playwright/test/cli.js'), 'test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: path,
  });
  const report = readReport(path);
  const stats = report?.stats;
  const failures = report === null ? [] : endToEndFailures(report);
  return counted(code, stats?.expected ?? 0, (stats?.unexpected ?? 0) + (stats?.flaky ?? 0), failures);
}

const reports = mkdtempSync(join(tmpdir(), 'nadir-reports-'));
try {
  const missing = ensureSystemPackages();
  if (missing.length > 0)
    console.log(`Missing on this system: ${missing.join(', ')}. Tests that need them fail.`);
  console.log('— static checks');
  const results = [await runChecks(), await unitTests(reports), await build(), await endToEnd(reports)];
  // Named again at the end, because the line of a failure is long gone by then.
  for (const failure of results.flatMap(({ failures = [] }) => failures)) console.log(`Failed: ${failure}`);
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
} finally {
  rmSync(reports, { recursive: true, force: true });
}
