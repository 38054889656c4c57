import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Scope } from '../../src-preload/contract/ids.ts';
import type { OrderSyncState } from '../../src-preload/contract/orders.ts';
import { scopeKey } from '../core/scope.ts';
import type { Row } from '../service/api/service-client.ts';
import { type createSyncMarks, isPlausible, later, nextSince, type Resource } from './sync-marks.ts';
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
}

/** The number of rows in one transaction. */
const rowsPerTransaction = 25;
/** A listing whose pages shifted while it was fetched is fetched again, at most this often in all. */
const maxAttempts = 3;

async function inChunks<T>(rows: readonly T[], write: (chunk: readonly T[]) => boolean): Promise<boolean> {
  let written = false;
  for (let at = 0; at < rows.length; at += rowsPerTransaction) {
    written = write(rows.slice(at, at + rowsPerTransaction)) || written;
    await yieldToEventLoop();
  }
  return written;
}

/** Returns the latest of `before` and the times of rows, by the service's clock; implausible times are left out. */
function latestTimeOf(rows: readonly Row<UpdatedRow>[], before: string | null, nowMs: number): string | null {
  let newest = before;
  for (const { parsed } of rows) {
    const at = comparableTime(parsed.updatedAt);
    if (at !== null && isPlausible(at, nowMs)) newest = later(newest, at);
  }
  return newest;
}

/**
 * Creates the function that fetches one listing into the store, page by page. The first time it fetches everything (resumed where it
 * stopped), later only what was updated since. It resolves with whether any row was new or changed, and calls `changed` for each page
 * that had one.
 */
export function createListingReader({
  marks,
  now,
  onBegin,
  onProgress,
}: {
  marks: ReturnType<typeof createSyncMarks>;
  now: () => Date;
  /** Called when a listing begins to be fetched, also for another time. */
  onBegin: (scope: Scope, state: Pick<OrderSyncState, 'resource' | 'first' | 'received' | 'total'>) => void;
  /** Called when a page has been stored. */
  onProgress: (scope: Scope, counts: Pick<OrderSyncState, 'received' | 'total'>) => void;
}) {
  const nowMs = () => now().getTime();
  /** When something last changed in each listing, since Nadir started. */
  const changedAt = new Map<string, number>();

  return async <T extends UpdatedRow>(
    scope: Scope,
    listing: Listing<T>,
    changed: () => void,
  ): Promise<boolean> => {
    const { resource } = listing;
    const mark = marks.read(scope, resource);
    const first = mark.finishedAt === null;
    const beganMs = first && mark.beganAt !== null ? Date.parse(mark.beganAt) : nowMs();
    const beganAt = new Date(beganMs).toISOString();
    let newest = mark.newest;
    let isChanged = false;
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const offset = first && attempt === 1 ? mark.resumeAt : 0;
      let received = offset;
      let unreadable = 0;
      let total: number | null = null;
      const ids = new Set<string>();
      onBegin(scope, { resource, first, received, total: null });
      for await (const page of listing.pages(first ? null : mark.since, offset)) {
        const written = await inChunks(page.rows, listing.write);
        isChanged ||= written;
        if (written) changed();
        for (const { parsed } of page.rows) ids.add(listing.idOf(parsed));
        newest = latestTimeOf(page.rows, newest, nowMs());
        received += page.rows.length + page.unreadable;
        unreadable += page.unreadable;
        total = page.total;
        if (first) marks.write(scope, resource, { ...mark, newest, beganAt, resumeAt: received });
        onProgress(scope, { received, total });
      }
      // Pages are cut by position: a row that changed its position meanwhile may have been on none of them.
      const count = (first ? listing.size() : ids.size) + unreadable;
      if (total === null || count >= total) break;
    }
    const key = `${scopeKey(scope)} ${resource}`;
    if (isChanged || newest !== mark.newest || !changedAt.has(key)) changedAt.set(key, nowMs());
    const quietMs = nowMs() - (changedAt.get(key) ?? nowMs());
    marks.write(scope, resource, {
      since: nextSince({ newest, tookMs: nowMs() - beganMs, quietMs }),
      newest,
      resumeAt: 0,
      beganAt: null,
      finishedAt: now().toISOString(),
    });
    return isChanged;
  };
}

/** What `createListingReader` returns. */
export type ReadListing = ReturnType<typeof createListingReader>;
