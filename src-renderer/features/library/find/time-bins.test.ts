import { expect, it } from 'vitest';
import { binOf, binsOfSpan, spanOfBins, startOfBin } from './time-bins.ts';

const histogram = (unit: 'day' | 'month' | 'year', start: string, bins: number) => ({
  unit,
  start,
  undated: 0,
  counts: Array.from({ length: bins }, () => 1),
});
const iso = (ms: number) => new Date(ms).toISOString();

it.each([
  ['day', '2024-02-27T00:00:00.000Z', ['2024-02-28', '2024-02-29', '2024-03-01']],
  ['month', '2024-11-01T00:00:00.000Z', ['2024-12-01', '2025-01-01', '2025-02-01']],
  ['year', '2023-01-01T00:00:00.000Z', ['2024-01-01', '2025-01-01', '2026-01-01']],
] as const)('a bar of one %s begins where the one before ends', (unit, start, days) => {
  const bars = histogram(unit, start, 4);
  expect([1, 2, 3].map((index) => iso(startOfBin(bars, index)))).toEqual(
    days.map((day) => `${day}T00:00:00.000Z`),
  );
  for (const index of [0, 1, 2, 3]) {
    expect(binOf(bars, startOfBin(bars, index))).toBe(index);
    expect(binOf(bars, startOfBin(bars, index + 1) - 1)).toBe(index);
  }
});

it('a span of whole bars is the same bars again, and its ends are no limit at the ends of the histogram', () => {
  const bars = histogram('month', '2024-11-01T00:00:00.000Z', 6);
  for (let first = 0; first < 6; first += 1)
    for (let last = first + 1; last <= 6; last += 1)
      expect(binsOfSpan(bars, spanOfBins(bars, [first, last]))).toEqual([first, last]);
  expect(spanOfBins(bars, [0, 6])).toEqual({ from: null, to: null });
  expect(spanOfBins(bars, [1, 3])).toEqual({
    from: '2024-12-01T00:00:00.000Z',
    to: '2025-02-01T00:00:00.000Z',
  });
});

it('a span beyond the histogram keeps one bar at least', () => {
  const bars = histogram('month', '2024-11-01T00:00:00.000Z', 6);
  expect(binsOfSpan(bars, { from: '2030-01-01T00:00:00Z', to: '2031-01-01T00:00:00Z' })).toEqual([5, 6]);
});
