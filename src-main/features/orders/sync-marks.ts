import { z } from 'zod';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { scopeParams } from '../../core/scope.ts';
import type { Store } from '../../store/store.ts';

/** The listings that the sync of orders fetches page by page; each has its own mark. */
export type Resource = 'orders' | 'deliverables';

const markSchema = z.object({
  /** The `updated_at__gte` of the next sync; null for everything. */
  since: z.string().nullable(),
  /** The latest `updated_at` that was seen, by the service's clock, not ours. */
  newest: z.string().nullable(),
  /** How many rows of an unfinished first sync have been stored, and when it began. */
  resumeAt: z.number(),
  beganAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  /** When the whole listing was last fetched, by our clock. */
  completeAt: z.string().nullable(),
  /** How many rows that complete reading lacked of the service's `count`. */
  missing: z.number(),
});
/** How far a listing of a scope was fetched. */
export type Mark = z.infer<typeof markSchema>;

const emptyMark: Mark = {
  since: null,
  newest: null,
  resumeAt: 0,
  beganAt: null,
  finishedAt: null,
  completeAt: null,
  missing: 0,
};
const key = 'connection_id = :connectionId AND contract_id = :contractId AND resource = :resource';

/** Creates the store of the sync marks, which say how far each listing of a scope was fetched. */
export function createSyncMarks(store: Store) {
  return {
    read(scope: Scope, resource: Resource): Mark {
      const sql = `SELECT since, newest, resume_at AS resumeAt, began_at AS beganAt, finished_at AS finishedAt,
          complete_at AS completeAt, missing
        FROM order_sync WHERE ${key}`;
      return store.get(markSchema, sql, { ...scopeParams(scope), resource }) ?? emptyMark;
    },
    write(scope: Scope, resource: Resource, mark: Mark) {
      store.run(
        `INSERT OR REPLACE INTO order_sync (connection_id, contract_id, resource, since, newest, resume_at, began_at, finished_at,
           complete_at, missing)
         VALUES (:connectionId, :contractId, :resource, :since, :newest, :resumeAt, :beganAt, :finishedAt, :completeAt, :missing)`,
        { ...scopeParams(scope), resource, ...mark },
      );
    },
  };
}

/** A row may become visible some time after its `updated_at`; one that does so later is found by the next complete reading. */
const overlapMs = 2 * 60_000;
/** For this time after the last change the overlap is requested with each sync. */
const settleMs = 10 * 60_000;

/** Returns the later of two ISO 8601 times in the same form; null counts as the earliest. */
export const later = (a: string | null, b: string | null): string | null =>
  a === null ? b : b === null || a > b ? a : b;

/**
 * Returns the time from which the next sync requests changes. A change that was made during the sync has a time no earlier than the
 * newest one minus the duration of the sync, so this period and a margin are requested again. Once nothing has changed for longer than
 * that, only newer rows are requested: otherwise every sync would fetch a thousand orders of the same minute again.
 */
export function nextSince(options: {
  newest: string | null;
  tookMs: number;
  /** The time since the last change. */
  quietMs: number;
}): string | null {
  const { newest, tookMs, quietMs } = options;
  if (newest === null) return null;
  const at = Date.parse(newest);
  const from = quietMs > settleMs ? at + 1 : at - overlapMs - Math.max(0, tookMs);
  return new Date(from).toISOString();
}

/**
 * Returns a mark without times after the current one: a row or a clock that was ahead would hide all changes until then. With
 * `newest` unknown, everything is fetched.
 */
export function withoutFuture(mark: Mark, latestMs: number): Mark {
  const isAhead = [mark.since, mark.newest].some((at) => at !== null && Date.parse(at) > latestMs);
  return isAhead ? { ...mark, since: null, newest: null } : mark;
}
