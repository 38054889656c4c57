import { existsSync, renameSync } from 'node:fs';

/** Renames a file that cannot be used beside itself, with its companions (`-wal`), over nothing that is there. Returns the new path. */
export function keepAside(path: string, now: Date, tails: readonly string[] = ['']): string {
  const stem = `${path}.kept-${now.toISOString().replaceAll(':', '-')}`;
  let aside = stem;
  for (let count = 2; tails.some((tail) => existsSync(aside + tail)); count += 1) aside = `${stem}-${count}`;
  for (const tail of tails) {
    if (existsSync(path + tail)) renameSync(path + tail, aside + tail);
  }
  return aside;
}
