import { AppError, hasCode, isAppError } from '../../../core/app-error.ts';
import type { HttpClient } from '../../../service/http/http-client.ts';
import type { Reach } from '../../../service/http/network-place.ts';

/** The answer of a server of maps: its head, and its body up to the limit of the request. */
export interface BoundedAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  bytes: Uint8Array;
  /** True if the body was longer. */
  isCut: boolean;
  host: string;
}

/** A request to a server of maps. */
export interface BoundedRequest {
  url: URL;
  /** The only origins that may be asked, also after a redirect. */
  origins: readonly string[];
  reach: Reach;
  maxBytes: number;
  headers?: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/** How much is read of an answer that is no success. */
const refusalBytes = 16_384;
/** Limits a whole request: a server may send a byte from time to time without an end. */
const defaultLimitMs = 20_000;

/** Creates the function that sends requests to servers of maps by the rules of the HTTP client. It rejects with an `AppError`. */
export function createBoundedFetch({
  httpClient,
  limitMs = defaultLimitMs,
}: {
  httpClient: Pick<HttpClient, 'stream'>;
  limitMs?: number;
}) {
  async function send({ url, origins, reach, maxBytes, headers = {} }: BoundedRequest, signal: AbortSignal) {
    const answer = await httpClient.stream(
      {
        method: 'GET',
        url,
        headersFor: (origin) =>
          origins.includes(origin) ? { 'user-agent': 'Nadir', accept: '*/*', ...headers } : null,
        reachFor: async () => reach,
        // A key may be any part of the address.
        opaque: true,
      },
      signal,
    );
    const isSuccess = answer.status >= 200 && answer.status < 300;
    const limitBytes = isSuccess ? maxBytes : Math.min(maxBytes, refusalBytes);
    const chunks: Uint8Array[] = [];
    let sizeBytes = 0;
    const body: AsyncIterable<Uint8Array> = answer.body;
    for await (const chunk of body) {
      sizeBytes += chunk.length;
      chunks.push(chunk);
      // Ending the loop closes the connection.
      if (sizeBytes > limitBytes) break;
    }
    const bytes = new Uint8Array(Buffer.concat(chunks).subarray(0, limitBytes));
    const { status, headers: received } = answer;
    return { status, headers: received, bytes, isCut: sizeBytes > limitBytes, host: url.host };
  }

  return async (request: BoundedRequest): Promise<BoundedAnswer> => {
    const limit = AbortSignal.timeout(limitMs);
    const { host } = request.url;
    try {
      return await send(request, AbortSignal.any([request.signal, limit]));
    } catch (error) {
      if (request.signal.aborted) throw new AppError('CANCELLED', {}, { cause: error });
      if (limit.aborted) throw new AppError('UNREACHABLE', { host, reason: 'timeout' }, { cause: error });
      // The HTTP client does not turn errors of the body into an `AppError`, because the body is read here.
      if (isAppError(error) && !hasCode(error, 'CANCELLED')) throw error;
      throw new AppError('UNREACHABLE', { host, reason: 'reset' }, { cause: error });
    }
  };
}

/** The function that sends requests to servers of maps. */
export type BoundedFetch = ReturnType<typeof createBoundedFetch>;
