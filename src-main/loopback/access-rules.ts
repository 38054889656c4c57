/** What a request shows about its origin. Header values as received, null if absent. */
export interface RequestContext {
  method: string;
  pathname: string;
  upgrade: boolean;
  host: string | null;
  origin: string | null;
  fetchSite: string | null;
  /** True if the browser says that the request loads a whole window: `Sec-Fetch-Mode` and `-Dest`. */
  wholeWindow: boolean;
  contentType: string | null;
  /** True if it has the cookie of the session in force. */
  hasSession: boolean;
  /** True if its address contains the key for files. */
  hasFileKey: boolean;
  /** True if the launch token has not been used yet. */
  launchAwaited: boolean;
}

/** `launch-page`: refused, but with a page that requests the address again from its own origin. */
export type Access = 'allow' | 'launch-page' | 400 | 401 | 403 | 404 | 405 | 415;

/**
 * Decides about access to the loopback port (service §11.3). Any page on the machine can reach 127.0.0.1, so the rules check
 * first the exact Host (DNS rebinding), then the origin that the request declares, then the session.
 *
 * - Page and assets: they contain no secret, and without them the launch token could not be sent. Only top-level visits, nothing
 *   that another page requested; with one exception until the launch token was used: see launch-page.ts.
 * - `/session`: a JSON POST of our own page, with the launch token or with the key that the page got for it.
 * - `/files/…`: our own page, with the session's cookie and the key for files in the address.
 * - The RPC socket: our own page, with the cookie, and with its key in the first message (rpc-socket.ts).
 */
export function judgeAccess(context: RequestContext, own: { host: string; origin: string }): Access {
  if (context.host !== own.host) return 403;
  if (context.origin !== null && context.origin !== own.origin) return 403;
  const sameOrigin = context.fetchSite === null || context.fetchSite === 'same-origin';
  if (context.upgrade) {
    if (context.pathname !== '/rpc') return 404;
    // Browsers always send the origin of a socket; nothing else has a reason to open one.
    if (context.origin !== own.origin || !sameOrigin) return 403;
    return context.hasSession ? 'allow' : 401;
  }
  if (context.pathname === '/session') {
    if (context.method !== 'POST') return 405;
    if (context.origin !== own.origin || !sameOrigin) return 403;
    return /^application\/json\s*(;|$)/i.test(context.contentType ?? '') ? 'allow' : 415;
  }
  if (context.method !== 'GET' && context.method !== 'HEAD') return 405;
  if (context.pathname === '/rpc') return 400;
  if (context.pathname.startsWith('/files/')) {
    if (!sameOrigin) return 403;
    return context.hasSession && context.hasFileKey ? 'allow' : 401;
  }
  if (sameOrigin || context.fetchSite === 'none') return 'allow';
  const isLaunch = context.launchAwaited && context.wholeWindow && context.origin === null;
  return isLaunch && context.pathname === '/' && context.method === 'GET' ? 'launch-page' : 403;
}
