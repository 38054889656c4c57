import { z } from 'zod';
import type { Scope } from '../../src-preload/contract/ids.ts';
import { clientSchema, productSchema, type TaskingReference } from '../../src-preload/contract/tasking.ts';
import type { Service } from '../service/service-client.ts';
import type { Store } from '../store/store.ts';
import { scopeParams, type TaskTable } from './task-table.ts';

const rowSchema = z.object({ products: z.string(), clients: z.string(), fetchedAt: z.string() });

/** Products and clients of a scope, kept for offline work. */
export function createReference(options: {
  store: Store;
  service: Pick<Service, 'forScope'>;
  table: TaskTable;
  now: () => Date;
  changed: (scope: Scope) => void;
}) {
  const { store, table } = options;
  function read(scope: Scope): TaskingReference {
    const row = store.get(
      rowSchema,
      `SELECT products, clients, fetched_at AS fetchedAt FROM tasking_reference
       WHERE connection_id = :connectionId AND contract_id = :contractId`,
      scopeParams(scope),
    );
    return {
      products: z.array(productSchema).parse(JSON.parse(row?.products ?? '[]')),
      clients: z.array(clientSchema).parse(JSON.parse(row?.clients ?? '[]')),
      projects: table.projects(scope),
      fetchedAt: row?.fetchedAt ?? null,
    };
  }
  return {
    read,
    async refresh(scope: Scope, signal: AbortSignal): Promise<TaskingReference> {
      const client = options.service.forScope(scope);
      const [products, clients] = await Promise.all([client.products(signal), client.clients(signal)]);
      const named = products.map(({ parsed }) => ({ pk: parsed.pk, name: parsed.name ?? String(parsed.pk) }));
      store.run(
        `INSERT INTO tasking_reference VALUES (:connectionId, :contractId, :products, :clients, :at)
         ON CONFLICT DO UPDATE SET products = :products, clients = :clients, fetched_at = :at`,
        {
          ...scopeParams(scope),
          products: JSON.stringify(named),
          clients: JSON.stringify(clients),
          at: options.now().toISOString(),
        },
      );
      options.changed(scope);
      return read(scope);
    },
  };
}
