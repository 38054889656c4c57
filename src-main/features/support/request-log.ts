import type {
  RequestDetails,
  RequestFilter,
  RequestOrigin,
  RequestRow,
} from '../../../src-preload/contract/activity.ts';
import { AppError } from '../../core/app-error.ts';
import type { LogEntry } from '../../service/http/exchange-log.ts';

/**
 * The requests to the service since the start, in memory. Downloads have their own limit, so that many of them do not push out
 * the others.
 */
export interface RequestLog {
  add(entry: LogEntry, requestOrigin: RequestOrigin): void;
  /** Call this when a request has ended and its entry has changed. */
  ended(entry: LogEntry): void;
  /** Returns the newest first. */
  list(
    filter: RequestFilter,
    page: { offset: number; limit: number },
  ): { total: number; rows: RequestRow[]; newestId: number; origins: string[] };
  /** Throws NOT_FOUND if the entry has been dropped. */
  get(id: number): RequestDetails;
  clear(): void;
}

/** Requests for parts of files come by the hundred a minute, so they have their own limit and do not push out others. */
const keptEntries = { files: 500, others: 2_000 };
/** The limit for all bodies together, in characters. */
const maxBodiesCharacters = 6_000_000;
const quietMs = 500;

interface Kept {
  id: number;
  requestOrigin: RequestOrigin;
  entry: LogEntry;
  origin: string;
}

/** True if a request failed: it has no answer, or one that is not a success. */
export function isFailed({ status, error }: Pick<RequestRow, 'status' | 'error'>): boolean {
  return error !== null || (status !== null && status >= 300);
}

function rowOf({ id, requestOrigin, entry }: Kept): RequestRow {
  const { at, method, address, status, error, durationMs, sizeBytes, attempt, underWay } = entry;
  return { id, at, method, address, status, error, durationMs, sizeBytes, attempt, requestOrigin, underWay };
}

const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : '');
const hasBody = ({ sentBody, receivedBody }: LogEntry) => sentBody !== null || receivedBody !== null;
const bodySize = ({ sentBody, receivedBody }: LogEntry) =>
  (sentBody?.length ?? 0) + (receivedBody?.length ?? 0);

/**
 * Creates the log of the last requests, in memory; it reports new ones to the screen at most twice a second. `thorough` cleans
 * all headers and bodies when they are read, because a token may have become known after it was logged.
 */
export function createRequestLog({
  changed,
  thorough,
}: {
  changed: () => void;
  thorough: (text: string) => string;
}): RequestLog {
  let files: Kept[] = [];
  let others: Kept[] = [];
  let next = 1;
  let timer: NodeJS.Timeout | null = null;

  function reportChange() {
    if (timer) return;
    timer = setTimeout(() => {
      timer = null;
      changed();
    }, quietMs);
    timer.unref();
  }

  /** Drops the oldest bodies first; their requests stay. */
  function boundBodies() {
    let size = 0;
    for (const { entry } of [...files, ...others].sort((a, b) => b.id - a.id)) {
      size += bodySize(entry);
      if (size <= maxBodiesCharacters) continue;
      size -= bodySize(entry);
      entry.sentBody = null;
      entry.receivedBody = null;
    }
  }

  function matches(kept: Kept, { text, failedOnly, origin, upTo }: RequestFilter): boolean {
    const { id, requestOrigin, entry } = kept;
    if (upTo !== null && id > upTo) return false;
    if (failedOnly && !isFailed(entry)) return false;
    if (origin !== null && kept.origin !== origin) return false;
    const { method, address, status, error, what } = entry;
    return `${method} ${address} ${status} ${error} ${what} ${requestOrigin}`
      .toLowerCase()
      .includes(text.trim().toLowerCase());
  }

  const all = () => [...files, ...others].sort((a, b) => b.id - a.id);

  return {
    add(entry, requestOrigin) {
      const kept = { id: next, requestOrigin, entry, origin: originOf(entry.address) };
      next += 1;
      if (requestOrigin === 'downloads') {
        files.push(kept);
        // Cuts a sixteenth at a time, because removing the first entry of a long list moves all others.
        if (files.length > keptEntries.files * 1.0625) files = files.slice(-keptEntries.files);
      } else {
        others.push(kept);
        if (others.length > keptEntries.others * 1.0625) others = others.slice(-keptEntries.others);
      }
      if (hasBody(entry)) boundBodies();
      reportChange();
    },
    ended(entry) {
      if (hasBody(entry)) boundBodies();
      reportChange();
    },
    list(filter, { offset, limit }) {
      const known = all();
      const found = known.filter((kept) => matches(kept, filter));
      return {
        total: found.length,
        rows: found.slice(offset, offset + limit).map(rowOf),
        newestId: known[0]?.id ?? 0,
        origins: [...new Set(known.map(({ origin }) => origin))].sort(),
      };
    },
    get(id) {
      const kept = [...files, ...others].find((each) => each.id === id);
      if (!kept) throw new AppError('NOT_FOUND', { what: `request ${id}` });
      const { sentHeaders, sentBody, receivedHeaders, receivedBody, ledTo } = kept.entry;
      const clean = (headers: Readonly<Record<string, string>>) =>
        Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, thorough(value)]));
      return {
        ...rowOf(kept),
        sentHeaders: clean(sentHeaders),
        sentBody: sentBody === null ? null : thorough(sentBody),
        receivedHeaders: receivedHeaders === null ? null : clean(receivedHeaders),
        receivedBody: receivedBody === null ? null : thorough(receivedBody),
        ledTo: ledTo.map(thorough),
      };
    },
    clear() {
      files = [];
      others = [];
      changed();
    },
  };
}
