import type { Migration } from '../../store/store.ts';

/**
 * `contract_id` is '' for legacy connections. Version 2 moves the task submissions into commands of all kinds. `claim` holds the
 * tasks and orders that commands made at the service, also those of removed commands, so that none is adopted twice.
 */
export const outboxMigrations: Migration[] = [
  {
    domain: 'outbox',
    version: 1,
    sql: `CREATE TABLE submission (
      id TEXT PRIMARY KEY,
      connection_id TEXT NOT NULL,
      contract_id TEXT NOT NULL,
      contract_name TEXT,
      state TEXT NOT NULL CHECK (state IN ('sending', 'sent', 'refused', 'unknown', 'failed')),
      request TEXT NOT NULL,
      known_before TEXT NOT NULL,
      created_at TEXT NOT NULL,
      task_id INTEGER,
      candidate_ids TEXT NOT NULL DEFAULT '[]',
      error TEXT
    ) STRICT`,
  },
  {
    domain: 'outbox',
    version: 2,
    sql: `CREATE TABLE command (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      connection_id TEXT NOT NULL,
      contract_id TEXT NOT NULL,
      contract_name TEXT,
      kind TEXT NOT NULL CHECK (kind IN ('task', 'order', 'cancel-task')),
      state TEXT NOT NULL CHECK (state IN ('draft', 'waiting', 'sending', 'sent', 'refused', 'unknown', 'failed')),
      by_itself INTEGER NOT NULL,
      name TEXT NOT NULL,
      project TEXT NOT NULL,
      request TEXT NOT NULL,
      known_before TEXT NOT NULL DEFAULT '[]',
      created_at TEXT NOT NULL,
      began_at TEXT,
      began_service_ms INTEGER,
      absent_service_ms INTEGER,
      looked_at TEXT,
      attempts INTEGER NOT NULL DEFAULT 0,
      remote_id TEXT,
      candidates TEXT NOT NULL DEFAULT '[]',
      error TEXT
    ) STRICT;
    CREATE INDEX command_turn ON command (connection_id, contract_id, state, seq);
    CREATE INDEX command_state ON command (state, seq);
    CREATE TABLE claim (
      connection_id TEXT NOT NULL,
      contract_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      remote_id TEXT NOT NULL,
      PRIMARY KEY (connection_id, contract_id, kind, remote_id)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO command (id, connection_id, contract_id, contract_name, kind, state, by_itself, name, project, request,
      known_before, created_at, began_at, attempts, remote_id, candidates, error)
    SELECT id, connection_id, contract_id, contract_name, 'task', state, 0,
      coalesce(trim(request ->> '$.task_name'), ''), coalesce(trim(request ->> '$.project_name'), ''), request,
      (SELECT json_group_array(CAST(value AS TEXT)) FROM json_each(known_before)), created_at, created_at, 1, CAST(task_id AS TEXT),
      (SELECT json_group_array(json_object('id', CAST(value AS TEXT), 'name', coalesce(request ->> '$.task_name', ''),
        'project', coalesce(request ->> '$.project_name', ''), 'createdAt', NULL, 'older', json('false'), 'differs', json('[]')))
        FROM json_each(candidate_ids)), error
    FROM submission ORDER BY rowid;
    INSERT OR IGNORE INTO claim SELECT connection_id, contract_id, 'task', CAST(task_id AS TEXT) FROM submission
      WHERE task_id IS NOT NULL;
    DROP TABLE submission;`,
  },
  {
    // The request is kept after the row of the outbox was removed: the service does not return all of it (service §2.6).
    domain: 'outbox',
    version: 3,
    sql: `ALTER TABLE claim ADD COLUMN request TEXT;
    UPDATE claim SET request = command.request FROM command
      WHERE command.state = 'sent' AND command.remote_id = claim.remote_id AND command.kind = claim.kind
        AND command.connection_id = claim.connection_id AND command.contract_id = claim.contract_id;`,
  },
  {
    // Finds the unfinished cancellation of a task, of thousands of tasks at once.
    domain: 'outbox',
    version: 4,
    sql: `CREATE INDEX command_cancelling ON command (connection_id, contract_id, name)
      WHERE kind = 'cancel-task' AND state <> 'sent';`,
  },
  {
    // Nothing unconfirmed is sent again without the user. What the look-ups have read is stored for his decision instead.
    domain: 'outbox',
    version: 5,
    sql: `ALTER TABLE command DROP COLUMN by_itself;
    ALTER TABLE command DROP COLUMN absent_service_ms;
    ALTER TABLE command ADD COLUMN lookup TEXT;
    CREATE INDEX command_name ON command (connection_id, contract_id, kind, name);`,
  },
];
