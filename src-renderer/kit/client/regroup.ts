/**
 * Creates a function that batches items: it passes on a single item after a moment, but during a stream of items (a
 * sync, page by page) only every `busyMs`, so that lists of thousands of rows are not read again for each page.
 */
export function createRegroup<T>(options: {
  quietMs: number;
  busyMs: number;
  now: () => number;
  later: (run: () => void, ms: number) => void;
  pass: (items: T[]) => void;
}): (item: T) => void {
  const pending = new Set<T>();
  let scheduled = false;
  let lastPassed = Number.NEGATIVE_INFINITY;
  const flush = () => {
    scheduled = false;
    lastPassed = options.now();
    const items = [...pending];
    pending.clear();
    options.pass(items);
  };
  return (item) => {
    pending.add(item);
    if (scheduled) return;
    scheduled = true;
    const due = lastPassed + options.busyMs - options.now();
    options.later(flush, Math.max(options.quietMs, due));
  };
}
