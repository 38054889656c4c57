import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/**
 * A database up to this size is checked before it is opened, which takes a tenth of a second. With a gigabyte, the window would
 * open seconds later.
 */
const checkedAtStartBytes = 64 * 1024 * 1024;
/** The first minute after a start needs the disk for other work. */
const delayMs = 60_000;

const markOf = (path: string) => `${path}.damaged`;

/** True if the database must be checked before it is opened: it is small, or the last check in the background found damage. */
export function isCheckedAtStart(path: string): boolean {
  return (
    (statSync(path, { throwIfNoEntry: false })?.size ?? 0) <= checkedAtStartBytes || existsSync(markOf(path))
  );
}

/** Removes the mark after a check at the start, whatever it found: a damaged database has been moved away by then. */
export function forgetDamage(path: string): void {
  rmSync(markOf(path), { force: true });
}

interface CheckLargeDatabaseOptions {
  path: string;
  signal: AbortSignal;
  /** Called once. The next start keeps the damaged file aside and creates a new one. */
  damaged: () => void;
  onError: (error: unknown) => void;
  waitMs?: number;
}

/** Checks a database that was too large to be checked at the start, a minute later and in a thread. */
export function checkLargeDatabase({
  path,
  signal,
  damaged,
  onError,
  waitMs = delayMs,
}: CheckLargeDatabaseOptions): void {
  if (isCheckedAtStart(path)) return;
  const check = () => {
    const worker = new Worker(
      new URL(`./check-database-worker${extname(import.meta.url)}`, import.meta.url),
      {
        workerData: { path },
      },
    );
    worker.unref();
    signal.addEventListener('abort', () => void worker.terminate(), { once: true });
    worker.once('error', onError);
    worker.once('message', (found: string) => {
      if (found === 'ok') return;
      writeFileSync(markOf(path), `${found}\n`, { mode: 0o600 });
      damaged();
    });
  };
  const timer = setTimeout(check, waitMs);
  timer.unref();
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
