import { z } from 'zod';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { KnownRequest, LatLonBox } from '../../core/known-request.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import { readableRows } from '../../store/readable-rows.ts';
import type { Migration, Store } from '../../store/store.ts';

/** The index that finds orders by their place, without those that mirror a task. */
export const orderNearMigrations: Migration[] = [
  {
    domain: 'orders-near',
    version: 1,
    sql: `CREATE INDEX service_order_place ON service_order (connection_id, contract_id, latitude_e6, longitude_e6)
      WHERE task_id IS NULL AND state NOT IN ('cancelled', 'failed');`,
  },
];

const degrees = z.number().transform((millionths) => millionths / 1e6);
const nearRow = z.object({
  id: z.string(),
  name: z.string(),
  ordered: z.string(),
  longitude: degrees,
  latitude: degrees,
  start: z.string().nullable(),
  end: z.string().nullable(),
  outcomeId: z.string().nullable(),
});

const namedRow = z.object({ name: z.string() });

const columns = `order_id AS id, name, sku AS ordered, longitude_e6 AS longitude, latitude_e6 AS latitude, start_at AS start,
  end_at AS "end", outcome_id AS outcomeId`;

/** Creates the queries for orders that are like one that is about to be sent. */
export const createOrderNear = ({ store }: { store: Pick<Store, 'all'> }) => ({
  /** Returns the orders within a box that are neither cancelled nor failed. */
  near: (scope: Scope, { west, south, east, north }: LatLonBox): KnownRequest[] =>
    readableRows(
      store,
      nearRow,
      `SELECT ${columns} FROM service_order INDEXED BY service_order_place WHERE ${inScope} AND latitude_e6 BETWEEN :south AND :north
         AND longitude_e6 BETWEEN :west AND :east AND task_id IS NULL AND state NOT IN ('cancelled', 'failed')`,
      {
        ...scopeParams(scope),
        west: west * 1e6,
        south: south * 1e6,
        east: east * 1e6,
        north: north * 1e6,
      },
    ).rows.map((row) => ({ from: 'order', ...row })),
  /** Returns the name of the order that had a capture made and delivered; null if none did. Archive orders deliver what was there. */
  deliveredBy: (scope: Scope, captureId: string): string | null =>
    readableRows(
      store,
      namedRow,
      `SELECT o.name FROM order_capture AS c JOIN service_order AS o USING (connection_id, contract_id, order_id)
       WHERE capture_id = :captureId AND ${inScope} AND outcome_id IS NULL AND c.state IN ('processing', 'done') LIMIT 1`,
      { ...scopeParams(scope), captureId },
    ).rows[0]?.name ?? null,
  /** Returns the archive orders of a capture that are neither cancelled nor failed. */
  ofCapture: (scope: Scope, captureId: string): KnownRequest[] =>
    readableRows(
      store,
      nearRow,
      `SELECT ${columns} FROM service_order INDEXED BY service_order_outcome
       WHERE outcome_id = :captureId AND ${inScope} AND state NOT IN ('cancelled', 'failed')`,
      { ...scopeParams(scope), captureId },
    ).rows.map((row) => ({ from: 'order', ...row })),
});
