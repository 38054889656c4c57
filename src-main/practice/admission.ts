import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The answer to a request that is refused before its body is read. */
export interface Refusal {
  status: 400 | 403 | 404;
  detail: string;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Returns the address below the key, or null when the key is missing or wrong. Takes the same time for every wrong key. */
function belowKey(url: URL, key: string): URL | null {
  const [, given = '', rest = ''] = /^\/([^/]*)(.*)$/.exec(url.pathname) ?? [];
  if (!timingSafeEqual(digest(given), digest(key))) return null;
  const below = new URL(url);
  below.pathname = rest;
  return below;
}

/**
 * Whether a web page sent the request, and not a client of the service. Any page that is open in a browser on this machine
 * can send requests to these ports, and so plan faults. A page whose host name points to 127.0.0.1 can also read the
 * answers. Browsers name the origin of every request that can change something; a person may type an address to look.
 */
function isFromPage({ method, headers }: IncomingMessage): boolean {
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i.test(headers.host ?? '')) return true;
  if (headers.origin !== undefined) return true;
  const site = headers['sec-fetch-site'];
  return site !== undefined && !(site === 'none' && (method === 'GET' || method === 'HEAD'));
}

/** Returns the requested address, or null when the target is no path. Uses our own origin, because the caller chooses the Host header. */
function addressOf(target: string, origin: string): URL | null {
  return target.startsWith('/') ? URL.parse(origin + target) : null;
}

/**
 * Returns the address that a request asks for, or the refusal that answers it. Reads the head only: no body is read for a
 * caller that is not admitted. With a `key`, the path of every address must begin with it; the result is without it.
 */
export function admit(
  incoming: IncomingMessage,
  { origin, key }: { origin: string; key: string | undefined },
): URL | Refusal {
  if (isFromPage(incoming)) return { status: 403, detail: 'Not for web pages.' };
  const address = addressOf(incoming.url ?? '/', origin);
  if (address === null) return { status: 400, detail: 'No such address.' };
  const url = key === undefined ? address : belowKey(address, key);
  return url ?? { status: 404, detail: 'No such address.' };
}
