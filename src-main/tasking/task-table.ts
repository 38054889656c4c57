import { z } from 'zod';
import type { CaptureId, Scope, TaskId } from '../../src-preload/contract/ids.ts';
import { captureIdSchema, taskIdSchema } from '../../src-preload/contract/ids.ts';
import {
  requestedSchema,
  type TaskDetails,
  type TaskFilter,
  type TaskRow,
  type TaskSort,
  type TaskStatusKind,
  type TaskTargets,
  taskRowSchema,
  taskStatusKindSchema,
} from '../../src-preload/contract/tasking.ts';
import { AppError } from '../app-error.ts';
import type { Observed } from '../core/observed-state.ts';
import { inScope, scopeParams } from '../core/scope.ts';
import { isoTime } from '../service/api/iso-time.ts';
import type { Row } from '../service/api/service-client.ts';
import { type WireTask, wireTaskSchema } from '../service/api/wire.ts';
import { readableItems, readableRows, readJson } from '../store/readable-rows.ts';
import { createScopedList } from '../store/scoped-list.ts';
import { fold } from '../store/search-words.ts';
import type { Store } from '../store/store.ts';
import { createCaptureTable } from './capture-table.ts';
import { createFetchedTimes } from './fetched-times.ts';
import { mergeAnswer } from './merge-answer.ts';
import { isFinal, taskStatusKind } from './status.ts';
import { altitudeOf, targetCentre } from './wire-mapping.ts';

const placeRow = z.object({ id: taskIdSchema, x: z.number(), y: z.number(), kind: taskStatusKindSchema });

const productsRow = z.object({ products: z.string() });
const productItem = z.object({ pk: z.number(), name: z.string() });
const taskCountsSchema = z.record(taskStatusKindSchema, z.number());
const foundRow = z.object({ found: z.number() });
const projectRow = z.object({ project: z.string() });
const captureIdRow = z.object({ captureId: captureIdSchema });
const startProductRow = z.object({ start: z.string().nullable(), product: z.number().nullable() });
const taskIdNameProjectRow = z.object({ taskId: taskIdSchema, name: z.string(), project: z.string() });

const columns: Record<keyof StoredTaskRow, string> = {
  taskId: 'task_id',
  name: 'name',
  project: 'project',
  status: 'status',
  statusKind: 'status_kind',
  productPk: 'product',
  client: 'client',
  priority: 'priority',
  longitude: 'longitude',
  latitude: 'latitude',
  start: 'start_at',
  end: 'end_at',
  createdTime: 'created_at',
  expectedAge: 'expected_age',
  captureCount: 'capture_count',
  publishedCount: 'published_count',
};

const sorts: Record<TaskSort, string> = {
  created: 'created_at',
  name: 'name COLLATE NOCASE',
  start: 'start_at',
  end: 'end_at',
  status: 'status_kind',
};

/** A capture that is processed for longer is asked for at leisure. */
const lateAfterMs = 3 * 86_400_000;

/** Projects among which the 500 latest are looked for. */
const mostProjects = 5_000;

const storedRowSchema = taskRowSchema.omit({ productName: true });
type StoredTaskRow = z.infer<typeof storedRowSchema>;
const rawRowSchema = z.object({
  raw: z.string(),
  seenAt: z.string(),
  capturesReadAt: z.string().nullable(),
});
const rawSchema = z.record(z.string(), z.unknown());
const askedSchema = z.object({
  max_captures: z.number().optional().catch(undefined),
  max_simultaneous_captures: z.number().optional().catch(undefined),
  expected_age: z.string().optional().catch(undefined),
});
const statusRowSchema = z.object({ status: z.string(), kind: taskStatusKindSchema, raw: z.string() });
const idRowSchema = z.object({ taskId: taskIdSchema });

const taskCounts = (countOf: (kind: TaskStatusKind) => number) =>
  taskCountsSchema.parse(
    Object.fromEntries(taskStatusKindSchema.options.map((kind) => [kind, countOf(kind)])),
  );

export interface ListOptions {
  filter: TaskFilter;
  sort: TaskSort;
  descending: boolean;
}

