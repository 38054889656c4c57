import { z } from 'zod';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import { readJson } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';

const sentRow = z.object({ id: z.string(), at: z.string(), contractName: z.string().nullable() });
const requestRow = z.object({ request: z.string().nullable() });
const endedRow = z.object({
  id: z.string(),
  state: z.enum(['refused', 'unknown']),
  remoteId: z.string().nullable(),
});
const namedRow = z.object({ name: z.string(), project: z.string() });

/** Creates the queries by which other domains read what commands became and what they asked for. */
export function createSentCommands({ store }: { store: Store }) {
  return {
    /** Returns the command that created a task or an order; null if it was not sent from this computer, or was removed. */
    thatMade(scope: Scope, kind: 'task' | 'order', remoteId: string) {
      const row = store.get(
        sentRow,
        `SELECT id, coalesce(began_at, created_at) AS at, contract_name AS contractName FROM command
         WHERE ${inScope} AND state = 'sent' AND kind = :kind AND remote_id = :remoteId ORDER BY seq LIMIT 1`,
        { ...scopeParams(scope), kind, remoteId },
      );
      return row ?? null;
    },
    /** Returns the request that created a task or an order, also after its row was removed; null if it was not sent from this computer. */
    askedFor(scope: Scope, kind: 'task' | 'order', remoteId: string): unknown {
      const row = store.get(
        requestRow,
        `SELECT request FROM claim WHERE ${inScope} AND kind = :kind AND remote_id = :remoteId`,
        { ...scopeParams(scope), kind, remoteId },
      );
      return readJson(row?.request) ?? null;
    },
    /** Returns the refused and unconfirmed commands of a scope, the latest first; at most 500. */
    inTrouble: (scope: Scope) =>
      store.all(
        endedRow,
        `SELECT id, state, remote_id AS remoteId FROM command WHERE ${inScope} AND state IN ('refused', 'unknown')
         ORDER BY seq DESC LIMIT 500`,
        scopeParams(scope),
      ),
    /** Returns the name and the project of a command; null if it was removed. */
    name: (id: string) =>
      store.get(namedRow, 'SELECT name, project FROM command WHERE id = :id', { id }) ?? null,
  };
}
