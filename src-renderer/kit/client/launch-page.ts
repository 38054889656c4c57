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
  /** Returns the proof of the one who knows a key for a question; see `LaunchSession.prove` of the main process. */
  proofOf: (key: string, question: string) => Promise<string>;
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

function readProof(value: unknown): string | null {
  if (value === null || typeof value !== 'object' || !('proof' in value)) return null;
  return typeof value.proof === 'string' ? value.proof : null;
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
export function createLaunchPage({ storage, ask, makeVisit, proofOf }: LaunchPageOptions) {
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
    if (keys === null) return;
    const question = makeVisit();
    try {
      if (!(await isProof(question, readProof(await ask({ prove: question }))))) return;
    } catch {
      // Nobody is there. The socket notices this too and keeps retrying.
      return;
    }
    await exchange({ key: keys.page });
  }

  /**
   * True if an answer proves that it comes from the process that gave this page its key. After Nadir has ended another program may have
   * taken its port; it gets neither the key nor anything that a person types.
   */
  async function isProof(question: string, proof: string | null): Promise<boolean> {
    return keys !== null && proof !== null && proof === (await proofOf(keys.page, question));
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
    isProof,
    makeQuestion: makeVisit,
    /** Returns the message by which the main process knows this page. */
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

/** HMAC-SHA-256 as hexadecimal digits. A loopback address is a secure context, so that the browser offers it. */
async function hmacOf(key: string, text: string): Promise<string> {
  const encoder = new TextEncoder();
  const usage = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', encoder.encode(key), usage, false, ['sign']);
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', imported, encoder.encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Null in Electron, which the page knows by what the preload script has put there: no other program can reach its protocol, so that no
 * session is needed. Null in a worker too.
 */
export const launchPage =
  typeof window !== 'undefined' && !('nadirFiles' in window)
    ? createLaunchPage({
        storage: window.localStorage,
        ask: askMain,
        makeVisit: () => window.crypto.randomUUID(),
        proofOf: hmacOf,
      })
    : null;

/** Returns the address by which the page requests a file of the main process (`/files/…`). */
export const fileAddress = (path: string): string => launchPage?.address(path) ?? path;
