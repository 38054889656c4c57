import { z } from 'zod';
import type { ConnectionId } from '../../src-preload/contract/ids.ts';
import { AppError } from '../app-error.ts';
import type { Keychain } from '../platform.ts';

export type KeychainState = 'ok' | 'missing' | 'locked' | 'timeout' | 'failed';

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
  /** Where the credentials are. A keychain that cannot be asked answers as it was last known. */
  whereabouts(id: ConnectionId): Promise<'keychain' | 'session' | 'none'>;
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
  if (/lock|denied|dismiss|cancel|interaction is not allowed/i.test(text)) return 'locked';
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
  let keychain: Promise<Keychain> | null = null;

  /** A locked keychain may wait for a prompt that nobody sees: nothing waits for ever. */
  async function ask<T>(question: (chain: Keychain) => Promise<T>): Promise<T> {
    keychain ??= loadKeychain();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new KeychainTimeout('the keychain did not answer')), timeoutMs);
    });
    try {
      return await Promise.race([keychain.then(question), late]);
    } catch (error) {
      // The next call loads it anew: a keyring daemon may have been started meanwhile.
      if (stateOf(error) === 'missing') keychain = null;
      throw error;
    } finally {
      clearTimeout(timer);
    }
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
    const text = await asked((chain) => chain.getPassword(service, id));
    let entry: StoredCredentials | null = null;
    if (text !== null) {
      const parsed = entrySchema.safeParse(parseEntry(text));
      if (!parsed.success) throw new AppError('KEYCHAIN_UNAVAILABLE', { reason: 'failed' });
      entry = parsed.data;
    }
    read.set(id, entry);
    return entry;
  }

  return {
    async probe() {
      const canary = `probe-${Date.now()}`;
      try {
        await ask((chain) => chain.setPassword(service, probeAccount, canary));
        const back = await ask((chain) => chain.getPassword(service, probeAccount));
        await ask((chain) => chain.deletePassword(service, probeAccount));
        return back === canary ? { state: 'ok', detail: '' } : { state: 'failed', detail: 'read-back' };
      } catch (error) {
        return { state: stateOf(error), detail: error instanceof Error ? error.message.slice(0, 300) : '' };
      }
    },
    async get(id) {
      return session.get(id) ?? stored(id);
    },
    async set(id, credentials, sessionOnly) {
      if (sessionOnly) {
        session.set(id, credentials);
        return;
      }
      await asked((chain) => chain.setPassword(service, id, JSON.stringify(credentials)));
      const back = await asked((chain) => chain.getPassword(service, id));
      if (back === null) throw new AppError('KEYCHAIN_UNAVAILABLE', { reason: 'failed' });
      session.delete(id);
      read.set(id, credentials);
    },
    async clear(id) {
      session.delete(id);
      await asked((chain) => chain.deletePassword(service, id));
      read.set(id, null);
    },
    async whereabouts(id) {
      if (session.has(id)) return 'session';
      try {
        return (await stored(id)) === null ? 'none' : 'keychain';
      } catch {
        return 'none';
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
