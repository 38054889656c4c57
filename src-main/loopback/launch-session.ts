import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export interface LaunchSession {
  /** Goes into the fragment of the printed address; works once. */
  readonly launchToken: string;
  /** Nobody has handed it in yet. */
  isAwaited(): boolean;
  /** The value of `Set-Cookie`, or null when the token is wrong or was used. */
  exchange(token: string): string | null;
  /** Whether a `Cookie` header holds the session. */
  holds(cookieHeader: string | undefined): boolean;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in constant time whatever the lengths. */
function same(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

/** A one-time launch token exchanged for an HttpOnly cookie. Cookies know no ports, so its name holds ours. */
export function createLaunchSession(port: number): LaunchSession {
  const launchToken = randomBytes(32).toString('base64url');
  const session = randomBytes(32).toString('base64url');
  const cookieName = `nadir-${port}`;
  let used = false;
  return {
    launchToken,
    isAwaited: () => !used,
    exchange(token) {
      if (!same(token, launchToken) || used) return null;
      used = true;
      return `${cookieName}=${session}; HttpOnly; SameSite=Strict; Path=/`;
    },
    holds(header) {
      const values = (header ?? '')
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${cookieName}=`))
        .map((pair) => pair.slice(cookieName.length + 1));
      return values.length === 1 && same(values[0] ?? '', session);
    },
  };
}
