import { z } from 'zod';
import {
  connectionIdSchema,
  contractIdSchema,
  type Scope,
  type SubmissionId,
  submissionIdSchema,
  type TaskId,
} from '../../src-preload/contract/ids.ts';
import {
  type CommandOrder,
  type CommandPlaces,
  type CommandState,
  commandStateSchema,
} from '../../src-preload/contract/outbox.ts';
import { readableRows } from '../store/readable-rows.ts';
import type { Params, Store } from '../store/store.ts';
import {
  type CommandRow,
  commandColumns,
  commandRowSchema,
  ofScope,
  placedSchema,
  scopeParams,
} from './command-table.ts';

/** What a list shows. */
export interface Listed {
  scope: Scope | null;
  states: readonly CommandState[];
  order?: CommandOrder | undefined;
}

const inTurn = `CASE state WHEN 'unknown' THEN 0 WHEN 'failed' THEN 1 WHEN 'refused' THEN 2 WHEN 'sending' THEN 3
  WHEN 'waiting' THEN 4 WHEN 'draft' THEN 5 ELSE 6 END, CASE state WHEN 'sent' THEN -seq ELSE seq END`;
const orders: Record<CommandOrder, string> = { attention: inTurn, sending: 'seq', newest: 'seq DESC' };

/** The middle of an area's outer ring is near enough for a mark. */
const middle = (axis: 0 | 1) => `CASE iif(json_valid(request), kind, 'damaged')
  WHEN 'task' THEN request ->> '$.target.coordinates[${axis}]'
  WHEN 'order' THEN CASE request ->> '$.geometry.type' WHEN 'Point' THEN request ->> '$.geometry.coordinates[${axis}]'
    ELSE (SELECT avg(value ->> '$[${axis}]') FROM json_each(request, '$.geometry.coordinates[0]')) END
  END`;

const countRow = z.object({ count: z.number() });
const scopeRow = z
  .object({ connectionId: connectionIdSchema, contractId: z.string(), contractName: z.string().nullable() })
  .transform(({ connectionId, contractId, contractName }) => ({
    scope: { connectionId, contractId: contractId === '' ? null : contractIdSchema.parse(contractId) },
    contractName,
  }));

function whereOf({ scope, states }: Pick<Listed, 'scope' | 'states'>): { sql: string; params: Params } {
  const parts = [
    ...(scope === null ? [] : [ofScope]),
    ...(states.length === 0 ? [] : [`state IN (${states.map((state) => `'${state}'`).join()})`]),
  ];
  return {
    sql: parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`,
    params: scope === null ? {} : scopeParams(scope),
  };
}

const nothing = () => ({ draft: 0, waiting: 0, sending: 0, sent: 0, refused: 0, unknown: 0, failed: 0 });

/** The outbox as a screen sees it: lists, counts and places, no change. */
export function createCommandReading(store: Store) {
  const orderOf = ({ order }: Listed) => orders[order ?? 'sending'];
  return {
    list(options: Listed & { offset: number; limit: number }): {
      total: number;
      rows: CommandRow[];
      damaged: number;
    } {
      const { sql, params } = whereOf(options);
      const { limit, offset } = options;
      return {
        total: store.get(countRow, `SELECT count(*) AS count FROM command ${sql}`, params)?.count ?? 0,
        ...readableRows(
          store,
          commandRowSchema,
          `SELECT ${commandColumns} FROM command ${sql} ORDER BY ${orderOf(options)} LIMIT :limit OFFSET :offset`,
          { ...params, limit, offset },
        ),
      };
    },
    ids(options: Listed & { offset: number; limit: number }) {
      const { sql, params } = whereOf(options);
      const { limit, offset } = options;
      return readableRows(
        store,
        placedSchema,
        `SELECT id, connection_id AS connectionId, contract_id AS contractId, state FROM command ${sql}
         ORDER BY ${orderOf(options)} LIMIT :limit OFFSET :offset`,
        { ...params, limit, offset },
      ).rows;
    },
    position(id: SubmissionId, options: Listed): number | null {
      const { sql, params } = whereOf(options);
      const row = store.get(
        z.object({ at: z.number() }),
        `SELECT at FROM (SELECT id, row_number() OVER (ORDER BY ${orderOf(options)}) - 1 AS at FROM command ${sql})
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
        z.object({ id: submissionIdSchema, x: z.number(), y: z.number(), state: commandStateSchema }),
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
    /** What was not sent yet, or came back. */
    cancellation(scope: Scope, taskId: TaskId): CommandRow | null {
      const row = store.get(
        commandRowSchema,
        `SELECT ${commandColumns} FROM command WHERE ${ofScope} AND kind = 'cancel-task' AND name = :name AND state <> 'sent'
         ORDER BY seq DESC LIMIT 1`,
        { ...scopeParams(scope), name: String(taskId) },
      );
      return row ?? null;
    },
    counts(scope: Scope): Record<CommandState, number> {
      const counts = nothing();
      const { rows } = readableRows(
        store,
        z.object({ state: commandStateSchema, count: z.number() }),
        `SELECT state, count(*) AS count FROM command WHERE ${ofScope} GROUP BY state`,
        scopeParams(scope),
      );
      for (const { state, count } of rows) counts[state] = count;
      return counts;
    },
    /** Scopes that have commands, by the name that the contract bore last. */
    scopes(): { scope: Scope; contractName: string | null }[] {
      return store.all(
        scopeRow,
        `SELECT connection_id AS connectionId, contract_id AS contractId, contract_name AS contractName, max(seq) AS seq
         FROM command GROUP BY connection_id, contract_id ORDER BY min(seq)`,
      );
    },
  };
}

export type CommandReading = ReturnType<typeof createCommandReading>;
