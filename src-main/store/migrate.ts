import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Migration } from './store.ts';

const versionRow = z.object({ domain: z.string(), version: z.number() });

/** The database was written by a newer Nadir; using it could lose data that this version does not know. */
export class NewerDatabaseError extends Error {}

function inTransaction(database: DatabaseSync, run: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    run();
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Updates every domain's tables to the newest version, each step in its own transaction. In a new database all steps are one
 * transaction, because each commit waits for the disk.
 */
export function migrate(database: DatabaseSync, migrations: readonly Migration[]): void {
  database.exec(
    'CREATE TABLE IF NOT EXISTS migration (domain TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT',
  );
  const reached = new Map(
    database
      .prepare('SELECT domain, version FROM migration')
      .all()
      .map((raw) => {
        const row = versionRow.parse(raw);
        return [row.domain, row.version] as const;
      }),
  );
  const newest = new Map<string, number>();
  for (const { domain, version } of migrations)
    newest.set(domain, Math.max(version, newest.get(domain) ?? 0));
  for (const [domain, version] of reached) {
    if (version > (newest.get(domain) ?? 0))
      throw new NewerDatabaseError(`${domain} is at version ${version}`);
  }
  const steps = migrations
    .filter(({ domain, version }) => version > (reached.get(domain) ?? 0))
    .toSorted((a, b) => a.version - b.version);
  const take = ({ domain, version, sql }: Migration) => {
    database.exec(sql);
    database
      .prepare(
        'INSERT INTO migration VALUES (:domain, :version) ON CONFLICT (domain) DO UPDATE SET version = :version',
      )
      .run({ domain, version });
  };
  if (reached.size === 0) inTransaction(database, () => steps.forEach(take));
  else for (const step of steps) inTransaction(database, () => take(step));
}
