import type { Scope, TaskId } from '../../../src-preload/contract/ids.ts';
import type { Observed } from '../../core/observed-state.ts';
import type { Store } from '../../store/store.ts';
import { createOrderList } from './order-list.ts';
import { createOrderQueries } from './order-queries.ts';
import { createOrderState } from './order-state.ts';
import { createOrderWriter } from './order-writer.ts';

/** Creates the table of the orders of all scopes; it has no network access. */
export function createOrderTable({
  store,
  now,
  isCancelled = () => false,
  observed,
  flagged,
}: {
  store: Store;
  now: () => Date;
  /** True if a V1 task is known to be cancelled. Its order may stay open for minutes after that (service §10.3). */
  isCancelled?: (scope: Scope, taskId: TaskId) => boolean;
  observed?: Observed;
  /** Returns the orders that need attention. */
  flagged?: (scope: Scope) => readonly string[];
}) {
  const queries = createOrderQueries(store, now);
  const { recompute, ...state } = createOrderState({ store, now, observed });
  const { put } = createOrderWriter({
    store,
    now,
    resolve: queries.resolve,
    state: { recompute, countDeliverables: state.countDeliverables },
    isCancelled,
  });
  return { put, ...state, ...queries, ...createOrderList({ store, flagged }) };
}

/** What `createOrderTable` returns. */
export type OrderTable = ReturnType<typeof createOrderTable>;
