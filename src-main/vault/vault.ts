import { z } from 'zod';
import type { ConnectionId } from '../../src-preload/contract/ids.ts';
import { AppError } from '../core/app-error.ts';
import type { Keychain } from './keychain.ts';
import {
  createKeychainClient,
  type KeychainClient,
  type KeychainState,
  keychainStateOf,
} from './keychain-client.ts';

const probeAccount = 'probe';

/** The result of a test of the keychain; `detail` is its own error text, for the support bundle. */
interface KeychainProbe {
  state: KeychainState;
  detail: string;
}

/** Creates the function that tests the keychain: it writes, reads and deletes its own entry below `service`. */
function createKeychainProbe({ client, service }: { client: KeychainClient; service: string }) {
  let probing: Promise<KeychainProbe> | null = null;

  async function tryOut(): Promise<KeychainProbe> {
    const canary = `probe-${Date.now()}`;
    try {
      await client.ask((chain) => chain.setPassword(service, probeAccount, canary));
      const back = await client.ask((chain) => chain.getPassword(service, probeAccount));
      await client.ask((chain) => chain.deletePassword(service, probeAccount));
      return back === canary ? { state: 'ok', detail: '' } : { state: 'failed', detail: 'read-back' };
    } catch (error) {
      return {
        state: keychainStateOf(error),
        detail: error instanceof Error ? error.message.slice(0, 300) : '',
      };
    }
  }

  return (): Promise<KeychainProbe> => {
    // Two tests at once would delete each other's entry and report a working keychain as broken.
    probing ??= tryOut().finally(() => {
      probing = null;
    });
    return probing;
  };
}

/** The credentials with which a client signs in. */
export interface StoredCredentials {
  clientId: string;
  clientSecret: string;
}

/** Stores the credentials of connections. */
export interface Vault {
  /** Tests the keychain: writes, reads and deletes an entry that is only for this test. */
  probe(): Promise<KeychainProbe>;
  get(id: ConnectionId): Promise<StoredCredentials | null>;
  /** Throws KEYCHAIN_UNAVAILABLE if the keychain fails (never if `sessionOnly`): secrets are never stored in plain text. */
  set(id: ConnectionId, credentials: StoredCredentials, sessionOnly: boolean): Promise<void>;
  clear(id: ConnectionId): Promise<void>;
  /** True if there are credentials for this session only; does not ask the keychain. */
  hasForSession(id: ConnectionId): boolean;
  clearSession(id: ConnectionId): void;
  /** Resolves with where the credentials are; `unknown` if the keychain cannot be asked. */
  whereabouts(id: ConnectionId): Promise<'keychain' | 'session' | 'none' | 'unknown'>;
  /** True if a call to the keychain still hangs (an unanswered unlock prompt). It holds a thread, so the process cannot end. */
  hangs(): boolean;
}

interface VaultOptions {
  loadKeychain: () => Promise<Keychain>;
  /** The name in the OS keychain under which each connection has an entry. */
  service?: string;
  timeoutMs?: number;
}

const entrySchema = z.object({ clientId: z.string(), clientSecret: z.string() });

/** Creates the vault, which stores credentials in the OS keychain or, with `sessionOnly`, in memory for this session. */
export function createVault({ loadKeychain, service = 'Nadir', timeoutMs = 8_000 }: VaultOptions): Vault {
  const session = new Map<ConnectionId, StoredCredentials>();
  const read = new Map<ConnectionId, StoredCredentials | null>();
  /** Counts the changes of an entry: a read that began before a change must not be cached after it. */
  const changes = new Map<ConnectionId, number>();
  const client = createKeychainClient({ loadKeychain, timeoutMs });
  const probe = createKeychainProbe({ client, service });

  /** A locked collection reads as empty, and its deletes silently do nothing; only a write shows that it is locked. */
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

  function countChange(id: ConnectionId) {
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
      // JSON escapes NUL and lone surrogates, which the C strings of a keychain would cut or change.
      const entry = JSON.stringify({
        clientId: credentials.clientId,
        clientSecret: credentials.clientSecret,
      });
      countChange(id);
      // In one call to the client, so that no other call comes in between.
      const back = await client.askOrExplain(async (chain) => {
        await chain.setPassword(service, id, entry);
        return chain.getPassword(service, id);
      });
      if (back !== entry) throw new AppError('KEYCHAIN_UNAVAILABLE', { reason: 'failed' });
      countChange(id);
      session.delete(id);
    },
    async clear(id) {
      session.delete(id);
      countChange(id);
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
