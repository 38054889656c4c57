import type { LogEntry } from '../src-main/service/http/exchange-log.ts';

/** A request that went well, but for what is said of it. */
export function makeLogEntry(about: Partial<LogEntry> = {}): LogEntry {
  return {
    at: '2026-01-02T03:04:05.000Z',
    method: 'GET',
    address: 'https://a.invalid/tasking/tasks/',
    status: 200,
    durationMs: 12,
    sizeBytes: 2,
    attempt: 1,
    error: null,
    what: 'tasks',
    underWay: false,
    ledTo: [],
    sentHeaders: {},
    sentBody: null,
    receivedHeaders: {},
    receivedBody: null,
    ...about,
  };
}
