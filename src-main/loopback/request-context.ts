import type { IncomingMessage } from 'node:http';
import type { RequestContext } from './access-rules.ts';
import type { LaunchSession } from './launch-session.ts';

/** Returns a header as received; null if it is absent or a list. */
export function header(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
}

/** Returns what the access rules check in a request. Headers as received, null if absent. */
export function requestContext(
  request: IncomingMessage,
  { own, session, upgrade }: { own: { origin: string }; session: LaunchSession; upgrade: boolean },
): RequestContext {
  const target = URL.parse(request.url ?? '/', own.origin);
  return {
    method: request.method ?? 'GET',
    pathname: target?.pathname ?? '/',
    upgrade,
    // A request line with its own origin (as for a proxy) overrides the header.
    host: target?.origin === own.origin ? header(request, 'host') : null,
    origin: header(request, 'origin'),
    fetchSite: header(request, 'sec-fetch-site'),
    wholeWindow:
      header(request, 'sec-fetch-mode') === 'navigate' && header(request, 'sec-fetch-dest') === 'document',
    contentType: header(request, 'content-type'),
    launchAwaited: session.isAwaited(),
    hasSession: session.holds(request.headers.cookie),
    hasFileKey: session.isFileKey(target?.searchParams.get('key') ?? null),
  };
}
