import { join } from 'node:path';
import { z } from 'zod';
import { connectionDraftSchema } from '../../../src-preload/contract/connections.ts';
import {
  type ConnectionId,
  connectionIdSchema,
  contractIdSchema,
} from '../../../src-preload/contract/ids.ts';
import { AppError } from '../../core/app-error.ts';
import { openJsonDocument } from '../../store/json-document.ts';
import { readableItems } from '../../store/readable-rows.ts';

const recordSchema = connectionDraftSchema.extend({
  id: connectionIdSchema,
  practice: z.boolean(),
  selectedContractId: contractIdSchema.nullable(),
  /** True if an entry was put into the keychain; shown while the keychain cannot be asked. */
  keychainHolds: z.boolean().default(true),
  /** True if credentials were given for one session only; explains why there are none in the next. */
  forSessionOnly: z.boolean().default(false),
  /** The origins that the secret in the keychain may be sent to: those in force when it was given. Null: those in force now. */
  secretOrigins: z.array(z.string()).nullable().default(null),
});
const documentSchema = z.object({
  activeId: connectionIdSchema.nullable(),
  connections: z.array(z.unknown()),
});

/** A stored connection. */
export type SessionRecord = z.infer<typeof recordSchema>;

/** What `createConnectionDocument` needs. */
export interface ConnectionDocumentOptions {
  folder: string;
  now: () => Date;
  onQuarantined: (path: string) => void;
  /** Called when connections or the choice among them changed. */
  changed: (id: ConnectionId) => void;
}

/** Opens the file of all connections in the data folder. */
export function createConnectionDocument({ folder, now, onQuarantined, changed }: ConnectionDocumentOptions) {
  const stored = openJsonDocument({
    path: join(folder, 'connections.json'),
    version: 1,
    schema: documentSchema,
    initial: { activeId: null, connections: [] },
    now,
    onQuarantined,
  });
  function read() {
    const { activeId, connections } = stored.read();
    return { activeId, connections: readableItems(recordSchema, connections) };
  }

  /** A damaged connection does not hide the others, and stays unchanged in the file. */
  function write({ activeId, connections }: { activeId: ConnectionId | null; connections: SessionRecord[] }) {
    const damaged = stored.read().connections.filter((item) => !recordSchema.safeParse(item).success);
    stored.write({ activeId, connections: [...connections, ...damaged] });
  }

  return {
    /** Returns the readable connections, and which of them is active. */
    read,
    write,
    has: (id: ConnectionId): boolean => read().connections.some((connection) => connection.id === id),
    /** Throws NOT_FOUND if it does not exist any more. */
    find(id: ConnectionId): SessionRecord {
      const found = read().connections.find((connection) => connection.id === id);
      if (!found) throw new AppError('NOT_FOUND', { what: `connection ${id}` });
      return found;
    },
    /** Adds or replaces a connection; it becomes active if requested, or if no other one is. */
    put(record: SessionRecord, activeId?: ConnectionId) {
      const { connections, activeId: before } = read();
      const has = (id: ConnectionId | null) => connections.some((connection) => connection.id === id);
      write({
        activeId: activeId ?? (has(before) ? before : record.id),
        connections: has(record.id)
          ? connections.map((connection) => (connection.id === record.id ? record : connection))
          : [...connections, record],
      });
      changed(record.id);
    },
  };
}

/** What `createConnectionDocument` makes. */
export type ConnectionDocument = ReturnType<typeof createConnectionDocument>;
