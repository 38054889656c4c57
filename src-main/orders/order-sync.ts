import { setImmediate as yieldToLoop } from 'node:timers/promises';
import type { OrderId, Scope } from '../../src-preload/contract/ids.ts';
import type { OrderSyncState } from '../../src-preload/contract/orders.ts';
import { hasCode, toStoredError } from '../app-error.ts';
import { scopeKey } from '../core/scope.ts';
import type { WireDeliverable, WireOrder } from '../service/orders-wire.ts';
import type { Row, Service } from '../service/service-client.ts';
import { startTimer } from '../start-timer.ts';
import type { Store } from '../store/store.ts';
import { isForAll } from './errors-for-all.ts';
import type { OrderTable } from './order-table.ts';
import type { PartTable } from './part-table.ts';
import { createSyncMarks, isPlausible, later, nextSince, type Resource } from './sync-marks.ts';
import { comparableTime } from './wire-mapping.ts';
import { writeRows } from './write-rows.ts';

export interface OrderSync {
  /** Joins a running sync of the scope. Failures end up in the state, not in a rejection. */
  run(scope: Scope): Promise<OrderSyncState>;
  state(scope: Scope): OrderSyncState;
  /** The scope to keep fresh by polling; null for none. */
  watch(scope: Scope | null): void;
  /** Polls the watched scope at once: what stood in its way may be gone. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

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

const quickMs = 10_000;
/** While an order is open, and while none is. */
const openMs = 60_000;
const slowestMs = 600_000;
const restPerSync = 5;
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

interface Ran {
  moved: boolean;
  tookMs: number;
}

/**
 * Orders and their deliverables into the store: all pages the first time (taken up where it was left), what was updated
 * since after that. The service's clock decides what is new.
 */
export function createOrderSync(options: OrderSyncOptions): OrderSync {
  const { store, orders, parts, now } = options;
  const marks = createSyncMarks(store);
  const closing = new AbortController();
  const states = new Map<string, OrderSyncState>();
  const running = new Map<string, Promise<Ran>>();
  /** When something last moved in a listing, and when deliverables were asked for: of this run of Nadir only. */
  const movedAt = new Map<string, number>();
  const askedAt = new Map<string, number>();
  const setTimer = options.setTimer ?? startTimer;
  let watched: Scope | null = null;
  let toldAt = Number.NEGATIVE_INFINITY;
  let cancelTimer: (() => void) | null = null;
  let delayMs = quickMs;

  const ms = () => now().getTime();

  function state(scope: Scope): OrderSyncState {
    const known = states.get(scopeKey(scope));
    if (known) return known;
    const { finishedAt } = marks.read(scope, 'orders');
    return { ...idle, lastFinishedAt: finishedAt, first: finishedAt === null };
  }

  function update(scope: Scope, patch: Partial<OrderSyncState>) {
    states.set(scopeKey(scope), { ...state(scope), ...patch });
    toldAt = ms();
    options.changed('order-sync', scope);
  }

  /** As `update`, for counts that move with each page. */
  function progress(scope: Scope, patch: Partial<OrderSyncState>) {
    if (Math.abs(ms() - toldAt) >= progressMs) update(scope, patch);
    else states.set(scopeKey(scope), { ...state(scope), ...patch });
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

  async function sync(scope: Scope): Promise<boolean> {
    const key = scopeKey(scope);
    const teller = createTeller(scope);
    update(scope, { running: true, received: 0, total: null, resource: 'orders' });
    try {
      const { signal } = closing;
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
        teller.moved,
      );
      const due = ms() - (askedAt.get(key) ?? ms()) >= deliverablesMs;
      const begun = marks.read(scope, 'deliverables').finishedAt !== null;
      const unread = orders.unread(scope, 1).length > 0;
      let deliverablesMoved = false;
      if (ordersMoved || due || unread || !begun) {
        deliverablesMoved = await readDeliverables(scope, signal, teller.moved);
        askedAt.set(key, ms());
      } else if (!askedAt.has(key)) askedAt.set(key, ms());
      update(scope, {
        running: false,
        first: false,
        lastFinishedAt: now().toISOString(),
        error: null,
      });
      options.synced?.(scope);
      return ordersMoved || deliverablesMoved;
    } catch (error) {
      if (closing.signal.aborted) return false;
      options.onError(error);
      update(scope, { running: false, error: toStoredError(error) });
      return false;
    } finally {
      if (!closing.signal.aborted) teller.end();
    }
  }

  function start(scope: Scope): Promise<Ran> {
    const key = scopeKey(scope);
    const known = running.get(key);
    if (known) return known;
    const began = ms();
    const started = sync(scope)
      .then((moved) => ({ moved, tookMs: ms() - began }))
      .finally(() => running.delete(key));
    running.set(key, started);
    return started;
  }

  /** Quick while something moves; half as often again each time nothing did; slower still after an error. */
  function schedule({ moved, tookMs }: Ran) {
    cancelTimer?.();
    cancelTimer = null;
    if (watched === null || closing.signal.aborted) return;
    const scope = watched;
    const failed = state(scope).error !== null;
    const bound = orders.hasOpen(scope) && !failed ? openMs : slowestMs;
    delayMs = moved ? quickMs : Math.min(bound, delayMs * (failed ? 2 : 1.5));
    const waitMs = Math.min(slowestMs, Math.max(delayMs, failed ? 0 : restPerSync * tookMs));
    update(scope, { nextAt: new Date(ms() + waitMs).toISOString() });
    cancelTimer = setTimer(() => void poll(scope), waitMs);
  }

  async function poll(scope: Scope) {
    const ran = await start(scope);
    if (watched !== null && scopeKey(watched) === scopeKey(scope)) schedule(ran);
  }

  function begin(scope: Scope | null) {
    cancelTimer?.();
    cancelTimer = null;
    delayMs = quickMs;
    watched = scope !== null && options.isThere(scope) ? scope : null;
    if (watched !== null) void poll(watched);
  }

  return {
    state,
    async run(scope) {
      // Another contract that is read in between says nothing of how lively this one is.
      if (watched === null || scopeKey(watched) === scopeKey(scope)) delayMs = quickMs;
      if (options.isThere(scope)) await poll(scope);
      return state(scope);
    },
    watch(scope) {
      const wanted = scope !== null && options.isThere(scope) ? scope : null;
      const same = (wanted === null ? '' : scopeKey(wanted)) === (watched === null ? '' : scopeKey(watched));
      if (!same) begin(wanted);
    },
    async restart() {
      const scope = watched;
      if (scope === null) return;
      cancelTimer?.();
      // One that is under way began before.
      await running.get(scopeKey(scope));
      if (watched === scope && !closing.signal.aborted) begin(scope);
    },
    async close() {
      closing.abort();
      cancelTimer?.();
      await Promise.allSettled(running.values());
    },
  };
}
