import type { DatabaseSync } from 'node:sqlite';

/** Reads every page once, which catches torn and foreign ones. Returns `ok` or the first thing that is wrong. */
export function quickCheck(database: DatabaseSync): string {
  return String(database.prepare('PRAGMA quick_check(1)').get()?.quick_check);
}
