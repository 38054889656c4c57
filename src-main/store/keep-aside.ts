import { lstatSync, renameSync } from 'node:fs';

/** Whether anything has this name, be it a link that leads nowhere. */
const isTaken = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Renames a file that cannot be used beside itself, with its companions (`-wal`), over nothing that is there. Returns the new path. */
export function keepAside(path: string, now: Date, tails: readonly string[] = ['']): string {
  const stem = `${path}.kept-${now.toISOString().replaceAll(':', '-')}`;
  let aside = stem;
  for (let count = 2; tails.some((tail) => isTaken(aside + tail)); count += 1) aside = `${stem}-${count}`;
  for (const tail of tails) {
    if (isTaken(path + tail)) renameSync(path + tail, aside + tail);
  }
  return aside;
}
