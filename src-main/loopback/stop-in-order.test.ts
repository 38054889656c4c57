import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStop } from './stop-in-order.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('takes one step after another, then ends well; told twice, it does so once', async () => {
  const done: unknown[] = [];
  const slow = (name: string) => () =>
    new Promise<void>((resolve) =>
      setTimeout(() => {
        done.push(name);
        resolve();
      }, 1_000),
    );
  const stop = createStop({
    steps: [slow('server'), slow('app'), () => done.push('lock')],
    exit: (code) => done.push(code),
  });
  stop();
  stop();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(done).toEqual(['server']);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(done).toEqual(['server', 'app', 'lock', 0]);
});

it('ends after ten seconds whatever hangs, and is no reason to wait for', async () => {
  const timer = vi.spyOn(globalThis, 'setTimeout');
  const exit = vi.fn();
  createStop({ steps: [() => new Promise(() => undefined)], exit })();
  expect(timer.mock.results[0]?.value.hasRef()).toBe(false);
  timer.mockRestore();
  await vi.advanceTimersByTimeAsync(9_999);
  expect(exit).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(exit.mock.calls).toEqual([[1]]);
});
