import type { OrderDetails } from '../../src-preload/contract/orders.ts';

/** Whether an event tells that a subject came into a state: `capture <id> <state>`, `order <id> <state>` and the like. */
export type ToldByEvents = (what: string) => boolean;

/** Returns what the events of orders tell already, with its exact time: it is not told by the state of the subject as well. */
export function toldByEvents(orders: readonly OrderDetails[]): ToldByEvents {
  const told = new Set<string>();
  // Ids come in any case, and one and the same in two: what is asked is folded, so is what is noted.
  const note = (what: string) => told.add(what.toLowerCase());
  for (const { orderId, events, deliverables } of orders) {
    // Delivered at a time that is known: that it was published some time says no more.
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
