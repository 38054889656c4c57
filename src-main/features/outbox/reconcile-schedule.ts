import type { CommandRow } from './command-row.ts';
import { listingOf } from './remotes.ts';

/** The pauses between two look-ups of commands that are not found. */
const delaysMs = [5_000, 30_000, 2 * 60_000, 5 * 60_000, 10 * 60_000, 30 * 60_000];
/** Each look-up reads a whole listing: it may take the service no more than a twentieth of the time. */
const idlePerReading = 20;

/** What `createReconcileSchedule` needs. */
export interface ReconcileScheduleOptions {
  monotonic: () => number;
  /** The shortest time between two look-ups. */
  gapMs: number;
}

/** One listing answers for all commands that it would show, so these share a plan. */
const readKind = (row: CommandRow) => listingOf(row)?.kind ?? '';

/** Creates the plan of when the unconfirmed commands of one contract are looked up next. Times are milliseconds of `monotonic`. */
export function createReconcileSchedule({ monotonic, gapMs }: ReconcileScheduleOptions) {
  const planned = new Map<string, { tries: number; dueAt: number }>();
  return {
    /** Returns when a command is looked up next; undefined if nothing is planned, and the look-up is due. */
    dueAt: (row: CommandRow): number | undefined => planned.get(readKind(row))?.dueAt,
    /** Removes the plan, because a command that has just become unconfirmed is looked up at once. */
    forget: (row: CommandRow) => planned.delete(readKind(row)),
    /** Plans the next look-up after one that took so many milliseconds: each time later. */
    planNext(row: CommandRow, tookMs: number) {
      const tries = (planned.get(readKind(row))?.tries ?? 0) + 1;
      const usualMs = delaysMs[Math.min(tries, delaysMs.length) - 1] ?? gapMs;
      const ms = Math.max(gapMs, usualMs, tookMs * idlePerReading);
      planned.set(readKind(row), { tries, dueAt: monotonic() + ms });
    },
  };
}

/** What `createReconcileSchedule` returns. */
export type ReconcileSchedule = ReturnType<typeof createReconcileSchedule>;
