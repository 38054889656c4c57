import { chanceOf } from '../deterministic.ts';
import type { PracticeOptions } from '../options.ts';
import { sceneCount } from '../practice-scene.ts';
import type { PracticeOrder, PracticeTask } from '../records.ts';
import type { Scenes } from '../scenes.ts';
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

/** A deliverable as it stands at this moment; `part` counts the scenes of its capture. */
export interface DeliverableNow {
  of: OrderNow;
  captureIndex: number;
  part: number;
  happening: Happening;
}

/** What `createOrdersNow` needs. */
export interface OrdersNowOptions {
  bulk: BulkOrders;
  scenes: Scenes;
  options: PracticeOptions;
  now: () => number;
}

/** The deliverables of an order, one for each scene. */
export function deliverablesOf(of: OrderNow): DeliverableNow[] {
  return [...of.state.deliverables].flatMap(([captureIndex, happening]) =>
    Array.from({ length: sceneCount(of.task, captureIndex) }, (_, part) => ({
      of,
      captureIndex,
      part,
      happening,
    })),
  );
}

/** What orders and deliverables have come to at this moment. */
export function createOrdersNow({ bulk, scenes, options, now }: OrdersNowOptions) {
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

  return {
    /** The made-up order of this row. */
    bulkAt,
    /** One or none: an order whose subject is gone is not shown. */
    current,
    summarized,
    /** When an order was touched (ms); undefined when it was not. */
    touchedAt: (orderNumber: number): number | undefined => touched.get(orderNumber),
    /** Makes an order newer than all others. */
    touch: (orderNumber: number) => void touched.set(orderNumber, now()),
  };
}
