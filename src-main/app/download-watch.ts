import { batchEnd } from '../../src-preload/contract/batch-end.ts';
import type { PauseReason } from '../../src-preload/contract/delivery.ts';
import type { DownloadSettings } from '../../src-preload/contract/settings.ts';
import type { Delivery } from '../delivery/queue/delivery.ts';
import type { Platform } from '../host/platform.ts';
import { clockTime, limitsNow, pauseReasonNow } from '../settings/download-limits.ts';

const checkEveryMs = 15_000;
/** Asking the system starts a program: not with every look. */
const checksPerQuestion = 4;

type WatchedQueue = Pick<Delivery, 'summary' | 'onProgress'>;

interface DownloadWatchOptions {
  settings: () => DownloadSettings;
  now: () => Date;
  isMetered: () => Promise<boolean>;
  /** The words of the notice in the person's language. */
  words: (end: { done: number; failed: number }) => { title: string; body: string };
  platform: Pick<Platform, 'notify' | 'showProgress'>;
  /** What is allowed is not what it was; told once after the start, too. */
  changed: () => void;
}

/** What the clock, the network and the settings allow to downloads, and what the desktop is told of them. */
export function createDownloadWatch(options: DownloadWatchOptions) {
  const { platform } = options;
  let metered = false;
  let checks = 0;
  let last = '';

  const pauseReason = (): PauseReason | null =>
    pauseReasonNow(options.settings(), clockTime(options.now()), metered);
  const limits = () => limitsNow(options.settings(), pauseReason());

  function tell() {
    const state = JSON.stringify([pauseReason(), limits()]);
    if (state === last) return;
    last = state;
    options.changed();
  }

  /** Called again and again, and whenever the settings moved. */
  async function check(): Promise<void> {
    if (!options.settings().pauseWhenMetered) {
      metered = false;
      checks = 0;
    } else if (checks++ % checksPerQuestion === 0) metered = await options.isMetered();
    tell();
  }

  function follow(queue: WatchedQueue): () => void {
    let before = queue.summary();
    return queue.onProgress(() => {
      const summary = queue.summary();
      const { running, doneBytes, totalBytes } = summary;
      platform.showProgress?.(running > 0 && totalBytes > 0 ? Math.min(1, doneBytes / totalBytes) : null);
      const end = batchEnd(before, summary);
      before = summary;
      if (end && options.settings().notifyWhenDone) platform.notify?.(options.words(end));
    });
  }

  return {
    pauseReason,
    limits,
    check,
    /** Until the answer is called. */
    start(queue: WatchedQueue): () => void {
      const stopFollowing = follow(queue);
      void check();
      const timer = setInterval(() => void check(), checkEveryMs);
      timer.unref();
      return () => {
        clearInterval(timer);
        stopFollowing();
        platform.showProgress?.(null);
      };
    },
  };
}
