import { AppError } from '../../core/app-error.ts';
import { placeOf } from '../http/addresses.ts';
import type { HttpClient } from '../http/http-client.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { parseJson } from '../http/parse-json.ts';
import { refusalOf, retryAfterSeconds } from '../http/refusal.ts';
import type { Redactor } from '../redaction/redact.ts';
import { listed } from './pages.ts';

/** After a redirect with one of these statuses the request was not processed; 303 answers a request that was processed. */
const unprocessed = new Set([301, 302, 307, 308]);

type Answer = Extract<Awaited<ReturnType<HttpClient['exchange']>>, { kind: 'answer' }>;

/** The addresses to which submissions moved, by the old address. They are learned with GETs, never by sending. */
export type MovedAddresses = Map<string, string>;

interface SendOnceOptions {
  httpClient: HttpClient;
  redactor: Redactor;
  now: () => number;
  moved: MovedAddresses;
}

const withoutSlash = (path: string) => path.replace(/\/+$/, '');

/**
 * True if a place is below the collection, or is the collection itself, but for a slash at its end: a redirect to it then shows what
 * was just created, as web forms do.
 */
function showsWhatWasCreated(place: URL, collection: URL): boolean {
  const path = withoutSlash(place.pathname);
  const base = withoutSlash(collection.pathname);
  const isSame =
    path === base && (place.pathname === collection.pathname || place.search !== collection.search);
  return place.origin === collection.origin && (isSame || path.startsWith(`${base}/`));
}

/**
 * Requests that must not be sent twice. Each gets one attempt, and its error tells whether the request can have had an effect.
 */
export interface SendOnce {
  /**
   * Sends a submission; returns what `read` makes of the JSON of a 2xx answer. Throws OUTCOME_UNKNOWN (service §11.2), with
   * submissionId '', whenever it is unknown whether the service has the submission.
   */
  submit<T>(request: HttpRequest, read: (value: unknown) => T, signal: AbortSignal): Promise<T>;
  /** Makes a change that may be repeated; resolves for any 2xx answer, whatever its body. */
  change(request: HttpRequest, signal: AbortSignal): Promise<void>;
}

/** Creates the sender for such requests; it remembers the addresses to which submissions moved. */
export function createSendOnce({ httpClient, redactor, now, moved }: SendOnceOptions): SendOnce {
  function refusal(request: HttpRequest, answer: Answer): AppError {
    return refusalOf({
      status: answer.status,
      text: answer.text,
      host: request.url.host,
      what: request.what,
      retryAfter: retryAfterSeconds(answer.headers['retry-after'], now()),
      redactor,
    });
  }

  /** True if there is a listing at this place, as below the address that submissions are sent to. A GET changes nothing. */
  async function listsThere(request: HttpRequest, place: URL, signal: AbortSignal): Promise<boolean> {
    const url = new URL(place);
    url.searchParams.set('limit', '1');
    const { headersFor, what } = request;
    const answer = await httpClient.exchange({ method: 'GET', url, headersFor, what }, signal);
    if (answer.kind === 'failed' || answer.status < 200 || answer.status > 299) return false;
    try {
      return listed(await parseJson(answer.text)) !== null;
    } catch {
      return false;
    }
  }

  /**
   * Returns ADDRESS_MOVED for a redirect which says that nothing was done; null for any other answer. The new address is learned
   * if it has the same origin and was checked to be the right one; otherwise the user must correct the connection.
   */
  async function movedAddress(
    request: HttpRequest,
    address: string,
    answer: Answer,
    signal: AbortSignal,
  ): Promise<AppError | null> {
    const { location } = answer.headers;
    if (location === undefined || !unprocessed.has(answer.status)) return null;
    const place = URL.parse(location, request.url.href);
    if (place === null || (showsWhatWasCreated(place, request.url) && answer.status <= 302)) return null;
    // A learned address that redirects again is not trusted.
    const known = moved.delete(address);
    const learned =
      !known &&
      request.method === 'POST' &&
      place.origin === request.url.origin &&
      place.href !== request.url.href &&
      place.username === '' &&
      place.password === '' &&
      (await listsThere(request, place, signal));
    if (learned) moved.set(address, place.href);
    return new AppError('ADDRESS_MOVED', {
      host: request.url.host,
      status: answer.status,
      // For an address of another origin, only the origin: its path may contain what was sent.
      place:
        place.origin === request.url.origin
          ? redactor.address(place.origin + place.pathname)
          : placeOf(place.href),
      learned,
    });
  }

  return {
    async submit(given, read, signal) {
      const unknown = (cause: unknown) => new AppError('OUTCOME_UNKNOWN', { submissionId: '' }, { cause });
      const address = given.url.href;
      const request = { ...given, url: new URL(moved.get(address) ?? address) };
      const answer = await httpClient.exchange(request, signal);
      if (answer.kind === 'failed') throw answer.mayHaveArrived ? unknown(answer.error) : answer.error;
      const elsewhere = await movedAddress(request, address, answer, signal);
      if (elsewhere !== null) throw elsewhere;
      if (answer.status >= 500 || (answer.status >= 300 && answer.status < 400) || answer.status === 408) {
        throw unknown(refusal(request, answer));
      }
      if (answer.status >= 400) throw refusal(request, answer);
      try {
        return read(await parseJson(answer.text));
      } catch (error) {
        throw unknown(error);
      }
    },
    async change(request, signal) {
      const answer = await httpClient.exchange(request, signal);
      if (answer.kind === 'failed') throw answer.error;
      if (answer.status >= 200 && answer.status <= 299) return;
      throw (await movedAddress(request, request.url.href, answer, signal)) ?? refusal(request, answer);
    },
  };
}
