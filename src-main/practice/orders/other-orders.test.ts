import { expect, it } from 'vitest';
import {
  advance,
  call,
  field,
  list,
  orderProperties,
  pointOrder,
  signIn,
  startForTest,
} from '../../../testing/practice/practice-caller.ts';
import { otherVariant } from '../options.ts';

// Tests a service with the other known shapes of the same answers.
const started = async () => {
  const service = await startForTest({ ...otherVariant, speed: 1_000 });
  return { service, caller: await signIn(service) };
};

it('answers results instead of a FeatureCollection, a list for a new order, numbers as ids, bare lists', async () => {
  const { service, caller } = await started();
  const answer = await caller.order(pointOrder());
  expect([answer.status, list(answer.json).length]).toEqual([201, 1]);
  const order = orderProperties(answer.json);
  const id = field(order, 'order_id');
  expect(id).toBeTypeOf('number');
  for (const name of ['product_name', 'contract_name', 'project_id']) expect(order).not.toHaveProperty(name);
  const page = (await caller.orders('/v2/orders')).json;
  expect(page).not.toHaveProperty('type');
  expect(page).toMatchObject({ next: '/v2/orders?offset=10&limit=10' });
  expect(list(field(page, 'results'))[0]).toEqual(list(answer.json)[0]);

  await advance(service, 20 * 86_400);
  const parts: Record<string, unknown[]> = {};
  for (const part of ['captures', 'deliverables', 'events']) {
    const bare = (await caller.orders(`/v2/orders/${id}/${part}`)).json;
    expect(Array.isArray(bare)).toBe(true);
    parts[part] = list(bare);
  }
  const { captures, deliverables } = parts;
  expect((await caller.orders(`/v2/orders/${id}`)).json).toMatchObject({
    type: 'Feature',
    captures,
    deliverables,
  });
  expect(parts.events?.[0]).toMatchObject({ event_type: 'order.received', timestamp: expect.any(String) });
  expect(deliverables?.[0]).toMatchObject({ deliverable_id: expect.any(Number), order: id });
  const href = field(field(field(deliverables?.[0], 'assets'), 'visual'), 'href');
  expect((await call(String(href), { method: 'HEAD' })).status).toBe(200);
});

it('has a base with a path of its own, whose links lead from the root or from there', async () => {
  const { service, caller } = await started();
  const base = service.announcement.orders_url;
  expect(new URL(base).pathname).toBe('/orders-api');
  const next = String(field((await caller.get(`${base}/orders`)).json, 'next'));
  const rooted = await caller.orders(next);
  expect((await caller.get(base + next)).json).toEqual(rooted.json);
  expect(list(field(rooted.json, 'results'))).toHaveLength(10);
});

it('names a wrong field by its path, and shows statuses that nobody knows', async () => {
  const { caller } = await started();
  const answer = await caller.order(pointOrder({ parameters: { start: '2026-12-01T00:00:00Z' } }));
  expect([answer.status, Object.keys(Object(answer.json))]).toEqual([400, ['properties.parameters.end']]);
  const wrongSku = await caller.order(pointOrder({ sku: 'NONE' }));
  expect(Object.keys(Object(wrongSku.json))).toEqual(['properties.sku']);
  const service = await startForTest({ ...otherVariant, bulkOrders: 300, bulkDeliverables: 600 });
  const odd = await (await signIn(service)).orders('/v2/orders?status=awaiting_conditions');
  expect(field(odd.json, 'count')).toBeGreaterThan(0);
});
