import type { PracticeContract, PracticeOrder, PracticeTask } from '../records.ts';
import { firstBulkNumber } from '../world.ts';
import { createBulkTasks, firstBulkTaskId } from './bulk-tasks.ts';

/**
 * Tens of thousands of orders of one owner that are computed from their row number instead of stored, for tests of long
 * lists.
 */
export interface BulkOrders {
  readonly owner: string;
  readonly count: number;
  readonly deliverables: number;
  /** Returns how many deliverables the rows before this one have. */
  before(row: number): number;
  rowOfDeliverable(deliverable: number): number;
  order(row: number): PracticeOrder;
  name(row: number): string;
  /** Returns null when the order is none of these. */
  rowOfOrder(orderNumber: number): number | null;
  /** Returns null when the task belongs to none of these orders. */
  rowOfTask(taskId: number): number | null;
  task(row: number): PracticeTask;
}

/**
 * Creates orders that are the same in every run and do not change with time. Each has about as many captures as the others,
 * each capture one scene and one deliverable.
 */
export function createBulkOrders(options: {
  seed: number;
  born: number;
  contract: PracticeContract;
  orders: number;
  deliverables: number;
}): BulkOrders {
  const { seed, born, contract } = options;
  const count = options.orders;
  const deliverables = count === 0 ? 0 : options.deliverables;
  const before = (row: number) => Math.floor((row * deliverables) / count);
  const { name, task } = createBulkTasks({ seed, born, contract, before });
  const rowAt = (row: number) => (row >= 0 && row < count ? row : null);

  return {
    owner: contract.contractId,
    count,
    deliverables,
    before,
    rowOfDeliverable(deliverable) {
      let row = Math.min(count - 1, Math.floor((deliverable * count) / deliverables));
      while (before(row + 1) <= deliverable) row += 1;
      while (before(row) > deliverable) row -= 1;
      return row;
    },
    name,
    rowOfOrder: (orderNumber) => rowAt(orderNumber - firstBulkNumber),
    rowOfTask: (taskId) => rowAt(taskId - firstBulkTaskId),
    task,
    order(row) {
      const subject = task(row);
      return {
        orderNumber: firstBulkNumber + row,
        owner: contract.contractId,
        kind: 'tasking',
        taskId: subject.taskId,
        captureIndex: null,
        sku: subject.ordered?.sku ?? '',
        orderName: subject.taskName,
        projectName: subject.projectName,
        geometry: subject.target,
        parameters: {
          start: new Date(subject.start).toISOString(),
          end: new Date(subject.end).toISOString(),
          processing_level: subject.ordered?.level,
        },
        further: {},
        level: subject.ordered?.level ?? 'L1D_SR',
        createdAt: subject.createdAt,
      };
    },
  };
}
