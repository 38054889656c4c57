import type { PracticeContract, PracticeOrder, PracticeTask } from '../records.ts';
import { firstBulkNumber } from '../world.ts';

const hour = 3_600_000;
const day = 24 * hour;
const firstBulkTaskId = 5_000_001;

/** 0 ≤ value < 1 from whole numbers; cheaper than a digest, for rows made up by the ten thousand. */
function chance(seed: number, row: number, salt: number): number {
  let mixed = (seed ^ Math.imul(row + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296;
}

const kinds = [
  { sku: 'TSKPOI-M', upTo: 0.55, area: false },
  { sku: 'TSKARE-M', upTo: 0.75, area: true },
  { sku: 'TSKRSH-M.15.15', upTo: 0.89, area: false },
  { sku: 'TSKRRD-M.30.30', upTo: 0.99, area: false },
  // One that no documentation names.
  { sku: 'TSKNGT-M.05.05', upTo: 1, area: false },
] as const;

const kindOf = (value: number) => kinds.find(({ upTo }) => value < upTo) ?? kinds[0];

/** A square of some kilometres, closed. */
function squareAround(longitude: number, latitude: number): number[][][] {
  const [west, east, south, north] = [longitude - 0.04, longitude + 0.04, latitude - 0.03, latitude + 0.03];
  return [
    [
      [west, north],
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ],
  ];
}

/**
 * Thousands of orders for one owner that are computed from their row number instead of stored, for tests of long
 * lists.
 */
export interface BulkOrders {
  readonly owner: string;
  readonly count: number;
  readonly deliverables: number;
  /** How many deliverables the rows before this one have. */
  before(row: number): number;
  rowOfDeliverable(deliverable: number): number;
  order(row: number): PracticeOrder;
  name(row: number): string;
  /** Null when it is none of these. */
  rowOfOrder(orderNumber: number): number | null;
  rowOfTask(taskId: number): number | null;
  task(row: number): PracticeTask;
}

/**
 * Orders by the ten thousand, made up row by row when somebody looks: the same in every run, standing still. Each has so
 * many captures, each capture one scene and one deliverable.
 */
export function createBulkOrders(options: {
  seed: number;
  born: number;
  contract: PracticeContract;
  orders: number;
  deliverables: number;
}): BulkOrders {
  const { seed, contract } = options;
  const count = options.orders;
  const deliverables = count === 0 ? 0 : options.deliverables;
  const before = (row: number) => Math.floor((row * deliverables) / count);
  const rand = (row: number, salt: number) => chance(seed, row, salt);
  const name = (row: number) => `Plot ${String(row + 1).padStart(5, '0')}`;
  const project = (row: number) => `Survey ${1 + Math.floor(rand(row, 1) * 40)}`;

  const rowAt = (row: number) => (row >= 0 && row < count ? row : null);

  function task(row: number): PracticeTask {
    const { sku, area } = kindOf(rand(row, 2));
    const captures = before(row + 1) - before(row);
    const open = captures > 0 && rand(row, 3) < 0.06;
    const age = captures + 12 + (open ? 0 : 30 + rand(row, 4) * 690);
    const start = Math.floor(options.born / day - age) * day + Math.floor(rand(row, 5) * 86_400) * 1_000;
    const [longitude, latitude] = [
      Math.round((rand(row, 6) * 358 - 179) * 1e4) / 1e4,
      Math.round((rand(row, 7) * 130 - 60) * 1e4) / 1e4,
    ];
    const passes = Array.from({ length: captures }, (_, index) =>
      Math.round(start + (index + 0.3 + 0.3 * chance(seed, row * 4_096 + index, 8)) * day),
    );
    const unfulfilled = rand(row, 9) < 0.08;
    return {
      taskId: firstBulkTaskId + row,
      seed,
      owner: contract.contractId,
      taskName: name(row),
      projectName: project(row),
      product: area ? 178 : 169,
      client: contract.clients[0]?.name ?? '',
      priority: contract.clients[0]?.defaultPriority ?? 50,
      target: area
        ? { type: 'Polygon', coordinates: squareAround(longitude, latitude) }
        : { type: 'Point', coordinates: [longitude, latitude, 0] },
      longitude,
      latitude,
      start,
      end: start + (captures + 4) * day,
      expectedAge: null,
      expectedAgeMs: null,
      maxCaptures: Math.max(1, captures),
      maxSimultaneousCaptures: Math.max(1, captures),
      createdAt: start - hour,
      cancelledAt: null,
      // An open one stands an hour before its last delivery.
      frozenAt: open ? (passes.at(-1) ?? start) + 0.4 * hour : start + (captures + 8) * day,
      fixedStatus: null,
      ordered: {
        sku,
        level: area ? 'L1D' : 'L1D_SR',
        rejected: passes
          .map((_, index) => index)
          .filter((index) => unfulfilled || (index === 0 && captures > 1 && rand(row, 10) < 0.05)),
      },
      givenPasses: passes,
    };
  }

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
