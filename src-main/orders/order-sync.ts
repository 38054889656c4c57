import { setImmediate as yieldToLoop } from 'node:timers/promises';
import type { OrderId, Scope } from '../../src-preload/contract/ids.ts';
import type { OrderSyncState } from '../../src-preload/contract/orders.ts';
import { hasCode } from '../app-error.ts';
import { scopeKey } from '../core/scope.ts';
import { createScopePoller, type PollingPace, type ScopePoller } from '../core/scope-poller.ts';
import type { WireDeliverable, WireOrder } from '../service/api/orders-wire.ts';
import type { Row, Service } from '../service/api/service-client.ts';
import type { Store } from '../store/store.ts';
import { isForAll } from './errors-for-all.ts';
import type { OrderTable } from './order-table.ts';
import type { PartTable } from './part-table.ts';
import { createSyncMarks, isPlausible, later, nextSince, type Resource } from './sync-marks.ts';
import { comparableTime } from './wire-mapping.ts';
import { writeRows } from './write-rows.ts';

/** Keeps the orders of a scope fresh. */
export type OrderSync = Omit<ScopePoller<OrderSyncState>, 'note' | 'update'>;

export interface OrderSyncOptions {
  store: Store;
  orders: OrderTable;
  parts: PartTable;
  service: Pick<Service, 'forScope'>;
  /** Whether the connection has an address for V2. */
  isThere: (scope: Scope) => boolean;
  now: () => Date;
  changed: (topic: 'orders' | 'order-sync', scope: Scope) => void;
  onError: (error: unknown) => void;
  /** Orders that a sync other than the first found changed. */
  moved?: (scope: Scope, orderIds: readonly OrderId[]) => void;
  /** A sync of the scope has just gone well. */
  synced?: (scope: Scope) => void;
  setTimer?: (run: () => void, ms: number) => () => void;
}

const pace: PollingPace = { quickMs: 10_000, activeMs: 60_000, slowestMs: 600_000 };
/** Rows in one transaction. */
const chunk = 25;
/** Lists of thousands are read again for each word that they changed: seldom while all of it comes in. */
const tellMs = { first: 10_000, later: 1_000 };
const progressMs = 500;
/** Deliverables are asked for when an order moved; now and then also by themselves. */
const deliverablesMs = 15 * 60_000;
/** A listing whose pages shifted while it was read is read again. */
const mostReadings = 3;
/** Where deliverables cannot be listed for all orders: so many orders are asked per sync. */
const ordersAsked = 60;
/** Closed orders that a listing had no deliverable of, asked per sync. */
const closedAsked = 20;

const idle: OrderSyncState = {
  running: false,
  received: 0,
  total: null,
  lastFinishedAt: null,
  nextAt: null,
  error: null,
  resource: 'orders',
  first: false,
};

/**
 * Orders and their deliverables into the store: all pages the first time (taken up where it was left), what was updated
 * since after that. The service's clock decides what is new.
 */
