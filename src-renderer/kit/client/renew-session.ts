import { launchPage } from './launch-page.ts';

/** A failure within this time after a renewal has another cause. In milliseconds. */
const waveMs = 30_000;

/**
 * Creates the renewal of the session for pictures that fail to load, because an image does not report why. However many
 * fail together, the session is renewed once, and requests after a recent renewal are not retried.
 */
export function createSessionRenewal(renew: () => Promise<unknown>, now: () => number) {
  let renewedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<unknown> | null = null;
  /**
   * Call this with the time of the failed request, as returned by `now`. Resolves with true if the session was renewed
   * since then, so that a retry makes sense.
   */
  return async (askedAt: number): Promise<boolean> => {
    if (askedAt <= renewedAt) return true;
    if (running === null && now() - renewedAt < waveMs) return false;
    running ??= renew().finally(() => {
      renewedAt = now();
      running = null;
    });
    // A failed renewal shows in the answer to the next request.
    await running.catch(() => undefined);
    return true;
  };
}

/** Renews the session of this window; null in Electron, which has none. */
export const renewSession = launchPage && createSessionRenewal(launchPage.renew, () => performance.now());
