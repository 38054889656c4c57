import type { CaptureId, Scope } from '../../../../src-preload/contract/ids.ts';
import type { OrderDetails } from '../../../../src-preload/contract/orders.ts';
import type { HistoryEntry, Subject } from '../../../../src-preload/contract/tracking.ts';
import { captureKindOf, type EntrySources, firstSeen, historyEntry, sentEntries } from './history-entry.ts';
import type { Cluster } from './history-sources.ts';
import type { ReportedByEvents } from './reported-by-events.ts';

/** The context for all entries of an order. */
interface OrderContext {
  scope: Scope;
  order: OrderDetails;
  cluster: Cluster;
  isReported: ReportedByEvents;
  /** Returns the subjects of an entry about the order, or about one of its captures. */
  subjectsOf: (captureId: CaptureId | null) => Subject[];
  /** True if an entry about this capture belongs to the history; null stands for an entry without a capture. */
  isIncluded: (captureId: string | null) => boolean;
}

/** Returns which parts of an order belong to the history if it is about `only` one capture, or about all of them. */
function relatedTo(
  order: OrderDetails,
  only: CaptureId | null,
): Pick<OrderContext, 'subjectsOf' | 'isIncluded'> {
  const subject: Subject = { kind: 'order', orderId: order.orderId };
  return {
    subjectsOf: (captureId) => (captureId === null ? [subject] : [{ kind: 'capture', captureId }, subject]),
    isIncluded: (captureId) =>
      only === null || captureId === null || captureId === only || order.outcomeId === only,
  };
}

/** Returns the entries for the events of an order; those of an excluded capture or deliverable are left out. */
function eventEntries({ order, subjectsOf, isIncluded }: OrderContext): HistoryEntry[] {
  return order.events.flatMap((event) => {
    const capture = order.captures.find(({ captureId }) => captureId === event.captureId);
    const deliverable = order.deliverables.find(({ deliverableId }) => deliverableId === event.deliverableId);
    if (!isIncluded(event.captureId) || !isIncluded(deliverable?.captureId ?? null)) return [];
    return historyEntry({
      key: `event ${order.orderId} ${event.key}`,
      kind: 'event',
      at: event.at,
      source: 'event',
      text: { event: event.kind?.replaceAll(/[._]+/g, ' ') ?? '', status: event.status ?? '' },
      reason: event.reason,
      subjects: subjectsOf(capture?.captureId ?? deliverable?.captureId ?? null),
    });
  });
}

/** Creates the function that returns the entries of an order, its captures, its deliverables and its events. */
export function createOrderHistory({ changeFeed, sent }: EntrySources) {
  function orderEntries({ scope, order, isReported, subjectsOf }: OrderContext): HistoryEntry[] {
    const { orderId } = order;
    const subjects = subjectsOf(null);
    const seen = changeFeed.timesOf(scope, 'order', orderId);
    const text = { id: orderId, sku: order.sku };
    const entries = sentEntries(sent(scope, 'order', orderId), { key: `sent order ${orderId}`, subjects });
    if (!isReported(`order ${orderId} received`) || order.taskId === null)
      entries.push(
        historyEntry({
          key: `order ${orderId}`,
          kind: 'order-created',
          at: order.createdAt,
          observedAt: firstSeen(seen),
          source: 'v2',
          text,
          subjects,
        }),
      );
    // No event of a closed order says whether it was fulfilled.
    const isOutcome = order.state === 'fulfilled' || order.state === 'unfulfilled';
    if (order.state !== 'received' && (isOutcome || !isReported(`order ${orderId} ${order.status}`)))
      entries.push(
        historyEntry({
          key: `order ${orderId} ${order.state}`,
          kind: 'order-state',
          at: isOutcome ? order.updatedAt : null,
          observedAt: seen.get(order.state) ?? null,
          source: 'v2',
          text: { ...text, status: order.status, state: order.state },
          subjects,
        }),
      );
    return entries;
  }

  function captureEntries(context: OrderContext): HistoryEntry[] {
    const { scope, order, cluster, isReported, subjectsOf, isIncluded } = context;
    const inTask = new Set(cluster.task?.captures.map(({ captureId }) => captureId));
    const captures = order.captures.filter(
      ({ captureId, status }) =>
        isIncluded(captureId) && !inTask.has(captureId) && !isReported(`capture ${captureId} ${status}`),
    );
    return captures.map((capture) => {
      const { captureId, state } = capture;
      const kind = captureKindOf(state);
      const times = changeFeed.timesOf(scope, 'order-capture', `${order.orderId} ${captureId}`);
      return historyEntry({
        key: `${order.orderId} capture ${captureId} ${state}`,
        kind,
        at: kind === 'capture-taken' ? capture.start : null,
        observedAt: times.get(state) ?? null,
        source: 'v2',
        text: { satellite: capture.satelliteName ?? '', status: capture.status },
        reason: capture.reason,
        subjects: subjectsOf(captureId),
      });
    });
  }

  function deliverableEntries(context: OrderContext): HistoryEntry[] {
    const { scope, order, isReported, subjectsOf, isIncluded } = context;
    const { orderId } = order;
    const deliverables = order.deliverables.filter(
      ({ captureId, deliverableId, status }) =>
        isIncluded(captureId) && !isReported(`deliverable ${orderId} ${deliverableId} ${status}`),
    );
    return deliverables.map((deliverable) => {
      const { deliverableId, state } = deliverable;
      const times = changeFeed.timesOf(scope, 'deliverable', `${orderId} ${deliverableId}`);
      return historyEntry({
        key: `deliverable ${orderId} ${deliverableId} ${state}`,
        kind: state === 'done' ? 'delivered' : 'deliverable-state',
        at: deliverable.deliveredAt ?? deliverable.updatedAt,
        observedAt: times.get(state) ?? null,
        source: 'v2',
        text: { level: deliverable.level ?? '', status: deliverable.status },
        reason: deliverable.reason,
        subjects: subjectsOf(deliverable.captureId),
      });
    });
  }

  return (
    scope: Scope,
    order: OrderDetails,
    { cluster, isReported }: { cluster: Cluster; isReported: ReportedByEvents },
  ): HistoryEntry[] => {
    const context = { scope, order, cluster, isReported, ...relatedTo(order, cluster.only) };
    return [
      ...orderEntries(context),
      ...captureEntries(context),
      ...deliverableEntries(context),
      ...eventEntries(context),
    ];
  };
}