export function createOrderSync(options: OrderSyncOptions): OrderSync {
  const { store, orders, parts, now } = options;
  const marks = createSyncMarks(store);
  /** When something last moved in a listing, and when deliverables were asked for: of this run of Nadir only. */
  const movedAt = new Map<string, number>();
  const askedAt = new Map<string, number>();
  let toldAt = Number.NEGATIVE_INFINITY;

  const ms = () => now().getTime();

  const poller = createScopePoller<OrderSyncState>({
    pace,
    begun: { resource: 'orders' },
    done: { first: false },
    initial(scope) {
      const { finishedAt } = marks.read(scope, 'orders');
      return { ...idle, lastFinishedAt: finishedAt, first: finishedAt === null };
    },
    read: sync,
    isActive: orders.hasOpen,
    isThere: options.isThere,
    changed(scope) {
      toldAt = ms();
      options.changed('order-sync', scope);
    },
    synced: options.synced,
    onError: options.onError,
    now,
    setTimer: options.setTimer,
  });
  const { state, update } = poller;

  /** As `update`, for counts that move with each page. */
  function progress(scope: Scope, patch: Partial<OrderSyncState>) {
    if (Math.abs(ms() - toldAt) >= progressMs) update(scope, patch);
    else poller.note(scope, patch);
  }

  /** Says that orders moved, not more often than a list can be read again; `end` says what is left to say. */
  function createTeller(scope: Scope) {
    let owed = false;
    let last = Number.NEGATIVE_INFINITY;
    const pauseMs = state(scope).first ? tellMs.first : tellMs.later;
    const tell = () => {
      owed = false;
      last = ms();
      options.changed('orders', scope);
    };
    return {
      moved() {
        owed = true;
        if (ms() - last >= pauseMs) tell();
      },
      end() {
        if (owed) tell();
      },
    };
  }

  async function inChunks<T>(rows: readonly T[], write: (part: readonly T[]) => boolean): Promise<boolean> {
    let written = false;
    for (let at = 0; at < rows.length; at += chunk) {
      written = write(rows.slice(at, at + chunk)) || written;
      await yieldToLoop();
    }
    return written;
  }

  const writeOrders = (scope: Scope) => (rows: readonly Row<WireOrder>[]) => {
    const first = state(scope).first;
    const write = (row: Row<WireOrder>) => (orders.put(scope, row) === 'same' ? [] : [row]);
    const changed = writeRows(store, rows, write, options.onError).flat();
    if (!first && changed.length > 0)
      options.moved?.(
        scope,
        changed.map(({ parsed }) => orders.resolve(scope, parsed.orderId)),
      );
    return changed.length > 0;
  };
  const writeDeliverables = (scope: Scope) => (rows: readonly Row<WireDeliverable>[]) =>
    parts.putDeliverables(scope, rows);

  function newestOf(
    rows: readonly Row<{ updatedAt: string | null }>[],
    before: string | null,
  ): string | null {
    let newest = before;
    for (const { parsed } of rows) {
      const at = comparableTime(parsed.updatedAt);
      if (at !== null && isPlausible(at, ms())) newest = later(newest, at);
    }
    return newest;
  }

  /** One listing, its pages kept as they come; answers whether any row was new or changed. */
  async function read<T extends WireOrder | WireDeliverable>(
    scope: Scope,
    listing: {
      resource: Resource;
      pages: (
        since: string | null,
        offset: number,
      ) => AsyncIterable<{
        rows: Row<T>[];
        total: number | null;
        unreadable: number;
      }>;
      write: (rows: readonly Row<T>[]) => boolean;
      idOf: (row: T) => string;
      size: () => number;
    },
    tell: () => void,
  ): Promise<boolean> {
    const { resource } = listing;
    const mark = marks.read(scope, resource);
    const first = mark.finishedAt === null;
    const began = first && mark.beganAt !== null ? Date.parse(mark.beganAt) : ms();
    const beganAt = new Date(began).toISOString();
    let newest = mark.newest;
    let moved = false;
    for (let reading = 1; reading <= mostReadings; reading += 1) {
      const offset = first && reading === 1 ? mark.resumeAt : 0;
      let received = offset;
      let unreadable = 0;
      let total: number | null = null;
      const ids = new Set<string>();
      update(scope, { resource, first, received, total: null });
      for await (const page of listing.pages(first ? null : mark.since, offset)) {
        const written = await inChunks(page.rows, listing.write);
        moved ||= written;
        if (written) tell();
        for (const { parsed } of page.rows) ids.add(listing.idOf(parsed));
        newest = newestOf(page.rows, newest);
        received += page.rows.length + page.unreadable;
        unreadable += page.unreadable;
        total = page.total;
        if (first) marks.write(scope, resource, { ...mark, newest, beganAt, resumeAt: received });
        progress(scope, { received, total });
      }
      // Pages are cut by position: a row that moved to another place in between may have been on none of them.
      const have = (first ? listing.size() : ids.size) + unreadable;
      if (total === null || have >= total) break;
    }
    const key = `${scopeKey(scope)} ${resource}`;
    if (moved || newest !== mark.newest || !movedAt.has(key)) movedAt.set(key, ms());
    marks.write(scope, resource, {
      since: nextSince({ newest, tookMs: ms() - began, quietMs: ms() - (movedAt.get(key) ?? ms()) }),
      newest,
      resumeAt: 0,
      beganAt: null,
      finishedAt: now().toISOString(),
    });
    return moved;
  }

  async function readDeliverables(scope: Scope, signal: AbortSignal, tell: () => void): Promise<boolean> {
    const client = options.service.forScope(scope);
    try {
      const moved = await read(
        scope,
        {
          resource: 'deliverables',
          pages: (since, offset) =>
            client.deliverablePages(since === null ? {} : { updatedSince: since }, signal, offset),
          write: writeDeliverables(scope),
          idOf: (row: WireDeliverable) => `${row.orderId ?? ''} ${row.deliverableId}`,
          size: () => parts.deliverableSize(scope),
        },
        tell,
      );
      while (orders.markKnown(scope, 500) > 0) {
        tell();
        await yieldToLoop();
      }
      // Closed ones of which the listing had none: whether they were fulfilled is not for a listing to say.
      return (await askEach(scope, closedAsked, signal, tell)) || moved;
    } catch (error) {
      if (!hasCode(error, 'NOT_FOUND') && !hasCode(error, 'REFUSED')) throw error;
    }
    // No listing over all orders, or not by time: each order is asked for its own.
    return askEach(scope, ordersAsked, signal, tell);
  }

  /** Asks orders whose deliverables are not known for their own, the latest first. */
  async function askEach(scope: Scope, most: number, signal: AbortSignal, tell: () => void) {
    const client = options.service.forScope(scope);
    let moved = false;
    for (const orderId of orders.unread(scope, most)) {
      try {
        const rows = await client.orderDeliverables(orderId, signal);
        moved = parts.putDeliverables(scope, rows, orderId) || moved;
      } catch (error) {
        if (signal.aborted || isForAll(error)) throw error;
        // One that cannot be read leaves the others their turn; it is asked again when it is opened or moves.
        if (!hasCode(error, 'NOT_FOUND')) options.onError(error);
      }
      orders.markRead(scope, orderId, false);
      tell();
    }
    return moved;
  }

  async function syncAll(scope: Scope, signal: AbortSignal, tell: () => void): Promise<boolean> {
    const key = scopeKey(scope);
    const ordersMoved = await read(
      scope,
      {
        resource: 'orders',
        pages: (since, offset) =>
          options.service
            .forScope(scope)
            .orderPages(since === null ? {} : { updatedSince: since }, signal, offset),
        write: writeOrders(scope),
        idOf: (row: WireOrder) => row.orderId,
        size: () => orders.size(scope),
      },
      tell,
    );
    const due = ms() - (askedAt.get(key) ?? ms()) >= deliverablesMs;
    const begun = marks.read(scope, 'deliverables').finishedAt !== null;
    const unread = orders.unread(scope, 1).length > 0;
    let deliverablesMoved = false;
    if (ordersMoved || due || unread || !begun) {
      deliverablesMoved = await readDeliverables(scope, signal, tell);
      askedAt.set(key, ms());
    } else if (!askedAt.has(key)) askedAt.set(key, ms());
    return ordersMoved || deliverablesMoved;
  }

  async function sync(scope: Scope, signal: AbortSignal): Promise<boolean> {
    const teller = createTeller(scope);
    try {
      return await syncAll(scope, signal, teller.moved);
    } finally {
      if (!signal.aborted) teller.end();
    }
  }

  return poller;
}
