import { z } from 'zod';
import type { ConnectionId } from '../../src-preload/contract/ids.ts';
import { AppError } from '../app-error.ts';
import type { Keychain } from './keychain.ts';
import { createKeychainClient } from './keychain-client.ts';
import { createKeychainProbe, type KeychainProbe } from './keychain-probe.ts';

/** What a client signs in with. */
export interface StoredCredentials {
  clientId: string;
  clientSecret: string;
}

/** Where credentials are kept. */
export interface Vault {
  /** Tries the keychain by writing, reading and deleting an entry of its own. */
  probe(): Promise<KeychainProbe>;
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

interface VaultOptions {
  loadKeychain: () => Promise<Keychain>;
  /** An entry per connection under this name in the OS keychain. */
  service?: string;
  timeoutMs?: number;
}

const entrySchema = z.object({ clientId: z.string(), clientSecret: z.string() });

/** Credentials in the OS keychain; for those who have none, in memory for this session only. */
export function createVault({ loadKeychain, service = 'Nadir', timeoutMs = 8_000 }: VaultOptions): Vault {
  const session = new Map<ConnectionId, StoredCredentials>();
  const read = new Map<ConnectionId, StoredCredentials | null>();
  /** Counts the changes of an entry: a reading begun before one must not be remembered after it. */
  const changes = new Map<ConnectionId, number>();
  const client = createKeychainClient({ loadKeychain, timeoutMs });
  const probe = createKeychainProbe({ client, service });

  /** A locked collection reads as empty and deletes nothing without a word; only a write shows that it is locked. */
  async function assertOpen() {
    const { state } = await probe();
    if (state !== 'ok') throw new AppError('KEYCHAIN_UNAVAILABLE', { reason: state });
  }

  async function stored(id: ConnectionId): Promise<StoredCredentials | null> {
    const known = read.get(id);
    if (known !== undefined) return known;
    const change = changes.get(id);
    const text = await client.askOrExplain((chain) => chain.getPassword(service, id));
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
      const back = await client.askOrExplain(async (chain) => {
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
      const deleted = await client.askOrExplain((chain) => chain.deletePassword(service, id));
      if (!deleted) await assertOpen();
    },
    hangs: client.hangs,
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
