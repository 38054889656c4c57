import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchNetwork } from './network-watch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function watched(first: string) {
  const scene = { addresses: first, slept: 0, changed: vi.fn() };
  const stop = watchNetwork({
    changed: scene.changed,
    now: () => Date.now() + scene.slept,
    addresses: () => scene.addresses,
  });
  return { scene, stop };
}

it('tells of other addresses, once each time, and of none while all is as it was', () => {
  const { scene, stop } = watched('192.0.2.7');
  vi.advanceTimersByTime(20_000);
  expect(scene.changed).not.toHaveBeenCalled();
  scene.addresses = '';
  vi.advanceTimersByTime(20_000);
  scene.addresses = '198.51.100.9';
  vi.advanceTimersByTime(20_000);
  expect(scene.changed).toHaveBeenCalledTimes(2);
  stop();
  scene.addresses = '192.0.2.7';
  vi.advanceTimersByTime(20_000);
  expect(scene.changed).toHaveBeenCalledTimes(2);
});

it('tells that the computer has slept', () => {
  const { scene, stop } = watched('192.0.2.7');
  vi.advanceTimersByTime(4_000);
  scene.slept = 3_600_000;
  vi.advanceTimersByTime(2_000);
  expect(scene.changed).toHaveBeenCalledTimes(1);
  // A clock that is set back is no sleep.
  scene.slept = 0;
  vi.advanceTimersByTime(10_000);
  expect(scene.changed).toHaveBeenCalledTimes(1);
  stop();
});

it('takes no answer of the system, which may have no descriptor left for one, for the answer of before', () => {
  const changed = vi.fn();
  let answer: string | null = null;
  const addresses = () => {
    if (answer === null) throw new Error('EMFILE: uv_interface_addresses');
    return answer;
  };
  const stop = watchNetwork({ changed, now: Date.now, addresses });
  vi.advanceTimersByTime(4_000);
  answer = '192.0.2.7';
  vi.advanceTimersByTime(4_000);
  changed.mockClear();
  answer = null;
  vi.advanceTimersByTime(20_000);
  answer = '192.0.2.7';
  vi.advanceTimersByTime(20_000);
  expect(changed).not.toHaveBeenCalled();
  answer = '198.51.100.9';
  vi.advanceTimersByTime(2_000);
  expect(changed).toHaveBeenCalledTimes(1);
  stop();
});

it('reads what this system says', () => {
  const changed = vi.fn();
  const stop = watchNetwork({ changed, now: Date.now });
  vi.advanceTimersByTime(10_000);
  expect(changed).not.toHaveBeenCalled();
  stop();
});
