import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readInterval } from '../../src-preload/contract/interval.ts';
import { addInterval } from './interval.ts';

const hour = 3_600_000;
const day = 24 * hour;

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
