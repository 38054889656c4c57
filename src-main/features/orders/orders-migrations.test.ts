import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { connectionIdSchema, contractIdSchema } from '../../../src-preload/contract/ids.ts';
import { openStore } from '../../store/open-store.ts';
import type { Params, Store } from '../../store/store.ts';
import { orderTimeSources, orderTimesMigrations } from './order-times.ts';
import { ordersMigrations } from './tables.ts';

const fixtures = join(import.meta.dirname, 'fixtures');
const terms = {
  scope: {
    connectionId: connectionIdSchema.parse('connection-1'),
    contractId: contractIdSchema.parse('cont.b'),
  },
  span: { from: '2026-01-01T00:00:00.000Z', to: '2026-12-31T00:00:00.000Z' },
  project: null,
};

let folder: string;
let store: Store;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-orders-'));
  const old = new DatabaseSync(join(folder, 'nadir.db'));
  old.exec(readFileSync(join(fixtures, 'orders-2.sql'), 'utf8'));
  old.close();
  store = openStore({
    folder,
    migrations: [...ordersMigrations, ...orderTimesMigrations],
    now: () => new Date(),
    onQuarantined: (path) => {
      throw new Error(path);
    },
  });
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

it('takes over from version 2 when what was delivered', () => {
  expect(readdirSync(fixtures)).toEqual(['orders-2.sql']);
  const [delivery] = orderTimeSources(store).filter(({ kind }) => kind === 'delivery');
  expect(delivery?.first(terms, 10).map(({ at, name }) => [at, name])).toEqual([
    ['2026-01-10T00:00:00.000Z', 'Harbour'],
    ['2026-01-21T00:00:00.000Z', 'Harbour'],
  ]);
});

it('takes over from version 3 no outcome that a failed request may have given', () => {
  const row = z.object({ state: z.string(), known: z.number() });
  const sql = `SELECT state, deliverables_known AS known FROM service_order WHERE order_id = '000002'`;
  expect(store.get(row, sql)).toEqual({ state: 'closed', known: 0 });
});

it('counts days of windows and deliveries from the indexes alone', () => {
  const asked: { sql: string; params: Params }[] = [];
  const listening: Store = {
    ...store,
    all(schema, sql, params = {}) {
      asked.push({ sql, params });
      return store.all(schema, sql, params);
    },
    get(schema, sql, params = {}) {
      asked.push({ sql, params });
      return store.get(schema, sql, params);
    },
  };
  for (const source of orderTimeSources(listening)) {
    if (!['delivery', 'window-opens', 'window-closes'].includes(source.kind)) continue;
    source.counts(terms);
    source.cut(terms);
  }
  expect(asked).toHaveLength(6);
  for (const { sql, params } of asked) {
    const plan = store.all(z.object({ detail: z.string() }), `EXPLAIN QUERY PLAN ${sql}`, params);
    expect(plan[0]?.detail, sql).toContain('USING COVERING INDEX');
  }
});
