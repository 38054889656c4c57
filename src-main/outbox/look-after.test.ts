import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { testScope } from '../../testing/task-rows.ts';
import { createLookAfter } from './look-after.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('looks once after a long row of sendings, and not after the end', () => {
  const closing = new AbortController();
  const look = vi.fn();
  const lookAfter = createLookAfter({ look, closing: closing.signal });
  for (let sent = 0; sent < 100; sent += 1) {
    lookAfter(testScope);
    vi.advanceTimersByTime(250);
  }
  expect(look).not.toHaveBeenCalled();
  vi.advanceTimersByTime(3_000);
  expect(look.mock.calls).toEqual([[testScope]]);
  lookAfter(testScope);
  closing.abort();
  lookAfter(testScope);
  vi.advanceTimersByTime(10_000);
  expect(look).toHaveBeenCalledTimes(1);
});
