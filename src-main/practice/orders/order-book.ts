import { chanceOf } from '../deterministic.ts';
import { isSameStatus } from '../http-toolkit.ts';
import type { PracticeOptions } from '../options.ts';
import type { PracticeOrder, PracticeTask } from '../records.ts';
import { footprintOf, type PracticeScene, type Scenes, sceneCount } from '../scenes.ts';
import type { World } from '../world.ts';
import { firstBulkNumber } from '../world.ts';
import type { BulkOrders } from './bulk-orders.ts';
import { type Happening, type OrderState, orderState, timelineOf } from './timeline.ts';

/** An order as it stands at this moment. */
export interface OrderNow {
  order: PracticeOrder;
  task: PracticeTask;
  timeline: readonly Happening[];
  state: OrderState;
  /** As it shows: now and then a status that nobody knows. */
  status: string;
  updatedAt: number;
  touchedAt: number | null;
}

export interface DeliverableNow {
  of: OrderNow;
  captureIndex: number;
  part: number;
  happening: Happening;
}

export interface OrderFilter {
  taskId: number | null;
  orderName: string | null;
  status: string | null;
  updatedSince: number | null;
}

/** Half-open period (ms); deliverables are counted by the time of delivery. */
export interface DeliverableFilter {
  order: number | null;
  status: string | null;
  updatedSince: number | null;
  delivered: { from: number; to: number } | null;
}

/** Found rows: counted at once, made only for the page that is shown. */
export interface Found<T> {
  count: number;
  slice(offset: number, limit: number): T[];
}

export interface OrderBook {
  find(orderNumber: number, owner: string): OrderNow | undefined;
  list(owner: string, filter: OrderFilter): Found<OrderNow>;
  deliverablesOf(of: OrderNow): DeliverableNow[];
  deliverables(owner: string, filter: DeliverableFilter): Found<DeliverableNow>;
  /** These many orders are newer than all others from now on; answers their numbers. */
  touch(count: number): number[];
  /** A file of the archive was fetched: one order for each capture, level and month. */
  noteDownload(scene: PracticeScene): void;
}

/** Some of the made-up rows. */
type Rows = Pick<Found<number>, 'count' | 'slice'>;

function rowsUpTo(count: number, fits?: (row: number) => boolean): Rows {
  if (!fits) {
    return {
      count,
      slice: (offset, limit) =>
        Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, place) => offset + place),
    };
  }
  const rows: number[] = [];
  for (let row = 0; row < count; row += 1) if (fits(row)) rows.push(row);
  return { count: rows.length, slice: (offset, limit) => rows.slice(offset, offset + limit) };
}

/** What is kept in memory, then what is made up. */
function joined<Kept, T>(
  kept: readonly Kept[],
  rows: Rows,
  showKept: (some: readonly Kept[]) => T[],
  showRows: (some: readonly number[]) => T[],
): Found<T> {
  return {
    count: kept.length + rows.count,
    slice(offset, limit) {
      const first = kept.slice(offset, offset + limit);
      const after = rows.slice(Math.max(0, offset - kept.length), limit - first.length);
      return [...showKept(first), ...showRows(after)];
    },
  };
}

