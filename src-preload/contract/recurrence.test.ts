import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readInterval } from './interval.ts';
import { expectedAgeText, periodText } from './recurrence.ts';

describe('a recurrence in minutes', () => {
  it('is written in the form of each generation', () => {
    expect(expectedAgeText(7 * 1_440)).toBe('7 00:00:00');
    expect(periodText(7 * 1_440)).toBe('P7D');
    expect(periodText(1_440 + 12 * 60 + 30)).toBe('P1DT12H30M');
    expect(periodText(45)).toBe('PT45M');
  });

  it('is read as the same time again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_256_000 }), (minutes) => {
        const interval = { months: 0, ms: minutes * 60_000 };
        expect(readInterval(expectedAgeText(minutes))).toEqual(interval);
        expect(readInterval(periodText(minutes))).toEqual(interval);
      }),
    );
  });
});
