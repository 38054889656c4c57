import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isOtherThanFile } from '../../store/is-other-than-file.ts';
import { quarantine } from '../../store/quarantine.ts';

interface AppLog {
  info(event: string, details?: Record<string, unknown>): void;
  defect(details: { reference: string; path: string; error: unknown }): void;
}

const rotateBytes = 2 * 1_024 * 1_024;

/**
 * Writes JSON lines to `logs/nadir.log` and keeps one older file; every line passes the redactor. A full disk stops the log, not
 * the application.
 */
export function createAppLog(options: {
  folder: string;
  now: () => Date;
  redact: (text: string) => string;
}): AppLog {
  const folder = join(options.folder, 'logs');
  const path = join(folder, 'nadir.log');
  function write(level: string, event: string, details: Record<string, unknown>) {
    try {
      mkdirSync(folder, { recursive: true });
      // Writing into a pipe would block until somebody reads it.
      if (isOtherThanFile(path)) quarantine(path, options.now());
      const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (size > rotateBytes) renameSync(path, `${path}.1`);
      const line = JSON.stringify({ at: options.now().toISOString(), level, event, ...details });
      appendFileSync(path, `${options.redact(line)}\n`, { mode: 0o600 });
    } catch {
      // There is nowhere to write to; what the user must know is shown on screen.
    }
  }
  return {
    info: (event, details = {}) => write('info', event, details),
    defect({ reference, path: where, error }) {
      const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
      const cause = error instanceof Error && error.cause !== undefined ? String(error.cause) : undefined;
      write('error', 'defect', { reference, where, stack, cause });
    },
  };
}
