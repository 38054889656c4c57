import { describe, expect, it } from 'vitest';
import { periodSchema, readInterval } from './interval.ts';

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

describe('the period of an order as it goes out', () => {
  it.each(['P7D', 'P1M', 'PT12H', 'P1DT12H30M'])('is %s', (text) => {
    expect(periodSchema.parse(text)).toBe(text);
  });

  it.each(['', 'P0D', 'P0.5D', '7 days', 'p7d', ' P7D', 'P1D2W'])('is not %j', (text) => {
    expect(periodSchema.safeParse(text).success).toBe(false);
  });
});
