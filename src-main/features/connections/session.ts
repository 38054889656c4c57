import { randomUUID } from 'node:crypto';
import type { ConnectionDraft, ConnectionView } from '../../../src-preload/contract/connections.ts';
import {
  type ConnectionId,
  type ContractId,
  connectionIdSchema,
  type Scope,
} from '../../../src-preload/contract/ids.ts';
import { AppError } from '../../core/app-error.ts';
import type { ConnectionRecord } from '../../service/auth/connection-record.ts';
import type { StoredCredentials, Vault } from '../../vault/vault.ts';
import { createConnectionCredentials } from './connection-credentials.ts';
import { type ConnectionDocumentOptions, createConnectionDocument } from './connection-document.ts';
import { checkAddresses, secretOriginsOf } from './secret-origins.ts';

/** The connection to the service that Nadir starts. */
export const practiceId = connectionIdSchema.parse('practice');

/** The connections of the user. */
export interface Session {
  list(): Promise<ConnectionView[]>;
  view(id: ConnectionId): Promise<ConnectionView>;
  /** Throws NOT_FOUND if it does not exist any more. */
  record(id: ConnectionId): ConnectionRecord;
  /** Returns the names and the catalogue addresses of the connections, without asking the keychain. */
  named(): { id: ConnectionId; name: string; catalogUrl: string }[];
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
  /** Returns the credentials for the present addresses; null if there are none, or if they were given for other addresses. */
  credentials(id: ConnectionId): Promise<StoredCredentials | null>;
  /**
   * Registers the workspace whose service Nadir starts: its addresses change with each start, its credentials are kept in memory.
   */
  registerPractice(draft: ConnectionDraft, credentials: StoredCredentials): Promise<void>;
}

interface SessionOptions extends ConnectionDocumentOptions {
  vault: Vault;
  /** Called when addresses or credentials changed: the tokens of this connection have become invalid. */
  invalidated: (id: ConnectionId) => void;
}

/** Creates the connections of the user: which exist, which one is active, and the data of each. */
export function createSession(options: SessionOptions): Session {
  const { vault } = options;
  const document = createConnectionDocument(options);
  const credentials = createConnectionCredentials({ ...options, document });

  async function view(id: ConnectionId): Promise<ConnectionView> {
    const record = document.find(id);
    const { keychainHolds, secretOrigins, forSessionOnly, ...shown } = record;
    return {
      ...shown,
      credentials: await credentials.shownPlace(record),
      active: document.read().activeId === id,
    };
  }

  return {
    list: () => Promise.all(document.read().connections.map((connection) => view(connection.id))),
    view,
    record: document.find,
    named: () =>
      document
        .read()
        .connections.map(({ id, name, addresses }) => ({ id, name, catalogUrl: addresses.catalogUrl })),
    activeScope() {
      const { activeId, connections } = document.read();
      if (activeId === null || !connections.some((connection) => connection.id === activeId)) return null;
      const { credentialKind, selectedContractId } = document.find(activeId);
      // Contract selection does not apply to legacy credentials (service §5.5).
      return { connectionId: activeId, contractId: credentialKind === 'legacy' ? null : selectedContractId };
    },
    async add(draft) {
      checkAddresses(draft);
      const id = connectionIdSchema.parse(randomUUID());
      document.put({
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
      const before = document.find(id);
      if (before.practice) throw new AppError('CONFLICT', { detail: 'practice' });
      const secretOrigins = before.keychainHolds ? (before.secretOrigins ?? secretOriginsOf(before)) : null;
      document.put({ ...before, ...draft, secretOrigins });
      options.invalidated(id);
      return view(id);
    },
    async remove(id) {
      if (document.find(id).practice) throw new AppError('CONFLICT', { detail: 'practice' });
      // The connection stays if its secret cannot be deleted from the keychain: otherwise nobody would find that secret again.
      await credentials.clear(id);
      const { connections, activeId } = document.read();
      const left = connections.filter((connection) => connection.id !== id);
      document.write({ activeId: activeId === id ? (left[0]?.id ?? null) : activeId, connections: left });
      options.invalidated(id);
      options.changed(id);
    },
    async activate(id) {
      document.put(document.find(id), id);
      return view(id);
    },
    async selectContract(id, contractId) {
      document.put({ ...document.find(id), selectedContractId: contractId });
      return view(id);
    },
    async setCredentials(id, given, sessionOnly) {
      await credentials.set(id, given, sessionOnly);
      return view(id);
    },
    async clearCredentials(id) {
      await credentials.forget(id);
      return view(id);
    },
    credentials: credentials.get,
    async registerPractice(draft, given) {
      await vault.set(practiceId, given, true);
      options.invalidated(practiceId);
      const before = document.read().connections.find((connection) => connection.id === practiceId);
      document.put({
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
