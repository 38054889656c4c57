import { z } from 'zod';
import type { Scope, TaskId } from '../../src-preload/contract/ids.ts';
import {
  type CaptureRow,
  captureRowSchema,
  taskStatusKindSchema,
} from '../../src-preload/contract/tasking.ts';
import type { Observed } from '../core/observed-state.ts';
import { scopeParams } from '../core/scope.ts';
import { isoTime } from '../service/api/iso-time.ts';
import type { Row } from '../service/api/service-client.ts';
import { type WireCapture, wireCaptureSchema } from '../service/api/wire.ts';
import { readableRows } from '../store/readable-rows.ts';
import type { Params, Store } from '../store/store.ts';
import { mergeAnswer } from './merge-answer.ts';
import { captureStatusKind, isFinal } from './status.ts';

type CaptureKind = CaptureRow['statusKind'];

const day = 86_400_000;
/** So long after its time a capture that is planned, or of an unknown status, is not waited for under a task that ended. */
const waitedForMs = 7 * day;

const ofTask = 'connection_id = :connectionId AND contract_id = :contractId AND task_id = :taskId';
const ofThisTask = `c.connection_id = task.connection_id AND c.contract_id = task.contract_id AND c.task_id = task.task_id`;

const knownSchema = z.object({
  captureId: z.string(),
  kind: z.string(),
  status: z.string(),
  raw: z.string(),
});
const parentSchema = z.object({
  kind: taskStatusKindSchema,
  end: z.string().nullable(),
  readAt: z.string().nullable(),
});

/** A published capture stays published: a page read before may arrive after. One that failed can be tried again (service §10.3). */
const goesBack = (before: string | undefined, now: CaptureKind) =>
  before === 'published' && (now === 'queued' || now === 'processing' || now === 'withdrawn');

/** What may still move under a task that ended; under one that is open anything may. */
function mayMove(service: CaptureKind, atMs: number, nowMs: number): boolean {
  if (service === 'processing') return true;
  return (service === 'queued' || service === 'other') && atMs + waitedForMs > nowMs;
}

/** The captures of tasks as the service lists them, and what became of those that it lists no more. */
export function createCaptureTable({
  store,
  now,
  observed,
}: {
  store: Store;
  now: () => Date;
  observed?: Observed | undefined;
}) {
  function captures(at: Params): CaptureRow[] {
    return readableRows(
      store,
      captureRowSchema,
      `SELECT capture_id AS captureId, start_at AS start, satellite AS satelliteName, status, status_kind AS statusKind, fragment_id AS fragmentId
       FROM capture WHERE ${ofTask} ORDER BY position`,
      at,
    ).rows;
  }

  /** Of one capture that the service lists; answers what the service says, before the task's own state is looked at. */
  function putOne(
    at: Params,
    row: {
      position: number;
      merged: Row<WireCapture>;
      known: z.infer<typeof knownSchema> | undefined;
      isFinal: boolean;
    },
  ): { service: CaptureKind; start: string | null } {
    const { position, merged, known } = row;
    const { parsed, raw } = merged;
    const service = captureStatusKind(parsed.status);
    // A task that ended plans nothing any more, whatever stays in its list (service §3.1).
    const kind = service === 'queued' && row.isFinal ? 'withdrawn' : service;
    const back = goesBack(known?.kind, kind);
    const start = isoTime(parsed.start);
    store.run(
      `INSERT INTO capture VALUES (:connectionId, :contractId, :taskId, :captureId, :position, :status, :kind, :start, :satellite, :fragment, :raw, :seenAt)
       ON CONFLICT DO UPDATE SET position = :position, status = :status, status_kind = :kind, start_at = :start,
         satellite = :satellite, fragment_id = :fragment, raw = :raw, seen_at = :seenAt`,
      {
        ...at,
        captureId: parsed.capture_id,
        position,
        status: back ? (known?.status ?? '') : (parsed.status ?? ''),
        kind: back ? (known?.kind ?? kind) : kind,
        start,
        satellite: parsed.satellite_name,
        fragment: parsed.fragment_id,
        raw: JSON.stringify(raw),
        seenAt: now().toISOString(),
      },
    );
    return { service, start };
  }

  return {
    captures: (scope: Scope, taskId: TaskId) => captures({ ...scopeParams(scope), taskId }),
    /**
     * What a listing of a task's captures says; answers whether anything is different now. What was taken stays taken.
     * What was planned and is listed no more, in a listing that is `whole`, is withdrawn: nothing will come of it.
     */
    putCaptures(scope: Scope, taskId: TaskId, rows: readonly Row<WireCapture>[], whole = true): boolean {
      const at = { ...scopeParams(scope), taskId };
      const before = captures(at);
      const known = new Map(
        readableRows(
          store,
          knownSchema,
          `SELECT capture_id AS captureId, status_kind AS kind, status, raw FROM capture WHERE ${ofTask}`,
          at,
        ).rows.map((row) => [row.captureId, row]),
      );
      const parent = store.get(
        parentSchema,
        `SELECT status_kind AS kind, end_at AS "end", captures_read_at AS readAt FROM task WHERE ${ofTask}`,
        at,
      );
      const ended = parent !== undefined && isFinal(parent.kind);
      const nowMs = now().getTime();
      const endMs = Date.parse(parent?.end ?? '');
      store.transaction(() => {
        let moving = false;
        const listed = new Set<string>();
        for (const [position, row] of rows.entries()) {
          const own = known.get(row.parsed.capture_id);
          listed.add(row.parsed.capture_id);
          const merged = mergeAnswer(wireCaptureSchema, row, own?.raw);
          const { service, start } = putOne(at, { position, merged, known: own, isFinal: ended });
          const startMs = Date.parse(start ?? '');
          moving ||= mayMove(service, Number.isNaN(startMs) ? endMs : startMs, nowMs);
        }
        if (whole)
          for (const { captureId, kind } of known.values())
            if (!listed.has(captureId) && ['queued', 'processing', 'other'].includes(kind))
              store.run(
                `UPDATE capture SET status_kind = 'withdrawn' WHERE ${ofTask} AND capture_id = :captureId`,
                { ...at, captureId },
              );
        store.run(
          `UPDATE task SET captures_read_at = :readAt, captures_settled = :settled,
             capture_count = (SELECT count(*) FROM capture c WHERE ${ofThisTask} AND c.status_kind <> 'withdrawn'),
             published_count = (SELECT count(*) FROM capture c WHERE ${ofThisTask} AND c.status_kind = 'published')
           WHERE ${ofTask}`,
          { ...at, readAt: now().toISOString(), settled: ended && !moving ? 1 : 0 },
        );
        for (const capture of captures(at)) {
          const same = before.find(({ captureId }) => captureId === capture.captureId);
          if (same?.statusKind === capture.statusKind) continue;
          observed?.(scope, {
            kind: 'capture',
            id: capture.captureId,
            parentId: String(taskId),
            captureId: capture.captureId,
            state: capture.statusKind,
            firstLook: !parent?.readAt,
            notBefore: parent?.readAt ?? null,
          });
        }
      });
      return JSON.stringify(before) !== JSON.stringify(captures(at));
    },
  };
}
