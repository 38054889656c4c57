import { AppError } from '../../app-error.ts';
import { placeOf } from '../http/addresses.ts';
import type { HttpClient } from '../http/http-client.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { parseJson } from '../http/parse-json.ts';
import { refusalOf, retryAfterSeconds } from '../http/refusal.ts';
import type { Redactor } from '../redaction/redact.ts';
import { listed } from './pages.ts';

/** What a redirect of these kinds was sent for was not processed; 303 is the answer to what was. */
const unprocessed = new Set([301, 302, 307, 308]);

type Answer = Extract<Awaited<ReturnType<HttpClient['exchange']>>, { kind: 'answer' }>;

/** Where the things are taken that are sent to an address; learned by looking, never by sending. */
export type MovedAddresses = Map<string, string>;

interface SendOnceOptions {
  httpClient: HttpClient;
  redactor: Redactor;
  now: () => number;
  moved: MovedAddresses;
}

const withoutSlash = (path: string) => path.replace(/\/+$/, '');

/** A place below the collection is that of something that was just made. */
function isBelow(place: URL, collection: URL): boolean {
  const path = withoutSlash(place.pathname);
  const base = withoutSlash(collection.pathname);
  return place.origin === collection.origin && path.startsWith(`${base}/`);
}

/** What must not be sent twice. One attempt each, and errors that say whether anything can have come of it. */
export interface SendOnce {
  /**
   * Sends a submission; answers with what `read` makes of the JSON of a 2xx answer. Whatever leaves it open whether the
   * service has it is OUTCOME_UNKNOWN (service §11.2), with submissionId ''.
   */
  submit<T>(request: HttpRequest, read: (value: unknown) => T, signal: AbortSignal): Promise<T>;
  /** Makes a change that may be made again; resolves for any 2xx answer, whatever its body. */
  change(request: HttpRequest, signal: AbortSignal): Promise<void>;
}

/** Makes what sends once, with the addresses that submissions have been found to have moved to. */
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

  /** Whether what lies there is a listing, as below the address that things are sent to. A GET changes nothing. */
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
   * ADDRESS_MOVED for a redirect that says that nothing was done; null for any other answer. The new address is learned
   * where it is at the same origin and is seen to be the right one; elsewhere the user corrects the connection.
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
    if (place === null || (isBelow(place, request.url) && answer.status <= 302)) return null;
    // An address that was learned and leads on again is not to be believed.
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
      // Of a foreign place no more than where it is: its path may hold what was sent.
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
