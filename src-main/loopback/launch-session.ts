import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The keys of an admitted page, kept in its memory and storage, which other ports of this machine cannot read. */
export interface PageKeys {
  /** Opens the socket, and renews a lost cookie. */
  page: string;
  /** Used in the addresses of files and for nothing else, because an address is easily copied. */
  files: string;
}

/** Decides who may use the loopback host: one launch token, and the keys and the cookie that a page gets for it. */
export interface LaunchSession {
  /** Part of the fragment of the printed address; valid for one visit. */
  readonly launchToken: string;
  /** True if the launch token has not been used yet. */
  isAwaited(): boolean;
  /**
   * Returns the keys for the launch token: once, and again for the same visit until a key was used. Otherwise, if the page is
   * reloaded at that moment, the answer would be lost and the user locked out. Null if the token is wrong or was used.
   */
  exchange(token: string, visit?: string): PageKeys | null;
  /** Returns the keys for a page that sends its own key, because it was admitted before; null for a wrong key. */
  renew(pageKey: string): PageKeys | null;
  /** The value of `Set-Cookie` for an admitted page. */
  readonly setCookie: string;
  /** True if a `Cookie` header contains the session. */
  holds(cookieHeader: string | undefined): boolean;
  isPageKey(text: string): boolean;
  /**
   * Returns the proof that this is the process which gave the page its key: whoever takes the port after Nadir has ended cannot make
   * it. The page asks for it before it sends anything.
   */
  prove(nonce: string): string;
  isFileKey(text: string | null): boolean;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in constant time, for any lengths. */
function isEqual(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

const makeSecret = () => randomBytes(32).toString('base64url');

/**
 * Creates a session whose one-time launch token is exchanged for two secrets of different kinds. Scripts cannot read the HttpOnly
 * cookie; but cookies do not depend on ports, so the browser sends it to every other server on 127.0.0.1, and each of these can
 * overwrite it. The page keeps the keys, which no other origin can read. Neither is enough without the other.
 */
export function createLaunchSession(port: number): LaunchSession {
  const launchToken = makeSecret();
  const session = makeSecret();
  const keys: PageKeys = { page: makeSecret(), files: makeSecret() };
  const cookieName = `nadir-${port}`;
  let used = false;
  /** The visit that may still request the keys again; null for none. */
  let waitingVisit: string | null = null;
  const isPageKey = (text: string) => {
    const isKey = isEqual(text, keys.page);
    if (isKey) waitingVisit = null;
    return isKey;
  };
  return {
    launchToken,
    setCookie: `${cookieName}=${session}; HttpOnly; SameSite=Strict; Path=/`,
    isAwaited: () => !used,
    exchange(token, visit) {
      if (!isEqual(token, launchToken)) return null;
      if (used)
        return visit !== undefined && waitingVisit !== null && isEqual(visit, waitingVisit) ? keys : null;
      used = true;
      waitingVisit = visit ?? null;
      return keys;
    },
    renew: (pageKey) => (isPageKey(pageKey) ? keys : null),
    holds(header) {
      // Any of the cookies may match: another port can set a second one of this name for another path, which must not lock the
      // user out.
      return (header ?? '')
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${cookieName}=`))
        .some((pair) => isEqual(pair.slice(cookieName.length + 1), session));
    },
    isPageKey,
    prove: (nonce) => createHmac('sha256', keys.page).update(nonce).digest('hex'),
    isFileKey: (text) => text !== null && isEqual(text, keys.files),
  };
}
