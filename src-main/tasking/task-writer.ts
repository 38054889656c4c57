import { z } from 'zod';
import type { Scope, TaskId } from '../../src-preload/contract/ids.ts';
import { taskStatusKindSchema } from '../../src-preload/contract/tasking.ts';
import type { Observed } from '../core/observed-state.ts';
import { inScope, scopeParams } from '../core/scope.ts';
import { isoTime } from '../service/api/iso-time.ts';
import type { Row } from '../service/api/service-client.ts';
import { type WireTask, wireTaskSchema } from '../service/api/wire.ts';
import { readableRows } from '../store/readable-rows.ts';
import { fold } from '../store/search-words.ts';
import type { Store } from '../store/store.ts';
import { mergeAnswer } from './merge-answer.ts';
import { isFinal, taskStatusKind } from './status.ts';
import { targetCentre } from './wire-mapping.ts';

const knownSchema = z.object({ status: z.string(), kind: taskStatusKindSchema, raw: z.string() });

const ofTask = `${inScope} AND task_id = :taskId`;

const upsertTask = `INSERT INTO task (connection_id, contract_id, task_id, name, project, folded, status, status_kind, product, client,
    priority, longitude, latitude, start_at, end_at, created_at, expected_age, raw, seen_at)
  VALUES (:connectionId, :contractId, :taskId, :name, :project, :folded, :status, :kind, :product, :client,
    :priority, :longitude, :latitude, :start, :end, :created, :expectedAge, :raw, :seenAt)
  ON CONFLICT DO UPDATE SET name = :name, project = :project, folded = :folded, status = :status, status_kind = :kind,
    product = :product, client = :client, priority = :priority, longitude = :longitude, latitude = :latitude,
    start_at = :start, end_at = :end, created_at = :created, expected_age = :expectedAge, raw = :raw, seen_at = :seenAt,
    captures_settled = CASE WHEN status = :status THEN captures_settled ELSE 0 END`;

/** Returns a number that fits into an INTEGER column, else null; other values stay in the raw JSON. */
function wholeOrNull(value: number | null): number | null {
  const whole = value === null ? Number.NaN : Math.trunc(value);
  return Number.isSafeInteger(whole) ? whole : null;
}

/** Returns the columns of a task besides its identifier, its status and its raw JSON. */
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

/** Creates the writes for rows of tasks; `capture-table.ts` writes their captures. */
export function createTaskWriter({
  store,
  now,
  observed,
  noteFetched,
}: {
  store: Store;
  now: () => Date;
  observed: Observed | undefined;
  /** Called with each task that is read, even if nothing in it has changed. */
  noteFetched: (scope: Scope, taskId: TaskId) => void;
}) {
  /** Stores one task as just received; returns `moved` if its status changed or the task is new. */
  function putRow(scope: Scope, answer: Row<WireTask>): 'same' | 'changed' | 'moved' {
    const at = { ...scopeParams(scope), taskId: answer.parsed.task_id };
    // A damaged row is replaced by the service's answer.
    const [known] = readableRows(
      store,
      knownSchema,
      `SELECT status, status_kind AS kind, raw FROM task WHERE ${ofTask}`,
      at,
    ).rows;
    const { parsed, raw } = mergeAnswer(wireTaskSchema, answer, known?.raw);
    const told = { status: parsed.status ?? '', kind: taskStatusKind(parsed.status) };
    const { status, kind } = known && isFinal(known.kind) && !isFinal(told.kind) ? known : told;
    const rawText = JSON.stringify(raw);
    noteFetched(scope, parsed.task_id);
    const moved = known === undefined || known.status !== status;
    if (known && !moved && known.raw === rawText) return 'same';
    store.run(upsertTask, {
      ...at,
      ...columnsOf(parsed, status),
      status,
      kind,
      raw: rawText,
      seenAt: now().toISOString(),
    });
    if (moved) observed?.(scope, { kind: 'task', id: String(parsed.task_id), parentId: null, state: kind });
    return moved ? 'moved' : 'changed';
  }

  return {
    putRow,
    /** Stores one task as just received; returns whether its status changed or the task is new. */
    put: (scope: Scope, answer: Row<WireTask>) => putRow(scope, answer) === 'moved',
    /** Records that a task or its captures do not exist at the service any more: it waits its turn like one that was read. */
    markCapturesRead(scope: Scope, taskId: TaskId) {
      store.run(`UPDATE task SET captures_read_at = :readAt WHERE ${ofTask}`, {
        ...scopeParams(scope),
        taskId,
        readAt: now().toISOString(),
      });
    },
  };
}
