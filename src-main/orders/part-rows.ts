import { z } from 'zod';
import type { OrderId, Scope } from '../../src-preload/contract/ids.ts';
import { inScope, scopeParams } from '../core/scope.ts';
import type { Store } from '../store/store.ts';
import { storedRecord } from '../store/stored-json.ts';

const rawRow = z.object({ raw: z.string() });

/** The condition for the rows of one order, in a query that is given `orderId` and the parameters of the scope. */
export const ofOrder = `${inScope} AND order_id = :orderId`;

/** Returns the reader of the raw JSON of the captures, the deliverables or the events of an order. */
export const createRawReader =
  (store: Pick<Store, 'all'>, table: 'order_capture' | 'deliverable' | 'order_event') =>
  (scope: Scope, orderId: OrderId): unknown[] =>
    store
      .all(rawRow, `SELECT raw FROM ${table} WHERE ${ofOrder} LIMIT 1000`, { ...scopeParams(scope), orderId })
      .map(({ raw }): unknown => storedRecord(raw));
