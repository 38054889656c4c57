import type { Migration } from '../../store/store.ts';
import { taskListMigrations } from './task-list.ts';

/** `contract_id` is '' for legacy connections. `folded` is used by the search. */
export const taskingMigrations: Migration[] = [
  {
    domain: 'tasking',
    version: 1,
    sql: `
    CREATE TABLE task (
      connection_id TEXT NOT NULL,
      contract_id TEXT NOT NULL,
      task_id INTEGER NOT NULL,
      name TEXT NOT NULL,
      project TEXT NOT NULL,
      folded TEXT NOT NULL,
      status TEXT NOT NULL,
      status_kind TEXT NOT NULL,
      product INTEGER,
      client TEXT,
      priority INTEGER,
      longitude REAL,
      latitude REAL,
      start_at TEXT,
      end_at TEXT,
      created_at TEXT,
      expected_age TEXT,
      capture_count INTEGER NOT NULL DEFAULT 0,
      published_count INTEGER NOT NULL DEFAULT 0,
      captures_settled INTEGER NOT NULL DEFAULT 0,
      captures_read_at TEXT,
      raw TEXT NOT NULL,
      seen_at TEXT NOT NULL,
      PRIMARY KEY (connection_id, contract_id, task_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX task_created ON task (connection_id, contract_id, created_at);
    CREATE INDEX task_name ON task (connection_id, contract_id, name COLLATE NOCASE);
    CREATE INDEX task_unsettled ON task (connection_id, contract_id, captures_read_at) WHERE captures_settled = 0;
    CREATE INDEX task_project ON task (connection_id, contract_id, project, created_at);
    CREATE TABLE capture (
      connection_id TEXT NOT NULL,
      contract_id TEXT NOT NULL,
      task_id INTEGER NOT NULL,
      capture_id TEXT NOT NULL,
      position INTEGER NOT NULL,
      status TEXT NOT NULL,
      status_kind TEXT NOT NULL,
      start_at TEXT,
      satellite TEXT,
      fragment_id TEXT,
      raw TEXT NOT NULL,
      seen_at TEXT NOT NULL,
      PRIMARY KEY (connection_id, contract_id, task_id, capture_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX capture_by_id ON capture (capture_id);
    CREATE TABLE tasking_reference (
      connection_id TEXT NOT NULL,
      contract_id TEXT NOT NULL,
      products TEXT NOT NULL,
      clients TEXT NOT NULL,
      fetched_at TEXT NOT NULL,
      PRIMARY KEY (connection_id, contract_id)
    ) STRICT;
    CREATE TABLE task_sync (
      connection_id TEXT NOT NULL,
      contract_id TEXT NOT NULL,
      finished_at TEXT NOT NULL,
      PRIMARY KEY (connection_id, contract_id)
    ) STRICT;`,
  },
  {
    domain: 'tasking',
    version: 2,
    sql: `CREATE INDEX task_many ON task (connection_id, contract_id, task_id) WHERE published_count > 1;`,
  },
  {
    domain: 'tasking',
    version: 3,
    // When the service was found not to have the task any more.
    sql: `ALTER TABLE task ADD COLUMN gone_at TEXT;`,
  },
  ...taskListMigrations,
];
