import type { Scope, TaskId } from '../../src-preload/contract/ids.ts';
import type { CaptureRow } from '../../src-preload/contract/tasking.ts';
import type { Observed } from '../core/observed-state.ts';
import { scopeParams } from '../core/scope.ts';
import { isoTime } from '../service/api/iso-time.ts';
import type { Row } from '../service/api/service-client.ts';
import { type WireCapture, wireCaptureSchema } from '../service/api/wire.ts';
import type { Store } from '../store/store.ts';
import { createCaptureRows, type KnownCapture } from './capture-rows.ts';
import { mergeAnswer } from './merge-answer.ts';
import { captureStatusKind, isFinal } from './status.ts';

type CaptureKind = CaptureRow['statusKind'];

const day = 86_400_000;
/** How long after its time a capture that is planned, or has an unknown status, is still waited for under a task that ended. */
const waitedForMs = 7 * day;

/** The states in which a capture that is not listed any more counts as withdrawn. */
const pendingKinds: readonly string[] = ['queued', 'processing', 'other'];

/**
 * True if a status would go backwards. A published capture stays published, because a page that was read earlier may arrive
 * later. A failed one can be tried again (service §10.3).
 */
const goesBack = (before: string | undefined, now: CaptureKind) =>
  before === 'published' && (now === 'queued' || now === 'processing' || now === 'withdrawn');

/**
 * Returns the status of a capture to store. A task that ended plans nothing any more, whatever stays in its list (service §3.1).
 */
function statusOf(
  { status }: WireCapture,
  known: KnownCapture | undefined,
  isTaskFinal: boolean,
): { status: string; kind: string } {
  const told = captureStatusKind(status);
  const kind = told === 'queued' && isTaskFinal ? 'withdrawn' : told;
  return known && goesBack(known.kind, kind)
    ? { status: known.status, kind: known.kind }
    : { status: status ?? '', kind };
}

/** True if a capture may still change under a task that ended; under an open task, any capture may. */
function mayMove({ status, start }: WireCapture, taskEnd: string | null, nowMs: number): boolean {
  const told = captureStatusKind(status);
  if (told === 'processing') return true;
  if (told !== 'queued' && told !== 'other') return false;
  const startMs = Date.parse(isoTime(start) ?? '');
  const atMs = Number.isNaN(startMs) ? Date.parse(taskEnd ?? '') : startMs;
  return atMs + waitedForMs > nowMs;
}

/**
 * Creates the table of the captures of tasks as the service lists them; it also handles captures that are not listed any more.
 */
export function createCaptureTable({
  store,
  now,
  observed,
}: {
  store: Store;
  now: () => Date;
  observed: Observed | undefined;
}) {
  const rows = createCaptureRows({ store, now });

  /** Reports the captures whose state has changed. */
  function observeChanges(
    scope: Scope,
    taskId: TaskId,
    { before, after, readBefore }: { before: CaptureRow[]; after: CaptureRow[]; readBefore: string | null },
  ) {
    const kindBefore = new Map(before.map(({ captureId, statusKind }) => [captureId, statusKind]));
    for (const { captureId, statusKind } of after) {
      if (kindBefore.get(captureId) === statusKind) continue;
      observed?.(scope, {
        kind: 'capture',
        id: captureId,
        parentId: String(taskId),
        captureId,
        state: statusKind,
        isFirstRead: !readBefore,
        notBefore: readBefore,
      });
    }
  }

  return {
    /** Returns the captures of a task, in the service's order. */
    captures: (scope: Scope, taskId: TaskId) => rows.list({ ...scopeParams(scope), taskId }),
    /**
     * Stores a listing of a task's captures; returns whether anything changed. Captures that were taken stay. Captures that were
     * planned and are missing from a `whole` listing are withdrawn: nothing will come of them.
     */
    putCaptures(scope: Scope, taskId: TaskId, answers: readonly Row<WireCapture>[], whole = true): boolean {
      const at = { ...scopeParams(scope), taskId };
      const before = rows.list(at);
      const known = rows.known(at);
      const task = rows.task(at);
      const isTaskFinal = task !== undefined && isFinal(task.kind);
      const nowMs = now().getTime();
      store.transaction(() => {
        let isMoving = false;
        const listed = new Set<string>();
        for (const [position, answer] of answers.entries()) {
          const { capture_id: captureId } = answer.parsed;
          listed.add(captureId);
          const merged = mergeAnswer(wireCaptureSchema, answer, known.get(captureId)?.raw);
          const status = statusOf(merged.parsed, known.get(captureId), isTaskFinal);
          rows.put(at, merged, { position, ...status });
          isMoving ||= mayMove(merged.parsed, task?.end ?? null, nowMs);
        }
        if (whole)
          for (const { captureId, kind } of known.values())
            if (!listed.has(captureId) && pendingKinds.includes(kind)) rows.withdraw(at, captureId);
        rows.noteRead(at, isTaskFinal && !isMoving);
        observeChanges(scope, taskId, { before, after: rows.list(at), readBefore: task?.readAt ?? null });
      });
      return JSON.stringify(before) !== JSON.stringify(rows.list(at));
    },
  };
}
