import { describe, expect, it } from 'vitest';
import { orderRequestSchema } from '../../../src-preload/contract/order-request.ts';
import { sampleTask, sampleTaskAnswer } from '../../../testing/sample-task.ts';
import { wireOrderSchema } from '../../service/api/orders-wire.ts';
import { wireTaskSchema } from '../../service/api/wire.ts';
import { arePositionsWithin, differingOrderFields, differingTaskFields } from './match.ts';

const task = (patch: object) =>
  differingTaskFields(wireTaskSchema.parse({ ...sampleTaskAnswer, ...patch }), sampleTask);

describe('a task', () => {
  it('is what was sent whatever the service does with altitude, zone, fraction and blanks', () => {
    expect(task({ task_name: 'harbour ', start: '2026-02-28T23:00:00.000000Z', product: null })).toEqual([]);
  });

  it.each([
    ['product', { product: 170 }],
    ['target', { target: { type: 'Point', coordinates: [16.371, 48.2] } }],
    ['target', { target: null }],
    ['start', { start: '2026-02-28T23:00:01Z' }],
    ['end', { end: null }],
  ])('differs by its %s', (name, patch) => expect(task(patch)).toEqual([name]));

  it.each([
    [['name'], { task_name: 'lighthouse' }],
    [['project'], { project_name: 'other' }],
    [['name'], { task_name: null }],
    [['name', 'product'], { task_name: 'lighthouse', product: 170 }],
    [[], { task_name: 'HARBOUR', project_name: ' Coast' }],
  ])('differs by %j if its names are other ones than by their spelling: %j', (names, patch) =>
    expect(task(patch)).toEqual(names),
  );
});

it('a place is near another one within about a kilometre', () => {
  expect(arePositionsWithin([16.379, 48.209, 0], [16.37, 48.2])).toBe(true);
  expect(arePositionsWithin([16.381, 48.2], [16.37, 48.2])).toBe(false);
  expect(arePositionsWithin(null, [16.37, 48.2])).toBe(false);
});

const ring = [
  [16, 48],
  [16.1, 48],
  [16.1, 48.1],
  [16, 48],
];
const sent = orderRequestSchema.parse({
  type: 'Feature',
  geometry: { type: 'Polygon', coordinates: [ring] },
  properties: {
    order_name: 'reef',
    project_name: 'coast',
    sku: 'TSKARE-M',
    parameters: {
      start: '2026-03-01T00:00:00+01:00',
      end: '2026-03-09T00:00:00Z',
      remapping_period: 'P7D',
      odd: { a: 1 },
    },
  },
});
const answer = {
  type: 'Feature',
  geometry: { type: 'Polygon', coordinates: [ring.map(([x, y]) => [x, y, 120]).reverse()] },
  properties: {
    order_id: '000301',
    order_name: 'reef',
    project_name: 'coast',
    sku: 'TSKARE-M',
    parameters: { start: '2026-02-28T23:00:00Z', end: '2026-03-09T00:00:00Z', remapping_period: 'P7D' },
  },
};
const order = (properties: object, beside: object = {}) =>
  differingOrderFields(
    wireOrderSchema.parse({ ...answer, ...beside, properties: { ...answer.properties, ...properties } }),
    sent,
  );

describe('an order', () => {
  it('is what was sent whatever the way round of its ring, its altitude, and what the answer leaves out', () => {
    expect(order({})).toEqual([]);
    expect(order({ sku: null, parameters: undefined, project_name: undefined })).toEqual([]);
  });

  it.each([
    [['sku'], { sku: 'TSKARE-X' }],
    [['start'], { parameters: { ...answer.properties.parameters, start: '2026-03-02T00:00:00Z' } }],
    [['remapping_period'], { parameters: { ...answer.properties.parameters, remapping_period: 'P8D' } }],
  ])('differs by %j', (names, properties) => expect(order(properties)).toEqual(names));

  it.each([
    null,
    { type: 'Point', coordinates: [16, 48] },
    { type: 'Polygon', coordinates: [ring.slice(0, 2)] },
  ])('differs by the geometry %j', (geometry) => expect(order({}, { geometry })).toEqual(['geometry']));

  it.each([
    [['name'], { order_name: 'reef 2' }],
    [['project'], { project_name: 'other' }],
    [['name'], { order_name: null }],
    [[], { order_name: 'REEF', project_name: 'COAST' }],
  ])('differs by %j if its names are other ones than by their spelling: %j', (names, properties) =>
    expect(order(properties)).toEqual(names),
  );
});