export function createOrderBook({
  world,
  bulk,
  scenes,
  options,
  now,
}: {
  world: World;
  bulk: BulkOrders;
  scenes: Scenes;
  options: PracticeOptions;
  now: () => number;
}): OrderBook {
  const touched = new Map<number, number>();

  function shownStatus(order: PracticeOrder, status: string): string {
    if (status !== 'in_progress') return status;
    const share = options.unknownStatuses ? 0.3 : 0.04;
    return chanceOf(options.seed, 'odd status', order.orderNumber) < share ? 'awaiting_conditions' : status;
  }

  function at(order: PracticeOrder, task: PracticeTask): OrderNow {
    const timeline = timelineOf(order, task, options.speed);
    const state = orderState(timeline, now());
    const touchedAt = touched.get(order.orderNumber) ?? null;
    const status = shownStatus(order, state.status);
    return {
      order,
      task,
      timeline,
      state,
      status,
      touchedAt,
      updatedAt: Math.max(state.updatedAt, touchedAt ?? 0),
    };
  }
  const bulkAt = (row: number) => at(bulk.order(row), bulk.task(row));
  const current = (order: PracticeOrder) => {
    const task = scenes.subject(order.taskId);
    return task ? [at(order, task)] : [];
  };

  /** What filters ask of the made-up orders; they stand still, so once is enough. */
  let summary: ReturnType<typeof summarize> | null = null;
  function summarize() {
    const updatedAt = new Float64Array(bulk.count);
    const status: string[] = [];
    const deliverableAt = new Float64Array(bulk.deliverables);
    const deliverableStatus: string[] = [];
    for (let row = 0; row < bulk.count; row += 1) {
      const { state, status: shown } = bulkAt(row);
      updatedAt[row] = state.updatedAt;
      status.push(shown);
      for (const [index, happening] of state.deliverables) {
        deliverableAt[bulk.before(row) + index] = happening.at;
        deliverableStatus[bulk.before(row) + index] = happening.status;
      }
    }
    return { updatedAt, status, deliverableAt, deliverableStatus };
  }
  const summarized = () => {
    summary ??= summarize();
    return summary;
  };

  function bulkRows(owner: string, filter: OrderFilter): Rows {
    if (owner !== bulk.owner || filter.taskId !== null) return rowsUpTo(0);
    const { orderName, status, updatedSince } = filter;
    if (orderName === null && status === null && updatedSince === null) return rowsUpTo(bulk.count);
    return rowsUpTo(bulk.count, (row) => {
      if (orderName !== null && bulk.name(row) !== orderName) return false;
      if (status !== null && !isSameStatus(summarized().status[row] ?? '', status)) return false;
      const updatedAt = Math.max(touched.get(firstBulkNumber + row) ?? 0, summarized().updatedAt[row] ?? 0);
      return updatedSince === null || updatedAt >= updatedSince;
    });
  }

  function deliverablesOf(of: OrderNow): DeliverableNow[] {
    return [...of.state.deliverables].flatMap(([captureIndex, happening]) =>
      Array.from({ length: sceneCount(of.task, captureIndex) }, (_, part) => ({
        of,
        captureIndex,
        part,
        happening,
      })),
    );
  }

  /** Neighbours are mostly of one order. */
  function madeDeliverables(some: readonly number[]): DeliverableNow[] {
    let last: { row: number; rows: DeliverableNow[] } | null = null;
    return some.flatMap((each) => {
      const row = bulk.rowOfDeliverable(each);
      if (last?.row !== row) last = { row, rows: deliverablesOf(bulkAt(row)) };
      return last.rows.filter(({ captureIndex }) => captureIndex === each - bulk.before(row));
    });
  }

  function fits(filter: DeliverableFilter, status: string, happenedAt: number): boolean {
    if (filter.status !== null && !isSameStatus(status, filter.status)) return false;
    if (filter.updatedSince !== null && happenedAt < filter.updatedSince) return false;
    if (filter.delivered === null) return true;
    return status === 'DELIVERED' && happenedAt >= filter.delivered.from && happenedAt < filter.delivered.to;
  }

  function find(orderNumber: number, owner: string): OrderNow | undefined {
    const row = bulk.rowOfOrder(orderNumber);
    const order = row === null ? world.findOrder(orderNumber) : bulk.order(row);
    return order?.owner === owner ? current(order)[0] : undefined;
  }

  const monthOf = (ms: number) => new Date(ms).toISOString().slice(0, 7);
  const downloadKey = (owner: string, taskId: number, index: number, level: string, ms: number) =>
    [owner, taskId, index, level, monthOf(ms)].join(' ');
  const downloads = new Set<string>();
  for (const { kind, owner, taskId, captureIndex, level, createdAt } of world.allOrders())
    if (kind === 'download') downloads.add(downloadKey(owner, taskId, captureIndex ?? 0, level, createdAt));

  return {
    find,
    deliverablesOf,
    list(owner, filter) {
      const own = world
        .ordersOf(owner)
        .toReversed()
        .filter((order) => {
          if (filter.taskId !== null && (order.kind !== 'task' || order.taskId !== filter.taskId))
            return false;
          if (filter.orderName !== null && order.orderName !== filter.orderName) return false;
          if (filter.status === null && filter.updatedSince === null) return true;
          const [as] = current(order);
          if (!as || (filter.status !== null && !isSameStatus(as.status, filter.status))) return false;
          return filter.updatedSince === null || as.updatedAt >= filter.updatedSince;
        });
      const rows = bulkRows(owner, filter);
      return joined(
        own,
        rows,
        (some) => some.flatMap(current),
        (some) => some.map(bulkAt),
      );
    },
    deliverables(owner, filter) {
      const asked = filter.order === null ? null : find(filter.order, owner);
      const orders =
        asked === null ? world.ordersOf(owner).toReversed().flatMap(current) : asked ? [asked] : [];
      const own = orders
        .flatMap(deliverablesOf)
        .filter(({ happening }) => fits(filter, happening.status, happening.at));
      const all = asked === null && owner === bulk.owner ? bulk.deliverables : 0;
      const plain = filter.status === null && filter.updatedSince === null && filter.delivered === null;
      const made = plain
        ? rowsUpTo(all)
        : rowsUpTo(all, (each) =>
            fits(filter, summarized().deliverableStatus[each] ?? '', summarized().deliverableAt[each] ?? 0),
          );
      return joined(own, made, (some) => [...some], madeDeliverables);
    },
    touch(count) {
      const numbers = Array.from({ length: bulk.count }, (_, row) => firstBulkNumber + row);
      for (const { orderNumber } of world.allOrders()) numbers.push(orderNumber);
      const chosen = numbers.slice(0, count);
      for (const number of chosen) touched.set(number, now());
      return chosen;
    },
    noteDownload(scene) {
      const { task, capture, spec } = scene;
      const key = downloadKey(task.owner, task.taskId, capture.index, spec.level, now());
      if (downloads.has(key)) return;
      downloads.add(key);
      world.addOrder(downloadOrder(scene, now()));
    },
  };
}

/** An archive download as an order (service §9). */
export function downloadOrder(scene: PracticeScene, createdAt: number): Omit<PracticeOrder, 'orderNumber'> {
  const { task, capture, spec } = scene;
  const suffix = spec.level === 'L1D_SR' ? '.30.30' : spec.level === 'L1D' ? '.15.15' : '.15.01';
  return {
    owner: task.owner,
    kind: 'download',
    taskId: task.taskId,
    captureIndex: capture.index,
    sku: `ARCLGD-M${suffix}`,
    orderName: `Archive download ${capture.captureId.slice(0, 8)} ${new Date(createdAt).toISOString().slice(0, 7)}`,
    projectName: task.projectName,
    geometry: footprintOf(scene),
    parameters: { outcome_id: capture.captureId, processing_level: spec.level },
    further: {},
    level: spec.level,
    createdAt,
  };
}
