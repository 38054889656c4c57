import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Scope } from '../../src-preload/contract/ids.ts';
import { hasCode } from '../app-error.ts';
import type { WireDeliverable } from '../service/api/orders-wire.ts';
import type { Service } from '../service/api/service-client.ts';
import { isForAll } from './errors-for-all.ts';
import type { Listing, ReadListing } from './listing-reader.ts';
import type { OrderTable } from './order-table.ts';
import type { PartTable } from './part-table.ts';

/** How many orders are requested per sync if deliverables cannot be listed for all orders. */
const ordersPerSync = 60;
/** How many closed orders are requested per sync for which a listing had no deliverable. */
const closedOrdersPerSync = 20;
/** How many orders are marked in one transaction as having all their deliverables. */
const ordersPerTransaction = 500;

/**
 * Creates the function that fetches the deliverables of a scope into the store: by one listing over all orders if the service has
 * it, else order by order. It resolves with whether any was new or changed, and calls `changed` whenever some were stored.
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

  /** Fetches the deliverables of single orders whose deliverables were not read, the latest orders first. */
  async function fetchByOrder(scope: Scope, limit: number, signal: AbortSignal, changed: () => void) {
    const client = service.forScope(scope);
    let isChanged = false;
    for (const orderId of orders.unread(scope, limit)) {
      try {
        const rows = await client.orderDeliverables(orderId, signal);
        isChanged = parts.putDeliverables(scope, rows, orderId) || isChanged;
      } catch (error) {
        if (signal.aborted || isForAll(error)) throw error;
        // An order that cannot be read does not delay the others; it is requested again when it is opened or changes.
        if (!hasCode(error, 'NOT_FOUND')) onError(error);
      }
      orders.markRead(scope, orderId, false);
      changed();
    }
    return isChanged;
  }

  return async (scope: Scope, signal: AbortSignal, changed: () => void): Promise<boolean> => {
    try {
      const isChanged = await readListing(scope, listingOf(scope, signal), changed);
      while (orders.markKnown(scope, ordersPerTransaction) > 0) {
        changed();
        await yieldToEventLoop();
      }
      // Closed orders without a deliverable in the listing: a listing cannot prove that they were not fulfilled.
      return (await fetchByOrder(scope, closedOrdersPerSync, signal, changed)) || isChanged;
    } catch (error) {
      if (!hasCode(error, 'NOT_FOUND') && !hasCode(error, 'REFUSED')) throw error;
    }
    // The service has no listing over all orders, or none by time.
    return fetchByOrder(scope, ordersPerSync, signal, changed);
  };
}
