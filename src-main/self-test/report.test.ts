import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { failed, ok } from './check.ts';
import { readReport, reportPath, type SelfTestReport, writeReport } from './report.ts';
import { runSelfTest } from './run-self-test.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-report-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const report: SelfTestReport = {
  version: 1,
  madeAt: '2026-01-02T03:04:05.000Z',
  nadir: '1.2.3',
  host: 'loopback',
  system: 'Linux 6 x64',
  versions: { node: '24' },
  checks: [{ name: 'SQLite', proves: 'all', outcome: 'ok', words: 'fine', milliseconds: 3 }],
};

function write(text: string) {
  mkdirSync(dirname(reportPath(folder)), { recursive: true });
  writeFileSync(reportPath(folder), text);
}

it('is there as it was written, and a later one takes its place', async () => {
  expect(await readReport(folder)).toBeNull();
  writeReport(folder, report);
  expect(await readReport(folder)).toEqual(report);
  writeReport(folder, { ...report, nadir: '2.0.0' });
  expect((await readReport(folder))?.nadir).toBe('2.0.0');
  expect(readdirSync(dirname(reportPath(folder)))).toEqual(['self-test.json']);
});

it.each([
  ['no JSON', 'not JSON'],
  ['another shape', '{"version":1}'],
  ['one of a later Nadir', JSON.stringify({ ...report, version: 2 })],
  ['too many bytes', JSON.stringify({ ...report, system: ' '.repeat(300_000) })],
])('is refused where it is %s', async (_name, text) => {
  write(text);
  await expect(readReport(folder)).rejects.toThrow();
});

function runWith(options: Partial<Parameters<typeof runSelfTest>[0]>) {
  const printed: string[] = [];
  const exitCode = runSelfTest({
    host: 'loopback',
    version: '1.2.3',
    dataFolder: folder,
    workFolder: mkdtempSync(join(folder, 'work-')),
    checks: [{ name: 'one', proves: 'all', run: async () => ok('fine') }],
    stop: new AbortController().signal,
    print: (text) => printed.push(text),
    ...options,
  });
  return { exitCode, text: () => printed.join('') };
}

it('has a line for each check, one for all of them, and 0 if nothing failed', async () => {
  const { exitCode, text } = runWith({ now: () => new Date('2026-01-02T03:04:05Z') });
  expect(await exitCode).toBe(0);
  expect(text()).toMatch(
    /^Nadir 1\.2\.3 tests itself: loopback host, node \S+, \S+ \S+ \S+\n\nok +one {2}fine \(\d+ ms\)\n/,
  );
  expect(text()).toContain(`\n1 ok, 0 failed, 0 not tried. The report is ${reportPath(folder)};`);
  expect(await readReport(folder)).toMatchObject({ madeAt: '2026-01-02T03:04:05.000Z', nadir: '1.2.3' });
});

it('has 1 if something failed, if nobody let it end, and if the report cannot be kept', async () => {
  const failing = { name: 'one', proves: 'all', run: async () => failed('it is broken. Mend it.') };
  const one = runWith({ checks: [failing] });
  expect(await one.exitCode).toBe(1);
  expect(one.text()).toMatch(/^failed +one {2}it is broken\. Mend it\. \(\d+ ms\)$/m);

  const stopped = runWith({ stop: AbortSignal.abort() });
  expect(await stopped.exitCode).toBe(1);
  expect(stopped.text()).toContain('not tried  one  the self-test was ended');

  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  const nowhere = runWith({ dataFolder: file });
  expect(await nowhere.exitCode).toBe(1);
  expect(nowhere.text()).toContain(`The report could not be written to ${file}: `);
});

// `mkdir` with `recursive` tries for ever below `/proc`.
it.runIf(process.platform === 'linux')('is given up where there can be no folder', async () => {
  const { exitCode, text } = runWith({ dataFolder: '/proc/none' });
  expect(await exitCode).toBe(1);
  expect(text()).toContain('The report could not be written to /proc/none: ');
});
