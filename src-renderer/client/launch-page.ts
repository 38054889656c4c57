/** The keys that the main process gives to an authenticated page (src-main/loopback/launch-session.ts). */
interface PageKeys {
  page: string;
  files: string;
}

interface LaunchPageOptions {
  /**
   * The storage of this origin, which includes the port: another server on this machine can read the cookie, but not
   * this.
   */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Returns an unguessable name for a visit. */
  makeVisit: () => string;
  /** Sends a JSON POST to the main process. Resolves with null if it refuses; rejects if it cannot be reached. */
  ask: (body: Readonly<Record<string, string>>) => Promise<unknown>;
}

const storedAs = 'nadir-keys';
/** The storage key of a launch token and its visit that were sent but not answered yet. */
const enteringAs = 'nadir-entering';
/** The reply of the main process to an authenticated socket. */
export const welcome = 'nadir:in';

function readKeys(value: unknown): PageKeys | null {
  if (value === null || typeof value !== 'object' || !('page' in value) || !('files' in value)) return null;
  const { page, files } = value;
  return typeof page === 'string' && typeof files === 'string' ? { page, files } : null;
}

function readEntry(value: unknown): { token: string; visit: string } | null {
  if (value === null || typeof value !== 'object' || !('token' in value) || !('visit' in value)) return null;
  const { token, visit } = value;
  return typeof token === 'string' && typeof visit === 'string' ? { token, visit } : null;
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Creates the page's part of the loopback session. It exchanges the launch token for keys and stores them, so that a
 * reload and a second tab are accepted too. A page that is reloaded before the answer sends the token again.
 */
export function createLaunchPage({ storage, ask, makeVisit }: LaunchPageOptions) {
  let keys = readKeys(parsed(storage.getItem(storedAs)));

  async function exchange(body: Readonly<Record<string, string>>): Promise<'in' | 'refused' | 'nobody'> {
    try {
      const given = readKeys(await ask(body));
      if (given === null) return 'refused';
      keys = given;
      storage.setItem(storedAs, JSON.stringify(given));
      return 'in';
    } catch {
      // The server cannot be reached. The socket notices this too and keeps retrying.
      return 'nobody';
    }
  }

  /** Renews the session with the stored key, because a server on another port may have overwritten the cookie. */
  async function renew(): Promise<void> {
    if (keys !== null) await exchange({ key: keys.page });
  }

  return {
    renew,
    /**
     * Opens the session with the launch token of the address, or with the token of an earlier visit without an answer.
     */
    async enter(launchToken: string | null): Promise<void> {
      if (launchToken !== null)
        storage.setItem(enteringAs, JSON.stringify({ token: launchToken, visit: makeVisit() }));
      const entry = readEntry(parsed(storage.getItem(enteringAs)));
      const answer = entry === null ? 'refused' : await exchange(entry);
      if (answer !== 'nobody') storage.removeItem(enteringAs);
      if (answer !== 'in') await renew();
    },
    /** Returns the first message for the socket. */
    greeting: () => keys?.page ?? '',
    /** Returns an address below `/files/` with its key. */
    address: (path: string) => (keys === null ? path : `${path}?key=${encodeURIComponent(keys.files)}`),
  };
}

async function askMain(body: Readonly<Record<string, string>>): Promise<unknown> {
  const answer = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.ok ? answer.json() : null;
}

/** Null in Electron, whose own protocol no other program can reach, so that no session is needed. */
export const launchPage =
  typeof window !== 'undefined' && window.location.protocol.startsWith('http')
    ? createLaunchPage({
        storage: window.localStorage,
        ask: askMain,
        makeVisit: () => window.crypto.randomUUID(),
      })
    : null;

/** Returns the address by which the page requests a file of the main process (`/files/…`). */
export const fileAddress = (path: string): string => launchPage?.address(path) ?? path;
