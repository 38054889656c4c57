import { expect, it } from 'vitest';
import { taskStatusKindSchema } from '../../../src-preload/contract/tasking.ts';
import { isOpen, nextWaitMs } from './watch-task.ts';

it('asks less and less often while nothing moves, and often again once something did', () => {
  const waits = [2_500];
  while (waits.length < 40) waits.push(nextWaitMs(waits.at(-1) ?? 0, false));
  expect(waits.every((wait, i) => i === 0 || wait >= (waits[i - 1] ?? 0))).toBe(true);
  expect(waits.at(-1)).toBe(20_000);
  expect(nextWaitMs(20_000, true)).toBe(2_500);
});

it('watches what can still change, unknown states too', () => {
  const open = taskStatusKindSchema.options.filter((statusKind) => isOpen({ statusKind }));
  expect(open).toEqual(['received', 'in-progress', 'other']);
});
