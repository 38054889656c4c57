/** The keys that the main process gives to an authenticated page (src-main/loopback/launch-session.ts). */
interface PageKeys {
  page: string;
  files: string;
}

interface LaunchPageOptions {
  /**
   * The storage of this origin, which includes the port: another server on this machine can read our cookie, but not
   * this.
   */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Returns a name for a visit that nobody can guess. */
  makeVisit: () => string;
  /**
   * Sends a JSON POST to the main process. The result is null if it refuses; the promise is rejected if it cannot be
   * reached.
   */
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
 * The page's part of the loopback session: it exchanges the launch token for keys and stores them, so that a reload
 * and a second tab are accepted too. A page that is reloaded before the answer has arrived sends the token again.
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
      // The server cannot be reached; the socket notices this as well and keeps trying.
      return 'nobody';
    }
  }

  /** Renews the session with the stored key, because another port of this machine may have overwritten our cookie. */
  async function renew(): Promise<void> {
    if (keys !== null) await exchange({ key: keys.page });
  }

  return {
    renew,
    /**
     * Opens the session with the launch token of the address, or with the token of an earlier visit that got no answer.
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
    /** Returns an address below `/files/` with the key that it needs. */
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

/** Null in Electron: it has a protocol of its own that no other program can reach, so no session is needed. */
export const launchPage =
  typeof window !== 'undefined' && window.location.protocol.startsWith('http')
    ? createLaunchPage({
        storage: window.localStorage,
        ask: askMain,
        makeVisit: () => window.crypto.randomUUID(),
      })
    : null;

/** Returns the address of a file of the main process (`/files/…`) as the page has to request it. */
export const fileAddress = (path: string): string => launchPage?.address(path) ?? path;
