import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Migration } from './store.ts';

const versionRow = z.object({ domain: z.string(), version: z.number() });

/** The database was written by a newer Nadir; using it could lose data that this version does not know. */
export class NewerDatabaseError extends Error {}

/** Updates every domain's tables to the newest version, each step in its own transaction. */
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
  for (const step of migrations.toSorted((a, b) => a.version - b.version)) {
    if (step.version <= (reached.get(step.domain) ?? 0)) continue;
    database.exec('BEGIN IMMEDIATE');
    try {
      database.exec(step.sql);
      database
        .prepare(
          'INSERT INTO migration VALUES (:domain, :version) ON CONFLICT (domain) DO UPDATE SET version = :version',
        )
        .run({ domain: step.domain, version: step.version });
      database.exec('COMMIT');
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
    reached.set(step.domain, step.version);
  }
}
