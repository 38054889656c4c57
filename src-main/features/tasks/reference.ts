import { z } from 'zod';
import type { StoredError } from '../../../src-preload/contract/errors.ts';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { clientSchema, productSchema, type TaskingReference } from '../../../src-preload/contract/tasking.ts';
import { hasCode, toStoredError } from '../../core/app-error.ts';
import { scopeKey, scopeParams } from '../../core/scope.ts';
import type { Service } from '../../service/api/service-client.ts';
import { readableItems, readJson } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import type { TaskTable } from './task-table.ts';

const rowSchema = z.object({ products: z.string(), clients: z.string(), fetchedAt: z.string() });

type Problems = TaskingReference['problems'];
const noProblems: Problems = { products: null, clients: null };

/**
 * Creates the store of the products and clients of each scope, for work without a network. The two are independent: a service that
 * does not show its clients to everybody still has products, and a task needs no client (service §2.6).
 */
export function createReference(options: {
  store: Store;
  service: Pick<Service, 'forScope'>;
  table: TaskTable;
  now: () => Date;
  changed: (scope: Scope) => void;
}) {
  const { store, table } = options;
  /** The errors of the last refresh, by scope. */
  const problems = new Map<string, Problems>();

  /** Returns the stored products and clients, with the projects of tasks and the errors of the last refresh. */
  function read(scope: Scope): TaskingReference {
    const row = store.get(
      rowSchema,
      `SELECT products, clients, fetched_at AS fetchedAt FROM tasking_reference
       WHERE connection_id = :connectionId AND contract_id = :contractId`,
      scopeParams(scope),
    );
    return {
      products: readableItems(productSchema, readJson(row?.products)),
      clients: readableItems(clientSchema, readJson(row?.clients)),
      projects: table.projects(scope),
      // Empty if only the clients were ever fetched.
      fetchedAt: row?.fetchedAt || null,
      problems: problems.get(scopeKey(scope)) ?? noProblems,
    };
  }

  function write(scope: Scope, { products, clients }: { products?: unknown; clients?: unknown }) {
    if (products === undefined && clients === undefined) return;
    const at = options.now().toISOString();
    store.run(
      `INSERT INTO tasking_reference VALUES (:connectionId, :contractId, coalesce(:products, '[]'), coalesce(:clients, '[]'),
         iif(:products IS NULL, '', :at))
       ON CONFLICT DO UPDATE SET products = coalesce(:products, products), clients = coalesce(:clients, clients),
         fetched_at = iif(:products IS NULL, fetched_at, :at)`,
      {
        ...scopeParams(scope),
        products: products === undefined ? null : JSON.stringify(products),
        clients: clients === undefined ? null : JSON.stringify(clients),
        at,
      },
    );
  }

  return {
    read,
    /** Fetches and stores products and clients. Rejects if the products could not be fetched; the clients are stored anyway. */
    async refresh(scope: Scope, signal: AbortSignal): Promise<TaskingReference> {
      const client = options.service.forScope(scope);
      const [products, clients] = await Promise.allSettled([client.products(signal), client.clients(signal)]);
      const problem = (part: PromiseSettledResult<unknown>): StoredError | null =>
        part.status === 'fulfilled' || hasCode(part.reason, 'CANCELLED') ? null : toStoredError(part.reason);
      write(scope, {
        ...(products.status === 'fulfilled' && {
          products: products.value.map(({ parsed }) => ({
            pk: parsed.pk,
            name: parsed.name ?? String(parsed.pk),
          })),
        }),
        ...(clients.status === 'fulfilled' && { clients: clients.value }),
      });
      problems.set(scopeKey(scope), { products: problem(products), clients: problem(clients) });
      options.changed(scope);
      if (products.status === 'rejected') throw products.reason;
      return read(scope);
    },
  };
}
