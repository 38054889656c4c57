import { describe, expect, it } from 'vitest';
import { taskIdSchema } from '../../../../src-preload/contract/ids.ts';
import { orderRequestSchema } from '../../../../src-preload/contract/order-request.ts';
import { type TaskRequest, taskRequestSchema } from '../../../../src-preload/contract/task-request.ts';
import { noSpending, spendingOf, sumOf } from './spending.ts';

const window = { start: '2026-03-01T00:00:00Z', end: '2026-03-15T00:00:00Z' };
const task = (fields: Partial<TaskRequest> = {}) => ({
  kind: 'task' as const,
  request: taskRequestSchema.parse({
    task_name: 'Dunes',
    project_name: 'Coast',
    product: 169,
    ...window,
    target: { type: 'Point', coordinates: [1.6, 48.15] },
    ...fields,
  }),
});
const ring = [
  [4, 51],
  [4.1, 51],
  [4.1, 51.1],
  [4, 51.1],
  [4, 51],
];
const order = (sku: string, parameters: object, isArea = false) => ({
  kind: 'order' as const,
  request: orderRequestSchema.parse({
    type: 'Feature',
    geometry: isArea ? { type: 'Polygon', coordinates: [ring] } : { type: 'Point', coordinates: [4, 51] },
    properties: { order_name: 'a', project_name: 'b', sku, parameters },
  }),
});

describe('the captures that a task may bring', () => {
  it.each([
    ['one where nothing is said', {}, { captures: 1, recurrent: 0, plansMore: false }],
    ['as many as it needs', { max_captures: 3 }, { captures: 3 }],
    [
      'more than it needs',
      { max_captures: 2, max_simultaneous_captures: 5 },
      { captures: 2, plansMore: true },
    ],
    ['one in each period of the window', { expected_age: '7 00:00:00' }, { captures: 2, recurrent: 1 }],
    ['and in the one that is begun', { expected_age: '4 00:00:00' }, { captures: 4 }],
    [
      'one in each period, whatever number completes a task: the service decides what it means for this one',
      { expected_age: '1 12:00:00', max_captures: 2 },
      { captures: 10, recurrent: 1 },
    ],
    [
      'one in each period, however many are planned at the same time',
      { expected_age: '7 00:00:00', max_captures: 3, max_simultaneous_captures: 5 },
      { captures: 2, plansMore: true },
    ],
    // As many as the practice service takes of such a task (capture-dates.test.ts).
    [
      'ten of thirty days by three',
      {
        start: '2026-12-01T00:00:00Z',
        end: '2026-12-31T00:00:00Z',
        expected_age: '3 00:00:00',
        max_captures: 2,
      },
      { captures: 10 },
    ],
    ['one where the period is longer than the window', { expected_age: '30 00:00:00' }, { captures: 1 }],
  ])('%s', (_, fields, expected) => {
    expect(spendingOf(task(fields))).toMatchObject({ requests: 1, areas: 0, archive: 0, ...expected });
  });
});

describe('what an order may bring', () => {
  it('is a capture for each revisit of a point', () => {
    expect(spendingOf(order('TSKPOI-M', { ...window, revisit_period: 'P7D' }))).toMatchObject({
      captures: 2,
      recurrent: 1,
    });
    expect(spendingOf(order('TSKPOI-M', { ...window, revisit_period: 'PT12H' }))).toMatchObject({
      captures: 28,
    });
    expect(spendingOf(order('TSKRSH-M.15.15', window))).toMatchObject({ captures: 1, recurrent: 0 });
  });

  it('is square kilometres of an area, and no number of captures that nobody knows', () => {
    const spent = spendingOf(order('TSKARE-M', { ...window, remapping_period: 'P1M' }, true));
    expect(spent).toMatchObject({ captures: 0, areas: 1, recurrent: 1 });
    expect(spent.areasKm2).toBeCloseTo(77.97, 1);
  });

  it('is the area once for each repetition', () => {
    const once = spendingOf(order('TSKARE-M', window, true));
    expect(once.acquiredKm2).toBe(once.areasKm2);
    const twice = spendingOf(order('TSKARE-M', { ...window, remapping_period: 'P7D' }, true));
    expect([twice.areasKm2, twice.acquiredKm2]).toEqual([once.areasKm2, 2 * once.areasKm2]);
  });

  it('is a scene of the archive, whose area adds nothing to those of new captures', () => {
    expect(spendingOf(order('ARCIMG-M.15.15', { outcome_id: 'c' }, true))).toMatchObject({
      archive: 1,
      captures: 0,
      areasKm2: 0,
      acquiredKm2: 0,
    });
  });
});

it('adds up a batch: two hundred recurrent tasks are four hundred captures', () => {
  const batch = Array.from({ length: 200 }, () => task({ expected_age: '7 00:00:00' }));
  expect(sumOf(batch)).toMatchObject({ requests: 200, captures: 400, recurrent: 200 });
  expect(sumOf([{ kind: 'cancel-task', taskId: taskIdSchema.parse(7) }])).toEqual(noSpending);
});
