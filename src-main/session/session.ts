import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import {
  type ConnectionDraft,
  type ConnectionView,
  connectionDraftSchema,
} from '../../src-preload/contract/connections.ts';
import {
  type ConnectionId,
  type ContractId,
  connectionIdSchema,
  contractIdSchema,
  type Scope,
} from '../../src-preload/contract/ids.ts';
import { AppError } from '../app-error.ts';
import type { ConnectionRecord } from '../service/auth/connection-record.ts';
import { safeAddress } from '../service/http/addresses.ts';
import { openJsonDocument } from '../store/json-document.ts';
import { readableItems } from '../store/readable-rows.ts';
import type { StoredCredentials, Vault } from '../vault/vault.ts';

const recordSchema = connectionDraftSchema.extend({
  id: connectionIdSchema,
  practice: z.boolean(),
  selectedContractId: contractIdSchema.nullable(),
  /** Whether an entry was put into the keychain: what is said of it while the keychain cannot be asked. */
  keychainHolds: z.boolean().default(true),
  /** Credentials were given for one session only: what is said when there are none in the next. */
  forSessionOnly: z.boolean().default(false),
  /** Where the secret in the keychain may go: the origins in force when it was given. Null: those in force now. */
  secretOrigins: z.array(z.string()).nullable().default(null),
});
const documentSchema = z.object({
  activeId: connectionIdSchema.nullable(),
  connections: z.array(z.unknown()),
});
type SessionRecord = z.infer<typeof recordSchema>;

export const practiceId = connectionIdSchema.parse('practice');

export interface Session {
  list(): Promise<ConnectionView[]>;
  view(id: ConnectionId): Promise<ConnectionView>;
  /** NOT_FOUND when it is gone. */
  record(id: ConnectionId): ConnectionRecord;
  activeScope(): Scope | null;
  add(draft: ConnectionDraft): Promise<ConnectionView>;
  update(id: ConnectionId, draft: ConnectionDraft): Promise<ConnectionView>;
  remove(id: ConnectionId): Promise<void>;
  activate(id: ConnectionId): Promise<ConnectionView>;
  selectContract(id: ConnectionId, contractId: ContractId): Promise<ConnectionView>;
  setCredentials(
    id: ConnectionId,
    credentials: StoredCredentials,
    sessionOnly: boolean,
  ): Promise<ConnectionView>;
  clearCredentials(id: ConnectionId): Promise<ConnectionView>;
  /** What was given for the addresses in force; null when there is nothing, or it was given for others. */
  credentials(id: ConnectionId): Promise<StoredCredentials | null>;
  /** The workspace whose service Nadir starts: its addresses move with each start, its credentials live in memory. */
  registerPractice(draft: ConnectionDraft, credentials: StoredCredentials): Promise<void>;
}

export interface SessionOptions {
  folder: string;
  vault: Vault;
  now: () => Date;
  onKeptAside: (path: string) => void;
  /** Connections or the choice among them changed. */
  changed: (id: ConnectionId) => void;
  /** Addresses or credentials changed: tokens of this connection are void. */
  invalidated: (id: ConnectionId) => void;
}

/** The addresses are checked when they are entered, by the same rules that guard each request. */
function checkAddresses({ addresses }: ConnectionDraft) {
  const { authUrl, legacyAuthUrl, accountsUrl, baseUrl, catalogUrl, ordersUrl } = addresses;
  for (const address of [authUrl, legacyAuthUrl, accountsUrl, baseUrl, catalogUrl, ordersUrl]) {
    if (address !== null) safeAddress(address);
  }
}

/** All that a secret or a token is sent to. Links of the catalog carry neither. */
function secretOriginsOf({ addresses }: ConnectionDraft): string[] {
  const { authUrl, legacyAuthUrl, accountsUrl, baseUrl, ordersUrl } = addresses;
  const all = [authUrl, legacyAuthUrl, accountsUrl, baseUrl, ordersUrl];
  return [
    ...new Set(all.flatMap((address) => (address === null ? [] : [URL.parse(address)?.origin ?? address]))),
  ];
}

