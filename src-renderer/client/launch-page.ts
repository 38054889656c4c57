/** What main gives a page that it lets in (src-main/loopback/launch-session.ts). */
interface PageKeys {
  page: string;
  files: string;
}

interface LaunchPageOptions {
  /** Of this origin, with its port: another server on this machine cannot read it, as it can our cookie. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** A name for a visit that nobody can guess. */
  makeVisit: () => string;
  /** A JSON POST to main; null where it lets nobody in, rejected where nobody is there. */
  ask: (body: Readonly<Record<string, string>>) => Promise<unknown>;
}

const storedAs = 'nadir-keys';
/** A token that was handed in, with its visit, until its answer is here. */
const enteringAs = 'nadir-entering';
/** The reply of main to a socket that it let in. */
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
 * The page's part of the loopback door: it hands in the launch token, and keeps what it gets for it, so that a reload and a
 * second tab are let in too. A page that is loaded again before the answer is there hands the token in once more.
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
      // Nobody there: the socket finds out the same and keeps trying.
      return 'nobody';
    }
  }

  /** With the key of before: another port of this machine may have overwritten our cookie meanwhile. */
  async function renew(): Promise<void> {
    if (keys !== null) await exchange({ key: keys.page });
  }

  return {
    renew,
    /** With the launch token of the address, or with the one that a visit before this one had no answer to. */
    async enter(launchToken: string | null): Promise<void> {
      if (launchToken !== null)
        storage.setItem(enteringAs, JSON.stringify({ token: launchToken, visit: makeVisit() }));
      const entry = readEntry(parsed(storage.getItem(enteringAs)));
      const answer = entry === null ? 'refused' : await exchange(entry);
      if (answer !== 'nobody') storage.removeItem(enteringAs);
      if (answer !== 'in') await renew();
    },
    /** The first message on the socket. */
    greeting: () => keys?.page ?? '',
    /** An address below `/files/`, as it is let in. */
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

/** Electron has a protocol of its own, which nobody else reaches: no door there. */
export const launchPage =
  typeof window !== 'undefined' && window.location.protocol.startsWith('http')
    ? createLaunchPage({
        storage: window.localStorage,
        ask: askMain,
        makeVisit: () => window.crypto.randomUUID(),
      })
    : null;

/** The address of a file of main (`/files/…`) as the page has to ask for it. */
export const fileAddress = (path: string): string => launchPage?.address(path) ?? path;
