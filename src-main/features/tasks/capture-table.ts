import type { Scope, TaskId } from '../../../src-preload/contract/ids.ts';
import type { CaptureRow } from '../../../src-preload/contract/tasking.ts';
import type { Observed } from '../../core/observed-state.ts';
import { scopeParams } from '../../core/scope.ts';
import { isoTime } from '../../service/api/iso-time.ts';
import type { Row } from '../../service/api/service-client.ts';
import { type WireCapture, wireCaptureSchema } from '../../service/api/wire.ts';
import type { Store } from '../../store/store.ts';
import { createCaptureRows, type StoredCapture } from './capture-rows.ts';
import { mergeAnswer } from './merge-answer.ts';
import { captureStatusKind, isFinal } from './status.ts';

type CaptureKind = CaptureRow['statusKind'];

const day = 86_400_000;
/** For this time after its start, a capture that is planned or has an unknown status may still change, although its task has ended. */
const waitedForMs = 7 * day;

/** The states in which a capture that is not listed any more counts as withdrawn. */
const pendingKinds: readonly string[] = ['queued', 'processing', 'other'];

/**
 * Returns true if a status would change back. A published capture stays published, because pages may arrive in another order than
 * they were made. A failed one can be tried again (service §10.3).
 */
const isStepBack = (before: string | undefined, now: CaptureKind) =>
  before === 'published' && (now === 'queued' || now === 'processing' || now === 'withdrawn');

/**
 * Returns the status of a capture to store. A task that has ended plans no captures any more, although its list may have some (service
 * §3.1).
 */
function statusOf(
  { status }: WireCapture,
  stored: StoredCapture | undefined,
  isTaskFinal: boolean,
): { status: string; kind: string } {
  const received = captureStatusKind(status);
  const kind = received === 'queued' && isTaskFinal ? 'withdrawn' : received;
  return stored && isStepBack(stored.kind, kind)
    ? { status: stored.status, kind: stored.kind }
    : { status: status ?? '', kind };
}

/** Returns true if a capture of a task that has ended may still change; of an open task, any capture may. */
function mayChange({ status, start }: WireCapture, taskEnd: string | null, nowMs: number): boolean {
  const received = captureStatusKind(status);
  if (received === 'processing') return true;
  if (received !== 'queued' && received !== 'other') return false;
  const startMs = Date.parse(isoTime(start) ?? '');
  const atMs = Number.isNaN(startMs) ? Date.parse(taskEnd ?? '') : startMs;
  return atMs + waitedForMs > nowMs;
}

/**
 * Creates the table of the captures of tasks, which also handles captures that the service does not list any more.
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
     * planned and are missing from a complete listing become withdrawn.
     */
    putCaptures(
      scope: Scope,
      taskId: TaskId,
      answers: readonly Row<WireCapture>[],
      isComplete = true,
    ): boolean {
      const at = { ...scopeParams(scope), taskId };
      const before = rows.list(at);
      /** As stored so far, also by earlier entries of this answer: a service may list a capture twice. */
      const stored = new Map(rows.stored(at));
      const task = rows.task(at);
      const isTaskFinal = task !== undefined && isFinal(task.kind);
      const nowMs = now().getTime();
      store.transaction(() => {
        let mayAnyChange = false;
        const listed = new Set<string>();
        for (const [position, answer] of answers.entries()) {
          const { capture_id: captureId } = answer.parsed;
          listed.add(captureId);
          const merged = mergeAnswer(wireCaptureSchema, answer, stored.get(captureId)?.raw);
          const status = statusOf(merged.parsed, stored.get(captureId), isTaskFinal);
          rows.put(at, merged, { position, ...status });
          stored.set(captureId, { captureId, ...status, raw: JSON.stringify(merged.raw) });
          mayAnyChange ||= mayChange(merged.parsed, task?.end ?? null, nowMs);
        }
        if (isComplete)
          for (const { captureId, kind } of stored.values())
            if (!listed.has(captureId) && pendingKinds.includes(kind)) rows.withdraw(at, captureId);
        // A capture that an incomplete listing left out may still change.
        rows.noteRead(at, isComplete && isTaskFinal && !mayAnyChange);
        observeChanges(scope, taskId, { before, after: rows.list(at), readBefore: task?.readAt ?? null });
      });
      return JSON.stringify(before) !== JSON.stringify(rows.list(at));
    },
  };
}