export function createSession(options: SessionOptions): Session {
  const { vault } = options;
  const stored = openJsonDocument({
    path: join(options.folder, 'connections.json'),
    version: 1,
    schema: documentSchema,
    initial: { activeId: null, connections: [] },
    now: options.now,
    onKeptAside: options.onKeptAside,
  });
  /** A connection that cannot be read does not hide the others, and stays in the file as it is. */
  const document = {
    read() {
      const { activeId, connections } = stored.read();
      return { activeId, connections: readableItems(recordSchema, connections) };
    },
    write({ activeId, connections }: { activeId: ConnectionId | null; connections: SessionRecord[] }) {
      const damaged = stored.read().connections.filter((each) => !recordSchema.safeParse(each).success);
      stored.write({ activeId, connections: [...connections, ...damaged] });
    },
  };

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

  function find(id: ConnectionId): SessionRecord {
    const found = document.read().connections.find((connection) => connection.id === id);
    if (!found) throw new AppError('NOT_FOUND', { what: `connection ${id}` });
    return found;
  }

  function put(record: SessionRecord, activeId?: ConnectionId) {
    const { connections, activeId: before } = document.read();
    const has = (id: ConnectionId | null) => connections.some((connection) => connection.id === id);
    const known = has(record.id);
    document.write({
      activeId: activeId ?? (has(before) ? before : record.id),
      connections: known
        ? connections.map((connection) => (connection.id === record.id ? record : connection))
        : [...connections, record],
    });
    options.changed(record.id);
  }

  async function view(id: ConnectionId): Promise<ConnectionView> {
    const record = find(id);
    const { keychainHolds, secretOrigins, forSessionOnly, ...shown } = record;
    return {
      ...shown,
      credentials: isFor(record) ? await credentialsOf(id, keychainHolds) : 'none',
      active: document.read().activeId === id,
    };
  }

  /** A connection that never had an entry does not ask: an unlock prompt for it would come out of the blue. */
  async function credentialsOf(id: ConnectionId, keychainHolds: boolean) {
    if (!keychainHolds) return vault.hasForSession(id) ? 'session' : 'none';
    const place = await vault.whereabouts(id);
    return place === 'unknown' ? 'keychain' : place;
  }

  function markKeychain(id: ConnectionId, keychainHolds: boolean) {
    const record = find(id);
    if (record.keychainHolds !== keychainHolds) put({ ...record, keychainHolds });
    else options.changed(id);
  }

  async function clear(id: ConnectionId) {
    if (find(id).keychainHolds) await vault.clear(id);
    else vault.clearSession(id);
  }

  return {
    list: () => Promise.all(document.read().connections.map((connection) => view(connection.id))),
    view,
    record: find,
    activeScope() {
      const { activeId, connections } = document.read();
      if (activeId === null || !connections.some((connection) => connection.id === activeId)) return null;
      const { credentialKind, selectedContractId } = find(activeId);
      // Contract selection does not apply to legacy credentials (service §5.5).
      return { connectionId: activeId, contractId: credentialKind === 'legacy' ? null : selectedContractId };
    },
    async add(draft) {
      checkAddresses(draft);
      const id = connectionIdSchema.parse(randomUUID());
      put({
        ...draft,
        id,
        practice: false,
        selectedContractId: null,
        keychainHolds: false,
        forSessionOnly: false,
        secretOrigins: null,
      });
      return view(id);
    },
    async update(id, draft) {
      checkAddresses(draft);
      const before = find(id);
      if (before.practice) throw new AppError('CONFLICT', { detail: 'practice' });
      const secretOrigins = before.keychainHolds ? (before.secretOrigins ?? secretOriginsOf(before)) : null;
      put({ ...before, ...draft, secretOrigins });
      options.invalidated(id);
      return view(id);
    },
    async remove(id) {
      if (find(id).practice) throw new AppError('CONFLICT', { detail: 'practice' });
      // Stays while its secret cannot be taken out of the keychain: nobody would ever find that secret again.
      await clear(id);
      const { connections, activeId } = document.read();
      const left = connections.filter((connection) => connection.id !== id);
      document.write({ activeId: activeId === id ? (left[0]?.id ?? null) : activeId, connections: left });
      options.invalidated(id);
      options.changed(id);
    },
    async activate(id) {
      put(find(id), id);
      return view(id);
    },
    async selectContract(id, contractId) {
      put({ ...find(id), selectedContractId: contractId });
      return view(id);
    },
    async setCredentials(id, credentials, sessionOnly) {
      const before = find(id);
      const { keychainHolds } = before;
      // As the user saw them: they may change while the keychain is asked.
      const origins = secretOriginsOf(before);
      // Noted first: after a crash in between, a note without an entry does no harm, an entry without a note would stay.
      if (!sessionOnly) markKeychain(id, true);
      try {
        await vault.set(id, credentials, sessionOnly);
      } catch (error) {
        if (document.read().connections.some((connection) => connection.id === id))
          markKeychain(id, keychainHolds);
        throw error;
      }
      if (!document.read().connections.some((connection) => connection.id === id)) {
        // Removed while the keychain was asked.
        await vault.clear(id);
        throw new AppError('NOT_FOUND', { what: `connection ${id}` });
      }
      if (sessionOnly) {
        sessionOrigins.set(id, origins);
        if (!find(id).forSessionOnly) put({ ...find(id), forSessionOnly: true });
      } else put({ ...find(id), secretOrigins: origins, forSessionOnly: false });
      options.invalidated(id);
      options.changed(id);
      return view(id);
    },
    async clearCredentials(id) {
      find(id);
      await clear(id);
      options.invalidated(id);
      if (find(id).forSessionOnly) put({ ...find(id), forSessionOnly: false });
      markKeychain(id, false);
      return view(id);
    },
    async credentials(id) {
      const record = find(id);
      const isOfLastSession = record.forSessionOnly && !record.keychainHolds && !vault.hasForSession(id);
      // The keychain is not asked for what was never in it: its troubles are not the reason.
      if (isOfLastSession) throw new AppError('NO_CREDENTIALS', { connectionId: id, lastSession: true });
      if (!record.keychainHolds && !vault.hasForSession(id)) return null;
      return isFor(record) ? vault.get(id) : null;
    },
    async registerPractice(draft, credentials) {
      await vault.set(practiceId, credentials, true);
      options.invalidated(practiceId);
      const before = document.read().connections.find((connection) => connection.id === practiceId);
      put({
        ...draft,
        id: practiceId,
        practice: true,
        selectedContractId: before?.selectedContractId ?? null,
        keychainHolds: false,
        forSessionOnly: false,
        secretOrigins: null,
      });
    },
  };
}
