import { chanceOf, uuidOf } from '../deterministic.ts';
import type { PracticeOptions } from '../options.ts';
import { shownNumber } from '../world.ts';

/** A time in ISO 8601, with milliseconds. */
export const iso = (ms: number) => new Date(ms).toISOString();

/** What all answers about orders have in common: how things are called, and fields that nobody knows. */
export function createOrderFields(options: PracticeOptions) {
  const other = options.ordersShape === 'other';
  return {
    orderId: (orderNumber: number) => (other ? orderNumber : shownNumber(orderNumber)),
    deliverableId: (orderNumber: number, index: number, part: number) =>
      other
        ? (orderNumber * 1_000 + index) * 10 + part
        : uuidOf('deliverable', options.seed, orderNumber, index, part),
    /** Now and then a field that no documentation names. */
    unknownField: (kind: string, number: number, share: number) =>
      options.extraFields || chanceOf(options.seed, 'odd field', kind, number) < share
        ? { provider_hint: { route: 'b', weight: Math.round(chanceOf('weight', kind, number) * 100) / 100 } }
        : {},
  };
}

/** What `createOrderFields` makes. */
export type OrderFields = ReturnType<typeof createOrderFields>;
