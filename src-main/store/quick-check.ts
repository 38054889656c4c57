import type { DatabaseSync } from 'node:sqlite';

/** Reads every page once, which finds torn and foreign pages. Returns `ok` or the first problem. */
export function quickCheck(database: DatabaseSync): string {
  return String(database.prepare('PRAGMA quick_check(1)').get()?.quick_check);
}
