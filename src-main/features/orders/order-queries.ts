import { z } from 'zod';
import {
  captureIdSchema,
  type OrderId,
  orderIdSchema,
  type Scope,
} from '../../../src-preload/contract/ids.ts';
import { type OrderRow, orderRowSchema } from '../../../src-preload/contract/orders.ts';
import { unpackRings } from '../../../src-preload/contract/packed-places.ts';
import { boxOf } from '../../core/footprint.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import type { Store } from '../../store/store.ts';
import { storedRecord } from '../../store/stored-json.ts';
import { createOrderLinks, orderIdsIn } from './order-links.ts';
import { orderColumns } from './order-list.ts';
import { orderNumber } from './wire-mapping.ts';

/** An order that changed later than this may be missing from a listing that is older than it. */
const oldEnoughMs = 15 * 60_000;

const idRow = z.object({ id: orderIdSchema });
const countRow = z.object({ n: z.number() });
const textRow = z.object({ text: z.string() });
const storedSchema = z.object({
  outcomeId: captureIdSchema.nullable(),
  start: z.string().nullable(),
  end: z.string().nullable(),
  rings: z.string().nullable(),
  raw: z.string(),
  seenAt: z.string(),
  partsReadAt: z.string().nullable(),
});

/** Creates the queries about single orders and small groups of them; each uses an index and reads few rows. */
export function createOrderQueries(store: Store, now: () => Date) {
  const idsOf = orderIdsIn(store);

  return {
    ...createOrderLinks(store),
    /** Returns the id under which an order is stored, which may be written differently, such as `383` for `000383`; the given id if none is. */
    resolve(scope: Scope, orderId: OrderId): OrderId {
      const idBy = (condition: string, value: string | number) =>
        store.get(
          idRow,
          `SELECT order_id AS id FROM service_order WHERE ${inScope} AND ${condition} = :value LIMIT 1`,
          { ...scopeParams(scope), value },
        )?.id;
      // Two queries, each with its own index: one combined query would read all orders for each row.
      const exact = idBy('order_id', orderId);
      const number = orderNumber(orderId);
      return exact ?? (number === null ? undefined : idBy('number', number)) ?? orderId;
    },
    /** Returns the row of an order as lists show it; null if the order is not stored. */
    find(scope: Scope, orderId: OrderId): OrderRow | null {
      const sql = `SELECT ${orderColumns} FROM service_order WHERE ${inScope} AND order_id = :orderId`;
      return store.get(orderRowSchema, sql, { ...scopeParams(scope), orderId }) ?? null;
    },
    /** Returns the fields that details show besides those of the row; null if the order is not stored. */
    stored(scope: Scope, orderId: OrderId) {
      const row = store.get(
        storedSchema,
        `SELECT outcome_id AS outcomeId, start_at AS start, end_at AS "end", rings, raw, seen_at AS seenAt,
           parts_read_at AS partsReadAt
         FROM service_order JOIN service_order_raw USING (connection_id, contract_id, order_id) WHERE ${inScope} AND order_id = :orderId`,
        { ...scopeParams(scope), orderId },
      );
      if (!row) return null;
      const { rings, raw, ...rest } = row;
      return { ...rest, bbox: rings === null ? null : boxOf(unpackRings(rings)), raw: storedRecord(raw) };
    },
    /** Returns the SKUs of the stored orders, in alphabetical order; at most 500. */
    skus(scope: Scope): string[] {
      return store
        .all(
          textRow,
          `SELECT DISTINCT sku AS text FROM service_order WHERE ${inScope} AND sku <> '' ORDER BY sku LIMIT 500`,
          scopeParams(scope),
        )
        .map((row) => row.text);
    },
    /**
     * Returns the stored orders with this name. It reads the index of names only, not the rows.
     */
    idsWithName(scope: Scope, name: string): Set<OrderId> {
      const sql = `SELECT order_id AS id FROM service_order INDEXED BY service_order_name WHERE ${inScope} AND trim(name) = trim(:name)`;
      return new Set(idsOf(sql, { ...scopeParams(scope), name }));
    },
    /** Returns how many orders of the scope are stored. */
    size(scope: Scope): number {
      const sql = `SELECT count(*) AS n FROM service_order WHERE ${inScope}`;
      return store.get(countRow, sql, scopeParams(scope))?.n ?? 0;
    },
    /** Returns the orders that are open in the store, for some time already, and not in a complete listing of the service. */
    unlisted(scope: Scope, listed: ReadonlySet<string>): OrderId[] {
      // The listing may write an id in another way than the store has it, such as `383` for `000383`.
      const numbers = new Set([...listed].map(orderNumber));
      return idsOf(
        `SELECT order_id AS id FROM service_order WHERE ${inScope} AND state IN ('received', 'in-progress') AND gone_at IS NULL
           AND seen_at < :before`,
        { ...scopeParams(scope), before: new Date(now().getTime() - oldEnoughMs).toISOString() },
      ).filter((orderId) => {
        const number = orderNumber(orderId);
        return !listed.has(orderId) && (number === null || !numbers.has(number));
      });
    },
    /** Notes that the service does not have an order any more; its next answer with the order takes that back. */
    noteGone(scope: Scope, orderId: OrderId) {
      store.run(`UPDATE service_order SET gone_at = :at WHERE ${inScope} AND order_id = :orderId`, {
        ...scopeParams(scope),
        orderId,
        at: now().toISOString(),
      });
    },
    /** Returns true if an order of this scope is open. */
    hasOpen(scope: Scope): boolean {
      const sql = `SELECT EXISTS (SELECT 1 FROM service_order WHERE ${inScope} AND state IN ('received', 'in-progress') AND gone_at IS NULL) AS n`;
      return store.get(countRow, sql, scopeParams(scope))?.n === 1;
    },
    /** Returns the orders whose deliverables were not fetched since their status changed, the latest first, without those of `except`. */
    unread(scope: Scope, { limit, except }: { limit: number; except: readonly OrderId[] }): OrderId[] {
      return idsOf(
        `SELECT order_id AS id FROM service_order WHERE ${inScope} AND deliverables_known = 0
           AND order_id NOT IN (SELECT value FROM json_each(:except))
         ORDER BY updated_at DESC LIMIT :limit`,
        { ...scopeParams(scope), limit, except: JSON.stringify(except) },
      );
    },
    /** Returns true if the captures of an order were ever fetched. */
    wasRead(scope: Scope, orderId: OrderId): boolean {
      const sql = `SELECT count(*) AS n FROM service_order WHERE ${inScope} AND order_id = :orderId AND parts_read_at IS NOT NULL`;
      return store.get(countRow, sql, { ...scopeParams(scope), orderId })?.n === 1;
    },
  };
}

/** What `createOrderQueries` returns. */
export type OrderQueries = ReturnType<typeof createOrderQueries>;
