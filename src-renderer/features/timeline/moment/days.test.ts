import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths, bucketsOf, dayMs, dayOf, monthGrid, monthOf, startOf, weekdayOf } from './days.ts';

const at = (iso: string) => dayOf(Date.parse(iso));
const shown = (day: number) => startOf(day).slice(0, 10);

describe('UTC days', () => {
  it('end at midnight UTC, whatever the clocks do elsewhere', () => {
    expect(at('2026-10-31T23:59:59.999Z')).toBe(at('2026-10-31T00:00:00Z'));
    expect(at('2026-11-01T00:00:00Z')).toBe(at('2026-10-31T00:00:00Z') + 1);
    // A day of 25 hours in New York.
    expect(at('2026-11-02T00:00:00Z') - at('2026-11-01T00:00:00Z')).toBe(1);
    expect(at('1969-12-31T23:00:00Z')).toBe(-1);
  });

  it('know their weekday', () => {
    expect(weekdayOf(at('2026-11-23T12:00:00Z'))).toBe(0);
    expect(weekdayOf(at('2026-11-22T12:00:00Z'))).toBe(6);
    expect(weekdayOf(at('1969-12-29T12:00:00Z'))).toBe(0);
  });

  it('make up months of four to six weeks', () => {
    expect(shown(monthGrid(at('2026-11-21T00:00:00Z')).from)).toBe('2026-10-26');
    expect(shown(monthGrid(at('2026-11-21T00:00:00Z')).to)).toBe('2026-12-07');
    // February 2027 begins on a Monday and has 28 days.
    const { from, to } = monthGrid(at('2027-02-10T00:00:00Z'));
    expect([shown(from), to - from]).toEqual(['2027-02-01', 28]);
  });

  it('move by months to a day that is there', () => {
    expect(shown(addMonths(at('2026-01-31T00:00:00Z'), 1))).toBe('2026-02-28');
    expect(shown(addMonths(at('2028-03-31T00:00:00Z'), -1))).toBe('2028-02-29');
    expect(shown(addMonths(at('2026-12-31T00:00:00Z'), 2))).toBe('2027-02-28');
  });

  it('lie in the grid of their month, which begins on a Monday and has whole weeks', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -20_000, max: 60_000 }),
        fc.integer({ min: -30, max: 30 }),
        (day, months) => {
          const { from, to } = monthGrid(day);
          expect(from <= monthOf(day) && monthOf(day) <= day && day < to).toBe(true);
          expect([weekdayOf(from), (to - from) % 7]).toEqual([0, 0]);
          const moved = addMonths(day, months);
          const [a, b] = [new Date(day * dayMs), new Date(moved * dayMs)];
          const monthsOf = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();
          expect(monthsOf(b) - monthsOf(a)).toBe(months);
          expect(b.getUTCDate()).toBeLessThanOrEqual(a.getUTCDate());
        },
      ),
    );
  });

  it('fall into buckets of whole days', () => {
    expect(bucketsOf({ from: 0, to: 90 }, 240)).toEqual({ size: 1, count: 90 });
    expect(bucketsOf({ from: 0, to: 500 }, 240)).toEqual({ size: 3, count: 167 });
    expect(bucketsOf({ from: 0, to: 0 }, 240)).toEqual({ size: 1, count: 1 });
  });
});
