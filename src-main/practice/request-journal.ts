import type { PracticeRequest } from './http-toolkit.ts';

interface JournalEntry {
  server: string;
  method: string;
  address: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  /** 0 if the answer was withheld on purpose. */
  status: number;
  bytes: number;
}

/** Records the requests to the practice service, for tests that count them. `bytes` is the length of the answer's body. */
export interface RequestJournal {
  note(server: string, request: PracticeRequest, status: number, bytes: number): void;
  entries(): readonly JournalEntry[];
  clear(): void;
}

/** Creates an empty journal that keeps the last `limit` requests. */
export function createRequestJournal(limit = 5_000): RequestJournal {
  const entries: JournalEntry[] = [];
  return {
    note(server, request, status, bytes) {
      if (entries.length >= limit) entries.shift();
      entries.push({
        server,
        method: request.method,
        address: request.url.pathname + request.url.search,
        headers: { ...request.headers },
        body: request.bodyText,
        status,
        bytes,
      });
    },
    entries: () => entries,
    clear: () => entries.splice(0),
  };
}
