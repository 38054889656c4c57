import type {
  CaptureId,
  LibrarySceneId,
  OrderId,
  Scope,
  TaskId,
} from '../../../../src-preload/contract/ids.ts';
import type { SceneDetails } from '../../../../src-preload/contract/library.ts';
import type { OrderDetails } from '../../../../src-preload/contract/orders.ts';
import type { TaskDetails } from '../../../../src-preload/contract/tasking.ts';

/** A file that was on the disk, and when and how it left it. */
export interface RemovedFile {
  id: number;
  fileName: string;
  sizeBytes: number | null;
  savedAt: string | null;
  how: 'trashed' | 'deleted' | 'import-undone' | 'unpacking-undone' | 'given-up';
  removedAt: string;
}

/** Functions that the domains provide for a history. None of them asks the service. */
export interface HistorySources {
  task: (scope: Scope, taskId: TaskId) => TaskDetails | null;
  taskOfCapture: (scope: Scope, captureId: CaptureId) => TaskId | null;
  order: (scope: Scope, orderId: OrderId) => OrderDetails | null;
  ordersOfTask: (scope: Scope, taskId: TaskId) => OrderId[];
  ordersOfCapture: (scope: Scope, captureId: CaptureId) => OrderId[];
  scene: (id: LibrarySceneId) => SceneDetails;
  scenesOfCapture: (scope: Scope, captureId: CaptureId) => SceneDetails[];
  /** Returns the files of a scene that left the disk by a command. */
  removedFiles: (id: LibrarySceneId) => RemovedFile[];
  sent: (
    scope: Scope,
    kind: 'task' | 'order',
    remoteId: string,
  ) => { at: string; contractName: string | null } | null;
}

/** All subjects of one history. */
export interface Cluster {
  task: TaskDetails | null;
  orders: OrderDetails[];
  scenes: SceneDetails[];
  /** The captures of the whole history, or the one capture that it is about. */
  captureIds: CaptureId[];
  only: CaptureId | null;
}

const maxCaptures = 400;
const maxOrders = 60;
/** Archive downloads are orders about a capture; they are searched for at most this many captures. */
const maxCapturesForOrders = 60;

/** Creates the functions that find all subjects of a history: from one of them, they follow task ↔ order ↔ capture ↔ scene. */
export function createClusterFinder(sources: HistorySources) {
  function around(
    scope: Scope,
    start: { task: TaskDetails | null; orderIds: readonly OrderId[]; only: CaptureId | null },
  ): Cluster {
    const { task, only } = start;
    const orders = new Map<OrderId, OrderDetails>();
    const add = (orderId: OrderId) => {
      if (orders.has(orderId) || orders.size >= maxOrders) return;
      const order = sources.order(scope, orderId);
      if (order) orders.set(order.orderId, order);
    };
    for (const orderId of start.orderIds) add(orderId);
    if (task) for (const orderId of sources.ordersOfTask(scope, task.taskId)) add(orderId);
    const captureIds = new Set<CaptureId>(only === null ? [] : [only]);
    if (only === null) {
      for (const { captureId } of task?.captures ?? []) captureIds.add(captureId);
      for (const order of orders.values()) {
        if (order.outcomeId !== null) captureIds.add(order.outcomeId);
        for (const { captureId } of order.captures) captureIds.add(captureId);
        for (const { captureId } of order.deliverables) if (captureId !== null) captureIds.add(captureId);
      }
    }
    const latest = [...captureIds].slice(-maxCaptures);
    for (const captureId of latest.slice(-maxCapturesForOrders))
      for (const orderId of sources.ordersOfCapture(scope, captureId)) add(orderId);
    return {
      task,
      orders: [...orders.values()],
      scenes: latest.flatMap((captureId) => sources.scenesOfCapture(scope, captureId)),
      captureIds: latest,
      only,
    };
  }

  return {
    ofTask: (scope: Scope, taskId: TaskId): Cluster =>
      around(scope, { task: sources.task(scope, taskId), orderIds: [], only: null }),
    ofOrder(scope: Scope, orderId: OrderId): Cluster {
      const order = sources.order(scope, orderId);
      // The history of an order about one capture covers only that capture, not all captures of its task.
      const only = order?.outcomeId ?? null;
      const taskId = order?.taskId ?? (only === null ? null : sources.taskOfCapture(scope, only));
      const task = taskId === null ? null : sources.task(scope, taskId);
      return around(scope, { task, orderIds: order ? [order.orderId] : [], only });
    },
    ofCapture(scope: Scope, captureId: CaptureId): Cluster {
      const orderIds = sources.ordersOfCapture(scope, captureId);
      const first = orderIds[0] === undefined ? null : sources.order(scope, orderIds[0]);
      const taskId = sources.taskOfCapture(scope, captureId) ?? first?.taskId ?? null;
      const task = taskId === null ? null : sources.task(scope, taskId);
      return around(scope, { task, orderIds, only: captureId });
    },
  };
}
