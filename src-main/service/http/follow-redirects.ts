import { AppError } from '../../app-error.ts';
import { placeOf, safeAddress, serverGivenAddress } from './addresses.ts';
import type { HttpRequest } from './http-request.ts';
import type { RequestProgress } from './request-progress.ts';

const maxRedirects = 5;
/** 300, 304, 305 and 306 name no place to go to. */
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** Where an answer redirects to, as the server wrote it; null where it is no redirect that names a place. */
export function redirectLocation(status: number, location: unknown): string | null {
  return redirectStatuses.has(status) && typeof location === 'string' ? location : null;
}

/** What one request came to: where it leads on, or its answer. */
export type Step<T> = { location: string } | { answer: T };

/**
 * Sends to the address of `progress`, and on to where it leads, at most five times; answers with the first answer that is
 * no redirect. `progress` follows. Headers are decided for each origin again; ADDRESS_REFUSED (`foreign`) where nothing may be
 * sent, and after too many redirects.
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
        // Of a place that a server gave, no more than where it is: its path may hold a secret.
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
