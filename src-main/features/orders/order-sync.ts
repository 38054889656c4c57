import { setTimeout as wait } from 'node:timers/promises';
import type { OrderId, Scope } from '../../../src-preload/contract/ids.ts';
import type { OrderSyncState } from '../../../src-preload/contract/orders.ts';
import { hasCode } from '../../core/app-error.ts';
import { createRetryPauses } from '../../core/retry-pauses.ts';
import { scopeKey } from '../../core/scope.ts';
import {
  createScopePoller,
  neverSynced,
  type PollingPace,
  type ScopePoller,
  type SubjectSyncOptions,
} from '../../core/scope-poller.ts';
import type { WireOrder } from '../../service/api/orders-wire.ts';
import type { Row, Service } from '../../service/api/service-client.ts';
import type { Store } from '../../store/store.ts';
import { createDeliverableSync } from './deliverable-sync.ts';
import { isForAllOrders } from './errors-for-all.ts';
import { createListingReader } from './listing-reader.ts';
import type { OrderTable } from './order-table.ts';
import type { PartTable } from './part-table.ts';
import { createSyncMarks } from './sync-marks.ts';
import { writeRows } from './write-rows.ts';

/** How many orders are fetched singly per sync because a complete listing lacks them. */
const maxFetchedSingly = 20;

/**
 * Creates the function that fetches orders which are open and not in a complete listing. One that the service does not have is noted as
 * gone: its status would stay open for ever. One that the service has is asked for less and less often, because its listing may lack it
 * for ever. Resolves with whether anything changed. `monotonic` returns milliseconds; changes of the system clock do not affect it.
 */
