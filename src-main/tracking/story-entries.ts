import type { CaptureId, Scope } from '../../src-preload/contract/ids.ts';
import type { SceneDetails } from '../../src-preload/contract/library.ts';
import type { OrderDetails } from '../../src-preload/contract/orders.ts';
import type { TaskDetails } from '../../src-preload/contract/tasking.ts';
import type { StoryEntry, StoryKind, Subject } from '../../src-preload/contract/tracking.ts';
import type { Observations } from './observations.ts';
import type { Cluster, StorySources } from './story-sources.ts';

type Made = Partial<StoryEntry> & Pick<StoryEntry, 'key' | 'kind' | 'source' | 'subjects'>;
export const entry = (made: Made): StoryEntry => ({
  at: null,
  observedAt: null,
  certainty: 'happened',
  text: {},
  reason: null,
  ...made,
});

const captureKinds: Record<string, StoryKind> = {
  queued: 'capture-planned',
  waiting: 'capture-planned',
  processing: 'capture-taken',
  published: 'capture-published',
  done: 'capture-published',
  failed: 'capture-failed',
  withdrawn: 'capture-withdrawn',
};

/** What an event already tells, with its exact time, is not told by the state as well. */
function toldByEvents(orders: readonly OrderDetails[]) {
  const told = new Set<string>();
  // Ids come in any case, and one and the same in two: what is asked is folded, so is what is noted.
  const note = (what: string) => told.add(what.toLowerCase());
  for (const { orderId, events, deliverables } of orders) {
    // Delivered at a time that is known: that it was published some time says no more.
    for (const { captureId, state } of deliverables)
      if (captureId !== null && state === 'done') note(`capture ${captureId} published`);
    for (const event of events) {
      const status = event.status?.toLowerCase() ?? '';
      if (event.deliverableId !== null) note(`deliverable ${orderId} ${event.deliverableId} ${status}`);
      else if (event.captureId !== null) note(`capture ${event.captureId} ${status}`);
      else note(`order ${orderId} ${status}`);
    }
  }
  return (what: string) => told.has(what.toLowerCase());
}

