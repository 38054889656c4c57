import { z } from 'zod';
import type { ConnectionId } from '../../src-preload/contract/ids.ts';
import { AppError } from '../app-error.ts';
import type { Keychain } from './keychain.ts';

type KeychainState = 'ok' | 'missing' | 'locked' | 'timeout' | 'failed';

export interface StoredCredentials {
  clientId: string;
  clientSecret: string;
}

export interface Vault {
  /** Tries the keychain by writing, reading and deleting an entry of its own. */
  probe(): Promise<{ state: KeychainState; detail: string }>;
  get(id: ConnectionId): Promise<StoredCredentials | null>;
  /** KEYCHAIN_UNAVAILABLE unless `sessionOnly`: never on disk in plain text. */
  set(id: ConnectionId, credentials: StoredCredentials, sessionOnly: boolean): Promise<void>;
  clear(id: ConnectionId): Promise<void>;
  /** The credentials given for this session, without asking the keychain. */
  hasForSession(id: ConnectionId): boolean;
  clearSession(id: ConnectionId): void;
  /** Where the credentials are; `unknown` when the keychain cannot be asked. */
  whereabouts(id: ConnectionId): Promise<'keychain' | 'session' | 'none' | 'unknown'>;
  /** A question is still out (an unlock prompt that nobody answers). It holds a thread, and with it the end of the process. */
  hangs(): boolean;
}

export interface VaultOptions {
  loadKeychain: () => Promise<Keychain>;
  /** An entry per connection under this name in the OS keychain. */
  service?: string;
  timeoutMs?: number;
}

const probeAccount = 'probe';
const entrySchema = z.object({ clientId: z.string(), clientSecret: z.string() });

class KeychainTimeout extends Error {}

/** What the keychain's own words mean: libsecret, Keychain Services and the Windows vault each say it their way. */
function stateOf(error: unknown): Exclude<KeychainState, 'ok'> {
  if (error instanceof KeychainTimeout) return 'timeout';
  const text = String(error);
  if (/\block(ed)?\b|denied|dismiss|cancel|interaction is not allowed/i.test(text)) return 'locked';
  if (
    /cannot find module|native addon|libsecret|autolaunch|d-?bus|org\.freedesktop\.secrets|no such (file|interface)|not provided/i.test(
      text,
    )
  ) {
    return 'missing';
  }
  return 'failed';
}

/** Credentials in the OS keychain; for those who have none, in memory for this session only. */
export function createVault({ loadKeychain, service = 'Nadir', timeoutMs = 8_000 }: VaultOptions): Vault {
  const session = new Map<ConnectionId, StoredCredentials>();
  const read = new Map<ConnectionId, StoredCredentials | null>();
  /** Counts the changes of an entry: a reading begun before one must not be remembered after it. */
  const changes = new Map<ConnectionId, number>();
  let keychain: Promise<Keychain> | null = null;
  let probing: ReturnType<Vault['probe']> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let overdue = 0;

  function load(): Promise<Keychain> {
    keychain ??= loadKeychain();
    return keychain;
  }

  /**
   * A locked keychain may wait for a prompt that nobody sees: nothing waits for ever. One question at a time, and none
   * while an earlier one hangs: each holds a thread of the pool that files and name look-ups need as well.
   */
  async function ask<T>(question: (chain: Keychain) => Promise<T>): Promise<T> {
    if (overdue > 0) throw new KeychainTimeout('the keychain still owes an earlier answer');
    let given: 'waiting' | 'asked' | 'up' = 'waiting';
    const work = last.then(async () => {
      // Nobody waits for it any more: what was told as failed must not be done later.
      if (given === 'up') throw new KeychainTimeout('the keychain was busy');
      given = 'asked';
      return question(await load());
    });
    last = work.catch(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        if (given === 'asked') {
          overdue += 1;
          void last.then(() => {
            overdue -= 1;
          });
        }
        given = 'up';
        reject(new KeychainTimeout('the keychain did not answer'));
      }, timeoutMs);
    });
    try {
      return await Promise.race([work, late]);
    } catch (error) {
      // The next call loads it anew: a keyring daemon may have been started meanwhile.
      if (!(error instanceof KeychainTimeout)) keychain = null;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** A locked collection reads as empty and deletes nothing without a word; only a write shows that it is locked. */
  async function assertOpen() {
    const { state } = await probe();
    if (state !== 'ok') throw new AppError('KEYCHAIN_UNAVAILABLE', { reason: state });
  }

  async function asked<T>(question: (chain: Keychain) => Promise<T>): Promise<T> {
    try {
      return await ask(question);
    } catch (cause) {
      throw new AppError('KEYCHAIN_UNAVAILABLE', { reason: stateOf(cause) }, { cause });
    }
  }

  async function stored(id: ConnectionId): Promise<StoredCredentials | null> {
    const known = read.get(id);
    if (known !== undefined) return known;
    const change = changes.get(id);
    const text = await asked((chain) => chain.getPassword(service, id));
    let entry: StoredCredentials | null = null;
    if (text === null) await assertOpen();
    else {
      const parsed = entrySchema.safeParse(parseEntry(text));
      if (!parsed.success) throw new AppError('KEYCHAIN_UNAVAILABLE', { reason: 'failed' });
      entry = parsed.data;
    }
    if (changes.get(id) === change) read.set(id, entry);
    return entry;
  }

  function touch(id: ConnectionId) {
    changes.set(id, (changes.get(id) ?? 0) + 1);
    read.delete(id);
  }

  async function tryOut(): ReturnType<Vault['probe']> {
    const canary = `probe-${Date.now()}`;
    try {
      await ask((chain) => chain.setPassword(service, probeAccount, canary));
      const back = await ask((chain) => chain.getPassword(service, probeAccount));
      await ask((chain) => chain.deletePassword(service, probeAccount));
      return back === canary ? { state: 'ok', detail: '' } : { state: 'failed', detail: 'read-back' };
    } catch (error) {
      return { state: stateOf(error), detail: error instanceof Error ? error.message.slice(0, 300) : '' };
    }
  }

  function probe(): ReturnType<Vault['probe']> {
    // Two at once would delete each other's entry and call a sound keychain broken.
    probing ??= tryOut().finally(() => {
      probing = null;
    });
    return probing;
  }

  return {
    probe,
    async get(id) {
      return session.get(id) ?? stored(id);
    },
    async set(id, credentials, sessionOnly) {
      if (sessionOnly) {
        session.set(id, credentials);
        return;
      }
      // JSON escapes NUL and lone surrogates, which a keychain's C strings would cut or change.
      const entry = JSON.stringify({
        clientId: credentials.clientId,
        clientSecret: credentials.clientSecret,
      });
      touch(id);
      // One question, so that no other call comes in between.
      const back = await asked(async (chain) => {
        await chain.setPassword(service, id, entry);
        return chain.getPassword(service, id);
      });
      if (back !== entry) throw new AppError('KEYCHAIN_UNAVAILABLE', { reason: 'failed' });
      touch(id);
      session.delete(id);
    },
    async clear(id) {
      session.delete(id);
      touch(id);
      const deleted = await asked((chain) => chain.deletePassword(service, id));
      if (!deleted) await assertOpen();
    },
    hangs: () => overdue > 0,
    hasForSession: (id) => session.has(id),
    clearSession: (id) => void session.delete(id),
    async whereabouts(id) {
      if (session.has(id)) return 'session';
      try {
        return (await stored(id)) === null ? 'none' : 'keychain';
      } catch {
        return 'unknown';
      }
    },
  };
}

function parseEntry(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
