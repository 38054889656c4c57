import { expect, it } from 'vitest';
import { createServiceClock } from './service-clock.ts';

const origin = 'https://service.invalid';
const date = 'Sun, 01 Feb 2026 12:00:00 GMT';
const noon = Date.UTC(2026, 1, 1, 12);

function make() {
  let at = 5_000;
  const clock = createServiceClock({ monotonic: () => at });
  return { clock, pass: (ms: number) => (at += ms) };
}

it('knows nothing before an answer, and nothing of other services', () => {
  const { clock } = make();
  expect(clock.now(origin)).toBeNull();
  clock.observe(origin, { date });
  expect(clock.now('https://other.invalid')).toBeNull();
});

it('goes on from the last answer, whatever the clock of this machine does', () => {
  const { clock, pass } = make();
  clock.observe(origin, { date });
  pass(90_000);
  expect(clock.now(origin)).toBe(noon + 90_000);
  clock.observe(origin, { date: 'Sun, 01 Feb 2026 13:00:00 GMT' });
  expect(clock.now(origin)).toBe(noon + 3_600_000);
});

it.each([{}, { date: 'soon' }, { date: '12' }, { date, age: '300' }])('learns nothing from %j', (headers) => {
  const { clock } = make();
  clock.observe(origin, headers);
  expect(clock.now(origin)).toBeNull();
});
