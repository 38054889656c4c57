import { legacyClients, makeContracts } from './contracts.ts';
import type { PracticeClient, PracticeContract, PracticeOrder, PracticeTask } from './records.ts';
import { openWorldJournal } from './world-journal.ts';

/** A task without its number, which the world assigns. */
export type NewTask = Omit<PracticeTask, 'taskId' | 'seed'>;
/** An order without its number, which the world assigns. */
export type NewOrder = Omit<PracticeOrder, 'orderNumber'>;

/** Contains the contracts, tasks and orders of all owners. An owner is a contract, or legacy credentials. */
export interface World {
  readonly born: number;
  readonly contracts: readonly PracticeContract[];
  readonly legacyClients: readonly PracticeClient[];
  /** Returns the V1 tasks, newest first. */
  tasksOf(owner: string): PracticeTask[];
  allTasks(): PracticeTask[];
  /** Returns all tasks, including those behind V2 orders. */
  subjects(): Iterable<PracticeTask>;
  subject(taskId: number): PracticeTask | undefined;
  /** Returns the orders, oldest first. */
  ordersOf(owner: string): readonly PracticeOrder[];
  allOrders(): Iterable<PracticeOrder>;
  findOrder(orderNumber: number): PracticeOrder | undefined;
  /** Adds a V1 task and the order that mirrors it. */
  add(task: NewTask): PracticeTask;
  /** Adds a V2 order with a new task. */
  addOrdered(task: NewTask, order: Omit<NewOrder, 'taskId'>): PracticeOrder;
  /** Adds an order for an existing task. */
  addOrder(order: NewOrder): PracticeOrder;
  cancel(taskId: number, at: number): void;
}

const firstTaskId = 10_001;
/** V1 never reaches these numbers. */
const firstOrderedId = 3_000_001;
/** Bulk orders have the six-digit numbers (see bulk-orders.ts). */
const firstOrderNumber = 301;
const lastShortOrderNumber = 99_999;
/** The first six-digit number. */
export const firstBulkNumber = 100_001;
const firstLongOrderNumber = 1_000_001;

/** Returns an order number as text, zero padded (service §10.4). */
export const orderNumberText = (orderNumber: number) => String(orderNumber).padStart(6, '0');

/** Returns the order that mirrors a V1 task in V2 (service §9). */
function mirrorOf(task: PracticeTask): NewOrder {
  const point = task.target.type === 'Point';
  const level = task.product === 170 ? 'L1B' : point ? 'L1D_SR' : 'L1D';
  const iso = (ms: number) => new Date(ms).toISOString();
  return {
    owner: task.owner,
    kind: 'task',
    taskId: task.taskId,
    captureIndex: null,
    sku: point ? 'TSKPOI-M' : 'TSKARE-M',
    orderName: task.taskName,
    projectName: task.projectName,
    geometry: task.target,
    parameters: {
      task_id: task.taskId,
      start: iso(task.start),
      end: iso(task.end),
      ...(task.expectedAgeMs === null
        ? {}
        : { revisit_period: `PT${Math.round(task.expectedAgeMs / 1_000)}S` }),
      processing_level: level,
    },
    further: {},
    level,
    createdAt: task.createdAt,
  };
}

function appendTo<T>(lists: Map<string, T[]>, owner: string, item: T) {
  const list = lists.get(owner);
  if (list) list.push(item);
  else lists.set(owner, [item]);
}

/** Creates the world, or opens the stored one. With a folder, each change is on disk before it is answered. */
export function createWorld(options: {
  seed: number;
  now: () => number;
  stateFolder: string | null;
  /** Called with a new world, to fill it. */
  fill: (world: World) => void;
}): World {
  const contracts = makeContracts(options.seed);
  const journal = options.stateFolder === null ? null : openWorldJournal(options.stateFolder);
  const stored = journal?.read(options.now()) ?? null;
  const born = stored?.born ?? options.now();
  const subjects = new Map<number, PracticeTask>();
  const tasksOf = new Map<string, PracticeTask[]>();
  const orders = new Map<number, PracticeOrder>();
  const ordersOf = new Map<string, PracticeOrder[]>();
  const next = { task: firstTaskId, ordered: firstOrderedId, order: firstOrderNumber };
  /** Changes are appended only after the whole state was written once. */
  let isRecording = false;

  function insertTask(task: PracticeTask): PracticeTask {
    subjects.set(task.taskId, task);
    if (task.ordered) next.ordered = Math.max(next.ordered, task.taskId + 1);
    else {
      next.task = Math.max(next.task, task.taskId + 1);
      appendTo(tasksOf, task.owner, task);
    }
    return task;
  }
  function insertOrder(order: PracticeOrder): PracticeOrder {
    orders.set(order.orderNumber, order);
    appendTo(ordersOf, order.owner, order);
    const following = order.orderNumber + 1;
    next.order = Math.max(
      next.order,
      following > lastShortOrderNumber ? firstLongOrderNumber : following,
      following,
    );
    return order;
  }
  const numbered = (placed: NewOrder): PracticeOrder => ({
    ...placed,
    orderNumber: next.order,
    orderName: placed.orderName || `Order ${orderNumberText(next.order)}`,
  });
  const record = (change: { task?: PracticeTask; order?: PracticeOrder }) => {
    if (isRecording) journal?.append(change);
  };

  const world: World = {
    born,
    contracts,
    legacyClients,
    tasksOf: (owner) => (tasksOf.get(owner) ?? []).toReversed(),
    allTasks: () => [...subjects.values()].filter((task) => task.ordered === undefined),
    subjects: () => subjects.values(),
    subject: (taskId) => subjects.get(taskId),
    ordersOf: (owner) => ordersOf.get(owner) ?? [],
    allOrders: () => orders.values(),
    findOrder: (orderNumber) => orders.get(orderNumber),
    add(input) {
      const task = insertTask({ ...input, taskId: next.task, seed: options.seed });
      const order = insertOrder(numbered(mirrorOf(task)));
      record({ task, order });
      return task;
    },
    addOrdered(input, placed) {
      const task = insertTask({ ...input, taskId: next.ordered, seed: options.seed });
      const order = insertOrder(numbered({ ...placed, taskId: task.taskId }));
      record({ task, order });
      return order;
    },
    addOrder(placed) {
      const order = insertOrder(numbered(placed));
      record({ order });
      return order;
    },
    cancel(taskId, at) {
      const task = subjects.get(taskId);
      if (!task) return;
      task.cancelledAt = at;
      record({ task });
    },
  };

  if (stored) {
    for (const task of stored.tasks) insertTask(task);
    for (const order of stored.orders) insertOrder(order);
    // Older versions stored no orders.
    const mirrored = new Set(stored.orders.filter(({ kind }) => kind === 'task').map(({ taskId }) => taskId));
    for (const task of stored.tasks)
      if (!task.ordered && !mirrored.has(task.taskId)) insertOrder(numbered(mirrorOf(task)));
  } else options.fill(world);
  journal?.write({ version: 1, born, tasks: [...subjects.values()], orders: [...orders.values()] });
  isRecording = true;
  return world;
}
