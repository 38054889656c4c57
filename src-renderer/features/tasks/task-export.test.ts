import { expect, it } from 'vitest';
import { orderOf, taskOf } from '../../../testing/page/samples.ts';
import { orderExport } from '../orders/order-export.ts';
import { taskExport } from './task-export.ts';

it('a file of tasks or orders says of each that is gone from the service when that was found', () => {
  const gone = { goneAt: '2026-03-05T06:00:00Z' };
  expect(taskExport.attributesOf(taskOf(gone))).toMatchObject({ state: 'in-progress', gone_at: gone.goneAt });
  expect(orderExport.attributesOf(orderOf(gone))).toMatchObject({
    state: 'in-progress',
    gone_at: gone.goneAt,
  });
});

it('a file of tasks has no number of captures that were never read', () => {
  const row = taskOf({ captureCount: 0, publishedCount: 0, capturesReadAt: null });
  expect(taskExport.attributesOf(row)).toMatchObject({ captures: null, published: null });
});
