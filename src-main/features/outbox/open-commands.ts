import type { Scope, SubmissionId } from '../../../src-preload/contract/ids.ts';
import type { CommandState } from '../../../src-preload/contract/outbox.ts';
import { middleOfBox } from '../../../src-shared/geometry/point-within.ts';
import type { KnownRequest } from '../../core/known-request.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import { readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import { stateList } from './command-changes.ts';
import { type CommandRow, commandColumns, commandRowSchema } from './command-row.ts';

/** The states of commands that may still create a task or order. Those of sent commands are stored as tasks and orders. */
const open: readonly CommandState[] = ['draft', 'waiting', 'sending', 'unknown', 'failed'];

function requestsOf({ id, input }: CommandRow): KnownRequest[] {
  if (input.kind === 'task') {
    const { task_name: name, product, start, end, target } = input.request;
    const [longitude, latitude] = target.coordinates;
    const place = { longitude, latitude };
    return [{ from: 'outbox', id, name, ordered: String(product), start, end, outcomeId: null, ...place }];
  }
  if (input.kind !== 'order') return [];
  const { geometry, properties } = input.request;
  const { order_name: name, sku, parameters } = properties;
  const place =
    geometry.type === 'Point'
      ? { longitude: geometry.coordinates[0], latitude: geometry.coordinates[1] }
      : // The middle of the box, which prepared rows are compared by as well.
        middleOfBox((geometry.coordinates[0] ?? []).flat());
  const { start = null, end = null, outcome_id: outcomeId = null } = parameters;
  return [{ from: 'outbox', id, name, ordered: sku, ...place, start, end, outcomeId }];
}

/** Returns the tasks and orders of a contract that are in the outbox and not sent. */
export const openRequests = (store: Pick<Store, 'all'>, scope: Scope): KnownRequest[] =>
  readableRows(
    store,
    commandRowSchema,
    `SELECT ${commandColumns} FROM command INDEXED BY command_turn WHERE ${inScope} AND state IN (${stateList(open)})`,
    scopeParams(scope),
  ).rows.flatMap(requestsOf);

/** Returns these commands of a contract in the order of the ids. Those that no longer exist or cannot be read are left out. */
export function commandsOf(
  store: Pick<Store, 'all'>,
  scope: Scope,
  ids: readonly SubmissionId[],
): Pick<CommandRow, 'id' | 'input'>[] {
  const { rows } = readableRows(
    store,
    commandRowSchema,
    `SELECT ${commandColumns} FROM command WHERE ${inScope} AND id IN (SELECT value FROM json_each(:ids))`,
    { ...scopeParams(scope), ids: JSON.stringify(ids) },
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}
