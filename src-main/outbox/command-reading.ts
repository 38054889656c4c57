import { z } from 'zod';
import {
  connectionIdSchema,
  type Scope,
  type SubmissionId,
  submissionIdSchema,
  type TaskId,
} from '../../src-preload/contract/ids.ts';
import {
  type CancelBatch,
  type CommandPlaces,
  type CommandState,
  commandStateSchema,
} from '../../src-preload/contract/outbox.ts';
import { inScope, scopeParams } from '../core/scope.ts';
import { readableRows } from '../store/readable-rows.ts';
import type { Store } from '../store/store.ts';
import { storedContractId } from '../store/stored-contract-id.ts';
import { createCommandPaging, type Listed, orderSql, stateCountRow, whereOf } from './command-paging.ts';
import { type CommandRow, commandColumns, commandRowSchema, placedSchema } from './command-row.ts';

const atRow = z.object({ at: z.number() });
const placeRow = z.object({
  id: submissionIdSchema,
  x: z.number(),
  y: z.number(),
  state: commandStateSchema,
});

/** The average of an area's outer ring is precise enough for a mark. */
const middle = (axis: 0 | 1) => `CASE iif(json_valid(request), kind, 'damaged')
  WHEN 'task' THEN request ->> '$.target.coordinates[${axis}]'
  WHEN 'order' THEN CASE request ->> '$.geometry.type' WHEN 'Point' THEN request ->> '$.geometry.coordinates[${axis}]'
    ELSE (SELECT avg(value ->> '$[${axis}]') FROM json_each(request, '$.geometry.coordinates[0]')) END
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

const nothing = () => ({ draft: 0, waiting: 0, sending: 0, sent: 0, refused: 0, unknown: 0, failed: 0 });

/** `damaged`: rows of the page that cannot be read; they are counted in `total`, but left out of `rows`. */
export interface CommandPage {
  total: number;
  rows: CommandRow[];
  damaged: number;
}

/** Creates the read-only queries of the outbox for the screen: lists, counts and places. */
export function createCommandReading(store: Store) {
  const page = createCommandPaging(store);

  function counts(scope: Scope): Record<CommandState, number> {
    const all = nothing();
    const { rows } = readableRows(
      store,
      stateCountRow,
      `SELECT state, count(*) AS count FROM command WHERE ${inScope} GROUP BY state`,
      scopeParams(scope),
    );
    for (const { state, count } of rows) all[state] = count;
    return all;
  }

  return {
    list(options: Listed & { offset: number; limit: number }): CommandPage {
      let damaged = 0;
      const { total, rows } = page(options, (rest, params) => {
        const found = readableRows(
          store,
          commandRowSchema,
          `SELECT ${commandColumns} FROM command ${rest}`,
          params,
        );
        damaged += found.damaged;
        return found.rows;
      });
      return { total, rows, damaged };
    },
    ids(options: Listed & { offset: number; limit: number }) {
      const columns = 'id, connection_id AS connectionId, contract_id AS contractId, state';
      return page(
        options,
        (rest, params) =>
          readableRows(store, placedSchema, `SELECT ${columns} FROM command ${rest}`, params).rows,
      ).rows;
    },
    position(id: SubmissionId, options: Listed): number | null {
      const { sql, params } = whereOf(options);
      const row = store.get(
        atRow,
        `SELECT at FROM (SELECT id, row_number() OVER (ORDER BY ${orderSql(options)}) - 1 AS at FROM command ${sql})
         WHERE id = :id`,
        { ...params, id },
      );
      return row?.at ?? null;
    },
    get(ids: readonly SubmissionId[]): CommandRow[] {
      const sql = `SELECT ${commandColumns} FROM command WHERE id = :id`;
      return ids.flatMap((id) => readableRows(store, commandRowSchema, sql, { id }).rows);
    },
    places(options: Pick<Listed, 'scope' | 'states'>): CommandPlaces {
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
    counts,
    /** Returns the number of commands per state among those of one cancellation of many. */
    batchStates(scope: Scope, { first, last }: CancelBatch): Record<CommandState, number> {
      const all = nothing();
      const { rows } = readableRows(
        store,
        stateCountRow,
        `SELECT state, count(*) AS count FROM command NOT INDEXED
         WHERE seq BETWEEN :first AND :last AND ${inScope} AND kind = 'cancel-task' GROUP BY state`,
        { ...scopeParams(scope), first, last },
      );
      for (const { state, count } of rows) all[state] = count;
      return all;
    },
    /**
     * Returns the scopes that have commands, with the contract name of their last command and the number of commands per state.
     */
    overview(): { scope: Scope; contractName: string | null; states: Record<CommandState, number> }[] {
      return store.all(scopeRow, scopesSql).map((each) => ({ ...each, states: counts(each.scope) }));
    },
  };
}

/** Reads lists, counts and places of the outbox for the page. */
export type CommandReading = ReturnType<typeof createCommandReading>;
