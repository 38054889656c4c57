/**
 * Creates a throttle for one sync: `changed` calls `onChange`, but at most once in `pauseMs`; `flush` reports a change that was not
 * reported yet.
 */
export function createChangeThrottle({
  pauseMs,
  nowMs,
  onChange,
}: {
  pauseMs: number;
  nowMs: () => number;
  onChange: () => void;
}) {
  let isPending = false;
  let lastMs = Number.NEGATIVE_INFINITY;
  const report = () => {
    isPending = false;
    lastMs = nowMs();
    onChange();
  };
  return {
    changed() {
      isPending = true;
      if (nowMs() - lastMs >= pauseMs) report();
    },
    flush() {
      if (isPending) report();
    },
  };
}
