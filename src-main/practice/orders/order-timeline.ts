import { planOf, processingMs } from '../life-cycle.ts';
import type { PracticeOrder, PracticeTask } from '../records.ts';

type Stage = 'order' | 'capture' | 'deliverable';

/** One event of an order; `at` is a time of the service's clock (ms), in the past or the future. */
export interface OrderEvent {
  at: number;
  stage: Stage;
  /** The index of the capture, also for its deliverable; −1 for the order itself. */
  index: number;
  kind: string;
  /** The status of the order, capture or deliverable after the event. */
  status: string;
  reason: string | null;
}

const minute = 60_000;
/** For this time after a cancellation in V1, the order does not show it (service §10.3). */
export const cancelShownAfterMs = 4 * minute;

type AddEvent = (
  at: number,
  stage: Stage,
  index: number,
  kind: string,
  status: string,
  reason?: string,
) => void;

const windowEnded = 'The window ended before enough captures could be taken.';
const windowWithoutPass = 'There was no pass in daylight within the window.';

/** Adds the events of an order for new imagery, by the same plan as the V1 task. */
function addTaskEvents(task: PracticeTask, speed: number, addEvent: AddEvent) {
  addEvent(task.createdAt, 'order', -1, 'received', 'received');
  const plan = planOf(task, speed);
  const takes = processingMs(task);
  const seenUntil = task.frozenAt ?? Number.POSITIVE_INFINITY;
  const close = (at: number, reason?: string) => addEvent(at, 'order', -1, 'closed', 'closed', reason);
  if (task.fixedStatus === 'rejected')
    return close(
      plan.serviceTime(task.start + 60 * minute),
      'The target cannot be served under this contract.',
    );
  if (task.fixedStatus === 'failed') return close(plan.serviceTime(task.end + takes), windowEnded);

  const planned = plan.plannedAt <= Math.min(plan.cancelInstant, seenUntil);
  if (planned) addEvent(plan.serviceTime(plan.plannedAt), 'order', -1, 'planned', 'in_progress');
  const outcomes = (planned ? plan.passes : []).map((_, index) =>
    addCaptureEvents(task, plan, index, addEvent),
  );
  const lastOutcome = Math.max(0, ...outcomes.map((outcome) => outcome?.at ?? 0));

  if (task.cancelledAt !== null) {
    const reason = 'The task was canceled.';
    addEvent(task.cancelledAt, 'order', -1, 'cancellation_requested', 'in_progress', reason);
    return close(Math.max(task.cancelledAt + cancelShownAfterMs, lastOutcome), reason);
  }
  const recurrent = task.expectedAgeMs !== null;
  const enough = !recurrent && plan.passes.length >= task.maxCaptures;
  const doneAt = enough ? plan.last : recurrent ? task.end : task.end + takes;
  if (doneAt > seenUntil) return;
  const allRejected = outcomes.some((outcome) => outcome) && !outcomes.some((outcome) => outcome?.delivered);
  const noPass = plan.passes.length === 0 ? windowWithoutPass : undefined;
  const ended = enough || recurrent ? noPass : (noPass ?? windowEnded);
  close(
    Math.max(plan.serviceTime(Math.max(doneAt, planned ? plan.plannedAt : 0)), lastOutcome),
    allRejected ? 'No capture passed the quality check.' : ended,
  );
}

