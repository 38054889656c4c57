import { z } from 'zod';
import type { Scope } from '../../src-preload/contract/ids.ts';
import { inScope, scopeParams } from '../core/scope.ts';
import { readJson } from '../store/readable-rows.ts';
import type { Store } from '../store/store.ts';

const sentRow = z.object({ id: z.string(), at: z.string(), contractName: z.string().nullable() });
const askedRow = z.object({ request: z.string().nullable() });
const endedRow = z.object({
  id: z.string(),
  state: z.enum(['refused', 'unknown']),
  remoteId: z.string().nullable(),
});
const namedRow = z.object({ name: z.string(), project: z.string() });

/** What other domains may read of the outbox: what its commands became and what they asked for. */
export function createSentCommands({ store }: { store: Store }) {
  return {
    /** Returns the row that made a task or an order; null if it was not sent from here. */
    thatMade(scope: Scope, kind: 'task' | 'order', remoteId: string) {
      const row = store.get(
        sentRow,
        `SELECT id, coalesce(began_at, created_at) AS at, contract_name AS contractName FROM command
         WHERE ${inScope} AND state = 'sent' AND kind = :kind AND remote_id = :remoteId ORDER BY seq LIMIT 1`,
        { ...scopeParams(scope), kind, remoteId },
      );
      return row ?? null;
    },
    /** Returns the request that made a task or an order, also after its row was removed; null if it was not sent from here. */
    askedFor(scope: Scope, kind: 'task' | 'order', remoteId: string): unknown {
      const row = store.get(
        askedRow,
        `SELECT request FROM claim WHERE ${inScope} AND kind = :kind AND remote_id = :remoteId`,
        { ...scopeParams(scope), kind, remoteId },
      );
      return readJson(row?.request) ?? null;
    },
    /** Returns the rows that need the user. */
    inTrouble: (scope: Scope) =>
      store.all(
        endedRow,
        `SELECT id, state, remote_id AS remoteId FROM command WHERE ${inScope} AND state IN ('refused', 'unknown')
         ORDER BY seq DESC LIMIT 500`,
        scopeParams(scope),
      ),
    name: (id: string) =>
      store.get(namedRow, 'SELECT name, project FROM command WHERE id = :id', { id }) ?? null,
  };
}
