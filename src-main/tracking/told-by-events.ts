import type { OrderDetails } from '../../src-preload/contract/orders.ts';

/** True if an event reports that a subject entered a state: `capture <id> <state>`, `order <id> <state>` and the like. */
export type ToldByEvents = (what: string) => boolean;

/**
 * Returns what the events of orders already report with its exact time, so that the state of the subject does not add a second
 * entry.
 */
export function toldByEvents(orders: readonly OrderDetails[]): ToldByEvents {
  const told = new Set<string>();
  // The same id can come in different cases, so both sides are folded to lower case.
  const note = (what: string) => told.add(what.toLowerCase());
  for (const { orderId, events, deliverables } of orders) {
    // If the time of delivery is known, an entry that it was published at some time adds nothing.
    for (const { captureId, state } of deliverables)
      if (captureId !== null && state === 'done') note(`capture ${captureId} published`);
    for (const event of events) {
      const status = event.status?.toLowerCase() ?? '';
      if (event.deliverableId !== null) note(`deliverable ${orderId} ${event.deliverableId} ${status}`);
      else if (event.captureId !== null) note(`capture ${event.captureId} ${status}`);
      else note(`order ${orderId} ${status}`);
    }
  }
  return (what) => told.has(what.toLowerCase());
}
