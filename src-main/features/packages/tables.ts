import type { Migration } from '../../store/store.ts';

/**
 * The tables of items that packages have had. `acceptance` is one package that was made or accepted; its rows count only when its
 * state is `done`, so that they are stored as a whole or not at all, although they are written in slices. `prepared_steps` are the
 * steps of prepared rows that are taken back if a crash interrupts it.
 *
 * `known` has the hash of the content that an item had in the package (null if it was removed), and its revisions, newest last.
 * `event` has what happened to drafts and prepared tasks, `sent` the drafts that other data folders have sent, as packages said.
 */
export const handoverMigrations: Migration[] = [
  {
    domain: 'handover',
    version: 1,
    sql: `
    CREATE TABLE handover_acceptance (
      acceptance_id INTEGER PRIMARY KEY AUTOINCREMENT,
      package_id TEXT NOT NULL,
      direction TEXT NOT NULL,
      person TEXT NOT NULL,
      at TEXT NOT NULL,
      state TEXT NOT NULL,
      prepared_steps TEXT NOT NULL
    ) STRICT;
    CREATE TABLE handover_known (
      kind TEXT NOT NULL,
      id TEXT NOT NULL,
      acceptance_id INTEGER NOT NULL,
      hash TEXT,
      history TEXT NOT NULL,
      name TEXT NOT NULL,
      parent TEXT
    ) STRICT;
    CREATE UNIQUE INDEX handover_known_item ON handover_known (kind, id, acceptance_id);
    CREATE INDEX handover_known_acceptance ON handover_known (acceptance_id);
    CREATE TABLE handover_event (
      id TEXT NOT NULL,
      at TEXT NOT NULL,
      what TEXT NOT NULL,
      person TEXT NOT NULL,
      instance TEXT NOT NULL,
      acceptance_id INTEGER NOT NULL,
      PRIMARY KEY (id, at, what, person, instance)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE handover_sent (
      id TEXT NOT NULL,
      instance TEXT NOT NULL,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      remote_id TEXT,
      at TEXT NOT NULL,
      person TEXT NOT NULL,
      acceptance_id INTEGER NOT NULL,
      PRIMARY KEY (id, instance)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE handover_setting (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;`,
  },
  {
    domain: 'handover',
    version: 2,
    // The hash of the content that was approved here; null for other events, and for approvals of older versions.
    sql: 'ALTER TABLE handover_event ADD COLUMN content_hash TEXT;',
  },
];
