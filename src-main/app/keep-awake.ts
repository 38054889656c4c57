import type { Platform } from '../host/platform.ts';

/** The time from the end of the work until the computer may sleep: between two files, or two commands, nothing is under way. */
const releaseMs = 60_000;

/** The work for which the computer stays awake. */
export type WakingWork = 'downloads' | 'commands';

interface KeepAwakeOptions {
  platform: Pick<Platform, 'keepAwake'>;
  /** False if the user has switched it off. */
  isWanted: () => boolean;
  /** Calls a function after a time; the returned function cancels that. */
  setTimer: (run: () => void, ms: number) => () => void;
}

/** Creates what keeps the computer awake while files arrive or commands are sent. The display may still be switched off. */
export function createKeepAwake({ platform, isWanted, setTimer }: KeepAwakeOptions) {
  const underWay = new Set<WakingWork>();
  let isHeld = false;
  let stopTimer: (() => void) | null = null;

  function hold(isOn: boolean) {
    stopTimer?.();
    stopTimer = null;
    if (isHeld === isOn) return;
    isHeld = isOn;
    platform.keepAwake?.(isOn);
  }

  function apply() {
    if (!isWanted()) hold(false);
    else if (underWay.size > 0) hold(true);
    else if (isHeld) stopTimer ??= setTimer(() => hold(false), releaseMs);
  }

  return {
    /** Notes that a kind of work has begun or ended. */
    note(work: WakingWork, isUnderWay: boolean) {
      if (isUnderWay) underWay.add(work);
      else underWay.delete(work);
      apply();
    },
    /** Applies the settings after they have changed. */
    apply,
    close: () => hold(false),
  };
}

/** What `createKeepAwake` returns. */
export type KeepAwake = ReturnType<typeof createKeepAwake>;
/** Hears when files begin and cease to arrive, and commands to be sent. */
export type WorkWatch = Pick<KeepAwake, 'note'>;
