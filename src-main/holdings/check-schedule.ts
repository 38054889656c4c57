import type { Settings } from '../../src-preload/contract/settings.ts';
import type { FileCheck } from './check-files.ts';
import type { CheckScheduleTable } from './check-schedule-table.ts';

const dayMs = 86_400_000;
const periodMs = { weekly: 7 * dayMs, monthly: 30 * dayMs } as const;
const decideEveryMs = 30_000;

/** What the verification of the library on a schedule needs. */
export interface CheckScheduleOptions {
  check: Pick<FileCheck, 'start' | 'pause' | 'status' | 'idle'>;
  table: CheckScheduleTable;
  period: () => Settings['verifyLibrary'];
  /** False while something is downloaded or the folder is read: the check gives way. */
  isIdle: () => boolean;
  hasFiles: () => boolean;
  /** Called when a check that the schedule began has ended with all files. */
  ended: () => void;
  onError: (error: unknown) => void;
  now: () => Date;
  setTimer: (run: () => void, ms: number) => () => void;
}

/**
 * Creates the schedule of the check of all files. It begins one when it is due and nothing else needs the disk, reads slowly, gives
 * way to downloads, and goes on later, also after the next start. A check that a person has paused is left to that person.
 */
export function createCheckSchedule(options: CheckScheduleOptions) {
  const { check, table, period, now } = options;
  let stopTimer: (() => void) | null = null;
  let isClosed = false;

  /** When the next check is due, in milliseconds; null if none is. */
  function dueAt(): number | null {
    const chosen = period();
    if (chosen === 'never') return null;
    const { state, endedAt } = check.status();
    if (state === 'none') return options.hasFiles() ? now().getTime() : null;
    if (state !== 'done' || endedAt === null) return null;
    const due = Date.parse(endedAt) + periodMs[chosen];
    // The clock was wrong when it ended, or is now: a check too many does no harm, and none for years does.
    return due > now().getTime() + 2 * periodMs[chosen] ? now().getTime() : due;
  }

  function begin(anew: boolean) {
    check.start(anew, { gently: true });
    table.put({ isScheduled: true, isPausedByPerson: false });
    void check
      .idle()
      .then(() => {
        if (!isClosed && check.status().state === 'done') options.ended();
      })
      .catch(options.onError);
  }

  async function decide(): Promise<void> {
    const { state } = check.status();
    const { isScheduled, isPausedByPerson } = table.get();
    const isIdle = options.isIdle();
    if (state === 'running') {
      if (isScheduled && !isIdle) await check.pause();
      return;
    }
    if (!isIdle || period() === 'never') return;
    if (state === 'paused') {
      if (!isPausedByPerson) begin(false);
      return;
    }
    const due = dueAt();
    if (due !== null && due <= now().getTime()) begin(true);
  }

  function wait() {
    stopTimer = options.setTimer(() => {
      void decide()
        .catch(options.onError)
        .finally(() => {
          if (!isClosed) wait();
        });
    }, decideEveryMs);
  }

  return {
    start: wait,
    /** Decides now what it decides at intervals. */
    decide,
    /** When the next check is due (ISO 8601, UTC); null if none is planned. */
    nextAt(): string | null {
      const due = dueAt();
      return due === null ? null : new Date(due).toISOString();
    },
    isScheduled: () => table.get().isScheduled,
    /** Begins or continues a check for a person, who waits for it. */
    startForPerson(anew: boolean) {
      table.put({ isScheduled: false, isPausedByPerson: false });
      check.start(anew);
    },
    /** Pauses the check for a person, until a person continues it. */
    async pauseForPerson() {
      table.put({ isScheduled: table.get().isScheduled, isPausedByPerson: true });
      await check.pause();
    },
    close() {
      isClosed = true;
      stopTimer?.();
    },
  };
}

/** What `createCheckSchedule` returns. */
export type CheckSchedule = ReturnType<typeof createCheckSchedule>;
