/** What main gives a page that it lets in (src-main/loopback/launch-session.ts). */
interface PageKeys {
  page: string;
  files: string;
}

export interface DoorOptions {
  /** Of this origin, with its port: another server on this machine cannot read it, as it can our cookie. */
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** A JSON POST to main; null where it lets nobody in, rejected where nobody is there. */
  ask: (body: Readonly<Record<string, string>>) => Promise<unknown>;
}

const storedAs = 'nadir-keys';
/** The reply of main to a socket that it let in. */
export const welcome = 'nadir:in';

function readKeys(value: unknown): PageKeys | null {
  if (value === null || typeof value !== 'object' || !('page' in value) || !('files' in value)) return null;
  const { page, files } = value;
  return typeof page === 'string' && typeof files === 'string' ? { page, files } : null;
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * The page's part of the loopback door: it hands in the launch token once, and keeps what it gets for it, so that a reload
 * and a second tab are let in too.
 */
export function createDoor({ storage, ask }: DoorOptions) {
  let keys = readKeys(parsed(storage.getItem(storedAs)));

  async function exchange(body: Readonly<Record<string, string>>): Promise<boolean> {
    try {
      const given = readKeys(await ask(body));
      if (given === null) return false;
      keys = given;
      storage.setItem(storedAs, JSON.stringify(given));
      return true;
    } catch {
      // Nobody there: the socket finds out the same and keeps trying.
      return false;
    }
  }

  /** With the key of before: another port of this machine may have overwritten our cookie meanwhile. */
  async function renew(): Promise<void> {
    if (keys !== null) await exchange({ key: keys.page });
  }

  return {
    renew,
    /** With the launch token of the address, where there is one that was not used yet. */
    async enter(launchToken: string | null): Promise<void> {
      if (launchToken === null || !(await exchange({ token: launchToken }))) await renew();
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
export const door =
  typeof window !== 'undefined' && window.location.protocol.startsWith('http')
    ? createDoor({ storage: window.localStorage, ask: askMain })
    : null;

/** The address of a file of main (`/files/…`) as the page has to ask for it. */
export const fileAddress = (path: string): string => door?.address(path) ?? path;
