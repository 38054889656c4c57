import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { OrderId, Scope } from '../../../src-preload/contract/ids.ts';
import { hasCode } from '../../core/app-error.ts';
import { createRetryPauses, type RetryPauses } from '../../core/retry-pauses.ts';
import { scopeKey } from '../../core/scope.ts';
import { readNested } from '../../service/api/nested-rows.ts';
import { type WireDeliverable, wireDeliverableSchema } from '../../service/api/orders-wire.ts';
import type { Service, Listing as WholeListing } from '../../service/api/service-client.ts';
import { isForAllOrders } from './errors-for-all.ts';
import type { Listing, ReadListing } from './listing-reader.ts';
import type { OrderTable } from './order-table.ts';
import type { PartTable } from './part-table.ts';

/** How many orders are requested per sync if deliverables cannot be listed for all orders. */
const ordersPerSync = 60;
/** How many closed orders are requested per sync for which a listing had no deliverable. */
const closedOrdersPerSync = 20;
/** After the failures of this many orders in a row, the orders themselves are not the cause. */
const maxFailuresInARow = 8;
/** How many orders are marked in one transaction as having all their deliverables. */
const ordersPerTransaction = 500;

/**
 * Creates the sync of the deliverables of a scope: by one listing over all orders if the service has it, else order by order.
 * `monotonic` returns milliseconds; changes of the system clock do not affect it.
 */
export function createDeliverableSync({
  service,
  orders,
  parts,
  readListing,
  onError,
  monotonic,
  isShort,
}: {
  service: Pick<Service, 'forScope'>;
  orders: Pick<OrderTable, 'unread' | 'markRead' | 'markKnown'>;
  parts: Pick<PartTable, 'putDeliverables' | 'deliverableSize'>;
  readListing: ReadListing;
  onError: (error: unknown) => void;
  monotonic: () => number;
  /** Returns true if the listing over all orders came short of its count when it was last read whole. */
  isShort: (scope: Scope) => boolean;
}) {
  /** The orders whose deliverables could not be read, by scope. They stay unread: a failure says nothing about the deliverables. */
  const failures = new Map<string, RetryPauses<OrderId>>();
  function failuresOf(scope: Scope): RetryPauses<OrderId> {
    const key = scopeKey(scope);
    const pauses = failures.get(key) ?? createRetryPauses<OrderId>(monotonic);
    failures.set(key, pauses);
    return pauses;
  }

  const listingOf = (scope: Scope, signal: AbortSignal): Listing<WireDeliverable> => ({
    resource: 'deliverables',
    pages: (since, offset) =>
      service.forScope(scope).deliverablePages(since === null ? {} : { updatedSince: since }, signal, offset),
    write: (rows) => parts.putDeliverables(scope, rows),
    idOf: (row) => `${row.orderId ?? ''} ${row.deliverableId}`,
    size: () => parts.deliverableSize(scope),
  });

  const unreadOrders = (scope: Scope, limit: number) =>
    orders.unread(scope, { limit, except: failuresOf(scope).waiting() });

  /** Fetches all deliverables of one order: those listed below it or, if the service has no such list, those within the order. */
  async function fetchOfOrder(
    scope: Scope,
    orderId: OrderId,
    signal: AbortSignal,
  ): Promise<WholeListing<WireDeliverable>> {
    const client = service.forScope(scope);
    try {
      return await client.orderDeliverables(orderId, signal);
    } catch (error) {
      if (!hasCode(error, 'NOT_FOUND')) throw error;
    }
    return readNested((await client.order(orderId, signal)).parsed.deliverables, wireDeliverableSchema);
  }

  /**
   * Fetches the deliverables of single orders whose deliverables were not read, the latest orders first. An order whose deliverables
   * could not be read, or not all of them, is requested again after a pause and does not delay the others.
   */
  async function fetchByOrder(scope: Scope, limit: number, signal: AbortSignal, changed: () => void) {
    const pauses = failuresOf(scope);
    let isChanged = false;
    let failuresInARow = 0;
    for (const orderId of unreadOrders(scope, limit)) {
      try {
        const { rows, whole } = await fetchOfOrder(scope, orderId, signal);
        isChanged = parts.putDeliverables(scope, rows, orderId) || isChanged;
        failuresInARow = 0;
        if (whole) {
          orders.markRead(scope, orderId, { deliverables: true, captures: false });
          pauses.noteSuccess(orderId);
        } else pauses.noteFailure(orderId);
      } catch (error) {
        if (signal.aborted || isForAllOrders(error)) throw error;
        pauses.noteFailure(orderId);
        if (hasCode(error, 'NOT_FOUND')) continue;
        failuresInARow += 1;
        if (failuresInARow >= maxFailuresInARow) throw error;
        onError(error);
      }
      changed();
    }
    return isChanged;
  }

  return {
    /** Returns true if the deliverables of an order were not read and may be requested now. */
    hasDue: (scope: Scope): boolean => unreadOrders(scope, 1).length > 0,
    /** Fetches deliverables into the store; resolves with whether any was new or changed. Calls `changed` whenever some were stored. */
    async read(scope: Scope, signal: AbortSignal, changed: () => void): Promise<boolean> {
      let isChanged = false;
      try {
        isChanged = await readListing(scope, listingOf(scope, signal), { signal, changed });
      } catch (error) {
        if (!hasCode(error, 'NOT_FOUND') && !hasCode(error, 'REFUSED')) throw error;
        // The service has no listing over all orders, or none by time.
        return fetchByOrder(scope, ordersPerSync, signal, changed);
      }
      const terms = { limit: ordersPerTransaction, short: isShort(scope) };
      while (orders.markKnown(scope, terms) > 0) {
        changed();
        await yieldToEventLoop();
      }
      // Closed orders without a delivered one in the listing: a listing cannot prove that they were not fulfilled.
      return (await fetchByOrder(scope, closedOrdersPerSync, signal, changed)) || isChanged;
    },
  };
}