/** What happened, as far as anybody said: in no order yet. */
export function createHappened(options: {
  observations: Pick<Observations, 'timesOf'>;
  sent: StorySources['sent'];
}) {
  const { observations, sent } = options;

  function ofTask(scope: Scope, task: TaskDetails, only: CaptureId | null, told: (what: string) => boolean) {
    const subject: Subject = { kind: 'task', taskId: task.taskId };
    const id = String(task.taskId);
    const seen = observations.timesOf(scope, 'task', id);
    const from = sent(scope, 'task', id);
    const entries = [
      entry({
        key: `task ${id}`,
        kind: 'task-submitted',
        at: task.createdTime,
        observedAt: [...seen.values()].sort()[0] ?? null,
        source: 'v1',
        text: { name: task.name },
        subjects: [subject],
      }),
    ];
    if (from)
      entries.push(
        entry({
          key: `sent task ${id}`,
          kind: 'sent',
          at: from.at,
          observedAt: from.at,
          source: 'here',
          text: { contract: from.contractName ?? '' },
          subjects: [subject],
        }),
      );
    if (task.statusKind !== 'received')
      entries.push(
        entry({
          key: `task ${id} ${task.status}`,
          kind: 'task-state',
          observedAt: seen.get(task.statusKind) ?? null,
          source: 'v1',
          text: { status: task.status, state: task.statusKind },
          subjects: [subject],
        }),
      );
    for (const capture of task.captures) {
      if (only !== null && capture.captureId !== only) continue;
      const times = observations.timesOf(scope, 'capture', capture.captureId);
      const subjects: Subject[] = [{ kind: 'capture', captureId: capture.captureId }, subject];
      const text = { satellite: capture.satelliteName ?? '', status: capture.status };
      const taken = capture.statusKind === 'processing' || capture.statusKind === 'published';
      const key = `capture ${capture.captureId}`;
      if (taken)
        entries.push(
          entry({
            key: `${key} taken`,
            kind: 'capture-taken',
            at: capture.start,
            observedAt: times.get('processing') ?? times.get('published') ?? null,
            source: 'v1',
            text,
            subjects,
          }),
        );
      // The time of a planned capture is that of its pass: what is due, not what happened.
      if (capture.statusKind === 'processing' || told(`${key} ${capture.status}`)) continue;
      entries.push(
        entry({
          key: `${key} ${capture.statusKind}`,
          kind: captureKinds[capture.statusKind] ?? 'capture-state',
          observedAt: times.get(capture.statusKind) ?? null,
          source: 'v1',
          text,
          subjects,
        }),
      );
    }
    return entries;
  }

  /** What every part of an order is told with. */
  interface OrderPart {
    scope: Scope;
    order: OrderDetails;
    cluster: Cluster;
    told: (what: string) => boolean;
    about: (captureId: CaptureId | null) => Subject[];
    concerns: (captureId: string | null) => boolean;
  }

  function itself({ scope, order, told, about }: OrderPart): StoryEntry[] {
    const { orderId } = order;
    const subjects = about(null);
    const seen = observations.timesOf(scope, 'order', orderId);
    const text = { id: orderId, sku: order.sku };
    const from = sent(scope, 'order', orderId);
    const entries: StoryEntry[] = [];
    if (from)
      entries.push(
        entry({
          key: `sent order ${orderId}`,
          kind: 'sent',
          at: from.at,
          observedAt: from.at,
          source: 'here',
          text: { contract: from.contractName ?? '' },
          subjects,
        }),
      );
    if (!told(`order ${orderId} received`) || order.taskId === null)
      entries.push(
        entry({
          key: `order ${orderId}`,
          kind: 'order-created',
          at: order.createdAt,
          observedAt: [...seen.values()].sort()[0] ?? null,
          source: 'v2',
          text,
          subjects,
        }),
      );
    // Of a closed order no event says whether it was fulfilled.
    const outcome = order.state === 'fulfilled' || order.state === 'unfulfilled';
    if (order.state !== 'received' && (outcome || !told(`order ${orderId} ${order.status}`)))
      entries.push(
        entry({
          key: `order ${orderId} ${order.state}`,
          kind: 'order-state',
          at: outcome ? order.updatedAt : null,
          observedAt: seen.get(order.state) ?? null,
          source: 'v2',
          text: { ...text, status: order.status, state: order.state },
          subjects,
        }),
      );
    return entries;
  }

  function captures({ scope, order, cluster, told, about, concerns }: OrderPart): StoryEntry[] {
    const inTask = new Set(cluster.task?.captures.map(({ captureId }) => captureId));
    const own = order.captures.filter(
      ({ captureId, status }) =>
        concerns(captureId) && !inTask.has(captureId) && !told(`capture ${captureId} ${status}`),
    );
    return own.map((capture) => {
      const { captureId, state } = capture;
      const kind = captureKinds[state] ?? 'capture-state';
      const times = observations.timesOf(scope, 'order-capture', `${order.orderId} ${captureId}`);
      return entry({
        key: `${order.orderId} capture ${captureId} ${state}`,
        kind,
        at: kind === 'capture-taken' ? capture.start : null,
        observedAt: times.get(state) ?? null,
        source: 'v2',
        text: { satellite: capture.satelliteName ?? '', status: capture.status },
        reason: capture.reason,
        subjects: about(captureId),
      });
    });
  }

  function deliverables({ scope, order, told, about, concerns }: OrderPart): StoryEntry[] {
    const { orderId } = order;
    const own = order.deliverables.filter(
      ({ captureId, deliverableId, status }) =>
        concerns(captureId) && !told(`deliverable ${orderId} ${deliverableId} ${status}`),
    );
    return own.map((each) => {
      const times = observations.timesOf(scope, 'deliverable', `${orderId} ${each.deliverableId}`);
      return entry({
        key: `deliverable ${orderId} ${each.deliverableId} ${each.state}`,
        kind: each.state === 'done' ? 'delivered' : 'deliverable-state',
        at: each.deliveredAt ?? each.updatedAt,
        observedAt: times.get(each.state) ?? null,
        source: 'v2',
        text: { level: each.level ?? '', status: each.status },
        reason: each.reason,
        subjects: about(each.captureId),
      });
    });
  }

  function events({ order, about, concerns }: OrderPart): StoryEntry[] {
    return order.events.flatMap((event) => {
      const capture = order.captures.find(({ captureId }) => captureId === event.captureId);
      const deliverable = order.deliverables.find(
        ({ deliverableId }) => deliverableId === event.deliverableId,
      );
      if (!concerns(event.captureId) || !concerns(deliverable?.captureId ?? null)) return [];
      return entry({
        key: `event ${order.orderId} ${event.key}`,
        kind: 'event',
        at: event.at,
        source: 'event',
        text: { event: event.kind?.replaceAll(/[._]+/g, ' ') ?? '', status: event.status ?? '' },
        reason: event.reason,
        subjects: about(capture?.captureId ?? deliverable?.captureId ?? null),
      });
    });
  }

  function ofOrder(scope: Scope, order: OrderDetails, cluster: Cluster, told: (what: string) => boolean) {
    const subject: Subject = { kind: 'order', orderId: order.orderId };
    const { only } = cluster;
    const part: OrderPart = {
      ...{ scope, order, cluster, told },
      about: (captureId) => (captureId === null ? [subject] : [{ kind: 'capture', captureId }, subject]),
      concerns: (captureId) =>
        only === null || captureId === null || captureId === only || order.outcomeId === only,
    };
    return [...itself(part), ...captures(part), ...deliverables(part), ...events(part)];
  }

  function ofScene(scope: Scope, scene: SceneDetails): StoryEntry[] {
    const id = String(scene.librarySceneId);
    const subjects: Subject[] = [{ kind: 'scene', librarySceneId: scene.librarySceneId }];
    if (scene.captureId !== null) subjects.push({ kind: 'capture', captureId: scene.captureId });
    // Thumbnails come by themselves, for the lists.
    const own = scene.files.filter(({ name }) => name !== 'thumbnail');
    const saved = own.filter(({ state }) => state === 'on-disk');
    const missing = own.filter(({ state }) => state === 'missing');
    const entries = [
      entry({
        key: `scene ${id}`,
        kind: 'scene-listed',
        // The service changes a scene when it publishes it; later changes move this time on.
        at: scene.lastModified,
        observedAt: observations.timesOf(scope, 'scene', id).get('seen') ?? null,
        source: 'v1',
        text: { name: scene.sceneId },
        subjects,
      }),
    ];
    const file = (kind: 'file-saved' | 'file-missing', files: typeof saved) => {
      for (const each of files)
        entries.push(
          entry({
            key: `file ${each.fileId}`,
            kind,
            at: each.savedAt,
            observedAt: each.savedAt,
            source: 'here',
            text: { name: each.fileName, bytes: each.sizeBytes ?? 0 },
            subjects,
          }),
        );
    };
    file('file-saved', saved);
    file('file-missing', missing);
    return entries;
  }

  return (scope: Scope, cluster: Cluster): StoryEntry[] => {
    const told = toldByEvents(cluster.orders);
    return [
      ...(cluster.task ? ofTask(scope, cluster.task, cluster.only, told) : []),
      ...cluster.orders.flatMap((order) => ofOrder(scope, order, cluster, told)),
      ...cluster.scenes.flatMap((scene) => ofScene(scope, scene)),
    ];
  };
}
