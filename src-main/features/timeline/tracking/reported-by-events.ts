import type { OrderDetails } from '../../../../src-preload/contract/orders.ts';

/** True if an event reports that a subject entered a state: `capture <id> <state>`, `order <id> <state>` and the like. */
export type ReportedByEvents = (what: string) => boolean;

/**
 * Returns the function that tells whether an event of these orders reports something, with its exact time, so that the state of
 * the subject adds no second entry.
 */
export function reportedByEvents(orders: readonly OrderDetails[]): ReportedByEvents {
  const reported = new Set<string>();
  // The same id can come in different cases, so both sides are folded to lower case.
  const add = (what: string) => reported.add(what.toLowerCase());
  for (const { orderId, events, deliverables } of orders) {
    // If the time of delivery is known, an entry that it was published at some time adds nothing.
    for (const { captureId, state } of deliverables)
      if (captureId !== null && state === 'done') add(`capture ${captureId} published`);
    for (const event of events) {
      const status = event.status?.toLowerCase() ?? '';
      if (event.deliverableId !== null) add(`deliverable ${orderId} ${event.deliverableId} ${status}`);
      else if (event.captureId !== null) add(`capture ${event.captureId} ${status}`);
      else add(`order ${orderId} ${status}`);
    }
  }
  return (what) => reported.has(what.toLowerCase());
}
