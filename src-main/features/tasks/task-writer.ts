import { z } from 'zod';
import { type Scope, type TaskId, taskIdSchema } from '../../../src-preload/contract/ids.ts';
import { type TaskStatusKind, taskStatusKindSchema } from '../../../src-preload/contract/tasking.ts';
import type { Observed } from '../../core/observed-state.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import { isoTime } from '../../service/api/iso-time.ts';
import type { Row } from '../../service/api/service-client.ts';
import { type WireTask, wireTaskSchema } from '../../service/api/wire.ts';
import { readableRows } from '../../store/readable-rows.ts';
import { fold } from '../../store/search-words.ts';
import type { Store } from '../../store/store.ts';
import { mergeAnswer } from './merge-answer.ts';
import { isFinal, taskStatusKind } from './status.ts';
import { targetCentre } from './wire-mapping.ts';

/** A task that changed later than this may be missing from a list that is older than it. */
const oldEnoughMs = 15 * 60_000;

const storedSchema = z.object({
  status: z.string(),
  kind: taskStatusKindSchema,
  raw: z.string(),
  goneAt: z.string().nullable(),
});

const idRow = z.object({ taskId: taskIdSchema });

const ofTask = `${inScope} AND task_id = :taskId`;

const upsertTask = `INSERT INTO task (connection_id, contract_id, task_id, name, project, folded, status, status_kind, product, client,
    priority, longitude, latitude, start_at, end_at, created_at, expected_age, raw, seen_at)
  VALUES (:connectionId, :contractId, :taskId, :name, :project, :folded, :status, :kind, :product, :client,
    :priority, :longitude, :latitude, :start, :end, :created, :expectedAge, :raw, :seenAt)
  ON CONFLICT DO UPDATE SET name = :name, project = :project, folded = :folded, status = :status, status_kind = :kind,
    product = :product, client = :client, priority = :priority, longitude = :longitude, latitude = :latitude,
    start_at = :start, end_at = :end, created_at = :created, expected_age = :expectedAge, raw = :raw, seen_at = :seenAt, gone_at = NULL,
    captures_settled = CASE WHEN status = :status THEN captures_settled ELSE 0 END`;

/** Returns a whole number for an INTEGER column; null for other values, which stay in the raw JSON: a cut one would be another value. */
function wholeOrNull(value: number | null): number | null {
  return value !== null && Number.isSafeInteger(value) ? value : null;
}

/** Returns the columns of a task besides its id, its status and its raw JSON. */
function columnsOf(parsed: WireTask, status: string) {
  const centre = targetCentre(parsed.target);
  const name = parsed.task_name ?? '';
  const project = parsed.project_name ?? '';
  return {
    name,
    project,
    folded: fold(`${name} ${project} ${parsed.task_id} ${parsed.client ?? ''} ${status}`),
    product: wholeOrNull(parsed.product),
    client: parsed.client,
    priority: wholeOrNull(parsed.priority),
    longitude: centre?.longitude ?? null,
    latitude: centre?.latitude ?? null,
    start: isoTime(parsed.start),
    end: isoTime(parsed.end),
    created: isoTime(parsed.created_time),
    expectedAge: parsed.expected_age,
  };
}

const isReopened = (before: TaskStatusKind | undefined, now: TaskStatusKind) =>
  before !== undefined && isFinal(before) && !isFinal(now);

