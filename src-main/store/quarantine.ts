import { lstatSync, renameSync } from 'node:fs';

/** True if the path exists, even as a link to nowhere. */
const isTaken = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Renames an unusable file, and its companions (`-wal`), within its folder without overwriting anything. Returns the new path. */
export function quarantine(path: string, now: Date, tails: readonly string[] = ['']): string {
  const stem = `${path}.kept-${now.toISOString().replaceAll(':', '-')}`;
  let target = stem;
  for (let count = 2; tails.some((tail) => isTaken(target + tail)); count += 1) target = `${stem}-${count}`;
  for (const tail of tails) {
    if (isTaken(path + tail)) renameSync(path + tail, target + tail);
  }
  return target;
}
