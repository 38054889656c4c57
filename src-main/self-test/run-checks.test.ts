import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Check, type CheckContext, failed, NotTriedError, notTried, type Outcome, ok } from './check.ts';
import type { CheckResult } from './report.ts';
import { runChecks } from './run-checks.ts';

let workFolder: string;
beforeEach(() => {
  workFolder = mkdtempSync(join(tmpdir(), 'nadir-checks-'));
});
afterEach(() => rmSync(workFolder, { recursive: true, force: true }));

const check = (name: string, run: (context: CheckContext) => Promise<Outcome>): Check => ({
  name,
  proves: `that of ${name}`,
  run,
});
const never = () => new Promise<Outcome>(() => undefined);

async function run(checks: Check[], { stop = new AbortController().signal, limitMs = 5_000 } = {}) {
  const told: CheckResult[] = [];
  const results = await runChecks(checks, { workFolder, stop, limitMs, onResult: (each) => told.push(each) });
  expect(told).toEqual(results);
  return results.map(({ outcome, words }) => [outcome, words]);
}

it('runs each check in turn and tells what it found, with its time', async () => {
  const results = await runChecks([check('one', async () => ok('fine'))], {
    workFolder,
    stop: new AbortController().signal,
    onResult: () => undefined,
  });
  expect(results).toEqual([
    { name: 'one', proves: 'that of one', outcome: 'ok', words: 'fine', milliseconds: expect.any(Number) },
  ]);
});

it('takes an error for a failure, with its first line, and goes on', async () => {
  const outcomes = await run([
    check('rejects', async () => Promise.reject(new Error('the disk is gone\nat a.ts:1'))),
    check('throws at once', () => {
      throw new Error('not today');
    }),
    check('throws no error', () => Promise.reject('')),
    check('needs another', async () => Promise.reject(new NotTriedError('there is no window'))),
    check('fails', async () => failed('no')),
    check('is not tried', async () => notTried('no means')),
  ]);
  expect(outcomes).toEqual([
    ['failed', 'the disk is gone'],
    ['failed', 'not today'],
    ['failed', 'an error without words'],
    ['not tried', 'there is no window'],
    ['failed', 'no'],
    ['not tried', 'no means'],
  ]);
});

it('ends a check that hangs, lets it put away what it began, and goes on', async () => {
  let isPutAway = false;
  const outcomes = await run(
    [
      check('hangs', async ({ signal }) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        await new Promise((resolve) => setTimeout(resolve, 50));
        isPutAway = true;
        return ok('too late');
      }),
      check('sees it', async () => ok(String(isPutAway))),
    ],
    { limitMs: 100 },
  );
  expect(outcomes).toEqual([
    ['failed', 'nothing came within 0 s'],
    ['ok', 'true'],
  ]);
});

it('gives each check a folder of its own and removes it', async () => {
  const folders: string[] = [];
  const leave = async ({ folder }: CheckContext) => {
    folders.push(folder);
    writeFileSync(join(folder, 'left'), 'behind');
    return ok('');
  };
  await run([check('one', leave), check('other', leave)]);
  expect(new Set(folders).size).toBe(2);
  expect(folders.filter(existsSync)).toEqual([]);
  expect(readdirSync(workFolder)).toEqual([]);
});

it('tries nothing more once the user ends it', async () => {
  const stop = new AbortController();
  const ran: string[] = [];
  const outcomes = await run(
    [
      check('is under way', ({ signal }) => {
        setTimeout(() => stop.abort(), 20);
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve(ok('late'))));
      }),
      check('comes later', async () => {
        ran.push('later');
        return ok('');
      }),
    ],
    { stop: stop.signal },
  );
  expect(outcomes).toEqual([
    ['not tried', 'the self-test was ended'],
    ['not tried', 'the self-test was ended'],
  ]);
  expect(ran).toEqual([]);
});

it('waits for a check that never ends no longer than it has to', async () => {
  const started = performance.now();
  expect(await run([check('never', never)], { limitMs: 50 })).toEqual([
    ['failed', 'nothing came within 0 s'],
  ]);
  expect(performance.now() - started).toBeLessThan(10_000);
});
