import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a page that was let in gets to keep, in its own memory and storage: other ports of this machine cannot read it there. */
export interface PageKeys {
  /** Opens the socket, and renews a cookie that was lost. */
  page: string;
  /** Stands in the addresses of files; good for nothing else, since an address is easily copied. */
  files: string;
}

/** Who may use the loopback host: one launch token, and the keys and the cookie that a page gets for it. */
export interface LaunchSession {
  /** Goes into the fragment of the printed address; works for one visit. */
  readonly launchToken: string;
  /** Nobody has handed it in yet. */
  isAwaited(): boolean;
  /**
   * The keys, for the launch token: once, and again for the same visit until a key was shown. The answer may be lost with a
   * page that is loaded again in that moment, and nobody could ever get in. Null when the token is wrong or was used.
   */
  exchange(token: string, visit?: string): PageKeys | null;
  /** The keys for a page that shows its own: it was let in before. */
  renew(pageKey: string): PageKeys | null;
  /** The value of `Set-Cookie` for a page that was let in. */
  readonly setCookie: string;
  /** Whether a `Cookie` header holds the session. */
  holds(cookieHeader: string | undefined): boolean;
  isPageKey(text: string): boolean;
  isFileKey(text: string | null): boolean;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in constant time whatever the lengths. */
function same(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

const makeSecret = () => randomBytes(32).toString('base64url');

/**
 * A one-time launch token exchanged for two secrets of different kinds. The HttpOnly cookie no script can read; but cookies
 * know no ports, so the browser shows it to every other server on 127.0.0.1, and lets each of them overwrite it. The keys
 * are kept by the page, which no other origin can read. Neither opens anything without the other.
 */
export function createLaunchSession(port: number): LaunchSession {
  const launchToken = makeSecret();
  const session = makeSecret();
  const keys: PageKeys = { page: makeSecret(), files: makeSecret() };
  const cookieName = `nadir-${port}`;
  let used = false;
  /** Of the visit that may still ask again; null for none. */
  let waitingVisit: string | null = null;
  const isPageKey = (text: string) => {
    const isKey = same(text, keys.page);
    if (isKey) waitingVisit = null;
    return isKey;
  };
  return {
    launchToken,
    setCookie: `${cookieName}=${session}; HttpOnly; SameSite=Strict; Path=/`,
    isAwaited: () => !used,
    exchange(token, visit) {
      if (!same(token, launchToken)) return null;
      if (used)
        return visit !== undefined && waitingVisit !== null && same(visit, waitingVisit) ? keys : null;
      used = true;
      waitingVisit = visit ?? null;
      return keys;
    },
    renew: (pageKey) => (isPageKey(pageKey) ? keys : null),
    holds(header) {
      // Any of them: another port can set a second one of this name for another path, which must not lock the user out.
      return (header ?? '')
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${cookieName}=`))
        .some((pair) => same(pair.slice(cookieName.length + 1), session));
    },
    isPageKey,
    isFileKey: (text) => text !== null && same(text, keys.files),
  };
}
