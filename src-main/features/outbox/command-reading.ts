import { z } from 'zod';
import {
  connectionIdSchema,
  type Scope,
  type SubmissionId,
  submissionIdSchema,
  type TaskId,
} from '../../../src-preload/contract/ids.ts';
import {
  type CancelBatch,
  type CommandPlaces,
  type CommandState,
  commandStateSchema,
} from '../../../src-preload/contract/outbox.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import { readableRows } from '../../store/readable-rows.ts';
import type { Params, Store } from '../../store/store.ts';
import { storedContractId } from '../../store/stored-contract-id.ts';
import {
  type CommandListOptions,
  createCommandPaging,
  orderSql,
  stateCountRow,
  whereOf,
} from './command-paging.ts';
import { type CommandRow, commandColumns, commandKeySchema, commandRowSchema } from './command-row.ts';

const atRow = z.object({ at: z.number() });
const placeRow = z.object({
  id: submissionIdSchema,
  x: z.number(),
  y: z.number(),
  state: commandStateSchema,
});

/** The middle of the box of an area, as everywhere. An average of the vertices would count the closing one twice. */
const middle = (axis: 0 | 1) => `CASE iif(json_valid(request), kind, 'damaged')
  WHEN 'task' THEN request ->> '$.target.coordinates[${axis}]'
  WHEN 'order' THEN CASE request ->> '$.geometry.type' WHEN 'Point' THEN request ->> '$.geometry.coordinates[${axis}]'
    ELSE (SELECT (min(value ->> '$[${axis}]') + max(value ->> '$[${axis}]')) / 2.0 FROM json_each(request, '$.geometry.coordinates[0]')) END
  END`;

const scopeRow = z
  .object({
    connectionId: connectionIdSchema,
    contractId: storedContractId,
    contractName: z.string().nullable(),
  })
  .transform(({ connectionId, contractId, contractName }) => ({
    scope: { connectionId, contractId },
    contractName,
  }));

/** Finds the first and last command of each scope by an index; the contract name is that of the last command. */
const scopesSql = `WITH ends AS (
    SELECT connection_id, contract_id, min(seq) AS first, max(seq) AS last FROM command INDEXED BY command_turn
    GROUP BY connection_id, contract_id)
  SELECT ends.connection_id AS connectionId, ends.contract_id AS contractId, contract_name AS contractName
  FROM ends CROSS JOIN command ON command.seq = last ORDER BY first`;

const noCounts = () => ({ draft: 0, waiting: 0, sending: 0, sent: 0, refused: 0, unknown: 0, failed: 0 });

/** A page of a list. `damaged` is the number of its rows that cannot be read; they count in `total`, but are not in `rows`. */
export interface CommandPage {
  total: number;
  rows: CommandRow[];
  damaged: number;
}

/** Returns how many commands of a query are in each state; the query selects `state` and `count`. */
function countsOf(store: Store, sql: string, params: Params): Record<CommandState, number> {
  const counts = noCounts();
  for (const { state, count } of readableRows(store, stateCountRow, sql, params).rows) counts[state] = count;
  return counts;
}

/** Creates the read-only queries of the outbox for the screen: lists, counts and places. */
export function createCommandReading(store: Store) {
  const page = createCommandPaging(store);

  const counts = (scope: Scope) =>
    countsOf(
      store,
      `SELECT state, count(*) AS count FROM command WHERE ${inScope} GROUP BY state`,
      scopeParams(scope),
    );

  return {
    /** Returns a page of a list. */
    list(options: CommandListOptions & { offset: number; limit: number }): CommandPage {
      let damaged = 0;
      const { total, rows } = page(options, (rest, params) => {
        const read = readableRows(
          store,
          commandRowSchema,
          `SELECT ${commandColumns} FROM command ${rest}`,
          params,
        );
        damaged += read.damaged;
        return read.rows;
      });
      return { total, rows, damaged };
    },
    /** Returns the ids, scopes and states of the readable commands of a page. */
    ids(options: CommandListOptions & { offset: number; limit: number }) {
      const columns = 'id, connection_id AS connectionId, contract_id AS contractId, state';
      return page(
        options,
        (rest, params) =>
          readableRows(store, commandKeySchema, `SELECT ${columns} FROM command ${rest}`, params).rows,
      ).rows;
    },
    /** Returns the position of a command in a list, from 0; null if the list does not have it. */
    position(id: SubmissionId, options: CommandListOptions): number | null {
      const { sql, params } = whereOf(options);
      const row = store.get(
        atRow,
        `SELECT at FROM (SELECT id, row_number() OVER (ORDER BY ${orderSql(options)}) - 1 AS at FROM command ${sql})
         WHERE id = :id`,
        { ...params, id },
      );
      return row?.at ?? null;
    },
    /** Returns those of these commands that exist and can be read. */
    get(ids: readonly SubmissionId[]): CommandRow[] {
      const sql = `SELECT ${commandColumns} FROM command WHERE id = :id`;
      return ids.flatMap((id) => readableRows(store, commandRowSchema, sql, { id }).rows);
    },
    /** Returns where the tasks and orders of the latest commands of a list are, in degrees; at most 5,000. */
    places(options: Pick<CommandListOptions, 'scope' | 'states'>): CommandPlaces {
      const { sql, params } = whereOf(options);
      const { rows } = readableRows(
        store,
        placeRow,
        `SELECT id, x, y, state FROM (SELECT id, state, seq, ${middle(0)} AS x, ${middle(1)} AS y FROM command ${sql})
         WHERE x IS NOT NULL AND y IS NOT NULL ORDER BY seq DESC LIMIT 5000`,
        params,
      );
      return {
        ids: rows.map(({ id }) => id),
        longitudes: rows.map(({ x }) => x),
        latitudes: rows.map(({ y }) => y),
        states: rows.map(({ state }) => state),
      };
    },
    /** Returns the last cancellation of a task that is not `sent`; null if there is none. */
    cancellation(scope: Scope, taskId: TaskId): CommandRow | null {
      const row = store.get(
        commandRowSchema,
        `SELECT ${commandColumns} FROM command WHERE ${inScope} AND kind = 'cancel-task' AND name = :name AND state <> 'sent'
         ORDER BY seq DESC LIMIT 1`,
        { ...scopeParams(scope), name: String(taskId) },
      );
      return row ?? null;
    },
    /** Returns the number of commands of a scope in each state. */
    counts,
    /** Returns in which states the commands of one `cancelMany` are. */
    batchStates: (scope: Scope, { first, last }: CancelBatch): Record<CommandState, number> =>
      countsOf(
        store,
        `SELECT state, count(*) AS count FROM command NOT INDEXED
         WHERE seq BETWEEN :first AND :last AND ${inScope} AND kind = 'cancel-task' GROUP BY state`,
        { ...scopeParams(scope), first, last },
      ),
    /**
     * Returns the scopes that have commands, with the contract name of their last command and the number of commands per state.
     */
    overview(): { scope: Scope; contractName: string | null; states: Record<CommandState, number> }[] {
      return store.all(scopeRow, scopesSql).map((entry) => ({ ...entry, states: counts(entry.scope) }));
    },
  };
}

/** What `createCommandReading` returns. */
export type CommandReading = ReturnType<typeof createCommandReading>;
