import { isSameStatus } from '../http-toolkit.ts';
import type { PracticeOptions } from '../options.ts';
import { footprintOf, type PracticeScene } from '../practice-scene.ts';
import type { PracticeOrder } from '../records.ts';
import type { Scenes } from '../scenes.ts';
import { firstBulkNumber, type World } from '../world.ts';
import type { BulkOrders } from './bulk-orders.ts';
import {
  type CurrentDeliverable,
  type CurrentOrder,
  createCurrentOrders,
  deliverablesOf,
} from './current-order.ts';
import { type BulkRowNumbers, bulkRowsUpTo, type LazyList, storedThenBulk } from './lazy-list.ts';

/** Returns the order that stands for an archive download (service §9). */
function downloadOrder(scene: PracticeScene, createdAt: number): Omit<PracticeOrder, 'orderNumber'> {
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

const monthOf = (ms: number) => new Date(ms).toISOString().slice(0, 7);

interface Download {
  owner: string;
  taskId: number;
  index: number;
  level: string;
  ms: number;
}

const keyOf = ({ owner, taskId, index, level, ms }: Download) =>
  [owner, taskId, index, level, monthOf(ms)].join(' ');

/** Creates the function that records the download of a file: one order for each capture, level and month. */
function createArchiveDownloads({ world, now }: { world: World; now: () => number }) {
  const noted = new Set<string>();
  for (const { kind, owner, taskId, captureIndex, level, createdAt } of world.allOrders())
    if (kind === 'download')
      noted.add(keyOf({ owner, taskId, index: captureIndex ?? 0, level, ms: createdAt }));

  return (scene: PracticeScene) => {
    const { task, capture, spec } = scene;
    const { owner, taskId } = task;
    const key = keyOf({ owner, taskId, index: capture.index, level: spec.level, ms: now() });
    if (noted.has(key)) return;
    noted.add(key);
    world.addOrder(downloadOrder(scene, now()));
  };
}

/** The filter of a list of orders (service §10.4); null does not filter. `updatedSince` is in ms since 1970. */
export interface OrderFilter {
  taskId: number | null;
  orderName: string | null;
  status: string | null;
  updatedSince: number | null;
}

/**
 * The filter of a list of deliverables; null does not filter. `delivered` is a half-open period (ms) of the time of delivery.
 */
export interface DeliverableFilter {
  order: number | null;
  status: string | null;
  updatedSince: number | null;
  delivered: { from: number; to: number } | null;
}

/** Finds and lists orders with the present state of their captures and deliverables. */
export interface OrderBook {
  find(orderNumber: number, owner: string): CurrentOrder | undefined;
  list(owner: string, filter: OrderFilter): LazyList<CurrentOrder>;
  deliverablesOf(of: CurrentOrder): CurrentDeliverable[];
  deliverables(owner: string, filter: DeliverableFilter): LazyList<CurrentDeliverable>;
  /** Makes this many orders newer than all others; returns their numbers. */
  touch(count: number): number[];
  /** Records that a file of the archive was downloaded: one order for each capture, level and month. */
  recordDownload(scene: PracticeScene): void;
}

function fits(filter: DeliverableFilter, status: string, happenedAt: number): boolean {
  if (filter.status !== null && !isSameStatus(status, filter.status)) return false;
  if (filter.updatedSince !== null && happenedAt < filter.updatedSince) return false;
  if (filter.delivered === null) return true;
  return status === 'DELIVERED' && happenedAt >= filter.delivered.from && happenedAt < filter.delivered.to;
}

/** Creates the list of all orders of the practice service: the stored ones, then the bulk ones. */
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
  const { bulkAt, current, summarized, touchedAt, touch } = createCurrentOrders({
    bulk,
    scenes,
    options,
    now,
  });

  /** Lists of some services are late. */
  const isTooNew = (createdAt: number) =>
    options.listedAfterMs > 0 && createdAt > now() - options.listedAfterMs;

  function bulkRows(owner: string, filter: OrderFilter): BulkRowNumbers {
    if (owner !== bulk.owner || filter.taskId !== null) return bulkRowsUpTo(0);
    const { orderName, status, updatedSince } = filter;
    if (orderName === null && status === null && updatedSince === null) return bulkRowsUpTo(bulk.count);
    return bulkRowsUpTo(bulk.count, (row) => {
      if (orderName !== null && bulk.name(row) !== orderName) return false;
      if (status !== null && !isSameStatus(summarized().status[row] ?? '', status)) return false;
      const updatedAt = Math.max(touchedAt(firstBulkNumber + row) ?? 0, summarized().updatedAt[row] ?? 0);
      return updatedSince === null || updatedAt >= updatedSince;
    });
  }

  /** Successive deliverables mostly belong to the same order, so its deliverables are computed once. */
  function bulkDeliverables(numbers: readonly number[]): CurrentDeliverable[] {
    let latest: { row: number; deliverables: CurrentDeliverable[] } | null = null;
    return numbers.flatMap((number) => {
      const row = bulk.rowOfDeliverable(number);
      if (latest?.row !== row) latest = { row, deliverables: deliverablesOf(bulkAt(row)) };
      return latest.deliverables.filter(({ captureIndex }) => captureIndex === number - bulk.before(row));
    });
  }

  function find(orderNumber: number, owner: string): CurrentOrder | undefined {
    const row = bulk.rowOfOrder(orderNumber);
    const order = row === null ? world.findOrder(orderNumber) : bulk.order(row);
    return order?.owner === owner ? current(order)[0] : undefined;
  }

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
          if (isTooNew(order.createdAt)) return false;
          if (filter.orderName !== null && (options.deafNameFilters || order.orderName !== filter.orderName))
            return false;
          if (filter.status === null && filter.updatedSince === null) return true;
          const [shown] = current(order);
          if (!shown || (filter.status !== null && !isSameStatus(shown.status, filter.status))) return false;
          return filter.updatedSince === null || shown.updatedAt >= filter.updatedSince;
        });
      const rows = bulkRows(owner, filter);
      return storedThenBulk(
        own,
        rows,
        (orders) => orders.flatMap(current),
        (rowNumbers) => rowNumbers.map(bulkAt),
      );
    },
    deliverables(owner, filter) {
      const asked = filter.order === null ? null : find(filter.order, owner);
      const orders =
        asked === null ? world.ordersOf(owner).toReversed().flatMap(current) : asked ? [asked] : [];
      const own = orders.flatMap(deliverablesOf).filter(({ event }) => fits(filter, event.status, event.at));
      const all = asked === null && owner === bulk.owner ? bulk.deliverables : 0;
      const plain = filter.status === null && filter.updatedSince === null && filter.delivered === null;
      const made = plain
        ? bulkRowsUpTo(all)
        : bulkRowsUpTo(all, (each) =>
            fits(filter, summarized().deliverableStatus[each] ?? '', summarized().deliverableAt[each] ?? 0),
          );
      return storedThenBulk(own, made, (stored) => [...stored], bulkDeliverables);
    },
    touch(count) {
      const numbers = Array.from({ length: bulk.count }, (_, row) => firstBulkNumber + row);
      for (const { orderNumber } of world.allOrders()) numbers.push(orderNumber);
      const chosen = numbers.slice(0, count);
      for (const number of chosen) touch(number);
      return chosen;
    },
    recordDownload: createArchiveDownloads({ world, now }),
  };
}
