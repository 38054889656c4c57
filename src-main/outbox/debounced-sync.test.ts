import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { testScope } from '../../testing/task-rows.ts';
import { createDebouncedSync } from './debounced-sync.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('syncs once after a long row of sendings, and not after the end', () => {
  const closing = new AbortController();
  const sync = vi.fn();
  const syncSoon = createDebouncedSync({ sync, closing: closing.signal });
  for (let sent = 0; sent < 100; sent += 1) {
    syncSoon(testScope);
    vi.advanceTimersByTime(250);
  }
  expect(sync).not.toHaveBeenCalled();
  vi.advanceTimersByTime(3_000);
  expect(sync.mock.calls).toEqual([[testScope]]);
  syncSoon(testScope);
  closing.abort();
  syncSoon(testScope);
  vi.advanceTimersByTime(10_000);
  expect(sync).toHaveBeenCalledTimes(1);
});
