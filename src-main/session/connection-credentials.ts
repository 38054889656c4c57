import type { ConnectionView } from '../../src-preload/contract/connections.ts';
import type { ConnectionId } from '../../src-preload/contract/ids.ts';
import { AppError } from '../app-error.ts';
import type { StoredCredentials, Vault } from '../vault/vault.ts';
import type { ConnectionDocument, SessionRecord } from './connection-document.ts';
import { secretOriginsOf } from './secret-origins.ts';

/** What `createConnectionCredentials` needs. */
export interface ConnectionCredentialsOptions {
  document: ConnectionDocument;
  vault: Vault;
  changed: (id: ConnectionId) => void;
  /** Tokens of this connection are void. */
  invalidated: (id: ConnectionId) => void;
}

/** The credentials of each connection: where they are, and for which addresses they were given. */
export function createConnectionCredentials({
  document,
  vault,
  changed,
  invalidated,
}: ConnectionCredentialsOptions) {
  /** As `secretOrigins`, of credentials given for this session only: the keychain may hold others of another time. */
  const sessionOrigins = new Map<ConnectionId, string[]>();

  /**
   * Whoever changes an address must know the secret (promise 3): else a page that may only set one could point the issuer
   * elsewhere and have it sent there.
   */
  function isFor(record: SessionRecord): boolean {
    const given = vault.hasForSession(record.id) ? sessionOrigins.get(record.id) : record.secretOrigins;
    return !given || secretOriginsOf(record).every((origin) => given.includes(origin));
  }

  /** A connection that never had an entry does not ask: an unlock prompt for it would come out of the blue. */
  async function placeOf(id: ConnectionId, keychainHolds: boolean) {
    if (!keychainHolds) return vault.hasForSession(id) ? 'session' : 'none';
    const place = await vault.whereabouts(id);
    return place === 'unknown' ? 'keychain' : place;
  }

  function markKeychain(id: ConnectionId, keychainHolds: boolean) {
    const record = document.find(id);
    if (record.keychainHolds !== keychainHolds) document.put({ ...record, keychainHolds });
    else changed(id);
  }

  async function clear(id: ConnectionId) {
    if (document.find(id).keychainHolds) await vault.clear(id);
    else vault.clearSession(id);
  }

  return {
    /** Takes them out of where they are; throws KEYCHAIN_UNAVAILABLE when they stay. */
    clear,
    /** Where they are, as the screen shows it; `none` when they were given for other addresses. */
    shownPlace: async (record: SessionRecord): Promise<ConnectionView['credentials']> =>
      isFor(record) ? placeOf(record.id, record.keychainHolds) : 'none',
    /** Keeps what the user entered, for the addresses in force. */
    async set(id: ConnectionId, credentials: StoredCredentials, sessionOnly: boolean): Promise<void> {
      const before = document.find(id);
      const { keychainHolds } = before;
      // As the user saw them: they may change while the keychain is asked.
      const origins = secretOriginsOf(before);
      // Noted first: after a crash in between, a note without an entry does no harm, an entry without a note would stay.
      if (!sessionOnly) markKeychain(id, true);
      try {
        await vault.set(id, credentials, sessionOnly);
      } catch (error) {
        if (document.has(id)) markKeychain(id, keychainHolds);
        throw error;
      }
      if (!document.has(id)) {
        // Removed while the keychain was asked.
        await vault.clear(id);
        throw new AppError('NOT_FOUND', { what: `connection ${id}` });
      }
      if (sessionOnly) {
        sessionOrigins.set(id, origins);
        if (!document.find(id).forSessionOnly) document.put({ ...document.find(id), forSessionOnly: true });
      } else document.put({ ...document.find(id), secretOrigins: origins, forSessionOnly: false });
      invalidated(id);
      changed(id);
    },
    /** Forgets them at the user's word. */
    async forget(id: ConnectionId): Promise<void> {
      document.find(id);
      await clear(id);
      invalidated(id);
      if (document.find(id).forSessionOnly) document.put({ ...document.find(id), forSessionOnly: false });
      markKeychain(id, false);
    },
    /** What was given for the addresses in force; null when there is nothing, or it was given for others. */
    async get(id: ConnectionId): Promise<StoredCredentials | null> {
      const record = document.find(id);
      const isOfLastSession = record.forSessionOnly && !record.keychainHolds && !vault.hasForSession(id);
      // The keychain is not asked for what was never in it: its troubles are not the reason.
      if (isOfLastSession) throw new AppError('NO_CREDENTIALS', { connectionId: id, lastSession: true });
      if (!record.keychainHolds && !vault.hasForSession(id)) return null;
      return isFor(record) ? vault.get(id) : null;
    },
  };
}
