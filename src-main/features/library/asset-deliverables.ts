import type { OrderId, Scope } from '../../../src-preload/contract/ids.ts';
import { hasCode } from '../../core/app-error.ts';
import { scopeKey } from '../../core/scope.ts';
import { readNested } from '../../service/api/nested-rows.ts';
import { type WireDeliverable, wireDeliverableSchema } from '../../service/api/orders-wire.ts';
import type { Row, ServiceClient } from '../../service/api/service-client.ts';

/** The calls by which the deliverables of an order may be listed; services differ. */
export type AssetClient = Pick<ServiceClient, 'order' | 'orderDeliverables' | 'deliverablePages'>;

/** Returns true if a row belongs to the requested order: `383` and `000383` are the same, and a row without an order belongs to it. */
function isSameOrder(namedId: string | null, requestedId: string): boolean {
  const bare = (id: string) => (/^\d{1,15}$/.test(id) ? String(Number(id)) : id);
  return namedId === null || bare(namedId) === bare(requestedId);
}

/**
 * Creates the function that fetches those deliverables of an order that have files. Calls for the same order at the same time share
 * one request. It rejects with the service's error if no call lists them.
 */
export function createAssetDeliverables({
  service,
  closing,
}: {
  service: { forScope: (scope: Scope) => AssetClient };
  closing: AbortSignal;
}) {
  const inFlight = new Map<string, Promise<Row<WireDeliverable>[]>>();

  /** Tries the calls by which services list them: below the order, within it, or among all deliverables. */
  async function fetchDeliverables(scope: Scope, orderId: OrderId): Promise<Row<WireDeliverable>[]> {
    const client = service.forScope(scope);
    const withFiles = (rows: Row<WireDeliverable>[]) => rows.filter(({ parsed }) => parsed.files.length > 0);
    const ways: (() => Promise<Row<WireDeliverable>[]>)[] = [
      async () => (await client.orderDeliverables(orderId, closing)).rows,
      async () =>
        readNested((await client.order(orderId, closing)).parsed.deliverables, wireDeliverableSchema).rows,
      async () => {
        const rows: Row<WireDeliverable>[] = [];
        for await (const page of client.deliverablePages({ orderId }, closing)) {
          const ofOrder = page.rows.filter(({ parsed }) => isSameOrder(parsed.orderId, orderId));
          rows.push(...ofOrder);
          // A service that ignores the filter lists all deliverables.
          if (ofOrder.length < page.rows.length) break;
        }
        return rows;
      },
    ];
    let missing: unknown = null;
    for (const way of ways) {
      try {
        const rows = withFiles(await way());
        if (rows.length > 0) return rows;
      } catch (error) {
        if (!hasCode(error, 'NOT_FOUND') && !hasCode(error, 'REFUSED')) throw error;
        missing ??= error;
      }
    }
    if (missing !== null) throw missing;
    return [];
  }

  return (scope: Scope, orderId: OrderId): Promise<Row<WireDeliverable>[]> => {
    const key = `${scopeKey(scope)} ${orderId}`;
    const current = inFlight.get(key);
    if (current) return current;
    const started = fetchDeliverables(scope, orderId).finally(() => inFlight.delete(key));
    inFlight.set(key, started);
    return started;
  };
}
