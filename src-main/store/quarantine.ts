import { lstatSync, renameSync } from 'node:fs';

/** Whether anything has this name, be it a link that leads nowhere. */
const isTaken = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Renames a file that cannot be used beside itself, with its companions (`-wal`), over nothing that is there. Returns the new path. */
export function quarantine(path: string, now: Date, tails: readonly string[] = ['']): string {
  const stem = `${path}.kept-${now.toISOString().replaceAll(':', '-')}`;
  let target = stem;
  for (let count = 2; tails.some((tail) => isTaken(target + tail)); count += 1) target = `${stem}-${count}`;
  for (const tail of tails) {
    if (isTaken(path + tail)) renameSync(path + tail, target + tail);
  }
  return target;
}
