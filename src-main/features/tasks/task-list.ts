import { z } from 'zod';
import type { Scope, TaskId } from '../../../src-preload/contract/ids.ts';
import {
  type TaskFilter,
  type TaskSort,
  type TaskStatusKind,
  type TaskTargets,
  taskStatusKindSchema,
} from '../../../src-preload/contract/tasking.ts';
import { boundedTexts } from '../../core/bounded-texts.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import { idsInAll } from '../../store/list-declaration.ts';
import { createScopedList } from '../../store/scoped-list.ts';
import type { Migration, Store } from '../../store/store.ts';
import { createProductNaming, storedTaskRowSchema, taskColumns, taskSorts } from './task-rows.ts';

const targetsRow = z.object({
  ids: z.string().nullable(),
  longitudes: z.string().nullable(),
  latitudes: z.string().nullable(),
  kinds: z.string().nullable(),
});
/** A task with a damaged status has no mark on the map. */
const knownKinds = taskStatusKindSchema.options.map((kind) => `'${kind}'`).join(', ');
const geometryRow = z.object({ geometry: z.string().nullable().catch(null) });
const statusCountsSchema = z.record(taskStatusKindSchema, z.number());

/**
 * The indexes by which lists search and count, instead of reading rows with their raw JSON. Every column that is filtered by one value
 * must be in them.
 */
export const taskListMigrations: Migration[] = [
  {
    domain: 'tasking-lists',
    version: 1,
    sql: `
    CREATE INDEX task_found ON task (connection_id, contract_id, status_kind, project, folded);
    CREATE INDEX task_fresh ON task (connection_id, contract_id, created_at)
      WHERE captures_settled = 0 AND captures_read_at IS NULL;`,
  },
];

/** Which tasks a list shows, and how they are sorted. */
export interface ListOptions {
  filter: TaskFilter;
  sort: TaskSort;
  descending: boolean;
}

const statusCountsOf = (countOf: (kind: TaskStatusKind) => number) =>
  statusCountsSchema.parse(
    Object.fromEntries(taskStatusKindSchema.options.map((kind) => [kind, countOf(kind)])),
  );

/**
 * Creates the queries of the list of tasks and of their targets on the map. They may read all tasks of a scope, so the screens run
 * them in the list reader's thread. `flagged` returns the tasks that need attention.
 */
export function createTaskList({
  store,
  flagged,
}: {
  store: Store;
  flagged: ((scope: Scope) => readonly string[]) | undefined;
}) {
  const withProductNames = createProductNaming(store);
  const list = createScopedList(store, {
    table: 'task',
    id: { column: 'task_id', fromText: 'CAST(value AS INTEGER)' },
    row: storedTaskRowSchema,
    columns: taskColumns,
    sorts: taskSorts,
    states: { column: 'status_kind', kinds: taskStatusKindSchema.options },
    equals: { project: 'project' },
    countedBy: 'task_found',
  });

  const termsOf = (scope: Scope, { search, statusKinds, project, needsAttention, taskIds }: TaskFilter) => ({
    search,
    states: statusKinds,
    equals: { project },
    ids: idsInAll(taskIds, needsAttention ? (flagged?.(scope) ?? []) : undefined),
  });

  return {
    /** Returns one page of the list, with the number of all matching rows and the numbers per status. */
    list(scope: Scope, options: ListOptions & { offset: number; limit: number }) {
      const { total, rows, countOf } = list.page(scope, termsOf(scope, options.filter), options);
      return { total, rows: withProductNames(scope, rows), statusCounts: statusCountsOf(countOf) };
    },
    /** Returns the ids of a part of the list, packed. */
    ids: (scope: Scope, { filter, ...range }: ListOptions & { offset: number; limit: number }) =>
      list.ids(scope, termsOf(scope, filter), range),
    /** Returns the position of a task in the whole list, from 0; null if the filter does not match it. */
    position: (scope: Scope, taskId: TaskId, options: ListOptions) =>
      list.position(scope, taskId, termsOf(scope, options.filter), options),
    /** Returns the targets of the first of these tasks as GeoJSON texts, in the same sequence; null for a task without one. */
    geometries: (scope: Scope, taskIds: readonly TaskId[]) =>
      boundedTexts(taskIds, (taskId) => {
        const row = store.get(
          geometryRow,
          `SELECT CASE WHEN json_valid(raw) THEN json_extract(raw, '$.target') END AS geometry
           FROM task WHERE ${inScope} AND task_id = :taskId`,
          { ...scopeParams(scope), taskId },
        );
        return row?.geometry ?? null;
      }),
    /** Returns the places of the tasks that match the filter, packed (`contract/packed-places.ts`), in the order of their ids. */
    targets(scope: Scope, filter: TaskFilter): TaskTargets {
      const { sql, params } = list.where(scope, termsOf(scope, filter));
      // One query returns whole columns, because reading a hundred thousand rows one by one takes four times as long.
      const packed = store.get(
        targetsRow,
        `SELECT group_concat(task_id, char(31)) AS ids, group_concat(CAST(round(longitude * 1e6) AS INTEGER)) AS longitudes,
           group_concat(CAST(round(latitude * 1e6) AS INTEGER)) AS latitudes, group_concat(status_kind, ' ') AS kinds
         FROM (SELECT task_id, longitude, latitude, status_kind FROM task
           WHERE ${sql} AND longitude IS NOT NULL AND latitude IS NOT NULL AND status_kind IN (${knownKinds}) ORDER BY task_id)`,
        params,
      );
      return {
        taskIds: packed?.ids ?? '',
        longitudes: packed?.longitudes ?? '',
        latitudes: packed?.latitudes ?? '',
        statusKinds: packed?.kinds ?? '',
      };
    },
  };
}
