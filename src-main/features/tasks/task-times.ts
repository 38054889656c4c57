import { setImmediate as yieldToLoop } from 'node:timers/promises';
import { z } from 'zod';
import { type Scope, type TaskId, taskIdSchema } from '../../../src-preload/contract/ids.ts';
import type { TimelineKind } from '../../../src-preload/contract/timeline.ts';
import { scopeParams } from '../../core/scope.ts';
import type { Migration, Store } from '../../store/store.ts';
import { createTimeSource, type TimeSource, type TimeTable } from '../../store/time-source.ts';

const taskIdAtRow = z.object({ taskId: taskIdSchema, at: z.string() });

/** The indexes by which the timeline reads the times of tasks; the wide rows are only read for display. */
export const taskTimesMigrations: Migration[] = [
  {
    domain: 'tasking-times',
    version: 1,
    sql: `
    CREATE INDEX task_start ON task (connection_id, contract_id, start_at, project);
    CREATE INDEX task_end ON task (connection_id, contract_id, end_at, project);
    CREATE INDEX task_recurrent ON task (connection_id, contract_id, task_id) WHERE expected_age IS NOT NULL;
    CREATE INDEX capture_start ON capture (connection_id, contract_id, start_at, status_kind);`,
  },
];

const e6 = (column: string) => `CAST(round(${column} * 1e6) AS INTEGER)`;
const place = { longitude: e6('task.longitude'), latitude: e6('task.latitude') };

function windowTable(kind: TimelineKind, at: string): TimeTable {
  return {
    kind,
    subject: 'task',
    lean: 'task AS own',
    full: 'task AS own',
    at: `own.${at}`,
    where: '1',
    columns: {
      key: `'t' || own.task_id`,
      id: 'own.task_id',
      name: 'own.name',
      project: 'own.project',
      status: 'own.status',
      longitude: e6('own.longitude'),
      latitude: e6('own.latitude'),
    },
  };
}

function captureTable(kind: TimelineKind, where: string): TimeTable {
  return {
    kind,
    subject: 'task',
    lean: 'capture AS own',
    full: `capture AS own JOIN task ON task.connection_id = own.connection_id AND task.contract_id = own.contract_id
      AND task.task_id = own.task_id`,
    at: 'own.start_at',
    where,
    columns: {
      key: 'own.capture_id',
      id: 'own.task_id',
      name: 'task.name',
      project: 'task.project',
      status: 'own.status',
      ...place,
    },
  };
}

/** Returns the time sources of tasks: their windows and captures. */
export function taskTimeSources(store: Store): TimeSource[] {
  return [
    windowTable('window-opens', 'start_at'),
    windowTable('window-closes', 'end_at'),
    captureTable('capture-planned', `own.status_kind = 'queued'`),
    captureTable('capture-made', `own.status_kind IN ('processing', 'published')`),
    captureTable(
      'capture-other',
      `own.status_kind NOT IN ('queued', 'processing', 'published', 'withdrawn')`,
    ),
  ].map((table) => createTimeSource(store, table));
}

const recurrentSchema = z.object({
  taskId: taskIdSchema,
  name: z.string(),
  project: z.string(),
  start: z.string().nullable(),
  end: z.string().nullable(),
  askedText: z.string(),
  open: z.number().transform((flag) => flag === 1),
  endedEarly: z.number().transform((flag) => flag === 1),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
});
type RecurrentTask = z.infer<typeof recurrentSchema> & { capturedAt: string[] };

const batch = 100;

/** Yields in batches the recurrent tasks with the times of their captures. */
export async function* recurrentTasks(store: Store, scope: Scope): AsyncGenerator<RecurrentTask[]> {
  for (let after: TaskId | null = null, more = true; more; ) {
    const rows: z.infer<typeof recurrentSchema>[] = store.all(
      recurrentSchema,
      `SELECT task_id AS taskId, name, project, start_at AS start, end_at AS "end", expected_age AS askedText,
         status_kind NOT IN ('completed', 'cancelled', 'failed') AS open,
         status_kind IN ('cancelled', 'failed') AS endedEarly,
         longitude, latitude
       FROM task WHERE connection_id = :connectionId AND contract_id = :contractId AND expected_age IS NOT NULL
         AND (:after IS NULL OR task_id > :after)
       ORDER BY task_id LIMIT ${batch}`,
      { ...scopeParams(scope), after },
    );
    const last = rows.at(-1)?.taskId;
    const first = rows[0]?.taskId;
    const times = new Map<TaskId, string[]>();
    if (first !== undefined && last !== undefined)
      for (const { taskId, at } of store.all(
        taskIdAtRow,
        `SELECT task_id AS taskId, capture.start_at AS at FROM capture JOIN task USING (connection_id, contract_id, task_id)
         WHERE connection_id = :connectionId AND contract_id = :contractId AND task_id BETWEEN :first AND :last
           AND expected_age IS NOT NULL AND capture.start_at IS NOT NULL
           AND capture.status_kind IN ('processing', 'published')`,
        { ...scopeParams(scope), first, last },
      )) {
        const timesOfTask = times.get(taskId);
        if (timesOfTask) timesOfTask.push(at);
        else times.set(taskId, [at]);
      }
    yield rows.map((row) => ({ ...row, capturedAt: times.get(row.taskId) ?? [] }));
    after = last ?? null;
    more = rows.length === batch;
    if (more) await yieldToLoop();
  }
}
