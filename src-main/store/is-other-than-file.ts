import { lstatSync, statSync } from 'node:fs';

/**
 * True if the path is something other than a file: a folder, a pipe, a link to nowhere or in a circle. Opening a pipe would block
 * until somebody writes into it. False if the path does not exist.
 */
export function isOtherThanFile(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return false;
  try {
    return !statSync(path).isFile();
  } catch {
    return true;
  }
}
