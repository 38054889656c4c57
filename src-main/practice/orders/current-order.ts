import { chanceOf } from '../deterministic.ts';
import type { PracticeOptions } from '../options.ts';
import { sceneCount } from '../practice-scene.ts';
import type { PracticeOrder, PracticeTask } from '../records.ts';
import type { Scenes } from '../scenes.ts';
import type { BulkOrders } from './bulk-orders.ts';
import { type OrderEvent, type OrderState, orderState, timelineOf } from './order-timeline.ts';

/** An order with its present state. */
export interface CurrentOrder {
  order: PracticeOrder;
  task: PracticeTask;
  timeline: readonly OrderEvent[];
  state: OrderState;
  /** The status in answers; for some orders it is an undocumented one. */
  status: string;
  updatedAt: number;
  touchedAt: number | null;
}

/** A deliverable with its present state; `part` counts the scenes of its capture. */
export interface CurrentDeliverable {
  of: CurrentOrder;
  captureIndex: number;
  part: number;
  event: OrderEvent;
}

/** What `createCurrentOrders` needs. */
export interface CurrentOrdersOptions {
  bulk: BulkOrders;
  scenes: Scenes;
  options: PracticeOptions;
  now: () => number;
}

/** Returns the deliverables of an order, one for each scene. */
export function deliverablesOf(of: CurrentOrder): CurrentDeliverable[] {
  return [...of.state.deliverables].flatMap(([captureIndex, event]) =>
    Array.from({ length: sceneCount(of.task, captureIndex) }, (_, part) => ({
      of,
      captureIndex,
      part,
      event,
    })),
  );
}

/** Creates the functions that compute the present state of orders. */
export function createCurrentOrders({ bulk, scenes, options, now }: CurrentOrdersOptions) {
  const touched = new Map<number, number>();

  function shownStatus(order: PracticeOrder, status: string): string {
    if (status !== 'in_progress') return status;
    const share = options.unknownStatuses ? 0.3 : 0.04;
    return chanceOf(options.seed, 'odd status', order.orderNumber) < share ? 'awaiting_conditions' : status;
  }

  function at(order: PracticeOrder, task: PracticeTask): CurrentOrder {
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

  /** Computed once, because bulk orders do not change. */
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
      for (const [index, event] of state.deliverables) {
        deliverableAt[bulk.before(row) + index] = event.at;
        deliverableStatus[bulk.before(row) + index] = event.status;
      }
    }
    return { updatedAt, status, deliverableAt, deliverableStatus };
  }
  const summarized = () => {
    summary ??= summarize();
    return summary;
  };

  return {
    /** Returns the bulk order of this row. */
    bulkAt,
    /** Returns the order in a list; an empty list if its task does not exist any more. */
    current,
    summarized,
    /** Returns when an order was touched (ms); undefined if it was not. */
    touchedAt: (orderNumber: number): number | undefined => touched.get(orderNumber),
    /** Makes an order newer than all others. */
    touch: (orderNumber: number) => void touched.set(orderNumber, now()),
  };
}
