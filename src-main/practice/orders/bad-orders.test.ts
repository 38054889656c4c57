import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  field,
  pointOrder,
  signIn,
  someArea,
  startForTest,
} from '../../../testing/practice/practice-caller.ts';

const start = '2026-12-01T00:00:00Z';
const end = '2026-12-11T00:00:00Z';
const open = { type: 'Polygon', coordinates: [someArea.coordinates[0]?.slice(0, 4)] };

it.each([
  ['sku', pointOrder({ sku: undefined })],
  ['sku', pointOrder({ sku: 'TSKRSH-M' })],
  ['sku', pointOrder({ sku: 'ARCIMG-M.1.01' })],
  ['parameters', pointOrder({ parameters: undefined })],
  ['parameters', pointOrder({ parameters: [] })],
  ['properties', { type: 'Feature', geometry: someArea }],
  ['type', { ...pointOrder(), type: 'FeatureCollection' }],
  ['geometry', pointOrder({ geometry: someArea })],
  ['geometry', pointOrder({ geometry: { type: 'Point', coordinates: [181, 0] } })],
  ['geometry', pointOrder({ geometry: { type: 'Point', coordinates: ['1', 2] } })],
  ['geometry', pointOrder({ geometry: { type: 'LineString', coordinates: [] } })],
  ['geometry', pointOrder({ sku: 'TSKARE-M' })],
  ['geometry', pointOrder({ sku: 'TSKARE-M', geometry: open })],
  ['start', pointOrder({ parameters: { end } })],
  ['end', pointOrder({ parameters: { start } })],
  ['end', pointOrder({ parameters: { start: end, end: start } })],
  ['start', pointOrder({ parameters: { start: 'tomorrow', end } })],
  ['revisit_period', pointOrder({ parameters: { start, end, revisit_period: '7 days' } })],
  ['revisit_period', pointOrder({ parameters: { start, end, revisit_period: 'P0D' } })],
  ['remapping_period', pointOrder({ parameters: { start, end, remapping_period: 'P7D' } })],
  ['processing_level', pointOrder({ parameters: { start, end, processing_level: 'L9' } })],
  ['order_name', pointOrder({ order_name: ' ' })],
  ['outcome_id', pointOrder({ sku: 'ARCIMG-M.15.01', geometry: someArea, parameters: {} })],
  ['outcome_id', pointOrder({ sku: 'ARCLGD-M.15.01', geometry: someArea, parameters: { outcome_id: 'x' } })],
])('refuses an order by its field %s (%#)', async (named, body) => {
  const caller = await signIn(await startForTest({ emptyWorld: true }));
  const answer = await caller.order(body);
  expect([answer.status, answer.json]).toEqual([400, { [named]: [expect.any(String)] }]);
  expect(field((await caller.orders('/v2/orders')).json, 'count')).toBe(0);
});

it.each(['', '{"type":', '[]', 'null', '5'])('refuses the body %j', async (body) => {
  const caller = await signIn(await startForTest({ emptyWorld: true }));
  expect((await caller.order(body)).status).toBe(400);
});

it.each([
  ['updated_at__gte', '/v2/orders?updated_at__gte=yesterday'],
  ['task_id', '/v2/orders?task_id=abc'],
  ['limit', '/v2/orders?limit=1.5'],
  ['limit', '/v2/deliverables?limit=-1'],
  ['offset', '/v2/orders?offset=x'],
  ['period', '/v2/deliverables?period=2026-13'],
])('refuses the filter %s of %s', async (named, path) => {
  const caller = await signIn(await startForTest({ emptyWorld: true }));
  const answer = await caller.orders(path);
  expect([answer.status, Object.keys(Object(answer.json))]).toEqual([400, [named]]);
});

it('survives any JSON as an order, and any query', async () => {
  const caller = await signIn(await startForTest({ emptyWorld: true, bulkOrders: 5, bulkDeliverables: 9 }));
  const parameters = fc.record({ start: fc.constantFrom(start, ''), end: fc.constantFrom(end, null) });
  const body = fc.oneof(
    fc.json(),
    fc
      .record({ type: fc.constant('Feature'), geometry: fc.jsonValue(), properties: fc.jsonValue() })
      .map((value) => JSON.stringify(value)),
    fc
      .record({ sku: fc.string(), parameters, order_name: fc.jsonValue() })
      .map((changes) => JSON.stringify(pointOrder(changes))),
  );
  const names = [
    'limit',
    'offset',
    'status',
    'task_id',
    'order_name',
    'updated_at__gte',
    'period',
    'order_id',
  ];
  await fc.assert(
    fc.asyncProperty(
      body,
      fc.constantFrom(...names),
      fc.string({ unit: 'grapheme' }),
      async (text, name, value) => {
        expect([201, 400]).toContain((await caller.order(text)).status);
        const query = new URLSearchParams({ [name]: value });
        for (const path of ['orders', 'deliverables'])
          expect([200, 400]).toContain((await caller.orders(`/v2/${path}?${query}`)).status);
      },
    ),
    { numRuns: 150 },
  );
});
