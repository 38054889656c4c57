import { type Redactor, tokensOf } from '../redaction/redact.ts';
import { mask } from '../redaction/secret-scanner.ts';
import { placeOf } from './addresses.ts';

/** An entry of the request log. Its headers and bodies are redacted thoroughly again when they are read. */
export interface LogEntry {
  at: string;
  method: string;
  address: string;
  /** Null if there is no answer yet. */
  status: number | null;
  durationMs: number;
  sizeBytes: number | null;
  attempt: number;
  error: string | null;
  /** What the request is for: `task 12`; empty for a file. */
  what: string;
  underWay: boolean;
  /** Where the redirects led, in order; only the origin of each. */
  ledTo: string[];
  sentHeaders: Readonly<Record<string, string>>;
  sentBody: string | null;
  receivedHeaders: Readonly<Record<string, string>> | null;
  /** Only set for answers that failed or cannot be read. */
  receivedBody: string | null;
}

/** The callbacks that receive the requests and answers. Entries are redacted before they are passed on. */
export interface ExchangeLogOptions {
  redactor: Redactor;
  /** Called once per entry. A transfer is passed while it is under way, and its entry changes until `ended` is called with it. */
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

/** The limit of a body that is read, and of a body that is kept. */
const maxBodyCharacters = 64 * 1_024;

const isLong = (value: string) => value.length >= 12;
const authorization = /^(?:proxy-)?authorization(?:token)?$/i;
const session = /cookie|token|secret|api-?key|signature|credential/i;

/** If the shape of an address is unknown, every long part may be the token, except a file name. */
function secretsOf({ url, opaque = false }: Call): string[] {
  if (!opaque) return tokensOf(url.href);
  const segments = url.pathname.split('/').filter((part) => part.length >= 16 && !/\.\w{2,5}$/.test(part));
  return [...tokensOf(url.href), ...segments, ...[...url.searchParams.values()].filter(isLong)];
}

/** Creates the log of the HTTP client's requests: what was sent, what was received and how long it took. */
export function createExchangeLog({ redactor, log, ended, now }: ExchangeLogOptions) {
  const cut = (text: string) => text.slice(0, maxBodyCharacters);
  /** Reads a little more than it keeps, so that a secret at the end of the kept text is recognised before it is cut. */
  const clean = (text: string) => cut(redactor.thorough(text.slice(0, maxBodyCharacters + 4_096)));

  function headersOf(headers: Readonly<Record<string, string>>): Record<string, string> {
    // Redacts by value only, because this runs for every part of every file.
    const shown = ([name, value]: [string, string]): [string, string] => {
      if (authorization.test(name)) return [name, /^(\w+) /.exec(value)?.[0].concat(mask) ?? mask];
      if (session.test(name)) return [name, mask];
      // The target of a redirect may contain any secret in any shape.
      if (/^(?:content-)?location$/i.test(name)) return [name, placeOf(value)];
      return [name, redactor.text(value.slice(0, 2_000))];
    };
    return Object.fromEntries(Object.entries(headers).map(shown));
  }

  /** Only the bodies of failed answers are kept, and of 2xx answers that are not JSON (such as an HTML page). */
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
        // A redirect may have added another token.
        for (const secret of tokensOf(progress.url.href)) redactor.rememberLink(secret);
        entry.durationMs = Math.max(0, now() - started);
        entry.ledTo = progress.ledTo.map((place) => redactor.text(place));
        entry.sentHeaders = headersOf(progress.sent);
        if (call.body !== undefined) entry.sentBody = clean(JSON.stringify(call.body));
        if (answer.status !== undefined) entry.status = answer.status;
        if (answer.headers !== undefined) entry.receivedHeaders = headersOf(answer.headers);
      }
      return {
        /** Called when the answer has begun and its body is long. */
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
