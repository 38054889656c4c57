import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Scope, TaskId } from '../../../src-preload/contract/ids.ts';
import { type CancelBatch, mostCancelled } from '../../../src-preload/contract/outbox.ts';
import { AppError } from '../../core/app-error.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import type { Store } from '../../store/store.ts';

const taskRow = z.object({ name: z.string() });

/** Returns the tasks with a cancellation in the outbox that is neither sent nor refused. */
export const openCancellations = (store: Pick<Store, 'all'>, scope: Scope): number[] =>
  store
    .all(
      taskRow,
      `SELECT name FROM command INDEXED BY command_cancelling
       WHERE ${inScope} AND kind = 'cancel-task' AND state <> 'sent' AND state <> 'refused'`,
      scopeParams(scope),
    )
    .map(({ name }) => Number(name));

interface CancelManyOptions {
  store: Store;
  now: () => Date;
  contractName: (scope: Scope) => string | null;
}

/**
 * Creates the function that writes the cancellations of many tasks into the outbox, all or none, ready to be sent. Tasks with an
 * unfinished cancellation are left out; a refused one is replaced. One statement writes all rows, because five thousand statements
 * would block the main loop. Throws INVALID_INPUT if there are no tasks, or more than `mostCancelled`.
 */
export const createCancelMany =
  ({ store, now, contractName }: CancelManyOptions) =>
  (scope: Scope, taskIds: readonly TaskId[]): CancelBatch => {
    const distinct = [...new Set(taskIds)];
    if (distinct.length === 0 || distinct.length > mostCancelled)
      throw new AppError('INVALID_INPUT', { fields: { taskIds: ['validation.tooLarge'] } });
    const asked = JSON.stringify(distinct.map((taskId) => [randomUUID(), String(taskId)]));
    return store.transaction(() => {
      store.run(
        `DELETE FROM command WHERE seq IN (
           SELECT command.seq FROM json_each(:asked) AS each CROSS JOIN command INDEXED BY command_cancelling
           ON ${inScope} AND name = each.value ->> 1 AND command.kind = 'cancel-task' AND state <> 'sent'
           WHERE state = 'refused')`,
        { ...scopeParams(scope), asked },
      );
      const { changes: count, lastInsertRowid: last } = store.run(
        `INSERT INTO command (id, connection_id, contract_id, contract_name, kind, state, name, project, request, created_at)
         SELECT each.value ->> 0, :connectionId, :contractId, :contractName, 'cancel-task', 'waiting', each.value ->> 1, '',
           json_object('taskId', CAST(each.value ->> 1 AS INTEGER)), :createdAt
         FROM json_each(:asked) AS each
         WHERE NOT EXISTS (SELECT 1 FROM command AS open INDEXED BY command_cancelling
           WHERE open.connection_id = :connectionId AND open.contract_id = :contractId AND open.name = each.value ->> 1
             AND open.kind = 'cancel-task' AND open.state <> 'sent')`,
        {
          ...scopeParams(scope),
          asked,
          contractName: contractName(scope),
          createdAt: now().toISOString(),
        },
      );
      return count === 0 ? { first: 1, last: 0, count } : { first: last - count + 1, last, count };
    });
  };
