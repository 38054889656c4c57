import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'nadir-self-test-';
/** No self-test takes so long. */
const oldMs = 60 * 60 * 1_000;

/** Removes what it can of a folder. Windows keeps a file that the process, or one of Chromium's, has still open. */
export function removeWorkFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // The next self-test removes the rest.
  }
}

/** Makes a folder in the system's place for temporary ones, and removes those that earlier self-tests had to leave. */
export function makeWorkFolder(parent = tmpdir(), now = Date.now()): string {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(parent, name);
    const info = statSync(path, { throwIfNoEntry: false });
    if (info?.isDirectory() && now - info.mtimeMs > oldMs) removeWorkFolder(path);
  }
  return mkdtempSync(join(parent, prefix));
}
