import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatAcquired,
  formatBytes,
  formatDuration,
  formatGap,
  formatInterval,
  formatNumber,
  formatRate,
  formatRecurrence,
  formatShare,
  formatUtc,
  formatUtcDay,
  formatUtcMonth,
  localeOfDates,
  startCapital,
  writeDaysAsIso,
} from './format.ts';

/** Replaces Intl's own spaces, which differ between versions of its data. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

describe('a share', () => {
  it.each([
    [0, 0, '0%'],
    [0.001, 0, '< 1%'],
    [0.005, 0, '1%'],
    [0.42, 0, '42%'],
    [0.9945, 0, '99%'],
    [0.9963, 0, '> 99%'],
    [0.9963, 2, '99.63%'],
    [0.99996, 2, '> 99.99%'],
    [1, 0, '100%'],
  ])('%s with %s decimals is %s', (share, digits, text) => {
    expect(formatShare('en', share, digits)).toBe(text);
  });
});

describe('bytes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '1 kB'],
    [1_540, '1.5 kB'],
    [99_960, '100 kB'],
    [999_950, '1 MB'],
    [163_200_000, '163 MB'],
    [1_073_741_824, '1.1 GB'],
    [5e15, '5,000 TB'],
  ])('%d', (bytes, text) => {
    expect(plain(formatBytes('en', bytes))).toBe(text);
  });

  it('follows the language', () => {
    expect(plain(formatBytes('es', 1_540))).toBe('1,5 kB');
    expect(plain(formatRate('es', 2_500_000))).toBe('2,5 MB/s');
    expect(formatNumber('en', 10_000)).toBe('10,000');
  });

  it('never show a thousand of a unit below the last', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_000_000_000_000 }), (bytes) => {
        expect(formatBytes('en', bytes)).not.toMatch(/^1,000/);
      }),
    );
  });
});

describe('times', () => {
  it('are UTC, around the clock', () => {
    expect(plain(formatUtc('en', '2026-03-01T00:05:00Z'))).toBe('Mar 1, 2026, 00:05 UTC');
    expect(plain(formatUtc('en', '2026-03-01T01:05:00+02:00'))).toBe('Feb 28, 2026, 23:05 UTC');
    expect(plain(formatUtc('es', '2026-03-01T14:05:00Z'))).toBe('1 mar 2026, 14:05 UTC');
    expect(plain(formatUtcDay('en', '2026-03-01T23:59:59Z'))).toBe('Mar 1, 2026');
  });

  it.each([
    ['en', ['en-US', 'en'], 'en-US'],
    ['en', ['de-DE', 'en-GB'], 'en-GB'],
    ['en', ['de-DE', 'de'], 'en-DE'],
    ['es', ['pt-BR', 'es-MX'], 'es-MX'],
    ['en', ['sv'], 'en-SE'],
    ['en', ['no tag!'], 'en'],
    ['en', [], 'en'],
  ])('%s for a user who prefers %j: dates as in %s', (language, preferred, locale) => {
    expect(localeOfDates(language, preferred)).toBe(locale);
  });

  it('have the day before the month where that is usual', () => {
    const day = (locale: string) =>
      new Intl.DateTimeFormat(locale, { day: '2-digit', month: 'short', year: 'numeric' }).format(0);
    expect(day(localeOfDates('en', ['de-DE']))).toMatch(/^01 Jan/);
    expect(day(localeOfDates('en', ['en-US']))).toMatch(/^Jan 01/);
  });

  it('start with a capital letter where a month stands alone', () => {
    const month = '2026-11-01T00:00:00Z';
    expect(formatUtcMonth('es', month)).toBe('noviembre de 2026');
    expect(startCapital('es', formatUtcMonth('es', month))).toBe('Noviembre de 2026');
  });

  it('that are invalid stay as the service sent them', () => {
    expect(formatUtc('en', 'soon')).toBe('soon');
  });
});

describe('periods in which scenes were acquired', () => {
  const span = (start: string, end: string) => ({
    start: `${start}T00:00:00.000Z`,
    end: `${end}T23:59:59.999Z`,
  });
  it.each([
    [span('2025-07-12', '2025-07-12'), 'Jul 12, 2025', '12 jul 2025', '2025-07-12'],
    [span('2025-07-01', '2025-07-31'), 'Jul 2025', 'jul 2025', '2025-07'],
    [span('2019-01-01', '2019-12-31'), '2019', '2019', '2019'],
    [span('2019-01-01', '2020-12-31'), '2019 – 2020', '2019–2020', '2019 – 2020'],
    [span('2025-03-01', '2025-03-09'), 'Mar 1 – 9, 2025', '1–9 de mar de 2025', '2025-03-01 – 2025-03-09'],
    [
      { start: '2025-03-01T10:30:00.000Z', end: '2025-03-03T11:29:59.999Z' },
      'Mar 1 – 3, 2025',
      '1–3 de mar de 2025',
      '2025-03-01 – 2025-03-03',
    ],
    [
      { start: '2025-03-01T10:30:00.000Z', end: '2025-03-01T11:29:59.999Z' },
      'Mar 1, 2025, 10:30 – 11:29 UTC',
      '1 mar 2025, 10:30–11:29 UTC',
      '2025-03-01 10:30–11:29 UTC',
    ],
    // A minute alone would read as a moment.
    [
      { start: '2025-03-01T10:30:05.000Z', end: '2025-03-01T10:30:30.000Z' },
      'Mar 1, 2025, 10:30:05 UTC – 10:30:30 UTC',
      '1 mar 2025, 10:30:05 UTC – 10:30:30 UTC',
      '2025-03-01 10:30:05 UTC–10:30:30 UTC',
    ],
  ])('are as short as they can be in each language: %j', (period, english, spanish, iso) => {
    const format = (locale: string) => plain(formatAcquired(locale, { timestamp: null, period }) ?? '');
    expect(format('en')).toBe(english);
    expect(format('es')).toBe(spanish);
    writeDaysAsIso(true);
    expect(format('en')).toBe(iso);
    writeDaysAsIso(false);
  });

  it('are null where nothing is known, and a moment is one', () => {
    expect(formatAcquired('en', { timestamp: null, period: null })).toBeNull();
    const timestamp = '2026-03-05T10:30:00Z';
    expect(formatAcquired('en', { timestamp, period: null })).toBe(formatUtc('en', timestamp));
  });
});

describe('durations', () => {
  it.each([
    [0, '1 sec'],
    [59.4, '59 sec'],
    [59.7, '1 min'],
    [3_599, '1 hr'],
    [3_600, '1 hr'],
    [5_400, '1 hr 30 min'],
    [7_199, '2 hr'],
  ])('%d s', (seconds, text) => {
    expect(plain(formatDuration('en', seconds))).toBe(text);
  });
});

describe('recurrences', () => {
  it('are read in each form of the interface', () => {
    expect(plain(formatRecurrence('en', '7 00:00:00'))).toBe('7 days');
    expect(plain(formatRecurrence('en', '1 12:30:00'))).toBe('1 day 12 hours 30 minutes');
    expect(plain(formatRecurrence('es', '7 days, 00:00:00'))).toBe('7 días');
    expect(plain(formatRecurrence('en', '1 day, 06:00:00'))).toBe('1 day 6 hours');
    expect(plain(formatRecurrence('en', '06:00:00'))).toBe('6 hours');
    expect(plain(formatRecurrence('en', 'P3D'))).toBe('3 days');
    expect(plain(formatRecurrence('es', 'P1M'))).toBe('1 mes');
  });

  it('that cannot be read are shown unchanged', () => {
    expect(formatRecurrence('en', 'weekly')).toBe('weekly');
    expect(formatRecurrence('en', '0 00:00:00')).toBe('0 00:00:00');
  });
});

describe('times between captures', () => {
  const minute = 60_000;
  it.each([
    [0, '0 min'],
    [59 * minute, '59 min'],
    [26 * 60 * minute, '1 day 2 hr'],
    [3 * 1_440 * minute + 12 * minute, '3 days 12 min'],
    [11 * 1_440 * minute + 3 * 60 * minute + 5 * minute, '11 days 3 hr'],
    [6.99928 * 1_440 * minute, '7 days'],
    [1_439 * minute, '23 hr 59 min'],
  ])('%d', (ms, text) => {
    expect(plain(formatGap('en', ms))).toBe(text);
  });

  it('are formatted like the requested intervals', () => {
    expect(plain(formatInterval('en', { months: 1, ms: 0 }))).toBe('1 month');
    expect(plain(formatInterval('en', { months: 0, ms: 1.5 * 1_440 * minute }))).toBe('1 day 12 hours');
    expect(plain(formatInterval('es', { months: 0, ms: 7 * 1_440 * minute }))).toBe('7 días');
  });
});

it('days are written in ISO 8601 where the user wants that, and months stay words', () => {
  writeDaysAsIso(true);
  try {
    expect(formatUtcDay('en', '2026-11-05T10:30:00Z')).toBe('2026-11-05');
    expect(formatUtc('es', '2026-11-05T10:30:00Z')).toBe('2026-11-05 10:30 UTC');
    expect(formatUtcMonth('en', '2026-11-05T10:30:00Z')).toBe('November 2026');
  } finally {
    writeDaysAsIso(false);
  }
  expect(formatUtcDay('en', '2026-11-05T10:30:00Z')).toBe('Nov 5, 2026');
});
