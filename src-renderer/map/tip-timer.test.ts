import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MapHit } from './map-hit.ts';
import { createTipTimer, tipDelayMs } from './tip-timer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const task = (key: number): MapHit => ({ subject: 'task', key, isArea: false });
const tipOf = (x: number, ...hits: MapHit[]) => ({ hits, at: { x, y: 0 }, size: { width: 9, height: 9 } });

it('shows a tip once the pointer has paused, and not before', () => {
  const show = vi.fn();
  const timer = createTipTimer(show);
  for (const x of [1, 2, 3]) {
    timer.over(tipOf(x, task(1)));
    vi.advanceTimersByTime(tipDelayMs - 1);
  }
  expect(show).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(show.mock.calls).toEqual([[tipOf(3, task(1))]]);
});

it('leaves a tip where it is while the pointer moves over the same marks, and hides it when they change', () => {
  const show = vi.fn();
  const timer = createTipTimer(show);
  timer.over(tipOf(1, task(1)));
  vi.advanceTimersByTime(tipDelayMs);
  timer.over(tipOf(2, task(1)));
  vi.advanceTimersByTime(tipDelayMs);
  expect(show).toHaveBeenCalledOnce();
  timer.over(tipOf(3, task(1), task(2)));
  expect(show).toHaveBeenLastCalledWith(null);
  vi.advanceTimersByTime(tipDelayMs);
  expect(show).toHaveBeenLastCalledWith(tipOf(3, task(1), task(2)));
  timer.over(tipOf(4));
  expect(show).toHaveBeenLastCalledWith(null);
});

it('shows nothing after it was hidden', () => {
  const show = vi.fn();
  const timer = createTipTimer(show);
  timer.over(tipOf(1, task(1)));
  timer.hide();
  vi.advanceTimersByTime(10 * tipDelayMs);
  expect(show).not.toHaveBeenCalled();
});