/** Creates the functions that write rows of tasks; `capture-table.ts` writes their captures. */
export function createTaskWriter({
  store,
  now,
  observed,
  noteFetched,
}: {
  store: Store;
  now: () => Date;
  observed: Observed | undefined;
  /** Called with each task that was fetched, even if nothing in it has changed. */
  noteFetched: (scope: Scope, taskId: TaskId) => void;
}) {
  /**
   * Stores one task as just received; returns `status-changed` if its status changed or the task is new. A final status stays, because
   * a page of a list may be older than it, unless the answer is the `last` word: one that was requested after that status was stored.
   */
  function writeRow(
    scope: Scope,
    answer: Row<WireTask>,
    word: 'any' | 'last' = 'any',
  ): 'same' | 'changed' | 'status-changed' {
    const at = { ...scopeParams(scope), taskId: answer.parsed.task_id };
    // The service's answer replaces a damaged row.
    const [stored] = readableRows(
      store,
      storedSchema,
      `SELECT status, status_kind AS kind, raw, gone_at AS goneAt FROM task WHERE ${ofTask}`,
      at,
    ).rows;
    const { parsed, raw } = mergeAnswer(wireTaskSchema, answer, stored?.raw);
    const received = { status: parsed.status ?? '', kind: taskStatusKind(parsed.status) };
    const { status, kind } =
      isReopened(stored?.kind, received.kind) && stored && word === 'any' ? stored : received;
    const rawText = JSON.stringify(raw);
    noteFetched(scope, parsed.task_id);
    const isNewStatus = stored === undefined || stored.status !== status;
    if (stored && !isNewStatus && stored.raw === rawText && stored.goneAt === null) return 'same';
    store.run(upsertTask, {
      ...at,
      ...columnsOf(parsed, status),
      status,
      kind,
      raw: rawText,
      seenAt: now().toISOString(),
    });
    if (isNewStatus)
      observed?.(scope, { kind: 'task', id: String(parsed.task_id), parentId: null, state: kind });
    return isNewStatus ? 'status-changed' : 'changed';
  }

  /** In one transaction with what it observes: a status that is stored alone would never be told. */
  const putRow = (...given: Parameters<typeof writeRow>) => store.transaction(() => writeRow(...given));

  return {
    putRow,
    /** Returns the tasks of these answers that are final in the store and not in the answer: a later answer must decide. */
    reopened(scope: Scope, answers: readonly Row<WireTask>[]): TaskId[] {
      const open = answers.filter(({ parsed }) => !isFinal(taskStatusKind(parsed.status)));
      const finals = store.all(
        idRow,
        `SELECT task_id AS taskId FROM json_each(:ids) AS each CROSS JOIN task ON ${inScope} AND task_id = each.value
         WHERE status_kind IN ('completed', 'cancelled', 'failed')`,
        { ...scopeParams(scope), ids: JSON.stringify(open.map(({ parsed }) => parsed.task_id)) },
      );
      return finals.map(({ taskId }) => taskId);
    },
    /** Returns the tasks that are open in the store, for some time already, and not in a complete list of the service. */
    unlisted(scope: Scope, listed: ReadonlySet<TaskId>): TaskId[] {
      const open = store.all(
        idRow,
        `SELECT task_id AS taskId FROM task INDEXED BY task_unsettled WHERE ${inScope} AND captures_settled = 0
           AND gone_at IS NULL AND status_kind NOT IN ('completed', 'cancelled', 'failed') AND seen_at < :before`,
        { ...scopeParams(scope), before: new Date(now().getTime() - oldEnoughMs).toISOString() },
      );
      return open.map(({ taskId }) => taskId).filter((taskId) => !listed.has(taskId));
    },
    /** Notes that the service does not have a task any more; its next answer with the task takes that back. */
    noteGone(scope: Scope, taskId: TaskId) {
      store.run(`UPDATE task SET gone_at = :at WHERE ${ofTask} AND gone_at IS NULL`, {
        ...scopeParams(scope),
        taskId,
        at: now().toISOString(),
      });
    },
    /** Returns true if the stored status of a task is final. */
    isFinal: (scope: Scope, taskId: TaskId): boolean =>
      store.get(
        idRow,
        `SELECT task_id AS taskId FROM task WHERE ${ofTask} AND status_kind IN ('completed', 'cancelled', 'failed')`,
        {
          ...scopeParams(scope),
          taskId,
        },
      ) !== undefined,
    /** Stores one task as just received; returns whether its status changed or the task is new. */
    put: (scope: Scope, answer: Row<WireTask>) => putRow(scope, answer) === 'status-changed',
  };
}
