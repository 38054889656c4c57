import type { Dispatcher } from 'undici';
import { AppError, hasCode, isAppError } from '../../../core/app-error.ts';
import type { UpdateTransport } from '../../../core/update-installer.ts';
import type { HttpClient } from '../../../service/http/http-client.ts';

/** A feed has a few hundred bytes, and the notes of a release some thousands. */
export const feedLimits = { jsonBytes: 256 * 1_024 };

/** Returns a failure of the HTTP client in the words of updates: what it refuses is a fault of the feed. */
function inWordsOfUpdates(error: AppError): AppError {
  if (hasCode(error, 'ADDRESS_REFUSED'))
    return new AppError(
      'UPDATE_REFUSED',
      { reason: 'elsewhere', detail: error.data.address },
      { cause: error },
    );
  if (hasCode(error, 'BAD_ANSWER'))
    return error.data.detail === 'too-large'
      ? new AppError('UPDATE_REFUSED', { reason: 'feed-large', detail: '' }, { cause: error })
      : new AppError('UPDATE_REFUSED', { reason: 'not-a-feed', detail: '' }, { cause: error });
  return error;
}

async function* untilItBreaks(
  body: Dispatcher.ResponseData['body'],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    const chunks: AsyncIterable<Uint8Array> = body;
    yield* chunks;
  } catch (cause) {
    if (signal.aborted) throw new AppError('CANCELLED', {}, { cause });
    throw new AppError('UPDATE_REFUSED', { reason: 'cut', detail: '' }, { cause });
  } finally {
    // Whoever has enough, or too much, of it ends the connection.
    body.destroy();
  }
}

/**
 * Creates the way to the feed at an address by the rules of the HTTP client: the system's proxy and authorities, bounds, and the list
 * of requests. Nothing is asked of another origin, also not after a redirect: who may put files at the address decides what is
 * installed, and nobody else.
 */
export function createUpdateTransport(
  httpClient: Pick<HttpClient, 'exchange' | 'stream'>,
  address: string,
): UpdateTransport {
  const { origin: feedOrigin } = new URL(address);
  const request = (url: URL) => ({
    method: 'GET' as const,
    url,
    headersFor: (origin: string) => (origin === feedOrigin ? { 'user-agent': 'Nadir', accept: '*/*' } : null),
    what: 'update',
  });
  const asUpdateError = (error: unknown) => (isAppError(error) ? inWordsOfUpdates(error) : error);
  return {
    async text(url, signal) {
      const answer = await httpClient.exchange(request(url), signal);
      if (answer.kind === 'failed') throw inWordsOfUpdates(answer.error);
      if (answer.status !== 200)
        throw new AppError('UPDATE_REFUSED', { reason: 'no-feed', detail: String(answer.status) });
      return answer.text;
    },
    async file(url, signal) {
      const { status, body } = await httpClient.stream(request(url), signal).catch((error: unknown) => {
        throw asUpdateError(error);
      });
      if (status === 200) return untilItBreaks(body, signal);
      body.destroy();
      throw new AppError('UPDATE_REFUSED', { reason: 'file-missing', detail: String(status) });
    },
  };
}
