import { z } from 'zod';
import {
  connectionIdSchema,
  type Scope,
  type SubmissionId,
  submissionIdSchema,
} from '../../../src-preload/contract/ids.ts';
import {
  type CommandInput,
  type CommandState,
  commandKindSchema,
} from '../../../src-preload/contract/outbox.ts';
import { AppError } from '../../core/app-error.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import { readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import { storedContractId } from '../../store/stored-contract-id.ts';
import { stateList } from './command-changes.ts';
import { type CommandRow, commandColumns, commandKeySchema, commandRowSchema } from './command-row.ts';

const scopeRow = z.object({ connectionId: connectionIdSchema, contractId: storedContractId });
const stateRow = commandKeySchema.and(z.object({ kind: commandKindSchema }));
const idRow = z.object({ id: submissionIdSchema });
const countRow = z.object({ count: z.number() });
const sentTwinRow = z.object({ id: submissionIdSchema, remoteId: z.string().nullable() });
const maxTwins = 1_000;
/** Selects the commands with exactly the content of one. */
const fromTwins = `FROM command AS mine JOIN command AS twin INDEXED BY command_name
    ON twin.connection_id = mine.connection_id AND twin.contract_id = mine.contract_id AND twin.kind = mine.kind
    AND twin.name = mine.name
  WHERE mine.id = :id AND twin.id <> mine.id AND twin.request = mine.request`;

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
    /**
     * Returns the waiting command of a scope whose turn it is; undefined if there is none. One that equals a command whose outcome is
     * open waits for that outcome: if the first arrived after all, the second would be paid for as well.
     */
    nextWaiting(scope: Scope): CommandRow | undefined {
      // A damaged row is skipped: it must not block the commands after it.
      for (let offset = 0; ; offset += 1) {
        const { rows, damaged } = readableRows(
          store,
          commandRowSchema,
          `SELECT ${commandColumns} FROM command WHERE ${inScope} AND state = 'waiting' AND NOT EXISTS (
             SELECT 1 FROM command AS twin INDEXED BY command_turn
             WHERE twin.connection_id = command.connection_id AND twin.contract_id = command.contract_id
               AND twin.state IN ('sending', 'unknown') AND twin.kind = command.kind AND twin.request = command.request)
           ORDER BY seq LIMIT 1 OFFSET :offset`,
          { ...scopeParams(scope), offset },
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
    /** Returns the commands of a kind that may have arrived. */
    open(scope: Scope, kind: 'task' | 'order'): CommandRow[] {
      return readableRows(
        store,
        commandRowSchema,
        `SELECT ${commandColumns} FROM command WHERE ${inScope} AND state IN ('unknown', 'sending') AND kind = :kind ORDER BY seq`,
        { ...scopeParams(scope), kind },
      ).rows;
    },
    /** Returns the commands with exactly this content that are in one of these states, the oldest first; at most `maxTwins`. */
    twins: (id: SubmissionId, states: readonly CommandState[]): SubmissionId[] =>
      store
        .all(
          idRow,
          `SELECT twin.id ${fromTwins} AND twin.state IN (${stateList(states)}) ORDER BY twin.seq LIMIT ${maxTwins}`,
          { id },
        )
        .map((twin) => twin.id),
    /** Returns a command with exactly this content that was sent between two times; undefined if there is none. */
    twinSentBetween: (id: SubmissionId, from: string, to: string) =>
      store.get(
        sentTwinRow,
        `SELECT twin.id, twin.remote_id AS remoteId ${fromTwins} AND twin.state = 'sent' AND twin.began_at BETWEEN :from AND :to LIMIT 1`,
        { id, from, to },
      ),
    /** Returns the scopes in which something must be sent or looked up. */
    busyScopes(): Scope[] {
      return readableRows(
        store,
        scopeRow,
        `SELECT DISTINCT connection_id AS connectionId, contract_id AS contractId FROM command
         WHERE state IN ('waiting', 'unknown')`,
      ).rows;
    },
    /** Returns true if something in a scope must be sent or looked up, or is being sent. */
    isBusy(scope: Scope): boolean {
      const sql = `SELECT EXISTS (SELECT 1 FROM command INDEXED BY command_turn
        WHERE ${inScope} AND state IN ('waiting', 'sending', 'unknown')) AS count`;
      return (store.get(countRow, sql, scopeParams(scope))?.count ?? 0) > 0;
    },
    /** Returns the commands of all scopes that are `sending`. */
    sendingIds: () => store.all(idRow, `SELECT id FROM command WHERE state = 'sending'`).map(({ id }) => id),
  };
}
