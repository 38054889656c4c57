import { launchPage } from './launch-page.ts';

/** What fails within this time after the session was renewed has another cause. In milliseconds. */
const waveMs = 30_000;

/**
 * Creates the renewal of the session for pictures that fail: an image says that it failed, and not why. However many fail together, the
 * session is renewed once, and what was asked for after that and fails too is not asked for again.
 */
export function createSessionRenewal(renew: () => Promise<unknown>, now: () => number) {
  let renewedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<unknown> | null = null;
  /**
   * To be called with the time at which the failed request was made, as `now` tells it. Resolves with true if the session was renewed
   * since, so that it is worth to ask again.
   */
  return async (askedAt: number): Promise<boolean> => {
    if (askedAt <= renewedAt) return true;
    if (running === null && now() - renewedAt < waveMs) return false;
    running ??= renew().finally(() => {
      renewedAt = now();
      running = null;
    });
    // Who cannot renew it finds that out from the next answer.
    await running.catch(() => undefined);
    return true;
  };
}

/** Renews the session of this window; null in Electron, which has none. */
export const renewSession = launchPage && createSessionRenewal(launchPage.renew, () => performance.now());
