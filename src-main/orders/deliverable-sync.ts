import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Scope } from '../../src-preload/contract/ids.ts';
import { hasCode } from '../app-error.ts';
import type { WireDeliverable } from '../service/api/orders-wire.ts';
import type { Service } from '../service/api/service-client.ts';
import { isForAll } from './errors-for-all.ts';
import type { Listing, ReadListing } from './listing-reader.ts';
import type { OrderTable } from './order-table.ts';
import type { PartTable } from './part-table.ts';

/** The number of orders asked per sync if deliverables cannot be listed for all orders. */
const ordersAsked = 60;
/** The number of closed orders asked per sync for which a listing had no deliverable. */
const closedAsked = 20;
/** Orders whose deliverables are marked as known in one transaction. */
const markedAtOnce = 500;

/**
 * Creates the function that reads the deliverables of a scope into the store: by one listing over all orders if the service has
 * that, else order by order. It returns whether any was new or changed, and calls `changed` as they come.
 */
export function createDeliverableSync({
  service,
  orders,
  parts,
  readListing,
  onError,
}: {
  service: Pick<Service, 'forScope'>;
  orders: Pick<OrderTable, 'unread' | 'markRead' | 'markKnown'>;
  parts: Pick<PartTable, 'putDeliverables' | 'deliverableSize'>;
  readListing: ReadListing;
  onError: (error: unknown) => void;
}) {
  const listingOf = (scope: Scope, signal: AbortSignal): Listing<WireDeliverable> => ({
    resource: 'deliverables',
    pages: (since, offset) =>
      service.forScope(scope).deliverablePages(since === null ? {} : { updatedSince: since }, signal, offset),
    write: (rows) => parts.putDeliverables(scope, rows),
    idOf: (row) => `${row.orderId ?? ''} ${row.deliverableId}`,
    size: () => parts.deliverableSize(scope),
  });

  /** Asks orders whose deliverables are unknown for their own, the latest first. */
  async function askEachOrder(scope: Scope, most: number, signal: AbortSignal, changed: () => void) {
    const client = service.forScope(scope);
    let moved = false;
    for (const orderId of orders.unread(scope, most)) {
      try {
        const rows = await client.orderDeliverables(orderId, signal);
        moved = parts.putDeliverables(scope, rows, orderId) || moved;
      } catch (error) {
        if (signal.aborted || isForAll(error)) throw error;
        // An order that cannot be read does not hold up the others; it is asked again when it is opened or changes.
        if (!hasCode(error, 'NOT_FOUND')) onError(error);
      }
      orders.markRead(scope, orderId, false);
      changed();
    }
    return moved;
  }

  return async (scope: Scope, signal: AbortSignal, changed: () => void): Promise<boolean> => {
    try {
      const moved = await readListing(scope, listingOf(scope, signal), changed);
      while (orders.markKnown(scope, markedAtOnce) > 0) {
        changed();
        await yieldToEventLoop();
      }
      // Closed orders without a deliverable in the listing: a listing cannot prove that they were not fulfilled.
      return (await askEachOrder(scope, closedAsked, signal, changed)) || moved;
    } catch (error) {
      if (!hasCode(error, 'NOT_FOUND') && !hasCode(error, 'REFUSED')) throw error;
    }
    // There is no listing over all orders, or not by time, so each order is asked for its own.
    return askEachOrder(scope, ordersAsked, signal, changed);
  };
}
