import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addInterval, readInterval } from './interval.ts';

const hour = 3_600_000;
const day = 24 * hour;

describe('readInterval', () => {
  it.each([
    ['P7D', 0, 7 * day],
    ['P1W', 0, 7 * day],
    ['P1M', 1, 0],
    ['P1Y2M', 14, 0],
    ['PT36H', 0, 36 * hour],
    ['P1DT12H30M', 0, 36.5 * hour],
    ['P0.5D', 0, 12 * hour],
    ['p3d', 0, 3 * day],
    ['PT1M', 0, 60_000],
    ['P1MT1M', 1, 60_000],
    ['7 00:00:00', 0, 7 * day],
    ['7 days, 00:00:00', 0, 7 * day],
    ['1 day, 12:30:00', 0, 36.5 * hour],
    ['7 days', 0, 7 * day],
    ['36:00:00', 0, 36 * hour],
    ['00:30:00', 0, hour / 2],
    [' 3 days, 00:00:00.000 ', 0, 3 * day],
  ])('reads %s', (text, months, ms) => {
    expect(readInterval(text)).toEqual({ months, ms });
  });

  it.each([
    '',
    'P',
    'PT',
    'P0D',
    'P0.5M',
    '0 00:00:00',
    'weekly',
    '7',
    '-P7D',
    'P-7D',
    '7 weeks',
    'P1e9D',
    'P99999D',
  ])('takes %j for none', (text) => {
    expect(readInterval(text)).toBeNull();
  });

  it('takes no text for none', () => {
    expect(readInterval(null)).toBeNull();
  });
});

describe('addInterval', () => {
  const add = (from: string, text: string) => {
    const asked = readInterval(text) ?? expect.fail(text);
    return new Date(addInterval(Date.parse(from), asked)).toISOString();
  };

  it('goes by calendar months, and by the last day of shorter ones', () => {
    expect(add('2026-01-31T10:30:00.000Z', 'P1M')).toBe('2026-02-28T10:30:00.000Z');
    expect(add('2028-01-31T10:30:00.000Z', 'P1M')).toBe('2028-02-29T10:30:00.000Z');
    expect(add('2026-11-30T23:59:59.999Z', 'P3M')).toBe('2027-02-28T23:59:59.999Z');
    expect(add('2026-12-31T00:00:00.000Z', 'P1Y')).toBe('2027-12-31T00:00:00.000Z');
  });

  it('has days of 24 hours also where clocks are changed', () => {
    // Clocks go forward in Europe on 2026-03-29, back on 2026-10-25; in the Americas at other dates.
    for (const from of ['2026-03-28T10:00:00.000Z', '2026-10-24T10:00:00.000Z', '2026-11-01T05:00:00.000Z'])
      expect(Date.parse(add(from, 'P1D')) - Date.parse(from)).toBe(day);
  });

  it('moves on by what was asked for, whatever that is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_000_000_000_000 }),
        fc.integer({ min: 0, max: 24 }),
        fc.integer({ min: 0, max: 400 * day }),
        (from, months, ms) => {
          const to = addInterval(from, { months, ms });
          expect(to - from).toBeGreaterThanOrEqual(months * 28 * day + ms - 3 * day);
          expect(to - from).toBeLessThanOrEqual(months * 31 * day + ms);
        },
      ),
    );
  });
});
