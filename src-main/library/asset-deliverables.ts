import type { OrderId, Scope } from '../../src-preload/contract/ids.ts';
import { hasCode } from '../app-error.ts';
import { scopeKey } from '../core/scope.ts';
import { type WireDeliverable, wireDeliverableSchema } from '../service/api/orders-wire.ts';
import { readRow } from '../service/api/read-row.ts';
import type { Row, ServiceClient } from '../service/api/service-client.ts';

/** The calls by which a service may list the deliverables of an order. */
export type AssetClient = Pick<ServiceClient, 'order' | 'orderDeliverables' | 'deliverablePages'>;

/** `383` and `000383` are one order; a row that names none is what was asked for. */
function isSameOrder(said: string | null, asked: string): boolean {
  const bare = (id: string) => (/^\d{1,15}$/.test(id) ? String(Number(id)) : id);
  return said === null || bare(said) === bare(asked);
}

function nestedOf(rows: unknown[] | null): Row<WireDeliverable>[] {
  return (rows ?? []).flatMap((row) => {
    try {
      return [readRow(wireDeliverableSchema, row, 'nested')];
    } catch {
      return [];
    }
  });
}

/**
 * Returns the function that asks the service for the deliverables of an order that have files. An order that is being asked for is
 * not asked for twice. Throws what the service answered where it knows none of the ways to list them.
 */
export function createAssetDeliverables({
  service,
  closing,
}: {
  service: { forScope: (scope: Scope) => AssetClient };
  closing: AbortSignal;
}) {
  const inFlight = new Map<string, Promise<Row<WireDeliverable>[]>>();

  /** Wherever this service lists them: under the order, within it, or among all. */
  async function fetchDeliverables(scope: Scope, orderId: OrderId): Promise<Row<WireDeliverable>[]> {
    const client = service.forScope(scope);
    const withFiles = (rows: Row<WireDeliverable>[]) => rows.filter(({ parsed }) => parsed.files.length > 0);
    const ways: (() => Promise<Row<WireDeliverable>[]>)[] = [
      () => client.orderDeliverables(orderId, closing),
      async () => nestedOf((await client.order(orderId, closing)).parsed.deliverables),
      async () => {
        const rows: Row<WireDeliverable>[] = [];
        for await (const page of client.deliverablePages({ orderId }, closing)) {
          const ofOrder = page.rows.filter(({ parsed }) => isSameOrder(parsed.orderId, orderId));
          rows.push(...ofOrder);
          // A service that does not heed the filter lists all there are.
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
    const known = inFlight.get(key);
    if (known) return known;
    const started = fetchDeliverables(scope, orderId).finally(() => inFlight.delete(key));
    inFlight.set(key, started);
    return started;
  };
}
