import { expect, it } from 'vitest';
import { wireProductSchema, wireTaskSchema } from './wire.ts';

it('numbers that a row could not be read with again are none', () => {
  const task = wireTaskSchema.parse({
    task_id: 1,
    priority: '9'.repeat(400),
    product: JSON.parse('1e999'),
    max_captures: '3',
  });
  expect(task).toMatchObject({ priority: null, product: null, max_captures: 3 });
  expect(wireProductSchema.safeParse({ pk: '9'.repeat(400), name: 'x' }).success).toBe(false);
  // Forms and the store accept only whole numbers (service §4.2).
  expect(wireProductSchema.safeParse({ pk: 1.5, name: 'x' }).success).toBe(false);
});
