import { createHash, timingSafeEqual } from 'node:crypto';

/** The parts of a request that decide about access. Header values are as received, null if absent. */
export interface SharingRequest {
  method: string;
  /** The path and the query as received. */
  target: string;
  host: string | null;
  origin: string | null;
  fetchSite: string | null;
  authorization: string | null;
}

/** The decision: a status with which the request is refused, or null with the parts of an allowed request. */
export type SharingAccess =
  | { status: 400 | 401 | 403 | 405 | 414 }
  | {
      status: null;
      /** The path without the key. */
      path: string;
      query: string;
      /** The start of each path in the links of the answer: the key if the address had it, otherwise ''. */
      prefix: string;
    };

/** Programs that read the library never need a longer address. */
const maxTargetLength = 8_192;

const digest = (text: string) => createHash('sha256').update(text).digest();
const isEqual = (given: string, key: string) => timingSafeEqual(digest(given), digest(key));

/** Returns the key of an `Authorization` header: the bearer's, or the password with any user name. */
function keyIn(authorization: string): string {
  const [, scheme = '', value = ''] = /^(Bearer|Basic) +([\w~+/.=-]{1,1000}) *$/i.exec(authorization) ?? [];
  if (scheme.toLowerCase() !== 'basic') return value;
  const text = Buffer.from(value, 'base64').toString();
  return text.slice(text.indexOf(':') + 1);
}

/**
 * Decides about access to the port for other programs. Any web page on this computer can reach 127.0.0.1, so a request must have the
 * exact `Host` (DNS rebinding), must not come from a page, and must have the key: as the first part of its path, because that works in
 * every program that takes an address, or in `Authorization`. Nothing is answered without the key, not even the name of the program.
 */
export function checkSharingAccess(
  request: SharingRequest,
  own: { host: string; key: string },
): SharingAccess {
  const { method, target, host, origin, fetchSite, authorization } = request;
  if (target.length > maxTargetLength) return { status: 414 };
  if (host !== own.host) return { status: 403 };
  // Programs send neither header; a browser sends them for requests of pages, not for an address that the user typed.
  if (origin !== null) return { status: 403 };
  if (fetchSite !== null && fetchSite !== 'none') return { status: 403 };
  if (!['GET', 'HEAD', 'POST'].includes(method)) return { status: 405 };
  // An absolute address in the request line could name another host.
  if (!/^\/(?!\/)[\x21-\x7e]*$/.test(target)) return { status: 400 };
  const [path = '/', query = ''] = splitOnce(target, '?');
  const [, first = '', rest = '/'] = /^\/([^/]*)(\/.*)?$/s.exec(path) ?? [];
  if (isEqual(first, own.key)) return { status: null, path: rest, query, prefix: `/${own.key}` };
  if (authorization !== null && isEqual(keyIn(authorization), own.key))
    return { status: null, path, query, prefix: '' };
  return { status: 401 };
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
