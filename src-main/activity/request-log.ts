import type { RequestLogEntry } from '../../src-preload/contract/app.ts';

export interface RequestLog {
  add(entry: Omit<RequestLogEntry, 'id'>): void;
  /** The newest first. */
  latest(limit: number): RequestLogEntry[];
}

const keptEntries = 1_000;
const quietMs = 500;

/** The last thousand requests, in memory; the screen hears of new ones at most twice a second. */
export function createRequestLog(options: { changed: () => void }): RequestLog {
  const entries: RequestLogEntry[] = [];
  let next = 1;
  let timer: NodeJS.Timeout | null = null;
  return {
    add(entry) {
      entries.push({ ...entry, id: next });
      next += 1;
      if (entries.length > keptEntries) entries.shift();
      if (timer) return;
      timer = setTimeout(() => {
        timer = null;
        options.changed();
      }, quietMs);
      timer.unref();
    },
    latest: (limit) => entries.slice(-limit).reverse(),
  };
}
