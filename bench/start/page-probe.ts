/** What the page saw of its own start, in milliseconds of its own clock (from navigation). */
export interface PageTimes {
  /** First pixels of content. */
  painted: number | null;
  /** The task list has its first row (or says what to do first). */
  listed: number;
  /** The map has drawn all it was given so far. */
  mapped: number;
  /** Both, and from then on 100 ms without a task of 50 ms or more. */
  interactive: number;
}

export interface LongTask {
  start: number;
  duration: number;
}

declare global {
  interface Window {
    nadirLongTasks?: LongTask[];
    nadirInteractive?: (times: PageTimes) => void;
  }
}

/** Runs in the page before all its own code; must not refer to anything outside of itself. */
export function installProbe(listSelector: string): void {
  const quietMs = 100;
  const tickMs = 20;
  const longTasks: LongTask[] = [];
  window.nadirLongTasks = longTasks;
  let listed: number | null = null;
  let mapped: number | null = null;
  let busyUntil = 0;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      longTasks.push({ start: startTime, duration });
      busyUntil = Math.max(busyUntil, startTime + duration);
    }
  }).observe({ type: 'longtask', buffered: true });

  const probe = () => {
    const at = performance.now();
    if (listed === null && document.querySelector(listSelector)?.textContent) listed = at;
    if (mapped === null && document.querySelector('[data-testid="map"][data-rendered="true"]')) mapped = at;
    if (listed !== null && mapped !== null) observer.disconnect();
  };
  const observer = new MutationObserver(probe);
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });

  let last = performance.now();
  const timer = setInterval(() => {
    const at = performance.now();
    // A long task is reported only after it; a late tick tells at once.
    if (at - last > tickMs + 50) busyUntil = Math.max(busyUntil, at);
    last = at;
    if (listed === null || mapped === null) return;
    const ready = Math.max(listed, mapped, busyUntil);
    if (at - ready < quietMs) return;
    clearInterval(timer);
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    window.nadirInteractive?.({ painted: paint?.startTime ?? null, listed, mapped, interactive: ready });
  }, tickMs);
}
