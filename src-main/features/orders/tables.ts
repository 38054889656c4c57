import type { Migration } from '../../store/store.ts';
import { orderListMigrations } from './order-list.ts';

/**
 * `contract_id` is '' for legacy connections. `number` is an order_id of digits as a number: `383` and `000383` are the same.
 * Places are whole millionths of a degree, `rings` as in packed-places.ts, because the map reads tens of thousands of them.
 * The raw JSON has its own table, because lists and searches scan the rows.
 * `state` is the outcome of an order; that of a closed one is read from its deliverables (service §10.4).
 */
export const ordersMigrations: Migration[] = [
  {
    domain: 'orders',
    version: 1,
    sql: `
    CREATE TABLE service_order (
      connection_id TEXT NOT NULL,
      contract_id TEXT NOT NULL,
      order_id TEXT NOT NULL,
      number INTEGER,
      name TEXT NOT NULL,
      project TEXT NOT NULL,
      folded TEXT NOT NULL,
      sku TEXT NOT NULL,
      product_name TEXT,
      status TEXT NOT NULL,
      status_kind TEXT NOT NULL,
      task_id INTEGER,
      outcome_id TEXT,
      longitude_e6 INTEGER,
      latitude_e6 INTEGER,
      rings TEXT,
      start_at TEXT,
      end_at TEXT,
      created_at TEXT,
      updated_at TEXT,
      deliverable_count INTEGER NOT NULL DEFAULT 0,
      delivered_count INTEGER NOT NULL DEFAULT 0,
      deliverables_known INTEGER NOT NULL DEFAULT 0,
      parts_read_at TEXT,
      state TEXT NOT NULL DEFAULT 'other',
      seen_at TEXT NOT NULL,
      PRIMARY KEY (connection_id, contract_id, order_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE service_order_raw (
      connection_id TEXT NOT NULL,
      contract_id TEXT NOT NULL,
      order_id TEXT NOT NULL,
      raw TEXT NOT NULL,
      PRIMARY KEY (connection_id, contract_id, order_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX service_order_updated ON service_order (connection_id, contract_id, updated_at);
    CREATE INDEX service_order_created ON service_order (connection_id, contract_id, created_at);
    CREATE INDEX service_order_name ON service_order (connection_id, contract_id, name COLLATE NOCASE);
    CREATE INDEX service_order_state ON service_order (connection_id, contract_id, state);
    CREATE INDEX service_order_sku ON service_order (connection_id, contract_id, sku);
    CREATE INDEX service_order_task ON service_order (connection_id, contract_id, task_id) WHERE task_id IS NOT NULL;
    CREATE INDEX service_order_number ON service_order (connection_id, contract_id, number) WHERE number IS NOT NULL;
    CREATE INDEX service_order_unread ON service_order (connection_id, contract_id, updated_at) WHERE deliverables_known = 0;
    CREATE TABLE order_capture (
      connection_id TEXT NOT NULL,
      contract_id TEXT NOT NULL,
      order_id TEXT NOT NULL,
      capture_id TEXT NOT NULL,
      position INTEGER NOT NULL,
      status TEXT NOT NULL,
      state TEXT NOT NULL,
      start_at TEXT,
      satellite TEXT,
      reason TEXT,
      updated_at TEXT,
      raw TEXT NOT NULL,
      seen_at TEXT NOT NULL,
      PRIMARY KEY (connection_id, contract_id, order_id, capture_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE deliverable (
      connection_id TEXT NOT NULL,
      contract_id TEXT NOT NULL,
      order_id TEXT NOT NULL,
      deliverable_id TEXT NOT NULL,
      status TEXT NOT NULL,
      state TEXT NOT NULL,
      capture_id TEXT,
      scene_id TEXT,
      sku TEXT,
      level TEXT,
      quantity REAL,
      quantity_field TEXT,
      quantity_unit TEXT,
      reason TEXT,
      assets TEXT NOT NULL,
      created_at TEXT,
      updated_at TEXT,
      delivered_at TEXT,
      raw TEXT NOT NULL,
      seen_at TEXT NOT NULL,
      PRIMARY KEY (connection_id, contract_id, order_id, deliverable_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX deliverable_time ON deliverable (connection_id, contract_id, delivered_at);
    CREATE INDEX deliverable_capture ON deliverable (capture_id);
    CREATE TABLE order_event (
      connection_id TEXT NOT NULL,
      contract_id TEXT NOT NULL,
      order_id TEXT NOT NULL,
      event_key TEXT NOT NULL,
      position INTEGER NOT NULL,
      at TEXT,
      kind TEXT,
      status TEXT,
      reason TEXT,
      capture_id TEXT,
      deliverable_id TEXT,
      raw TEXT NOT NULL,
      seen_at TEXT NOT NULL,
      PRIMARY KEY (connection_id, contract_id, order_id, event_key)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE order_sync (
      connection_id TEXT NOT NULL,
      contract_id TEXT NOT NULL,
      resource TEXT NOT NULL,
      since TEXT,
      newest TEXT,
      resume_at INTEGER NOT NULL DEFAULT 0,
      began_at TEXT,
      finished_at TEXT,
      PRIMARY KEY (connection_id, contract_id, resource)
    ) STRICT, WITHOUT ROWID;`,
  },
  {
    domain: 'orders',
    version: 2,
    sql: `
    CREATE INDEX order_capture_by_id ON order_capture (capture_id);
    CREATE INDEX service_order_outcome ON service_order (outcome_id) WHERE outcome_id IS NOT NULL;`,
  },
  {
    domain: 'orders',
    version: 3,
    // The time when it was done, or null. Tens of thousands of times are read at once, and for an expression SQLite would read
    // every row.
    sql: `
    ALTER TABLE deliverable ADD COLUMN done_at TEXT;
    UPDATE deliverable SET done_at = coalesce(delivered_at, updated_at) WHERE state = 'done';
    CREATE INDEX deliverable_done_at ON deliverable (connection_id, contract_id, done_at);`,
  },
  {
    domain: 'orders',
    version: 4,
    // Earlier versions also marked deliverables as read whose request had failed, so these outcomes are read again.
    sql: `UPDATE service_order SET deliverables_known = 0, state = 'closed' WHERE state = 'unfulfilled';`,
  },
  {
    domain: 'orders',
    version: 5,
    sql: `
    ALTER TABLE order_sync ADD COLUMN complete_at TEXT;
    ALTER TABLE order_sync ADD COLUMN missing INTEGER NOT NULL DEFAULT 0;`,
  },
  {
    domain: 'orders',
    version: 6,
    // When the service was found not to have the order any more.
    sql: `ALTER TABLE service_order ADD COLUMN gone_at TEXT;`,
  },
  ...orderListMigrations,
];
