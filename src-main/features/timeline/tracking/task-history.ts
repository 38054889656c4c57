import type { CaptureId, Scope } from '../../../../src-preload/contract/ids.ts';
import type { TaskDetails } from '../../../../src-preload/contract/tasking.ts';
import type { HistoryEntry, Subject } from '../../../../src-preload/contract/tracking.ts';
import { captureKindOf, type EntrySources, firstSeen, historyEntry, sentEntries } from './history-entry.ts';
import type { ReportedByEvents } from './reported-by-events.ts';

type TaskCapture = TaskDetails['captures'][number];

/** Creates the function that returns the entries of a task and its captures (of `only` one of them if that is given). */
export function createTaskHistory({ changeFeed, sent }: EntrySources) {
  function submission(scope: Scope, task: TaskDetails, subjects: Subject[]): HistoryEntry[] {
    const id = String(task.taskId);
    const seen = changeFeed.timesOf(scope, 'task', id);
    const submitted = historyEntry({
      key: `task ${id}`,
      kind: 'task-submitted',
      at: task.createdTime,
      observedAt: firstSeen(seen),
      source: 'v1',
      text: { name: task.name },
      subjects,
    });
    const sentFromHere = sentEntries(sent(scope, 'task', id), { key: `sent task ${id}`, subjects });
    if (task.statusKind === 'received') return [submitted, ...sentFromHere];
    const state = historyEntry({
      key: `task ${id} ${task.status}`,
      kind: 'task-state',
      observedAt: seen.get(task.statusKind) ?? null,
      source: 'v1',
      text: { status: task.status, state: task.statusKind },
      subjects,
    });
    return [submitted, ...sentFromHere, state];
  }

  function ofCapture(
    scope: Scope,
    capture: TaskCapture,
    { task, isReported }: { task: Subject; isReported: ReportedByEvents },
  ): HistoryEntry[] {
    const { captureId, status, statusKind } = capture;
    const times = changeFeed.timesOf(scope, 'capture', captureId);
    const key = `capture ${captureId}`;
    const common = {
      source: 'v1',
      text: { satellite: capture.satelliteName ?? '', status },
      subjects: [{ kind: 'capture', captureId }, task],
    } satisfies Partial<HistoryEntry>;
    const entries: HistoryEntry[] = [];
    if (statusKind === 'processing' || statusKind === 'published')
      entries.push(
        historyEntry({
          ...common,
          key: `${key} taken`,
          kind: 'capture-taken',
          at: capture.start,
          observedAt: times.get('processing') ?? times.get('published') ?? null,
        }),
      );
    // The time of a planned capture is that of its pass, which is due and has not happened yet.
    if (statusKind !== 'processing' && !isReported(`${key} ${status}`))
      entries.push(
        historyEntry({
          ...common,
          key: `${key} ${statusKind}`,
          kind: captureKindOf(statusKind),
          observedAt: times.get(statusKind) ?? null,
        }),
      );
    return entries;
  }

  return (
    scope: Scope,
    task: TaskDetails,
    { only, isReported }: { only: CaptureId | null; isReported: ReportedByEvents },
  ): HistoryEntry[] => {
    const subject: Subject = { kind: 'task', taskId: task.taskId };
    const captures = task.captures.filter(({ captureId }) => only === null || captureId === only);
    return [
      ...submission(scope, task, [subject]),
      ...captures.flatMap((capture) => ofCapture(scope, capture, { task: subject, isReported })),
    ];
  };
}
