import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Matches the files that Nadir itself writes into a data folder. A folder that the user chose may hold other files, which stay
 * unchanged.
 */
const own =
  /^(?:nadir\.db|lock\.db|lock-owner\.json|settings\.json|connections\.json|nadir\.log)(?:[.-].*)?$/;

/**
 * Removes the access of other users to the files of Nadir, because orders and their locations are private: files of an older Nadir,
 * or copied from elsewhere, may be readable by others. A file of another owner stays unchanged.
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
        // The file was deleted meanwhile, is a link to nowhere, or is not ours.
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
