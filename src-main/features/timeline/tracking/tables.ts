import type { Migration } from '../../../store/store.ts';

/**
 * `observation` stores when each state of a subject was first seen here; `quiet` ones existed before Nadir's first reading, so
 * they are not news. `tracking_mark` stores how far each reader has read the observations, by their `seq`.
 */
export const trackingMigrations: Migration[] = [
  {
    domain: 'tracking',
    version: 1,
    sql: `
    CREATE TABLE observation (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      connection_id TEXT NOT NULL,
      contract_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      subject_id TEXT NOT NULL,
      parent_id TEXT,
      capture_id TEXT,
      state TEXT NOT NULL,
      happened_at TEXT,
      not_before TEXT,
      observed_at TEXT NOT NULL,
      quiet INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX observation_subject ON observation (connection_id, contract_id, kind, subject_id, state);
    CREATE INDEX observation_news ON observation (connection_id, contract_id, seq) WHERE quiet = 0;
    CREATE TABLE tracking_mark (
      connection_id TEXT NOT NULL,
      contract_id TEXT NOT NULL,
      name TEXT NOT NULL,
      seq INTEGER NOT NULL,
      at TEXT NOT NULL,
      PRIMARY KEY (connection_id, contract_id, name)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE processing_time (
      connection_id TEXT NOT NULL,
      contract_id TEXT NOT NULL,
      capture_id TEXT NOT NULL,
      product TEXT NOT NULL,
      took_ms INTEGER NOT NULL,
      published_at TEXT NOT NULL,
      PRIMARY KEY (connection_id, contract_id, capture_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX processing_time_product ON processing_time (connection_id, contract_id, product, published_at, took_ms);
    CREATE TABLE flag (
      connection_id TEXT NOT NULL,
      contract_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      subject_id TEXT NOT NULL,
      flag TEXT NOT NULL,
      data TEXT NOT NULL,
      raised_at TEXT NOT NULL,
      dismissed_at TEXT,
      PRIMARY KEY (connection_id, contract_id, kind, subject_id, flag)
    ) STRICT, WITHOUT ROWID;`,
  },
  {
    domain: 'tracking',
    version: 2,
    // The notices that were shown, in the language of that time.
    sql: `
    CREATE TABLE tracking_notice (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      connection_id TEXT NOT NULL,
      contract_id TEXT NOT NULL,
      at TEXT NOT NULL,
      title TEXT NOT NULL,
      body TEXT NOT NULL,
      subject TEXT
    ) STRICT;`,
  },
];
