import { z } from 'zod';
import type { ContractView } from '../../../src-preload/contract/connections.ts';
import { type ConnectionId, contractIdSchema } from '../../../src-preload/contract/ids.ts';
import { isoTime } from '../../service/api/iso-time.ts';
import type { Service } from '../../service/api/service-client.ts';
import { wireContractSchema } from '../../service/api/wire.ts';
import { readJson } from '../../store/readable-rows.ts';
import type { Migration, Store } from '../../store/store.ts';

export const contractMigrations: Migration[] = [
  {
    domain: 'contract',
    version: 1,
    sql: `CREATE TABLE contract (
      connection_id TEXT NOT NULL,
      contract_id TEXT NOT NULL,
      position INTEGER NOT NULL,
      raw TEXT NOT NULL,
      seen_at TEXT NOT NULL,
      PRIMARY KEY (connection_id, contract_id)
    ) STRICT`,
  },
  {
    domain: 'contract',
    version: 2,
    // How many contracts of the last listing could not be read.
    sql: `CREATE TABLE contract_listing (connection_id TEXT PRIMARY KEY, unreadable INTEGER NOT NULL) STRICT`,
  },
];

/** The contracts of each connection in the local store. `nameOf` returns null for a contract that was never listed. */
export interface Contracts {
  list(connectionId: ConnectionId): ContractView[];
  /** Returns how many contracts of the last listing could not be read, because they have no usable id. */
  unreadable(connectionId: ConnectionId): number;
  refresh(connectionId: ConnectionId, signal: AbortSignal): Promise<ContractView[]>;
  nameOf(connectionId: ConnectionId, contractId: string): string | null;
}

const listingSchema = z.object({ unreadable: z.number() });
const rowSchema = z.object({ contract_id: contractIdSchema, raw: z.string() });

/** Returns null for a damaged row, so that it does not hide the others. */
function viewOf(rawText: string): ContractView | null {
  const read = wireContractSchema.safeParse(readJson(rawText));
  if (!read.success) return null;
  const contract = read.data;
  const { archive_configuration: archive, tasking_configuration: tasking } = contract;
  return {
    contractId: contract.contract_id,
    name: contract.name ?? contract.contract_id,
    status: contract.status ?? '',
    account: contract.account,
    archive:
      archive === null ? null : { restrictions: archive.restrictions, collections: archive.collections },
    taskingHasCredentials: tasking?.has_credentials ?? null,
    createdAt: isoTime(contract.created_at),
    updatedAt: isoTime(contract.updated_at),
  };
}

/**
 * Creates the contracts of each connection as last listed. A contract that is not listed any more is kept for its tasks but not
 * shown.
 */
export function createContracts(options: {
  store: Store;
  service: Pick<Service, 'contracts'>;
  now: () => Date;
  changed: (connectionId: ConnectionId) => void;
}): Contracts {
  const { store } = options;
  const list = (connectionId: ConnectionId) =>
    store
      .all(
        rowSchema,
        'SELECT contract_id, raw FROM contract WHERE connection_id = :connectionId AND position >= 0 ORDER BY position',
        {
          connectionId,
        },
      )
      .flatMap((row) => viewOf(row.raw) ?? []);
  return {
    list,
    unreadable: (connectionId) =>
      store.get(
        listingSchema,
        'SELECT unreadable FROM contract_listing WHERE connection_id = :connectionId',
        { connectionId },
      )?.unreadable ?? 0,
    async refresh(connectionId, signal) {
      const { rows, unreadable } = await options.service.contracts(connectionId, signal);
      const seenAt = options.now().toISOString();
      store.transaction(() => {
        store.run('INSERT OR REPLACE INTO contract_listing VALUES (:connectionId, :unreadable)', {
          connectionId,
          unreadable,
        });
        store.run('UPDATE contract SET position = -1 WHERE connection_id = :connectionId', { connectionId });
        for (const [position, { parsed, raw }] of rows.entries()) {
          store.run(
            `INSERT INTO contract (connection_id, contract_id, position, raw, seen_at)
             VALUES (:connectionId, :contractId, :position, :raw, :seenAt)
             ON CONFLICT DO UPDATE SET position = :position, raw = :raw, seen_at = :seenAt`,
            { connectionId, contractId: parsed.contract_id, position, raw: JSON.stringify(raw), seenAt },
          );
        }
      });
      options.changed(connectionId);
      return list(connectionId);
    },
    nameOf(connectionId, contractId) {
      const row = store.get(
        rowSchema,
        'SELECT contract_id, raw FROM contract WHERE connection_id = :connectionId AND contract_id = :contractId',
        {
          connectionId,
          contractId,
        },
      );
      return row ? (viewOf(row.raw)?.name ?? null) : null;
    },
  };
}
