import type { ConnectionView } from '../../../src-preload/contract/connections.ts';
import type { ConnectionId } from '../../../src-preload/contract/ids.ts';
import { AppError } from '../../core/app-error.ts';
import type { StoredCredentials, Vault } from '../../vault/vault.ts';
import type { ConnectionDocument, SessionRecord } from './connection-document.ts';
import { secretOriginsOf } from './secret-origins.ts';

/** What `createConnectionCredentials` needs. */
export interface ConnectionCredentialsOptions {
  document: ConnectionDocument;
  vault: Vault;
  changed: (id: ConnectionId) => void;
  /** Called when the tokens of this connection have become invalid. */
  invalidated: (id: ConnectionId) => void;
}

/** Creates the credentials of each connection: where they are stored, and for which addresses they were given. */
export function createConnectionCredentials({
  document,
  vault,
  changed,
  invalidated,
}: ConnectionCredentialsOptions) {
  /** Like `secretOrigins`, for credentials of this session only: the keychain may hold older ones. */
  const sessionOrigins = new Map<ConnectionId, string[]>();

  /**
   * True if the credentials were given for the present addresses. Whoever changes an address must know the secret (promise 3):
   * otherwise a page that may only set an address could point the issuer elsewhere and have the secret sent there.
   */
  function isFor(record: SessionRecord): boolean {
    const given = vault.hasForSession(record.id) ? sessionOrigins.get(record.id) : record.secretOrigins;
    return !given || secretOriginsOf(record).every((origin) => given.includes(origin));
  }

  /** Without an entry the keychain is not asked, because its unlock prompt would surprise the user. */
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
    /** Deletes them from where they are; throws KEYCHAIN_UNAVAILABLE if that fails. */
    clear,
    /** Returns where they are, for the screen; `none` if they were given for other addresses. */
    shownPlace: async (record: SessionRecord): Promise<ConnectionView['credentials']> =>
      isFor(record) ? placeOf(record.id, record.keychainHolds) : 'none',
    /** Stores what the user entered, for the present addresses. */
    async set(id: ConnectionId, credentials: StoredCredentials, sessionOnly: boolean): Promise<void> {
      const before = document.find(id);
      const { keychainHolds } = before;
      // The addresses that the user saw; they may change while the keychain is asked.
      const origins = secretOriginsOf(before);
      // Stored first: after a crash in between, a record without an entry does no harm, but an entry without a record would never
      // be deleted.
      if (!sessionOnly) markKeychain(id, true);
      try {
        await vault.set(id, credentials, sessionOnly);
      } catch (error) {
        if (document.has(id)) markKeychain(id, keychainHolds);
        throw error;
      }
      if (!document.has(id)) {
        // The connection was removed while the keychain was asked.
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
    /** Deletes the credentials when the user asks for it. */
    async forget(id: ConnectionId): Promise<void> {
      document.find(id);
      await clear(id);
      invalidated(id);
      if (document.find(id).forSessionOnly) document.put({ ...document.find(id), forSessionOnly: false });
      markKeychain(id, false);
    },
    /** Returns the credentials for the present addresses; null if there are none, or if they were given for other addresses. */
    async get(id: ConnectionId): Promise<StoredCredentials | null> {
      const record = document.find(id);
      const isOfLastSession = record.forSessionOnly && !record.keychainHolds && !vault.hasForSession(id);
      // The keychain is not asked for credentials that it never had, so that its problems are not reported as the reason.
      if (isOfLastSession) throw new AppError('NO_CREDENTIALS', { connectionId: id, lastSession: true });
      if (!record.keychainHolds && !vault.hasForSession(id)) return null;
      return isFor(record) ? vault.get(id) : null;
    },
  };
}
