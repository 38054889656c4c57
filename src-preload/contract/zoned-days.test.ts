import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths, dayIn, instantsOf, isDay, isTimeZone, startOfDay } from './zoned-days.ts';

const start = (day: string, zone: string) => new Date(startOfDay(day, zone)).toISOString();

describe('the start of a day', () => {
  it.each([
    ['2026-03-01', 'UTC', '2026-03-01T00:00:00.000Z'],
    // Summer and winter of the other half of the world.
    ['2026-03-01', 'Pacific/Auckland', '2026-02-28T11:00:00.000Z'],
    ['2026-07-01', 'Pacific/Auckland', '2026-06-30T12:00:00.000Z'],
    // Half an hour off, with and without daylight saving.
    ['2026-03-01', 'America/St_Johns', '2026-03-01T03:30:00.000Z'],
    ['2026-04-01', 'America/St_Johns', '2026-04-01T02:30:00.000Z'],
    ['2026-01-01', 'Asia/Kathmandu', '2025-12-31T18:15:00.000Z'],
    ['2026-01-01', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z'],
    // The day on which the clocks change, and the one after.
    ['2026-03-29', 'Europe/Madrid', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Madrid', '2026-03-29T22:00:00.000Z'],
    // Midnight left out: the day begins at one o'clock.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    // Set back a minute after midnight of the first of the month: the first of two midnights.
    ['2009-11-01', 'America/St_Johns', '2009-11-01T02:30:00.000Z'],
    // A day that Samoa left out.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ])('%s in %s is %s', (day, zone, instant) => expect(start(day, zone)).toBe(instant));

  it('is where the day of any instant begins, in any zone', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const times = fc.integer({ min: Date.UTC(2010, 0), max: Date.UTC(2040, 0) });
    fc.assert(
      fc.property(zones, times, (zone, at) => {
        // Another way to the calendar than the one that is tested.
        const day = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(at);
        expect(dayIn(at, zone)).toBe(day);
        expect(startOfDay(day, zone)).toBeLessThanOrEqual(at);
        expect(startOfDay(addDays(day, 1), zone)).toBeGreaterThan(startOfDay(day, zone) - 1);
        expect(dayIn(startOfDay(day, zone), zone) >= day).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

it('cuts a period into months without gap or overlap', () => {
  const { from, to, months } = instantsOf('2026-01-15', '2026-04-02', 'America/St_Johns');
  expect(from).toBe('2026-01-15T03:30:00.000Z');
  expect(to).toBe('2026-04-03T02:30:00.000Z');
  expect(months).toEqual([
    { month: '2026-01', from },
    { month: '2026-02', from: '2026-02-01T03:30:00.000Z' },
    { month: '2026-03', from: '2026-03-01T03:30:00.000Z' },
    { month: '2026-04', from: '2026-04-01T02:30:00.000Z' },
  ]);
});

it('knows days and zones', () => {
  expect(addMonths('2026-12-31', 1)).toBe('2027-01-01');
  expect(addMonths('2026-01-31', -1)).toBe('2025-12-01');
  expect(['2026-02-28', '2028-02-29'].every(isDay)).toBe(true);
  expect(['2026-02-29', '2026-02-30', '2026-13-01', '2026-1-1', 'x'].some(isDay)).toBe(false);
  expect(isTimeZone('Europe/Madrid') && isTimeZone('UTC')).toBe(true);
  expect(isTimeZone('Mars/Olympus')).toBe(false);
});
