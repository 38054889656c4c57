import type { Settings } from '../../../../src-preload/contract/settings.ts';
import type { FileCheck } from './check-files.ts';
import type { CheckScheduleTable } from './check-schedule-table.ts';

const dayMs = 86_400_000;
const periodMs = { weekly: 7 * dayMs, monthly: 30 * dayMs } as const;
const decideEveryMs = 30_000;

/** The options of `createCheckSchedule`. */
export interface CheckScheduleOptions {
  check: Pick<FileCheck, 'start' | 'pause' | 'status' | 'idle'>;
  table: CheckScheduleTable;
  period: () => Settings['verifyLibrary'];
  /** False while files are downloaded or the folder is read: then the check pauses. */
  isIdle: () => boolean;
  hasFiles: () => boolean;
  /** Called when a check that the schedule started has checked all files. */
  ended: () => void;
  onError: (error: unknown) => void;
  now: () => Date;
  setTimer: (run: () => void, ms: number) => () => void;
}

/**
 * Creates the schedule of the check of all files. It starts a check when it is due and nothing else needs the disk, reads slowly, pauses
 * during downloads and continues later, also in the next session. A check that a user has paused is left to the user.
 */
export function createCheckSchedule(options: CheckScheduleOptions) {
  const { check, table, period, now } = options;
  let stopTimer: (() => void) | null = null;
  let isClosed = false;

  /** Returns when the next check is due, in milliseconds since 1970; null if none is planned. */
  function dueAt(): number | null {
    const chosen = period();
    if (chosen === 'never') return null;
    const { state, endedAt } = check.status();
    if (state === 'none') return options.hasFiles() ? now().getTime() : null;
    if (state !== 'done' || endedAt === null) return null;
    const due = Date.parse(endedAt) + periodMs[chosen];
    // A date so far ahead comes from a wrong clock. One check too many does no harm; no check for years does.
    return due > now().getTime() + 2 * periodMs[chosen] ? now().getTime() : due;
  }

  function begin(fromStart: boolean) {
    check.start(fromStart, { gently: true });
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
    /** Starts, pauses or continues the check if it is time to; also done at intervals. */
    decide,
    /** Returns when the next check is due (ISO 8601, UTC); null if none is planned. */
    nextAt(): string | null {
      const due = dueAt();
      return due === null ? null : new Date(due).toISOString();
    },
    isScheduled: () => table.get().isScheduled,
    /** Starts or continues a check at full speed, because the user waits for it. */
    startForPerson(fromStart: boolean) {
      table.put({ isScheduled: false, isPausedByPerson: false });
      check.start(fromStart);
    },
    /** Pauses the check until the user continues it. */
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
