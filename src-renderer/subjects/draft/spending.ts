import { readInterval } from '../../../src-preload/contract/interval.ts';
import type { OrderRequest } from '../../../src-preload/contract/order-request.ts';
import type { Command } from '../../../src-preload/contract/outbox.ts';
import type { TaskRequest } from '../../../src-preload/contract/task-request.ts';
import { type Area, areaKm2 } from '../../geometry/area.ts';
import type { LonLat } from '../../i18n/coordinates.ts';

/** Months of a period are of no fixed length; their mean is near enough for a number of captures. */
const monthMs = 30.436875 * 86_400_000;

/** What sending something may bring, as far as the interface says it (§2.6, §3.1). */
export interface Spending {
  /** Tasks and orders that ask for new captures. */
  requests: number;
  /** Captures that are to be expected of them all; areas are not in it. */
  captures: number;
  /** Those that go on until the end of their window, whatever was delivered. */
  recurrent: number;
  /** Areas: how many strips and captures each takes is for the service to say. */
  areas: number;
  areasKm2: number;
  /** Orders of what is in the archive already. */
  archive: number;
  /** Some plan more captures at the same time than they need. */
  plansMore: boolean;
}

export const nothingSpent: Spending = {
  ...{ requests: 0, captures: 0, recurrent: 0, areas: 0, areasKm2: 0, archive: 0 },
  plansMore: false,
};

/** How long a recurrence or a period is, in milliseconds; null for a text of no known form. */
function lengthMs(text: string): number | null {
  const interval = readInterval(text);
  return interval && interval.months * monthMs + interval.ms;
}

/** How often a period fits into a window, begun ones included; one where either is not known. */
function roundsIn(start: unknown, end: unknown, everyMs: number | null): number {
  const window =
    typeof start === 'string' && typeof end === 'string' ? Date.parse(end) - Date.parse(start) : Number.NaN;
  if (everyMs === null || everyMs <= 0 || !Number.isFinite(window)) return 1;
  return Math.max(1, Math.ceil(window / everyMs));
}

function ofTask({ start, end, expected_age: age, ...task }: TaskRequest): Spending {
  const each = task.max_captures ?? 1;
  const rounds = age === undefined ? 1 : roundsIn(start, end, lengthMs(age));
  return {
    ...nothingSpent,
    requests: 1,
    captures: each * rounds,
    recurrent: age === undefined ? 0 : 1,
    plansMore: (task.max_simultaneous_captures ?? each) > each,
  };
}

/** The area of an order; null for a point. */
export function areaOfOrder({ geometry }: OrderRequest): Area | null {
  return geometry.type === 'Point'
    ? null
    : geometry.coordinates.map((ring) => ring.slice(0, -1).map(([x, y]): LonLat => [x, y]));
}

function ofOrder(request: OrderRequest): Spending {
  const { sku, parameters } = request.properties;
  const area = areaOfOrder(request);
  const areasKm2 = area === null ? 0 : areaKm2(area);
  // An archive order names the capture that it wants (service §10.4).
  if (parameters.outcome_id !== undefined || /^ARC/.test(sku))
    return { ...nothingSpent, archive: 1, areasKm2 };
  const period = area === null ? parameters.revisit_period : parameters.remapping_period;
  const recurrent = period === undefined ? 0 : 1;
  if (area !== null) return { ...nothingSpent, requests: 1, areas: 1, areasKm2, recurrent };
  const rounds = period === undefined ? 1 : roundsIn(parameters.start, parameters.end, lengthMs(period));
  return { ...nothingSpent, requests: 1, captures: rounds, recurrent };
}

/** What one thing to be sent may bring. A cancellation brings nothing. */
export function spendingOf(input: Command['input']): Spending {
  if (input.kind === 'task') return ofTask(input.request);
  return input.kind === 'order' ? ofOrder(input.request) : nothingSpent;
}

/** What all of them may bring together. */
export function sumOf(inputs: readonly Command['input'][]): Spending {
  return inputs.map(spendingOf).reduce(
    (sum, each) => ({
      requests: sum.requests + each.requests,
      captures: sum.captures + each.captures,
      recurrent: sum.recurrent + each.recurrent,
      areas: sum.areas + each.areas,
      areasKm2: sum.areasKm2 + each.areasKm2,
      archive: sum.archive + each.archive,
      plansMore: sum.plansMore || each.plansMore,
    }),
    nothingSpent,
  );
}
