import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What Nadir itself writes into a data folder. A folder that somebody named may hold other things, which are left alone. */
const own =
  /^(?:nadir\.db|lock\.db|lock-owner\.json|settings\.json|connections\.json|nadir\.log)(?:[.-].*)?$/;

/**
 * What is ordered, and where, is nobody else's on this machine: files of an older Nadir, or copied from elsewhere, that others
 * can read are made its user's alone. One that belongs to somebody else stays as it is.
 */
export function makePrivate(folder: string): void {
  if (process.platform === 'win32') return;
  for (const place of [folder, join(folder, 'logs')]) {
    for (const name of namesIn(place)) {
      if (!own.test(name)) continue;
      try {
        const path = join(place, name);
        const found = statSync(path);
        if (found.isFile() && (found.mode & 0o077) !== 0) chmodSync(path, 0o600);
      } catch {
        // Gone meanwhile, a link that leads nowhere, or not ours.
      }
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
