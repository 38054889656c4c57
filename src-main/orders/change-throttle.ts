/**
 * Returns a throttle for one sync: `changed` calls `tell`, but not more often than once in `pauseMs`; `flush` tells what is
 * still untold.
 */
export function createChangeThrottle({
  pauseMs,
  nowMs,
  tell,
}: {
  pauseMs: number;
  nowMs: () => number;
  tell: () => void;
}) {
  let isUntold = false;
  let lastMs = Number.NEGATIVE_INFINITY;
  const tellNow = () => {
    isUntold = false;
    lastMs = nowMs();
    tell();
  };
  return {
    changed() {
      isUntold = true;
      if (nowMs() - lastMs >= pauseMs) tellNow();
    },
    flush() {
      if (isUntold) tellNow();
    },
  };
}
