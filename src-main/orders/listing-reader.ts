import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Scope } from '../../src-preload/contract/ids.ts';
import type { OrderSyncState } from '../../src-preload/contract/orders.ts';
import { scopeKey } from '../core/scope.ts';
import type { Row } from '../service/api/service-client.ts';
import { type createSyncMarks, isPlausible, later, nextSince, type Resource } from './sync-marks.ts';
import { comparableTime } from './wire-mapping.ts';

type ListedRow = { updatedAt: string | null };

/** A listing of the service, and how its rows are stored. */
export interface Listing<T extends ListedRow> {
  resource: Resource;
  /** Yields the pages from an offset, of what was updated since a time; of everything if that is null. */
  pages: (
    since: string | null,
    offset: number,
  ) => AsyncIterable<{ rows: Row<T>[]; total: number | null; unreadable: number }>;
  /** Stores rows and returns whether any was new or changed. */
  write: (rows: readonly Row<T>[]) => boolean;
  idOf: (row: T) => string;
  /** How many rows are stored. */
  size: () => number;
}

/** The number of rows in one transaction. */
const rowsAtOnce = 25;
/** A listing whose pages shifted during the reading is read again, at most this often. */
const mostReadings = 3;

async function inChunks<T>(rows: readonly T[], write: (chunk: readonly T[]) => boolean): Promise<boolean> {
  let written = false;
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    written = write(rows.slice(at, at + rowsAtOnce)) || written;
    await yieldToEventLoop();
  }
  return written;
}

/** Returns the latest time of the rows, by the service's clock. */
function newestOf(rows: readonly Row<ListedRow>[], before: string | null, nowMs: number): string | null {
  let newest = before;
  for (const { parsed } of rows) {
    const at = comparableTime(parsed.updatedAt);
    if (at !== null && isPlausible(at, nowMs)) newest = later(newest, at);
  }
  return newest;
}

/**
 * Creates the function that reads one listing into the store; pages are stored as they come. The first time it reads everything
 * (resumed where it stopped), later only what was updated since. It returns whether any row was new or changed, and calls
 * `changed` for each page that had one.
 */
export function createListingReader({
  marks,
  now,
  begun,
  progress,
}: {
  marks: ReturnType<typeof createSyncMarks>;
  now: () => Date;
  /** Called when a reading begins, or begins again. */
  begun: (scope: Scope, state: Pick<OrderSyncState, 'resource' | 'first' | 'received' | 'total'>) => void;
  /** Called when a page has been stored. */
  progress: (scope: Scope, counts: Pick<OrderSyncState, 'received' | 'total'>) => void;
}) {
  const nowMs = () => now().getTime();
  /** When something last changed in a listing; only kept while Nadir runs. */
  const movedAt = new Map<string, number>();

  return async <T extends ListedRow>(
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
    let moved = false;
    for (let reading = 1; reading <= mostReadings; reading += 1) {
      const offset = first && reading === 1 ? mark.resumeAt : 0;
      let received = offset;
      let unreadable = 0;
      let total: number | null = null;
      const ids = new Set<string>();
      begun(scope, { resource, first, received, total: null });
      for await (const page of listing.pages(first ? null : mark.since, offset)) {
        const written = await inChunks(page.rows, listing.write);
        moved ||= written;
        if (written) changed();
        for (const { parsed } of page.rows) ids.add(listing.idOf(parsed));
        newest = newestOf(page.rows, newest, nowMs());
        received += page.rows.length + page.unreadable;
        unreadable += page.unreadable;
        total = page.total;
        if (first) marks.write(scope, resource, { ...mark, newest, beganAt, resumeAt: received });
        progress(scope, { received, total });
      }
      // Pages are cut by position: a row that moved during the reading may have been on none of them.
      const have = (first ? listing.size() : ids.size) + unreadable;
      if (total === null || have >= total) break;
    }
    const key = `${scopeKey(scope)} ${resource}`;
    if (moved || newest !== mark.newest || !movedAt.has(key)) movedAt.set(key, nowMs());
    const quietMs = nowMs() - (movedAt.get(key) ?? nowMs());
    marks.write(scope, resource, {
      since: nextSince({ newest, tookMs: nowMs() - beganMs, quietMs }),
      newest,
      resumeAt: 0,
      beganAt: null,
      finishedAt: now().toISOString(),
    });
    return moved;
  };
}

/** What `createListingReader` returns. */
export type ReadListing = ReturnType<typeof createListingReader>;
