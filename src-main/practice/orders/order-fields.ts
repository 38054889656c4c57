import { chanceOf, uuidOf } from '../deterministic.ts';
import type { PracticeOptions } from '../options.ts';
import { orderNumberText } from '../world.ts';

/** Returns a time (ms) as ISO 8601 text with milliseconds. */
export const iso = (ms: number) => new Date(ms).toISOString();

/** Creates the functions for the fields that all answers about orders share: identifiers and undocumented fields. */
export function createOrderFields(options: PracticeOptions) {
  const other = options.ordersShape === 'other';
  return {
    orderId: (orderNumber: number) => (other ? orderNumber : orderNumberText(orderNumber)),
    deliverableId: (orderNumber: number, index: number, part: number) =>
      other
        ? (orderNumber * 1_000 + index) * 10 + part
        : uuidOf('deliverable', options.seed, orderNumber, index, part),
    /** Returns an undocumented field for this fraction of the items, and for all with `extraFields`. */
    unknownField: (kind: string, number: number, share: number) =>
      options.extraFields || chanceOf(options.seed, 'odd field', kind, number) < share
        ? { provider_hint: { route: 'b', weight: Math.round(chanceOf('weight', kind, number) * 100) / 100 } }
        : {},
  };
}

/** What `createOrderFields` makes. */
export type OrderFields = ReturnType<typeof createOrderFields>;
