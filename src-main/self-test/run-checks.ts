import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Check, failed, NotTriedError, notTried, type Outcome } from './check.ts';
import type { CheckResult } from './report.ts';

/** The usual time of one check. */
export const checkLimitMs = 20_000;
/** A check whose time is over has so long to put away what it began. */
const cleanUpMs = 3_000;
const mostCharacters = 600;

/** What a machine says of an error is long; its first line says what is wrong. */
export function errorWords(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split('\n')[0] ?? '').slice(0, mostCharacters) || 'an error without words';
}

interface RunOptions {
  /** An empty folder, in which each check has its own. */
  workFolder: string;
  /** Aborted when the user ends the self-test. */
  stop: AbortSignal;
  limitMs?: number;
  /** Called after each check, in their order. */
  onResult: (result: CheckResult) => void;
}

async function runWithin(check: Check, folder: string, limitMs: number, stop: AbortSignal): Promise<Outcome> {
  const over = new AbortController();
  const outcome = new Promise<Outcome>((resolve) => {
    // The function is async, so that a check that throws at once fails like any other.
    void (async () => check.run({ folder, signal: over.signal }))().then(resolve, (error: unknown) =>
      resolve(error instanceof NotTriedError ? notTried(error.message) : failed(errorWords(error))),
    );
  });
  const late = new AbortController();
  const limit = wait(limitMs, failed(`nothing came within ${Math.round(limitMs / 1_000)} s`), {
    signal: late.signal,
  }).catch(() => failed('the time of this check was not kept'));
  const stopped = new Promise<Outcome>((resolve) =>
    stop.addEventListener('abort', () => resolve(notTried('the self-test was ended')), {
      once: true,
      signal: late.signal,
    }),
  );
  try {
    return await Promise.race([outcome, limit, stopped]);
  } finally {
    over.abort();
    await Promise.race([outcome, wait(cleanUpMs, null, { ref: false })]);
    late.abort();
  }
}

/** Runs the checks one after another, each in its time and its folder, and returns what they found. */
export async function runChecks(
  checks: readonly Check[],
  { workFolder, stop, limitMs = checkLimitMs, onResult }: RunOptions,
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const [index, check] of checks.entries()) {
    const folder = join(workFolder, `check-${index + 1}`);
    const started = performance.now();
    let found = notTried('the self-test was ended');
    if (!stop.aborted) {
      mkdirSync(folder, { mode: 0o700 });
      found = await runWithin(check, folder, limitMs, stop);
      // What a hanging check holds open goes with the folder around it.
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    }
    const result: CheckResult = {
      name: check.name,
      proves: check.proves,
      outcome: found.outcome,
      words: found.words.slice(0, mostCharacters),
      milliseconds: Math.round(performance.now() - started),
    };
    results.push(result);
    onResult(result);
  }
  return results;
}
