import { readInterval } from '../../../../src-preload/contract/interval.ts';
import type { OrderRequest } from '../../../../src-preload/contract/order-request.ts';
import type { Command } from '../../../../src-preload/contract/outbox.ts';
import type { TaskRequest } from '../../../../src-preload/contract/task-request.ts';
import { type Area, areaKm2 } from '../../../../src-shared/geometry/area.ts';
import type { LonLat } from '../../../kit/i18n/coordinates.ts';

/** The mean length of a month, which is accurate enough to estimate a number of captures. */
const monthMs = 30.436875 * 86_400_000;

/** What the service may charge for a request, as far as the interface says (§2.6, §3.1). */
export interface Spending {
  /** The number of tasks and orders that request new captures. */
  requests: number;
  /**
   * The number of captures of all requests without areas. A recurrent one counts one capture in each repetition: the service
   * decides how many it brings, and the interface does not say what `max_captures` means for it (service §2.6, §3.1).
   */
  captures: number;
  /** The number of requests that continue until the end of their window, whatever has been delivered. */
  recurrent: number;
  /** The number of areas; the service decides how many strips and captures each of them needs. */
  areas: number;
  areasKm2: number;
  /** The size of all areas, counted once for each repetition: what is acquired at least. */
  acquiredKm2: number;
  /** The number of orders for captures that are already in the archive. */
  archive: number;
  /** True if a request plans more simultaneous captures than it needs. */
  plansMore: boolean;
}

export const noSpending: Spending = {
  requests: 0,
  captures: 0,
  recurrent: 0,
  areas: 0,
  areasKm2: 0,
  acquiredKm2: 0,
  archive: 0,
  plansMore: false,
};

/** Parses a recurrence or period into milliseconds; null if the text has no known form. */
function lengthMs(text: string): number | null {
  const interval = readInterval(text);
  return interval && interval.months * monthMs + interval.ms;
}

/** Returns how many periods fit into a window, counting one that has started; 1 if the window or the period is unknown. */
function roundsIn(start: unknown, end: unknown, everyMs: number | null): number {
  const window =
    typeof start === 'string' && typeof end === 'string' ? Date.parse(end) - Date.parse(start) : Number.NaN;
  if (everyMs === null || everyMs <= 0 || !Number.isFinite(window)) return 1;
  return Math.max(1, Math.ceil(window / everyMs));
}

function ofTask({ start, end, expected_age: age, ...task }: TaskRequest): Spending {
  const needed = task.max_captures ?? 1;
  return {
    ...noSpending,
    requests: 1,
    captures: age === undefined ? needed : roundsIn(start, end, lengthMs(age)),
    recurrent: age === undefined ? 0 : 1,
    plansMore: (task.max_simultaneous_captures ?? needed) > needed,
  };
}

/** Returns the area of an order; null for a point. */
export function areaOfOrder({ geometry }: OrderRequest): Area | null {
  return geometry.type === 'Point'
    ? null
    : geometry.coordinates.map((ring) => ring.slice(0, -1).map(([x, y]): LonLat => [x, y]));
}

function ofOrder(request: OrderRequest): Spending {
  const { sku, parameters } = request.properties;
  const area = areaOfOrder(request);
  // An archive order names an existing capture (service §10.4).
  if (parameters.outcome_id !== undefined || /^ARC/.test(sku)) return { ...noSpending, archive: 1 };
  const period = area === null ? parameters.revisit_period : parameters.remapping_period;
  const recurrent = period === undefined ? 0 : 1;
  const rounds = period === undefined ? 1 : roundsIn(parameters.start, parameters.end, lengthMs(period));
  if (area !== null) {
    const areasKm2 = areaKm2(area);
    return { ...noSpending, requests: 1, areas: 1, areasKm2, acquiredKm2: rounds * areasKm2, recurrent };
  }
  return { ...noSpending, requests: 1, captures: rounds, recurrent };
}

/** Returns what the service may charge for one command. A cancellation costs nothing. */
export function spendingOf(input: Command['input']): Spending {
  if (input.kind === 'task') return ofTask(input.request);
  return input.kind === 'order' ? ofOrder(input.request) : noSpending;
}

function added(sum: Spending, each: Spending, count: number): Spending {
  return {
    requests: sum.requests + count * each.requests,
    captures: sum.captures + count * each.captures,
    recurrent: sum.recurrent + count * each.recurrent,
    areas: sum.areas + count * each.areas,
    areasKm2: sum.areasKm2 + count * each.areasKm2,
    acquiredKm2: sum.acquiredKm2 + count * each.acquiredKm2,
    archive: sum.archive + count * each.archive,
    plansMore: sum.plansMore || each.plansMore,
  };
}

/** Returns what the service may charge for all commands together. */
export const sumOf = (inputs: readonly Command['input'][]): Spending =>
  inputs.reduce((sum, input) => added(sum, spendingOf(input), 1), noSpending);

/** Returns what the service may charge for groups of equal commands: one command of each, and their number. */
export const sumOfGroups = (groups: readonly { input: Command['input']; count: number }[]): Spending =>
  groups.reduce((sum, { input, count }) => added(sum, spendingOf(input), count), noSpending);
