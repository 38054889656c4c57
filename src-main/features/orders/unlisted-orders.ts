import type { OrderId, Scope } from '../../../src-preload/contract/ids.ts';
import { hasCode } from '../../core/app-error.ts';
import { createRetryPauses } from '../../core/retry-pauses.ts';
import { scopeKey } from '../../core/scope.ts';
import type { Service } from '../../service/api/service-client.ts';
import { isForAllOrders } from './errors-for-all.ts';
import type { OrderTable } from './order-table.ts';

/** How many orders are fetched singly per sync because a complete listing lacks them. */
const maxFetchedSingly = 20;

/**
 * Creates the function that fetches orders which are open and not in a complete listing. One that the service does not have is noted as
 * gone: its status would stay open for ever. One that the service has is asked for less and less often, because its listing may lack it
 * for ever. Resolves with whether anything changed. `monotonic` returns milliseconds; changes of the system clock do not affect it.
 */
export function createUnlistedOrders({
  orders,
  service,
  onError,
  monotonic,
}: {
  orders: Pick<OrderTable, 'unlisted' | 'put' | 'noteGone'>;
  service: Pick<Service, 'forScope'>;
  onError: (error: unknown) => void;
  monotonic: () => number;
}) {
  const pauses = createRetryPauses<string>(monotonic);
  const keyOf = (scope: Scope, orderId: OrderId) => `${scopeKey(scope)} ${orderId}`;

  return async (scope: Scope, listed: ReadonlySet<string>, signal: AbortSignal): Promise<boolean> => {
    let isChanged = false;
    const waiting = new Set(pauses.waiting());
    const due = orders.unlisted(scope, listed).filter((orderId) => !waiting.has(keyOf(scope, orderId)));
    for (const orderId of due.slice(0, maxFetchedSingly)) {
      pauses.noteFailure(keyOf(scope, orderId));
      try {
        const answer = await service.forScope(scope).order(orderId, signal);
        isChanged = orders.put(scope, answer) !== 'same' || isChanged;
      } catch (error) {
        if (signal.aborted || isForAllOrders(error)) throw error;
        if (!hasCode(error, 'NOT_FOUND')) {
          onError(error);
          continue;
        }
        orders.noteGone(scope, orderId);
        isChanged = true;
      }
    }
    return isChanged;
  };
}