/** The task and capture tables: rows in, rows out, no network. */
export function createTaskTable({
  store,
  now,
  observed,
  flagged,
  askedFor,
}: {
  store: Store;
  now: () => Date;
  observed?: Observed;
  /** The tasks that need a look. */
  flagged?: (scope: Scope) => readonly string[];
  /** What a task made from here was asked with, as it was sent; anything else for others. */
  askedFor?: (scope: Scope, taskId: TaskId) => unknown;
}) {
  const fetched = createFetchedTimes(now);
  const { captures, putCaptures } = createCaptureTable({ store, now, observed });

  const listing = createScopedList(store, {
    table: 'task',
    id: { column: 'task_id', fromText: 'CAST(value AS INTEGER)' },
    row: storedRowSchema,
    columns,
    sorts,
    states: { column: 'status_kind', kinds: taskStatusKindSchema.options },
    equals: { project: 'project' },
    countedBy: 'task_found',
  });

  const termsOf = (scope: Scope, { search, statusKinds, project, needsLook }: TaskFilter) => ({
    search,
    states: statusKinds,
    equals: { project },
    ids: needsLook ? (flagged?.(scope) ?? []) : undefined,
  });

  function named(scope: Scope, rows: StoredTaskRow[]): TaskRow[] {
    const names = productNames(scope);
    return rows.map((row) => ({
      ...row,
      productName: row.productPk === null ? null : (names.get(row.productPk) ?? null),
    }));
  }

  function productNames(scope: Scope): Map<number, string> {
    const row = store.get(
      productsRow,
      'SELECT products FROM tasking_reference WHERE connection_id = :connectionId AND contract_id = :contractId',
      scopeParams(scope),
    );
    const products = readableItems(productItem, readJson(row?.products));
    return new Map(products.map((product) => [product.pk, product.name]));
  }

  /** Stores one task as just read; `moved` when its status did or it is new. */
  function putRow(scope: Scope, answer: Row<WireTask>): 'same' | 'changed' | 'moved' {
    const at = { ...scopeParams(scope), taskId: answer.parsed.task_id };
    // What is damaged here is written anew by what the service says.
    const [known] = readableRows(
      store,
      statusRowSchema,
      `SELECT status, status_kind AS kind, raw FROM task
       WHERE connection_id = :connectionId AND contract_id = :contractId AND task_id = :taskId`,
      at,
    ).rows;
    const { parsed, raw } = mergeAnswer(wireTaskSchema, answer, known?.raw);
    let status = parsed.status ?? '';
    let kind = taskStatusKind(parsed.status);
    if (known && isFinal(known.kind) && !isFinal(kind)) {
      status = known.status;
      kind = known.kind;
    }
    const centre = targetCentre(parsed.target);
    const name = parsed.task_name ?? '';
    const project = parsed.project_name ?? '';
    const rawText = JSON.stringify(raw);
    fetched.note(scope, parsed.task_id);
    const moved = known === undefined || known.status !== status;
    if (known && !moved && known.raw === rawText) return 'same';
    store.run(
      `INSERT INTO task (connection_id, contract_id, task_id, name, project, folded, status, status_kind, product, client,
         priority, longitude, latitude, start_at, end_at, created_at, expected_age, raw, seen_at)
       VALUES (:connectionId, :contractId, :taskId, :name, :project, :folded, :status, :kind, :product, :client,
         :priority, :longitude, :latitude, :start, :end, :created, :expectedAge, :raw, :seenAt)
       ON CONFLICT DO UPDATE SET name = :name, project = :project, folded = :folded, status = :status, status_kind = :kind,
         product = :product, client = :client, priority = :priority, longitude = :longitude, latitude = :latitude,
         start_at = :start, end_at = :end, created_at = :created, expected_age = :expectedAge, raw = :raw, seen_at = :seenAt,
         captures_settled = CASE WHEN status = :status THEN captures_settled ELSE 0 END`,
      {
        ...at,
        name,
        project,
        folded: fold(`${name} ${project} ${parsed.task_id} ${parsed.client ?? ''} ${status}`),
        status,
        kind,
        product: wholeOrNull(parsed.product),
        client: parsed.client,
        priority: wholeOrNull(parsed.priority),
        longitude: centre?.longitude ?? null,
        latitude: centre?.latitude ?? null,
        start: isoTime(parsed.start),
        end: isoTime(parsed.end),
        created: isoTime(parsed.created_time),
        expectedAge: parsed.expected_age,
        raw: rawText,
        seenAt: now().toISOString(),
      },
    );
    if (moved) observed?.(scope, { kind: 'task', id: String(parsed.task_id), parentId: null, state: kind });
    return moved ? 'moved' : 'changed';
  }

  return {
    putRow,
    /** Stores one task as just read; answers whether its status moved. */
    put: (scope: Scope, row: Row<WireTask>) => putRow(scope, row) === 'moved',
    putCaptures,
    list(scope: Scope, options: ListOptions & { offset: number; limit: number }) {
      const { total, rows, countOf } = listing.page(scope, termsOf(scope, options.filter), options);
      return { total, rows: named(scope, rows), statusCounts: taskCounts(countOf) };
    },
    targets(scope: Scope, filter: TaskFilter): TaskTargets {
      const { sql, params } = listing.where(scope, termsOf(scope, filter));
      const { rows } = readableRows(
        store,
        placeRow,
        `SELECT task_id AS id, longitude AS x, latitude AS y, status_kind AS kind FROM task
         WHERE ${sql} AND longitude IS NOT NULL ORDER BY task_id`,
        params,
      );
      return {
        taskIds: rows.map((each) => each.id),
        longitudes: rows.map((each) => each.x),
        latitudes: rows.map((each) => each.y),
        statusKinds: rows.map((each) => each.kind),
      };
    },
    position: (scope: Scope, taskId: TaskId, options: ListOptions) =>
      listing.position(scope, taskId, termsOf(scope, options.filter), options),
    get(scope: Scope, taskId: TaskId): TaskDetails {
      const at = { ...scopeParams(scope), taskId };
      const filter = 'connection_id = :connectionId AND contract_id = :contractId AND task_id = :taskId';
      const stored = store.get(storedRowSchema, `SELECT ${listing.columns} FROM task WHERE ${filter}`, at);
      const kept = store.get(
        rawRowSchema,
        `SELECT raw, seen_at AS seenAt, captures_read_at AS capturesReadAt FROM task WHERE ${filter}`,
        at,
      );
      const [row] = stored ? named(scope, [stored]) : [];
      if (!row || !kept) throw new AppError('NOT_FOUND', { what: `task ${taskId}` });
      const raw = rawSchema.catch({}).parse(readJson(kept.raw));
      const wire = wireTaskSchema.safeParse({ ...raw, task_id: taskId }).data;
      const asked = askedSchema.safeParse(askedFor?.(scope, taskId)).data;
      const said = {
        maxCaptures: wire?.max_captures ?? null,
        maxSimultaneousCaptures: wire?.max_simultaneous_captures ?? null,
        expectedAge: row.expectedAge,
      };
      const filled = {
        maxCaptures: said.maxCaptures ?? asked?.max_captures ?? null,
        maxSimultaneousCaptures: said.maxSimultaneousCaptures ?? asked?.max_simultaneous_captures ?? null,
        expectedAge: said.expectedAge ?? asked?.expected_age ?? null,
      };
      const fromRequest = requestedSchema.options.filter((name) => said[name] !== filled[name]);
      return {
        ...row,
        ...filled,
        fromRequest,
        captures: captures(scope, taskId),
        capturesReadAt: kept.capturesReadAt,
        altitude: altitudeOf(wire?.target ?? null),
        raw,
        changedAt: kept.seenAt,
        fetchedAt: fetched.get(scope, taskId),
      };
    },
    captures,
    /**
     * Tasks whose captures may still move: those never read first, the newest before, then those read longest ago, so
     * that each gets its turn however many there are. At most `limit` new ones, and of the others up to `again` in all.
     */
    unsettled(scope: Scope, { limit, again }: { limit: number; again: number }): TaskId[] {
      const open = (index: string) =>
        `SELECT task_id AS taskId FROM task INDEXED BY ${index} WHERE connection_id = :connectionId AND contract_id = :contractId AND captures_settled = 0`;
      const fresh = store.all(
        idRowSchema,
        `${open('task_fresh')} AND captures_read_at IS NULL ORDER BY created_at DESC, task_id DESC LIMIT :limit`,
        { ...scopeParams(scope), limit },
      );
      const known = store.all(
        idRowSchema,
        `${open('task_unsettled')} AND captures_read_at IS NOT NULL ORDER BY captures_read_at, task_id DESC LIMIT :limit`,
        { ...scopeParams(scope), limit: Math.max(0, again - fresh.length) },
      );
      return [...fresh, ...known].map((row) => row.taskId);
    },
    /** Whether something is about to move: a task that is open, or a capture of the last days that is still processed. */
    hasUnsettled(scope: Scope): boolean {
      const row = store.get(
        foundRow,
        `SELECT EXISTS (SELECT 1 FROM task INDEXED BY task_unsettled
           WHERE connection_id = :connectionId AND contract_id = :contractId AND captures_settled = 0
             AND (captures_read_at IS NULL OR status_kind NOT IN ('completed', 'cancelled', 'failed') OR EXISTS
               (SELECT 1 FROM capture c WHERE c.connection_id = task.connection_id AND c.contract_id = task.contract_id
                  AND c.task_id = task.task_id AND c.status_kind = 'processing' AND +c.start_at > :since))) AS found`,
        { ...scopeParams(scope), since: new Date(now().getTime() - lateAfterMs).toISOString() },
      );
      return row?.found === 1;
    },
    /** The task is gone at the service or its captures are: it waits its turn like one that was read. */
    markCapturesRead(scope: Scope, taskId: TaskId) {
      store.run(
        `UPDATE task SET captures_read_at = :readAt
         WHERE connection_id = :connectionId AND contract_id = :contractId AND task_id = :taskId`,
        { ...scopeParams(scope), taskId, readAt: now().toISOString() },
      );
    },
    /** Of a project, and of a name where one is given. */
    knownIds(scope: Scope, project: string, name: string | null = null): Set<number> {
      const rows = store.all(
        idRowSchema,
        `SELECT task_id AS taskId FROM task WHERE connection_id = :connectionId AND contract_id = :contractId AND project = :project
         AND (:name IS NULL OR trim(name) = trim(:name))`,
        { ...scopeParams(scope), project, name },
      );
      return new Set(rows.map((row) => row.taskId));
    },
    projects(scope: Scope): string[] {
      return store
        .all(
          projectRow,
          // From one project to the next by the index: GROUP BY would walk the entries of all tasks.
          `WITH RECURSIVE each(project) AS (
             SELECT min(project) FROM task INDEXED BY task_project WHERE ${inScope} AND project > ''
             UNION ALL
             SELECT (SELECT min(project) FROM task INDEXED BY task_project WHERE ${inScope} AND project > each.project)
             FROM each WHERE each.project IS NOT NULL LIMIT ${mostProjects})
           SELECT project FROM each WHERE project IS NOT NULL ORDER BY
             (SELECT max(created_at) FROM task INDEXED BY task_project WHERE ${inScope} AND task.project = each.project) DESC
           LIMIT 500`,
          scopeParams(scope),
        )
        .map((row) => row.project);
    },
    /** Published captures by their id, from after the given one, of one project or task or of all. */
    published(
      scope: Scope,
      match: { project?: string | undefined; taskId?: TaskId | undefined },
      { after, limit }: { after: CaptureId | null; limit: number },
    ): CaptureId[] {
      const rows = store.all(
        captureIdRow,
        `SELECT DISTINCT capture_id AS captureId FROM capture JOIN task USING (connection_id, contract_id, task_id)
         WHERE connection_id = :connectionId AND contract_id = :contractId AND capture.status_kind = 'published'
           AND capture_id > :after AND (:project IS NULL OR project = :project) AND (:taskId IS NULL OR task_id = :taskId)
         ORDER BY capture_id LIMIT :limit`,
        {
          ...scopeParams(scope),
          after: after ?? '',
          limit,
          project: match.project ?? null,
          taskId: match.taskId ?? null,
        },
      );
      return rows.map(({ captureId }) => captureId);
    },
    /** When a capture was or will be taken, and of which product. */
    captureFacts(
      scope: Scope,
      captureId: CaptureId,
    ): { start: string | null; product: number | null } | null {
      const row = store.get(
        startProductRow,
        `SELECT capture.start_at AS start, product FROM capture JOIN task USING (connection_id, contract_id, task_id)
         WHERE capture_id = :captureId AND connection_id = :connectionId AND contract_id = :contractId LIMIT 1`,
        { ...scopeParams(scope), captureId },
      );
      return row ?? null;
    },
    /** What others show of a task; null when it is not known here. */
    brief(scope: Scope, taskId: TaskId): Pick<TaskRow, 'name' | 'project' | 'status' | 'statusKind'> | null {
      const row = store.get(
        taskRowSchema.pick({ name: true, project: true, status: true, statusKind: true }),
        `SELECT name, project, status, status_kind AS statusKind FROM task
         WHERE connection_id = :connectionId AND contract_id = :contractId AND task_id = :taskId`,
        { ...scopeParams(scope), taskId },
      );
      return row ?? null;
    },
    /** Task of a capture, for the library. */
    taskOfCapture(
      scope: Scope,
      captureId: CaptureId,
    ): { taskId: TaskId; name: string; project: string } | null {
      const row = store.get(
        taskIdNameProjectRow,
        `SELECT task.task_id AS taskId, name, project FROM capture JOIN task USING (connection_id, contract_id, task_id)
         WHERE capture_id = :captureId AND connection_id = :connectionId AND contract_id = :contractId`,
        { ...scopeParams(scope), captureId: captureIdSchema.parse(captureId) },
      );
      return row ?? null;
    },
  };
}

export type TaskTable = ReturnType<typeof createTaskTable>;

function wholeOrNull(value: number | null): number | null {
  // What no INTEGER column takes stays in the raw JSON.
  const whole = value === null ? Number.NaN : Math.trunc(value);
  return Number.isSafeInteger(whole) ? whole : null;
}
