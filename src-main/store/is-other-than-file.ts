import { lstatSync, statSync } from 'node:fs';

/**
 * Whether something else than a file has this name: a folder, a pipe, a link that leads nowhere or in a circle. Opening a
 * pipe would wait until somebody writes into it. False where nothing has the name.
 */
export function isOtherThanFile(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return false;
  try {
    return !statSync(path).isFile();
  } catch {
    return true;
  }
}
