import { expect, it } from 'vitest';
import { brushedOf, domainOf } from './shown-days.ts';

it('shows the days of the reach, a quarter of them in the future', () => {
  expect(domainOf(90, [], 1_000)).toEqual({ from: 934, to: 1_024 });
  expect(domainOf(30, [5, 9_999], 1_000)).toEqual({ from: 979, to: 1_009 });
});

it('shows all days with an entry, and today', () => {
  expect(domainOf(null, [990, 1_050], 1_000)).toEqual({ from: 990, to: 1_051 });
  expect(domainOf(null, [], 1_000)).toEqual({ from: 1_000, to: 1_001 });
});

it('keeps the brush within the shown days, and at least a day wide', () => {
  const domain = { from: 10, to: 20 };
  expect(brushedOf(domain, null)).toEqual(domain);
  expect(brushedOf(domain, { from: 12, to: 15 })).toEqual({ from: 12, to: 15 });
  expect(brushedOf(domain, { from: -5, to: 5 })).toEqual({ from: 10, to: 11 });
  expect(brushedOf(domain, { from: 30, to: 40 })).toEqual({ from: 19, to: 20 });
  expect(brushedOf(domain, { from: 12, to: 12 })).toEqual({ from: 12, to: 13 });
});
