/**
 * Creates a throttle for one sync: `changed` calls `tell`, but at most once in `pauseMs`; `flush` reports a change that was not
 * reported yet.
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
