import { type Redactor, tokensOf } from '../redaction/redact.ts';
import { mask } from '../redaction/secret-scanner.ts';
import { placeOf } from './addresses.ts';

/** One request as it may be kept. Headers and bodies go through the thorough redactor once more when somebody reads them. */
export interface LogEntry {
  at: string;
  method: string;
  address: string;
  /** Null while there is no answer. */
  status: number | null;
  durationMs: number;
  sizeBytes: number | null;
  attempt: number;
  error: string | null;
  /** What was asked for: `task 12`; empty for a file. */
  what: string;
  underWay: boolean;
  /** Where redirects led, in turn; of each its place only. */
  ledTo: string[];
  sentHeaders: Readonly<Record<string, string>>;
  sentBody: string | null;
  receivedHeaders: Readonly<Record<string, string>> | null;
  /** Of answers that failed or make no sense only. */
  receivedBody: string | null;
}

/** Who is told of requests and answers. Entries are redacted before they are handed over. */
export interface ExchangeLogOptions {
  redactor: Redactor;
  /** Told of each entry once; a transfer comes while it is under way, and changes until `ended` is told of it. */
  log: (entry: LogEntry) => void;
  ended?: (entry: LogEntry) => void;
  now: () => number;
}

interface Call {
  method: string;
  url: URL;
  what?: string;
  body?: unknown;
  opaque?: boolean;
}

interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
}

/** So much of a body is looked at, and so much of it kept. */
const mostBodyCharacters = 64 * 1_024;

const isLong = (value: string) => value.length >= 12;
const authorization = /^(?:proxy-)?authorization(?:token)?$/i;
const session = /cookie|token|secret|api-?key|signature|credential/i;

/** Of an address whose shape nobody knows every long part may be the token; the name of a file is none. */
function secretsOf({ url, opaque = false }: Call): string[] {
  if (!opaque) return tokensOf(url.href);
  const segments = url.pathname.split('/').filter((part) => part.length >= 16 && !/\.\w{2,5}$/.test(part));
  return [...tokensOf(url.href), ...segments, ...[...url.searchParams.values()].filter(isLong)];
}

/** What the HTTP client notes of a request: what went out, what came back and how long it took. */
export function createExchangeLog({ redactor, log, ended, now }: ExchangeLogOptions) {
  const cut = (text: string) => text.slice(0, mostBodyCharacters);
  /** Looked at a little further than kept: a secret that the cut goes through must be known for what it is. */
  const clean = (text: string) => cut(redactor.thorough(text.slice(0, mostBodyCharacters + 4_096)));

  function headersOf(headers: Readonly<Record<string, string>>): Record<string, string> {
    // By value only: this is done for every part of every file.
    const shown = ([name, value]: [string, string]): [string, string] => {
      if (authorization.test(name)) return [name, /^(\w+) /.exec(value)?.[0].concat(mask) ?? mask];
      if (session.test(name)) return [name, mask];
      // Where a redirect leads may hold any secret in any shape.
      if (/^(?:content-)?location$/i.test(name)) return [name, placeOf(value)];
      return [name, redactor.text(value.slice(0, 2_000))];
    };
    return Object.fromEntries(Object.entries(headers).map(shown));
  }

  /** An answer that is data as it should be is nobody's concern here; a page in the place of data is. */
  const tells = (status: number | null, text: string) =>
    status === null || status < 200 || status > 299 || /^\s*[^\s[{]/.test(text);

  return {
    begin(call: Call, attempt: number) {
      const started = now();
      for (const secret of secretsOf(call)) redactor.rememberLink(secret);
      const entry: LogEntry = {
        at: new Date(started).toISOString(),
        method: call.method,
        address: call.opaque ? redactor.text(placeOf(call.url.href)) : redactor.address(call.url.href),
        status: null,
        durationMs: 0,
        sizeBytes: null,
        attempt,
        error: null,
        what: call.what ?? '',
        underWay: true,
        ledTo: [],
        sentHeaders: {},
        sentBody: null,
        receivedHeaders: null,
        receivedBody: null,
      };
      let told = false;
      function take(
        progress: { url: URL; sent: Readonly<Record<string, string>>; ledTo: readonly string[] },
        answer: Partial<Answer>,
      ) {
        // A redirect may have brought another token.
        for (const secret of tokensOf(progress.url.href)) redactor.rememberLink(secret);
        entry.durationMs = Math.max(0, now() - started);
        entry.ledTo = progress.ledTo.map((place) => redactor.text(place));
        entry.sentHeaders = headersOf(progress.sent);
        if (call.body !== undefined) entry.sentBody = clean(JSON.stringify(call.body));
        if (answer.status !== undefined) entry.status = answer.status;
        if (answer.headers !== undefined) entry.receivedHeaders = headersOf(answer.headers);
      }
      return {
        /** The answer has begun; its body is long. */
        head(progress: Parameters<typeof take>[0], answer: Answer) {
          take(progress, answer);
          told = true;
          log(entry);
        },
        end(
          progress: Parameters<typeof take>[0],
          end: Partial<Answer> & { sizeBytes?: number; error?: string; text?: string },
        ) {
          take(progress, end);
          entry.underWay = false;
          entry.sizeBytes = end.sizeBytes ?? null;
          entry.error = end.error ?? null;
          if (end.text !== undefined && end.text !== '' && tells(entry.status, end.text))
            entry.receivedBody = clean(end.text);
          if (!told) log(entry);
          ended?.(entry);
        },
      };
    },
  };
}
