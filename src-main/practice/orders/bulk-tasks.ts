import { morningPasses } from '../passes.ts';
import type { PracticeContract, PracticeTask } from '../records.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** The task id of the first bulk order; a row has this id plus its number. */
export const firstBulkTaskId = 5_000_001;

/** Returns 0 ≤ value < 1 from whole numbers; cheaper than a digest, because there are tens of thousands of rows. */
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
  // A SKU that no documentation names.
  { sku: 'TSKWID-M.05.05', upTo: 1, area: false },
] as const;

const kindOf = (value: number) => kinds.find(({ upTo }) => value < upTo) ?? kinds[0];

/** A closed square of some kilometres. */
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

/** What the tasks of bulk orders are computed from. */
export interface BulkTasksOptions {
  seed: number;
  /** When the world was made (ms); all tasks start before. */
  born: number;
  contract: PracticeContract;
  /** Returns how many deliverables the rows before this one have; each deliverable is one capture. */
  before: (row: number) => number;
}

/** Creates the functions that compute the task of a bulk order from its row number, the same in every run. */
export function createBulkTasks({ seed, born, contract, before }: BulkTasksOptions) {
  const rand = (row: number, salt: number) => chance(seed, row, salt);
  const name = (row: number) => `Plot ${String(row + 1).padStart(5, '0')}`;
  const project = (row: number) => `Survey ${1 + Math.floor(rand(row, 1) * 40)}`;

  function task(row: number): PracticeTask {
    const { sku, area } = kindOf(rand(row, 2));
    const captures = before(row + 1) - before(row);
    const open = captures > 0 && rand(row, 3) < 0.06;
    const age = captures + 12 + (open ? 0 : 30 + rand(row, 4) * 690);
    const start = Math.floor(born / day - age) * day + Math.floor(rand(row, 5) * 86_400) * 1_000;
    const [longitude, latitude] = [
      Math.round((rand(row, 6) * 358 - 179) * 1e4) / 1e4,
      // There is daylight every morning of the year between these latitudes.
      Math.round((rand(row, 7) * 118 - 59) * 1e4) / 1e4,
    ];
    const passes = morningPasses(
      longitude,
      start,
      Array.from({ length: captures }, (_, index) => 24 * chance(seed, row * 4_096 + index, 8) - 12),
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
      // An open task stays an hour before its last delivery.
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

  return { name, task };
}
