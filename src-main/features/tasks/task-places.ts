import { z } from 'zod';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { KnownRequest, LatLonBox } from '../../core/known-request.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import { readableRows } from '../../store/readable-rows.ts';
import type { Migration, Store } from '../../store/store.ts';

/** The index that finds tasks by their place, for each of thousands of prepared tasks. */
export const taskPlacesMigrations: Migration[] = [
  {
    domain: 'tasking-places',
    version: 1,
    sql: `CREATE INDEX task_place ON task (connection_id, contract_id, latitude, longitude)
      WHERE status_kind NOT IN ('cancelled', 'failed');`,
  },
];

const nearRow = z.object({
  id: z.number().transform(String),
  name: z.string(),
  ordered: z.number().transform(String),
  longitude: z.number(),
  latitude: z.number(),
  start: z.string().nullable(),
  end: z.string().nullable(),
});
const namedRow = z.object({ name: z.string() });
const windowRow = z.object({
  product: z.number().transform(String),
  start: z.string(),
  end: z.string(),
});

/** How many of the latest tasks show what is usual. */
const latestTasks = 500;

/** Creates the queries for tasks near one that is about to be sent, and for usual windows. */
export const createTaskPlaces = ({ store }: { store: Pick<Store, 'all'> }) => ({
  /** Returns the tasks within a box that are neither cancelled nor failed. */
  near: (scope: Scope, box: LatLonBox): KnownRequest[] =>
    readableRows(
      store,
      nearRow,
      `SELECT task_id AS id, name, product AS ordered, longitude, latitude, start_at AS start, end_at AS "end"
       FROM task INDEXED BY task_place WHERE ${inScope} AND latitude BETWEEN :south AND :north
         AND longitude BETWEEN :west AND :east AND status_kind NOT IN ('cancelled', 'failed')`,
      { ...scopeParams(scope), ...box },
    ).rows.map((row) => ({ from: 'task', outcomeId: null, ...row })),
  /** Returns the name of the task that delivered a capture; null if none of them did. */
  deliveredBy: (scope: Scope, captureId: string): string | null =>
    readableRows(
      store,
      namedRow,
      `SELECT name FROM capture JOIN task USING (connection_id, contract_id, task_id)
       WHERE capture_id = :captureId AND ${inScope} AND capture.status_kind IN ('processing', 'published') LIMIT 1`,
      { ...scopeParams(scope), captureId },
    ).rows[0]?.name ?? null,
  /** Returns the windows of the latest tasks, each with the number of its product. */
  windows: (scope: Scope): { product: string; start: string; end: string }[] =>
    readableRows(
      store,
      windowRow,
      `SELECT product, start_at AS start, end_at AS "end" FROM task INDEXED BY task_created WHERE ${inScope}
       ORDER BY created_at DESC LIMIT ${latestTasks}`,
      scopeParams(scope),
    ).rows,
});
