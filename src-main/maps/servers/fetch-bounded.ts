import { AppError, hasCode, isAppError } from '../../app-error.ts';
import type { HttpClient } from '../../service/http/http-client.ts';
import type { Reach } from '../../service/http/network-place.ts';

/** The answer of a server of maps: its head, and as much of its body as was allowed. */
export interface BoundedAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  bytes: Uint8Array;
  /** True if there was more than that. */
  isCut: boolean;
  host: string;
}

/** What is asked of a server of maps. */
export interface BoundedRequest {
  url: URL;
  /** The only origins that may be asked, also by a redirect. */
  origins: readonly string[];
  reach: Reach;
  mostBytes: number;
  headers?: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/** Of an answer that is no success only its beginning is read. */
const refusalBytes = 16_384;
/** A server that sends a byte from time to time must not hold a request for ever. */
const totalMs = 20_000;

/** Creates the function that asks servers of maps, with all rules of the HTTP client. Errors of the network are AppErrors. */
export function createBoundedFetch({
  httpClient,
  limitMs = totalMs,
}: {
  httpClient: Pick<HttpClient, 'stream'>;
  limitMs?: number;
}) {
  async function ask({ url, origins, reach, mostBytes, headers = {} }: BoundedRequest, signal: AbortSignal) {
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
    const most = isSuccess ? mostBytes : Math.min(mostBytes, refusalBytes);
    const chunks: Uint8Array[] = [];
    let sizeBytes = 0;
    const body: AsyncIterable<Uint8Array> = answer.body;
    for await (const chunk of body) {
      sizeBytes += chunk.length;
      chunks.push(chunk);
      // Leaving the loop closes the connection.
      if (sizeBytes > most) break;
    }
    const bytes = new Uint8Array(Buffer.concat(chunks).subarray(0, most));
    const { status, headers: received } = answer;
    return { status, headers: received, bytes, isCut: sizeBytes > most, host: url.host };
  }

  return async (request: BoundedRequest): Promise<BoundedAnswer> => {
    const limit = AbortSignal.timeout(limitMs);
    const { host } = request.url;
    try {
      return await ask(request, AbortSignal.any([request.signal, limit]));
    } catch (error) {
      if (request.signal.aborted) throw new AppError('CANCELLED', {}, { cause: error });
      if (limit.aborted) throw new AppError('UNREACHABLE', { host, reason: 'timeout' }, { cause: error });
      // The body is read here, outside of what the client turns into errors of the application.
      if (isAppError(error) && !hasCode(error, 'CANCELLED')) throw error;
      throw new AppError('UNREACHABLE', { host, reason: 'reset' }, { cause: error });
    }
  };
}

/** Asks a server of maps within bounds. */
export type BoundedFetch = ReturnType<typeof createBoundedFetch>;
