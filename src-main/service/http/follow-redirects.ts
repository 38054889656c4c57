import { AppError } from '../../core/app-error.ts';
import { placeOf, safeAddress, serverGivenAddress } from './addresses.ts';
import type { HttpRequest } from './http-request.ts';
import type { RequestProgress } from './request-progress.ts';

const maxRedirects = 5;
/** 300, 304, 305 and 306 do not name a target. */
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** Returns the target of a redirect as the server wrote it; null if the answer is not a redirect with a target. */
export function redirectLocation(status: number, location: unknown): string | null {
  return redirectStatuses.has(status) && typeof location === 'string' ? location : null;
}

/** The result of one request: the target of a redirect, or the answer. */
export type Step<T> = { location: string } | { answer: T };

/**
 * Sends to the address of `progress` and follows at most five redirects; returns the first answer that is not a redirect.
 * `progress` is updated on the way. The headers are chosen again for each origin. Throws ADDRESS_REFUSED (`foreign`) if nothing
 * may be sent to an origin, and (`redirects`) after too many redirects.
 */
export async function followRedirects<T>(
  { headersFor }: Pick<HttpRequest, 'headersFor'>,
  progress: RequestProgress,
  send: (url: URL, headers: Record<string, string>) => Promise<Step<T>>,
): Promise<T> {
  const first = progress.url;
  progress.url = safeAddress(first.href);
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const { url } = progress;
    const headers = headersFor(url.origin);
    if (headers === null)
      throw new AppError('ADDRESS_REFUSED', {
        // For an address from a server, only its origin: the path may contain a secret.
        address: redirects === 0 ? url.href : placeOf(url.href),
        reason: 'foreign',
      });
    const step = await send(url, headers);
    if ('answer' in step) return step.answer;
    progress.url = serverGivenAddress(step.location, url.href);
    progress.ledTo.push(placeOf(progress.url.href));
  }
  throw new AppError('ADDRESS_REFUSED', { address: first.href, reason: 'redirects' });
}
