import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useMinute } from './use-minute.ts';

afterEach(() => vi.useRealTimers());

it('returns the current time, and updates it each minute', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 5, 21, 12) });
  const { result, unmount } = renderHook(useMinute);
  expect(new Date(result.current).toISOString()).toBe('2026-06-21T12:00:00.000Z');
  act(() => vi.advanceTimersByTime(125_000));
  expect(new Date(result.current).toISOString()).toBe('2026-06-21T12:02:00.000Z');
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