/** Adds the events of one capture and its deliverable. Returns when and how it ended; null if it has no result. */
function addCaptureEvents(
  task: PracticeTask,
  plan: ReturnType<typeof planOf>,
  index: number,
  addEvent: AddEvent,
): { at: number; delivered: boolean } | null {
  const passAt = plan.passes[index] ?? Number.POSITIVE_INFINITY;
  const { last, serviceTime } = plan;
  const seenUntil = task.frozenAt ?? Number.POSITIVE_INFINITY;
  // A recurrent task is planned one period ahead.
  const queuedAt =
    task.expectedAgeMs === null ? plan.plannedAt : Math.max(plan.plannedAt, passAt - task.expectedAgeMs);
  // A capture that is cancelled before it is queued is never listed.
  if (queuedAt > seenUntil || (passAt > last && queuedAt > last)) return null;
  addEvent(serviceTime(queuedAt), 'capture', index, 'planned', 'queued');
  if (passAt > last) {
    if (task.cancelledAt !== null && last === plan.cancelInstant)
      addEvent(task.cancelledAt, 'capture', index, 'given_up', 'canceled', 'The task was canceled.');
    else if (last <= seenUntil)
      addEvent(serviceTime(last), 'capture', index, 'given_up', 'canceled', 'Enough was captured before.');
    return null;
  }
  if (passAt > seenUntil) return null;
  // In a short window the satellite can pass before the planning is done; the capture is reported only after that.
  const takenAt = serviceTime(Math.max(passAt, queuedAt));
  addEvent(takenAt, 'capture', index, 'acquired', 'processing');
  addEvent(takenAt, 'deliverable', index, 'processing', 'PROCESSING');
  const doneAt = Math.max(passAt + processingMs(task), queuedAt);
  if (doneAt > seenUntil) return null;
  const at = serviceTime(doneAt);
  const delivered = !task.ordered?.rejected.includes(index);
  const reason = delivered ? undefined : 'Quality rejected: cloud cover above the limit.';
  addEvent(
    at,
    'capture',
    index,
    delivered ? 'published' : 'rejected',
    delivered ? 'published' : 'failed',
    reason,
  );
  addEvent(
    at,
    'deliverable',
    index,
    delivered ? 'delivered' : 'failed',
    delivered ? 'DELIVERED' : 'FAILED',
    reason,
  );
  return { at, delivered };
}

/** Returns the start of the next month (UTC). */
function monthEnd(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

function addArchiveEvents(order: PracticeOrder, index: number, speed: number, addEvent: AddEvent) {
  const { createdAt } = order;
  addEvent(createdAt, 'order', -1, 'received', 'received');
  if (order.kind === 'download') {
    // There is one order for each capture, level and month; it is open until the month is over (service §10.4).
    addEvent(createdAt, 'order', -1, 'counted', 'in_progress');
    addEvent(createdAt, 'capture', index, 'published', 'published');
    addEvent(createdAt, 'deliverable', index, 'delivered', 'DELIVERED');
    return addEvent(monthEnd(createdAt), 'order', -1, 'closed', 'closed');
  }
  const after = (minutes: number) => Math.ceil(createdAt + (minutes * minute) / speed);
  addEvent(after(10), 'order', -1, 'planned', 'in_progress');
  addEvent(after(10), 'capture', index, 'published', 'published');
  addEvent(after(10), 'deliverable', index, 'processing', 'PROCESSING');
  addEvent(after(50), 'deliverable', index, 'delivered', 'DELIVERED');
  addEvent(after(60), 'order', -1, 'closed', 'closed');
}

const timelines = new WeakMap<
  PracticeOrder,
  { cancelledAt: number | null; speed: number; timeline: OrderEvent[] }
>();

/** Returns all events of an order, past and future, computed only from order, task and speed. */
export function timelineOf(order: PracticeOrder, task: PracticeTask, speed: number): readonly OrderEvent[] {
  const cached = timelines.get(order);
  if (cached?.cancelledAt === task.cancelledAt && cached.speed === speed) return cached.timeline;
  const timeline: OrderEvent[] = [];
  const addEvent: AddEvent = (at, stage, index, kind, status, reason) => {
    timeline.push({ at, stage, index, kind: `${stage}.${kind}`, status, reason: reason ?? null });
  };
  if (order.captureIndex === null) addTaskEvents(task, speed, addEvent);
  else addArchiveEvents(order, order.captureIndex, speed, addEvent);
  timeline.sort((a, b) => a.at - b.at);
  timelines.set(order, { cancelledAt: task.cancelledAt, speed, timeline });
  return timeline;
}

/** The state of an order at a time of the service's clock; `updatedAt` is in ms since 1970. */
export interface OrderState {
  status: string;
  updatedAt: number;
  /** By the index of the capture, in the order of planning. */
  captures: Map<number, OrderEvent>;
  deliverables: Map<number, OrderEvent>;
}

/** Returns the state of an order after those of its events that have happened by now. */
export function orderState(timeline: readonly OrderEvent[], now: number): OrderState {
  const state: OrderState = {
    status: 'received',
    updatedAt: 0,
    captures: new Map(),
    deliverables: new Map(),
  };
  for (const event of timeline) {
    if (event.at > now) break;
    state.updatedAt = event.at;
    if (event.stage === 'order') state.status = event.status;
    else if (event.stage === 'capture') state.captures.set(event.index, event);
    else state.deliverables.set(event.index, event);
  }
  return state;
}
