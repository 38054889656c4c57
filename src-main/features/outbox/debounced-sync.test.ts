import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { testScope } from '../../../testing/task-rows.ts';
import { createDebouncedSync } from './debounced-sync.ts';

const otherScope = { ...testScope, contractId: null };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('syncs each scope once, when nothing more is sent under it', () => {
  const synced: unknown[] = [];
  const sync = createDebouncedSync({
    sync: (scope) => synced.push(scope),
    closing: new AbortController().signal,
  });
  sync(testScope);
  vi.advanceTimersByTime(2_000);
  sync(testScope);
  sync(otherScope);
  vi.advanceTimersByTime(2_999);
  expect(synced).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(synced).toEqual([testScope, otherScope]);
});

it('syncs nothing once Nadir closes, and leaves no timer', () => {
  const closing = new AbortController();
  const synced: unknown[] = [];
  const sync = createDebouncedSync({ sync: (scope) => synced.push(scope), closing: closing.signal });
  sync(testScope);
  closing.abort();
  sync(otherScope);
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(10_000);
  expect(synced).toEqual([]);
});
