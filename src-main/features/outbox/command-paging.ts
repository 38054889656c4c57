import { z } from 'zod';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import {
  type CommandOrder,
  type CommandState,
  commandStateSchema,
} from '../../../src-preload/contract/outbox.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import type { Params, Store } from '../../store/store.ts';

/** The number of commands in a state. */
export const stateCountRow = z.object({ state: commandStateSchema, count: z.number() });

/** The filter and the order of a list; a null scope and an empty `states` mean all. */
export interface CommandListOptions {
  scope: Scope | null;
  states: readonly CommandState[];
  order?: CommandOrder | undefined;
}

/** Commands that need a decision come first, then those under way, then drafts, then those that were sent, the latest first. */
const attentionStates: readonly CommandState[] = [
  'unknown',
  'failed',
  'refused',
  'sending',
  'waiting',
  'draft',
  'sent',
];
const attentionOrder = `CASE state WHEN 'unknown' THEN 0 WHEN 'failed' THEN 1 WHEN 'refused' THEN 2 WHEN 'sending' THEN 3
  WHEN 'waiting' THEN 4 WHEN 'draft' THEN 5 ELSE 6 END, CASE state WHEN 'sent' THEN -seq ELSE seq END`;
const orders: Record<CommandOrder, string> = {
  attention: attentionOrder,
  sending: 'seq',
  newest: 'seq DESC',
};

/** Returns the WHERE clause of a list with its parameters; an empty text if the list has all commands. */
export function whereOf({ scope, states }: Pick<CommandListOptions, 'scope' | 'states'>): {
  sql: string;
  params: Params;
} {
  const parts = [
    ...(scope === null ? [] : [inScope]),
    ...(states.length === 0 ? [] : [`state IN (${states.map((state) => `'${state}'`).join()})`]),
  ];
  return {
    sql: parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`,
    params: scope === null ? {} : scopeParams(scope),
  };
}

/** Returns the ORDER BY terms of a list. */
export const orderSql = ({ order }: Pick<CommandListOptions, 'order'>): string => orders[order ?? 'sending'];

/** Creates the function that reads a page of a list of commands. */
export function createCommandPaging(store: Store) {
  function countByState({
    scope,
    states,
  }: Pick<CommandListOptions, 'scope' | 'states'>): Map<CommandState, number> {
    const { sql, params } = whereOf({ scope, states });
    const rows = store.all(
      stateCountRow,
      `SELECT state, count(*) AS count FROM command ${sql} GROUP BY state`,
      params,
    );
    return new Map(rows.map(({ state, count }) => [state, count]));
  }

  /**
   * Returns a page of a list and the length of the whole list. `read` selects rows by the SQL that follows FROM. The order
   * `attention` is read state by state, each by an index: sorting one list would read every command for each page.
   */
  return function page<T>(
    { offset, limit, ...list }: CommandListOptions & { offset: number; limit: number },
    read: (rest: string, params: Params) => T[],
  ): { total: number; rows: T[] } {
    const counts = countByState(list);
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    if (list.order !== 'attention') {
      const { sql, params } = whereOf(list);
      const rest = `${sql} ORDER BY ${orderSql(list)} LIMIT :limit OFFSET :offset`;
      return { total, rows: read(rest, { ...params, limit, offset }) };
    }
    const rows: T[] = [];
    let skip = offset;
    // Counts stored rows: `read` leaves out damaged ones, and rows of the next page must not take their places.
    let left = limit;
    for (const state of attentionStates) {
      const count = counts.get(state) ?? 0;
      const pageCount = Math.min(left, Math.max(0, count - skip));
      if (pageCount > 0) {
        const { sql, params } = whereOf({ scope: list.scope, states: [state] });
        const rest = `${sql} ORDER BY seq ${state === 'sent' ? 'DESC' : 'ASC'} LIMIT :limit OFFSET :offset`;
        rows.push(...read(rest, { ...params, limit: pageCount, offset: skip }));
      }
      left -= pageCount;
      skip = Math.max(0, skip - count);
    }
    return { total, rows };
  };
}