function createUnlistedOrders({
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

/**
 * Creates a throttle for one sync: `changed` calls `onChange`, but at most once in `pauseMs`; `flush` reports a change that was not
 * reported yet.
 */
function createChangeThrottle({
  pauseMs,
  nowMs,
  onChange,
}: {
  pauseMs: number;
  nowMs: () => number;
  onChange: () => void;
}) {
  let isPending = false;
  let lastMs = Number.NEGATIVE_INFINITY;
  const report = () => {
    isPending = false;
    lastMs = nowMs();
    onChange();
  };
  return {
    changed() {
      isPending = true;
      if (nowMs() - lastMs >= pauseMs) report();
    },
    flush() {
      if (isPending) report();
    },
  };
}

/** The sync of the orders of all scopes. */
export interface OrderSync extends Omit<ScopePoller<OrderSyncState>, 'note' | 'update'> {
  /** Syncs the scope with its deliverables too, also if no order has changed. Returns the state after it. */
  refresh(scope: Scope): Promise<OrderSyncState>;
}

/** What `createOrderSync` needs. */
export interface OrderSyncOptions extends SubjectSyncOptions<'orders' | 'order-sync'> {
  store: Store;
  orders: OrderTable;
  parts: PartTable;
  service: Pick<Service, 'forScope'>;
  /** Returns true if the connection has an address for V2. */
  isThere: (scope: Scope) => boolean;
  /** Called with the orders that a sync after the first one has found changed. */
  onChangedOrders?: (scope: Scope, orderIds: readonly OrderId[]) => void;
  /** Returns the service's current time in milliseconds; null while it is unknown. */
  serviceTime?: (scope: Scope) => number | null;
  /** Returns milliseconds; changes of the system clock do not affect it. */
  monotonic?: () => number;
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

const pace: PollingPace = { quickMs: 10_000, activeMs: 60_000, slowestMs: 600_000 };
/** The page reads its lists again after each change, so changes are reported seldom during the first sync. */
const changePauseMs = { first: 10_000, later: 1_000 };
const progressMs = 500;
/** Deliverables are fetched when an order has changed, and after this time without a change. */
const deliverablesMs = 15 * 60_000;

/**
 * Creates the sync of orders and their deliverables: all pages the first time (resumed where it stopped), later what was updated
 * since, and now and then all pages again. No clock is trusted alone to say what is new.
 */
export function createOrderSync(options: OrderSyncOptions): OrderSync {
  const { store, orders, now } = options;
  const monotonic = options.monotonic ?? (() => performance.now());
  const marks = createSyncMarks(store);
  /** When deliverables were last fetched, by scope, since Nadir started. */
  const deliverablesReadAt = new Map<string, number>();
  /** The scopes whose deliverables are read with the next sync, whatever it finds. */
  const isRefreshWanted = new Set<string>();
  let reportedAt = Number.NEGATIVE_INFINITY;

  const nowMs = () => now().getTime();

  const poller = createScopePoller<OrderSyncState>({
    ...options,
    pace,
    begun: { resource: 'orders' },
    done: { first: false },
    initial(scope) {
      const { finishedAt, missing } = marks.read(scope, 'orders');
      return {
        ...neverSynced,
        resource: 'orders',
        first: finishedAt === null,
        lastFinishedAt: finishedAt,
        missing,
        missingDeliverables: marks.read(scope, 'deliverables').missing,
      };
    },
    read: sync,
    isActive: orders.hasOpen,
    changed(scope) {
      reportedAt = nowMs();
      options.changed('order-sync', scope);
    },
  });
  const isFirst = (scope: Scope) => poller.state(scope).first;

  const readListing = createListingReader({
    marks,
    now,
    monotonic,
    serviceTime: options.serviceTime ?? (() => null),
    pause: options.pause ?? ((ms, signal) => wait(ms, undefined, { signal })),
    onError: options.onError,
    onBegin: poller.update,
    // Counts that change with each page are not reported for each page.
    onProgress(scope, counts) {
      if (Math.abs(nowMs() - reportedAt) >= progressMs) poller.update(scope, counts);
      else poller.note(scope, counts);
    },
  });
  const deliverables = createDeliverableSync({
    ...options,
    readListing,
    monotonic,
    isShort: (scope) => marks.read(scope, 'deliverables').missing > 0,
  });

  const readUnlisted = createUnlistedOrders({ ...options, monotonic });

  function writeOrders(scope: Scope, rows: readonly Row<WireOrder>[]): boolean {
    const first = isFirst(scope);
    const write = (row: Row<WireOrder>) => (orders.put(scope, row) === 'same' ? [] : [row]);
    const written = writeRows(store, rows, write, options.onError).flat();
    if (!first && written.length > 0)
      options.onChangedOrders?.(
        scope,
        written.map(({ parsed }) => orders.resolve(scope, parsed.orderId)),
      );
    return written.length > 0;
  }

  async function readOrders(scope: Scope, signal: AbortSignal, changed: () => void): Promise<boolean> {
    let listed: ReadonlySet<string> | null = null;
    const isChanged = await readListing<WireOrder>(
      scope,
      {
        resource: 'orders',
        pages: (since, offset) =>
          options.service
            .forScope(scope)
            .orderPages(since === null ? {} : { updatedSince: since }, signal, offset),
        write: (rows) => writeOrders(scope, rows),
        idOf: (row) => row.orderId,
        size: () => orders.size(scope),
        onComplete(ids) {
          listed = ids;
        },
      },
      { signal, changed },
    );
    if (listed === null || !(await readUnlisted(scope, listed, signal))) return isChanged;
    changed();
    return true;
  }

  async function syncAll(scope: Scope, signal: AbortSignal, changed: () => void): Promise<boolean> {
    const key = scopeKey(scope);
    const areOrdersChanged = await readOrders(scope, signal, changed);
    const isWanted = isRefreshWanted.delete(key);
    const isDue = monotonic() - (deliverablesReadAt.get(key) ?? monotonic()) >= deliverablesMs;
    const wereRead = marks.read(scope, 'deliverables').finishedAt !== null;
    let areDeliverablesChanged = false;
    if (areOrdersChanged || isDue || isWanted || deliverables.hasDue(scope) || !wereRead) {
      areDeliverablesChanged = await deliverables.read(scope, signal, changed);
      deliverablesReadAt.set(key, monotonic());
    } else if (!deliverablesReadAt.has(key)) deliverablesReadAt.set(key, monotonic());
    poller.note(scope, {
      missing: marks.read(scope, 'orders').missing,
      missingDeliverables: marks.read(scope, 'deliverables').missing,
    });
    return areOrdersChanged || areDeliverablesChanged;
  }

  async function sync(scope: Scope, signal: AbortSignal): Promise<boolean> {
    const throttle = createChangeThrottle({
      pauseMs: isFirst(scope) ? changePauseMs.first : changePauseMs.later,
      nowMs,
      onChange: () => options.changed('orders', scope),
    });
    try {
      return await syncAll(scope, signal, throttle.changed);
    } finally {
      if (!signal.aborted) throttle.flush();
    }
  }

  return {
    ...poller,
    async refresh(scope) {
      const key = scopeKey(scope);
      isRefreshWanted.add(key);
      const state = await poller.run(scope);
      // A sync that was running already may have been past the deliverables.
      return isRefreshWanted.has(key) && state.error === null ? poller.run(scope) : state;
    },
  };
}
