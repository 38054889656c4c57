import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { OrderSyncState } from '../../../src-preload/contract/orders.ts';
import { scopeKey } from '../../core/scope.ts';
import type { Row } from '../../service/api/service-client.ts';
import { isForAll } from './errors-for-all.ts';
import {
  type createSyncMarks,
  later,
  type Mark,
  nextSince,
  type Resource,
  withoutFuture,
} from './sync-marks.ts';
import { comparableTime } from './wire-mapping.ts';

type UpdatedRow = { updatedAt: string | null };

/** A listing of the service, and how its rows are stored. */
export interface Listing<T extends UpdatedRow> {
  resource: Resource;
  /** Yields the pages from an offset, with what was updated since a time, or with everything if that is null. */
  pages: (
    since: string | null,
    offset: number,
  ) => AsyncIterable<{ rows: Row<T>[]; total: number | null; unreadable: number }>;
  /** Stores rows and returns whether any was new or changed. */
  write: (rows: readonly Row<T>[]) => boolean;
  idOf: (row: T) => string;
  /** Returns how many rows are stored. */
  size: () => number;
  /** Called with the ids of all rows after the whole listing was fetched again and nothing of it was missing. */
  onComplete?: (ids: ReadonlySet<string>) => void;
}

/** The number of rows in one transaction. */
const rowsPerTransaction = 25;
/** A listing whose pages shifted while it was fetched is fetched again, at most this often in all. */
const maxAttempts = 3;
const maxSlowAttempts = 2;
/** How often the whole listing is fetched again, and the longest pause between two of its pages: as long as a page took at most. */
const completeEveryMs = 60 * 60_000;
const longestPauseMs = 5_000;

/** What a reading starts from. */
interface ReadingTerms {
  mark: Mark;
  /** True for everything, false for what was updated since. */
  complete: boolean;
  signal: AbortSignal;
  changed: () => void;
}

async function inChunks<T>(rows: readonly T[], write: (chunk: readonly T[]) => boolean): Promise<boolean> {
  let written = false;
  for (let at = 0; at < rows.length; at += rowsPerTransaction) {
    written = write(rows.slice(at, at + rowsPerTransaction)) || written;
    await yieldToEventLoop();
  }
  return written;
}

/**
 * Returns the latest of `before` and the times of rows, by the service's clock. A time after the current one is left out: the mark
 * would hide all changes until then.
 */
function latestTimeOf(
  rows: readonly Row<UpdatedRow>[],
  before: string | null,
  latestMs: number,
): string | null {
  let newest = before;
  for (const { parsed } of rows) {
    const at = comparableTime(parsed.updatedAt);
    if (at !== null && Date.parse(at) <= latestMs) newest = later(newest, at);
  }
  return newest;
}

/** What `createListingReader` needs. */
export interface ListingReaderOptions {
  marks: ReturnType<typeof createSyncMarks>;
  now: () => Date;
  /** Returns milliseconds; changes of the system clock do not affect it. */
  monotonic: () => number;
  /** Returns the service's current time in milliseconds; null while it is unknown. */
  serviceTime: (scope: Scope) => number | null;
  pause: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** Called when a listing begins to be fetched, also for another time. */
  onBegin: (scope: Scope, state: Pick<OrderSyncState, 'resource' | 'first' | 'received' | 'total'>) => void;
  /** Called when a page has been stored. */
  onProgress: (scope: Scope, counts: Pick<OrderSyncState, 'received' | 'total'>) => void;
  onError: (error: unknown) => void;
}

/**
 * Creates the function that fetches one listing into the store, page by page. The first time it fetches everything (resumed where it
 * stopped), later what was updated since, and every hour everything again, slowly: a time of the service may be wrong, and a row may
 * become visible late. It resolves with whether any row was new or changed, and calls `changed` for each page that had one.
 */
