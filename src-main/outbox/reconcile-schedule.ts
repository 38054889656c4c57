import type { Scope } from '../../src-preload/contract/ids.ts';
import type { CommandRow } from './command-row.ts';
import type { CommandTable } from './command-table.ts';
import { absenceMs } from './reconciler.ts';
import { listingOf } from './remotes.ts';

/** The pauses between two look-ups of a command that is not found. */
const delaysMs = [5_000, 30_000, 2 * 60_000, 5 * 60_000, 10 * 60_000, 30 * 60_000];

/** One listing answers for all commands that it would show, so these share a key. */
function keyOf(row: CommandRow): string {
  const listing = listingOf(row);
  return listing === null ? '' : `${listing.kind} ${listing.key}`;
}

/** What `createReconcileSchedule` needs. */
export interface ReconcileScheduleOptions {
  scope: Scope;
  table: CommandTable;
  serviceTime: (scope: Scope, kind: 'task' | 'order') => number | null;
  monotonic: () => number;
  /** The shortest time between two look-ups. */
  gapMs: number;
}

/** Creates the plan of when the unconfirmed commands of one contract are looked up next. Times are milliseconds of `monotonic`. */
export function createReconcileSchedule({
  scope,
  table,
  serviceTime,
  monotonic,
  gapMs,
}: ReconcileScheduleOptions) {
  const planned = new Map<string, { tries: number; dueAt: number }>();
  return {
    /** Returns when a command is looked up next; undefined if nothing is planned, and the look-up is due. */
    dueAt: (row: CommandRow): number | undefined => planned.get(keyOf(row))?.dueAt,
    /** Removes the plan, because a command that was sent again is looked up at once. */
    forget: (row: CommandRow) => planned.delete(keyOf(row)),
    /**
     * Plans the next look-up after one without a result: each time later, but no later than a proof of absence can be complete.
     */
    planNext(row: CommandRow) {
      const tries = (planned.get(keyOf(row))?.tries ?? 0) + 1;
      const usualMs = delaysMs[Math.min(tries, delaysMs.length) - 1] ?? gapMs;
      const listing = listingOf(row);
      const serviceMs = listing === null ? null : serviceTime(scope, listing.kind);
      // One second after the proof would be complete, because the service's time has whole seconds.
      const proofsMs = table
        .inState(scope, 'unknown')
        .filter((other) => other.byItself && keyOf(other) === keyOf(row) && other.absentServiceMs !== null)
        .map((other) => (other.absentServiceMs ?? 0) + absenceMs + 1_000 - (serviceMs ?? Number.NaN))
        .filter((ms) => !Number.isNaN(ms));
      const ms = Math.max(gapMs, Math.min(usualMs, ...proofsMs));
      planned.set(keyOf(row), { tries, dueAt: monotonic() + ms });
    },
  };
}

/** What `createReconcileSchedule` returns. */
export type ReconcileSchedule = ReturnType<typeof createReconcileSchedule>;
