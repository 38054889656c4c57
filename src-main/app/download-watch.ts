import { batchEnd } from '../../src-preload/contract/batch-end.ts';
import type { PauseReason, TransferSummary } from '../../src-preload/contract/delivery.ts';
import type { DownloadSettings } from '../../src-preload/contract/settings.ts';
import type { Delivery } from '../features/downloads/queue/delivery.ts';
import { clockTime, limitsNow, pauseReasonNow } from '../features/settings/download-limits.ts';
import type { Platform } from '../host/platform.ts';

const checkEveryMs = 15_000;
/** Asking the system whether the network is metered starts a program, so it is not done at each check. */
const checksPerQuery = 4;

type WatchedQueue = Pick<Delivery, 'summary' | 'onProgress'>;

interface DownloadWatchOptions {
  settings: () => DownloadSettings;
  now: () => Date;
  isMetered: () => Promise<boolean>;
  /** The texts of the notification in the user's language. */
  words: (end: { done: number; failed: number }) => { title: string; body: string };
  platform: Pick<Platform, 'notify' | 'showProgress'>;
  /** Called when downloads begin, go on and end. */
  underWay: (isUnderWay: boolean) => void;
  /** Called when the limits have changed, and once after the start. */
  changed: () => void;
}

/** Returns how much is done, from 0 to 1: of the bytes, or of the files until all sizes are known. */
function shareOf({
  done,
  running,
  queued,
  waiting,
  doneBytes,
  totalBytes,
  unsized,
}: TransferSummary): number {
  if (unsized === 0 && totalBytes > 0) return Math.min(1, doneBytes / totalBytes);
  return done / Math.max(1, done + running + queued + waiting);
}

/** Creates the watch that limits downloads by the clock, the network and the settings, and reports their progress to the desktop. */
export function createDownloadWatch(options: DownloadWatchOptions) {
  const { platform } = options;
  let isMeteredNow = false;
  let checks = 0;
  let lastState = '';

  const pauseReason = (): PauseReason | null =>
    pauseReasonNow(options.settings(), clockTime(options.now()), isMeteredNow);
  const limits = () => limitsNow(options.settings(), pauseReason());

  function reportChange() {
    const state = JSON.stringify([pauseReason(), limits()]);
    if (state === lastState) return;
    lastState = state;
    options.changed();
  }

  /** Checks whether the limits have changed; it runs at intervals, and whenever the settings change. */
  async function check(): Promise<void> {
    if (!options.settings().pauseWhenMetered) {
      isMeteredNow = false;
      checks = 0;
    } else if (checks++ % checksPerQuery === 0) isMeteredNow = await options.isMetered();
    reportChange();
  }

  function follow(queue: WatchedQueue): () => void {
    let previous = queue.summary();
    return queue.onProgress(() => {
      const summary = queue.summary();
      platform.showProgress?.(summary.running > 0 ? shareOf(summary) : null);
      options.underWay(summary.running > 0);
      const end = batchEnd(previous, summary);
      previous = summary;
      if (end && options.settings().notifyWhenDone) platform.notify?.(options.words(end));
    });
  }

  return {
    pauseReason,
    limits,
    check,
    /** Starts the watch; it ends when the returned function is called. */
    start(queue: WatchedQueue): () => void {
      const stopFollowing = follow(queue);
      void check();
      const timer = setInterval(() => void check(), checkEveryMs);
      timer.unref();
      return () => {
        clearInterval(timer);
        stopFollowing();
        platform.showProgress?.(null);
        options.underWay(false);
      };
    },
  };
}