export function createListingReader({
  marks,
  now,
  monotonic,
  serviceTime,
  pause,
  onBegin,
  onProgress,
  onError,
}: ListingReaderOptions) {
  const nowMs = () => now().getTime();
  /** When something last changed in each listing, and when each was last fetched as a whole, since Nadir started. */
  const changedAt = new Map<string, number>();
  const completedAt = new Map<string, number>();

  /** Returns the current time, by the earlier of the two clocks: either may be wrong, and the earlier one hides no change. */
  const latestMs = (scope: Scope) => Math.min(nowMs(), serviceTime(scope) ?? Number.POSITIVE_INFINITY);

  function isCompleteDue(key: string, { completeAt }: Mark): boolean {
    const known = completedAt.get(key);
    if (known !== undefined) return monotonic() - known >= completeEveryMs;
    const ageMs = completeAt === null ? completeEveryMs : nowMs() - Date.parse(completeAt);
    // A time in the future says nothing: our clock was changed.
    const countedMs = ageMs < 0 ? completeEveryMs : Math.min(ageMs, completeEveryMs);
    completedAt.set(key, monotonic() - countedMs);
    return countedMs >= completeEveryMs;
  }

  /** Yields pages with a pause after each, as long as it took: nobody waits for them. */
  async function* slowly<Page>(pages: AsyncIterable<Page>, signal: AbortSignal): AsyncGenerator<Page> {
    let beganMs = monotonic();
    for await (const page of pages) {
      yield page;
      const tookMs = monotonic() - beganMs;
      if (tookMs > 0) await pause(Math.min(longestPauseMs, tookMs), signal);
      beganMs = monotonic();
    }
  }

  /** Fetches the pages of a listing from an offset on and stores them. Returns what was received with the rows before the offset. */
  async function readPages<T extends UpdatedRow>(
    scope: Scope,
    listing: Listing<T>,
    { mark, complete, signal, changed }: ReadingTerms,
    { offset, beganAt }: { offset: number; beganAt: string },
  ) {
    const { resource } = listing;
    const first = mark.finishedAt === null;
    const ids = new Set<string>();
    let { newest } = mark;
    let isChanged = false;
    let received = offset;
    let unreadable = 0;
    let total: number | null = null;
    const pages = listing.pages(complete ? null : mark.since, offset);
    for await (const page of complete && !first ? slowly(pages, signal) : pages) {
      const written = await inChunks(page.rows, listing.write);
      isChanged ||= written;
      if (written) changed();
      for (const { parsed } of page.rows) ids.add(listing.idOf(parsed));
      newest = latestTimeOf(page.rows, newest, latestMs(scope));
      received += page.rows.length + page.unreadable;
      unreadable += page.unreadable;
      total = page.total;
      if (first) marks.write(scope, resource, { ...mark, newest, beganAt, resumeAt: received });
      onProgress(scope, { received, total });
    }
    const readable = first ? listing.size() : ids.size;
    return {
      newest,
      isChanged,
      ids,
      isWhole: total !== null && unreadable === 0 && ids.size >= total,
      missing: total === null ? 0 : Math.max(0, total - readable),
      // Pages are cut by position: a row that changed its position meanwhile may have been on none of them.
      isShort: total !== null && readable + unreadable < total,
    };
  }

  /** Fetches a listing, also for another time if it came short of its count. */
  async function readOnce<T extends UpdatedRow>(scope: Scope, listing: Listing<T>, terms: ReadingTerms) {
    const { resource } = listing;
    const { mark, complete } = terms;
    const first = mark.finishedAt === null;
    const beganMs = first && mark.beganAt !== null ? Date.parse(mark.beganAt) : nowMs();
    const beganAt = new Date(beganMs).toISOString();
    const attempts = complete && !first ? maxSlowAttempts : maxAttempts;
    let { newest } = mark;
    let isChanged = false;
    for (let attempt = 1; ; attempt += 1) {
      const offset = first && attempt === 1 ? mark.resumeAt : 0;
      onBegin(scope, { resource, first, received: offset, total: null });
      const reading = await readPages(scope, listing, terms, { offset, beganAt });
      newest = later(newest, reading.newest);
      isChanged ||= reading.isChanged;
      if (reading.isShort && attempt < attempts) continue;
      if (complete && !first && reading.isWhole) listing.onComplete?.(reading.ids);
      const missing = complete ? reading.missing : mark.missing;
      return { newest, isChanged, missing, tookMs: nowMs() - beganMs };
    }
  }

  return async <T extends UpdatedRow>(
    scope: Scope,
    listing: Listing<T>,
    terms: Pick<ReadingTerms, 'signal' | 'changed'>,
  ): Promise<boolean> => {
    const { resource } = listing;
    const key = `${scopeKey(scope)} ${resource}`;
    const mark = withoutFuture(marks.read(scope, resource), latestMs(scope));
    const first = mark.finishedAt === null;
    let complete = first || isCompleteDue(key, mark);
    let reading: Awaited<ReturnType<typeof readOnce>>;
    try {
      reading = await readOnce(scope, listing, { ...terms, mark, complete });
    } catch (error) {
      if (first || !complete || terms.signal.aborted || isForAll(error)) throw error;
      // One bad page among all must not stop the changes; the whole listing is tried again an hour later.
      onError(error);
      completedAt.set(key, monotonic());
      complete = false;
      reading = await readOnce(scope, listing, { ...terms, mark, complete });
    }
    const { newest, isChanged, missing, tookMs } = reading;
    if (complete) completedAt.set(key, monotonic());
    if (isChanged || newest !== mark.newest || !changedAt.has(key)) changedAt.set(key, monotonic());
    const quietMs = monotonic() - (changedAt.get(key) ?? monotonic());
    const finishedAt = now().toISOString();
    marks.write(scope, resource, {
      since: nextSince({ newest, tookMs, quietMs }),
      newest,
      resumeAt: 0,
      beganAt: null,
      finishedAt,
      completeAt: complete ? finishedAt : mark.completeAt,
      missing,
    });
    return isChanged;
  };
}

/** What `createListingReader` returns. */
export type ReadListing = ReturnType<typeof createListingReader>;
