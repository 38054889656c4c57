import { z } from 'zod';
import {
  connectionIdSchema,
  type Scope,
  type SubmissionId,
  submissionIdSchema,
} from '../../src-preload/contract/ids.ts';
import {
  type CommandInput,
  type CommandState,
  commandKindSchema,
} from '../../src-preload/contract/outbox.ts';
import { AppError } from '../app-error.ts';
import { inScope, scopeParams } from '../core/scope.ts';
import { readableRows } from '../store/readable-rows.ts';
import type { Store } from '../store/store.ts';
import { storedContractId } from '../store/stored-contract-id.ts';
import { type CommandRow, commandColumns, commandKeySchema, commandRowSchema } from './command-row.ts';

const scopeRow = z.object({ connectionId: connectionIdSchema, contractId: storedContractId });
const stateRow = commandKeySchema.and(z.object({ kind: commandKindSchema }));
const idRow = z.object({ id: submissionIdSchema });
const countRow = z.object({ count: z.number() });

/** Creates the queries that sending and reconciling need; the lists for the screen are in `command-reading.ts`. */
export function createCommandQueries(store: Store) {
  return {
    /** Returns a command; throws NOT_FOUND if it was removed. */
    find(id: SubmissionId): CommandRow {
      const row = store.get(commandRowSchema, `SELECT ${commandColumns} FROM command WHERE id = :id`, { id });
      if (!row) throw new AppError('NOT_FOUND', { what: `submission ${id}` });
      return row;
    },
    exists: (id: SubmissionId): boolean =>
      store.get(idRow, 'SELECT id FROM command WHERE id = :id', { id }) !== undefined,
    /** Returns what a change of state needs, without reading the request. Throws NOT_FOUND if the command was removed. */
    stateOf(id: SubmissionId): { scope: Scope; state: CommandState; kind: CommandInput['kind'] } {
      const row = store.get(
        stateRow,
        'SELECT id, kind, connection_id AS connectionId, contract_id AS contractId, state FROM command WHERE id = :id',
        { id },
      );
      if (!row) throw new AppError('NOT_FOUND', { what: `submission ${id}` });
      return row;
    },
    /** Returns the command of a scope in this state that was stored first; undefined if there is none. */
    next(scope: Scope, state: CommandState): CommandRow | undefined {
      // A damaged row is skipped: it must not block the commands after it.
      for (let offset = 0; ; offset += 1) {
        const { rows, damaged } = readableRows(
          store,
          commandRowSchema,
          `SELECT ${commandColumns} FROM command WHERE ${inScope} AND state = :state ORDER BY seq LIMIT 1 OFFSET :offset`,
          { ...scopeParams(scope), state, offset },
        );
        if (rows[0] !== undefined || damaged === 0) return rows[0];
      }
    },
    /** Returns all readable commands of a scope in this state, in the order in which they were stored. */
    inState(scope: Scope, state: CommandState): CommandRow[] {
      return readableRows(
        store,
        commandRowSchema,
        `SELECT ${commandColumns} FROM command WHERE ${inScope} AND state = :state ORDER BY seq`,
        { ...scopeParams(scope), state },
      ).rows;
    },
    /**
     * Returns the commands of a kind that may have arrived and that one listing of the service would show: the tasks of a project,
     * or the orders with a name.
     */
    open(scope: Scope, kind: 'task' | 'order', key: string): CommandRow[] {
      return readableRows(
        store,
        commandRowSchema,
        `SELECT ${commandColumns} FROM command WHERE ${inScope} AND state IN ('unknown', 'sending') AND kind = :kind
         AND ${kind === 'task' ? 'project' : 'name'} = :key ORDER BY seq`,
        { ...scopeParams(scope), kind, key },
      ).rows;
    },
    /** Returns a command with exactly this content that is being sent or is unconfirmed; undefined if there is none. */
    openTwin: (id: SubmissionId): SubmissionId | undefined =>
      store.get(
        idRow,
        `SELECT twin.id FROM command AS mine JOIN command AS twin INDEXED BY command_turn
           ON twin.connection_id = mine.connection_id AND twin.contract_id = mine.contract_id
           AND twin.state IN ('sending', 'unknown')
         WHERE mine.id = :id AND twin.id <> mine.id AND twin.kind = mine.kind AND twin.request = mine.request LIMIT 1`,
        { id },
      )?.id,
    /** Returns the scopes in which something must be sent or looked up automatically. */
    busyScopes(): Scope[] {
      return readableRows(
        store,
        scopeRow,
        `SELECT DISTINCT connection_id AS connectionId, contract_id AS contractId FROM command
         WHERE state = 'waiting' OR (state = 'unknown' AND by_itself = 1)`,
      ).rows;
    },
    /** Returns true if something in a scope must be sent or looked up automatically, or is being sent. */
    isBusy(scope: Scope): boolean {
      // Two queries, each by the index of states: with OR, SQLite would read every command of the scope.
      const sql = `SELECT EXISTS (SELECT 1 FROM command INDEXED BY command_turn WHERE ${inScope} AND state IN ('waiting', 'sending'))
        + EXISTS (SELECT 1 FROM command INDEXED BY command_turn WHERE ${inScope} AND state = 'unknown' AND by_itself = 1) AS count`;
      return (store.get(countRow, sql, scopeParams(scope))?.count ?? 0) > 0;
    },
    /** Returns the commands of all scopes that are `sending`. */
    sendingIds: () => store.all(idRow, `SELECT id FROM command WHERE state = 'sending'`).map(({ id }) => id),
  };
}
