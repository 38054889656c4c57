import type { Migration } from '../../store/store.ts';

/**
 * The tables of templates, and of the tasks and orders that were prepared with them. A prepared row is one JSON image, because nothing
 * searches or sorts by its fields. `seq` is never used again, so that an undo restores a row to its old position.
 *
 * An entry of a step has a row before and after the step; null if there was none. The state of a step says if it was interrupted; then
 * it is completed or taken back at the next start. `revision` counts the changes of the rows of a contract.
 */
export const templatesMigrations: Migration[] = [
  {
    domain: 'templates',
    version: 1,
    sql: `
    CREATE TABLE template (
      template_id TEXT PRIMARY KEY,
      content TEXT NOT NULL,
      version INTEGER NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      updated_by TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE prepared (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      prepared_id TEXT NOT NULL UNIQUE,
      connection_id TEXT NOT NULL,
      contract_id TEXT NOT NULL,
      version INTEGER NOT NULL,
      image TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      updated_by TEXT NOT NULL
    ) STRICT;
    CREATE INDEX prepared_of_scope ON prepared (connection_id, contract_id, seq);
    CREATE TABLE prepared_step (
      step_id INTEGER PRIMARY KEY AUTOINCREMENT,
      connection_id TEXT NOT NULL,
      contract_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      state TEXT NOT NULL,
      entries INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX prepared_step_of_scope ON prepared_step (connection_id, contract_id, state, step_id);
    CREATE TABLE prepared_step_entry (
      step_id INTEGER NOT NULL,
      ordinal INTEGER NOT NULL,
      prepared_id TEXT NOT NULL,
      seq INTEGER NOT NULL,
      before TEXT,
      after TEXT,
      PRIMARY KEY (step_id, ordinal)
    ) STRICT;
    CREATE INDEX prepared_step_entry_row ON prepared_step_entry (prepared_id);
    CREATE TABLE prepared_revision (
      connection_id TEXT NOT NULL,
      contract_id TEXT NOT NULL,
      revision INTEGER NOT NULL,
      PRIMARY KEY (connection_id, contract_id)
    ) STRICT, WITHOUT ROWID;`,
  },
];
