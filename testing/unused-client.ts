import type { ServiceClient } from '../src-main/service/api/service-client.ts';

const notUsed = () => Promise.reject(new Error('not used here'));
async function* noPages() {}

/** A client whose calls all fail or list nothing: a test replaces those that it is about. */
export const unusedClient: ServiceClient = {
  products: notUsed,
  clients: notUsed,
  taskPages: noPages,
  task: notUsed,
  captures: notUsed,
  submitTask: notUsed,
  feasibility: notUsed,
  cancelTask: notUsed,
  scenes: notUsed,
  orderPages: noPages,
  deliverablePages: noPages,
  order: notUsed,
  orderCaptures: notUsed,
  orderDeliverables: notUsed,
  orderEvents: notUsed,
  submitOrder: notUsed,
};
