import { describe, expect, it, vi } from 'vitest';
import { formatDayText, readDay } from './read-day.ts';

const regionOf = (...tags: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(tags);

describe('a day that is typed', () => {
  it.each([
    ['2026-03-05', 'en'],
    [' 2026-3-5 ', 'en'],
    ['5 Mar 2026', 'en'],
    ['Mar 5, 2026', 'en'],
    ['March 5th 2026', 'en'],
    ['5.3.2026', 'en'],
    ['5 de marzo de 2026', 'es'],
    ['5 mar 2026', 'es'],
  ])('%s (%s) is 2026-03-05', (text, language) => {
    expect(readDay(text, language)).toEqual({ value: '2026-03-05' });
  });

  it('is read in the order of the region of the user', () => {
    regionOf('en-US');
    expect(readDay('3/5/2026', 'en')).toEqual({ value: '2026-03-05' });
    regionOf('en-GB');
    expect(readDay('3/5/2026', 'en')).toEqual({ value: '2026-05-03' });
    vi.restoreAllMocks();
  });

  it('keeps its time, and an empty text is none', () => {
    expect(readDay('2026-03-05T10:30:00Z', 'en')).toEqual({ value: '2026-03-05T10:30:00Z' });
    expect(readDay('  ', 'en')).toEqual({ value: null });
  });

  it.each(['2026-02-30', '31.2.2026', 'Feb 30, 2026', '5 Foo 2026', 'soon', '5/3/26', '2026-03-05Tlate'])(
    '%s is refused',
    (text) => {
      expect(readDay(text, 'en')).toEqual({ problem: { message: 'validation.day' } });
    },
  );
});

it('a day is shown as days are elsewhere, and another text as it is', () => {
  regionOf('en-US');
  expect(formatDayText('en', '2026-03-05')).toBe('Mar 5, 2026');
  expect(formatDayText('en', '2026-03-05T00:00:00')).toBe('Mar 5, 2026');
  expect(formatDayText('en', '2026-03-05T10:30:00Z')).toBe('Mar 5, 2026, 10:30 UTC');
  expect(formatDayText('en', '2026-03-05T10:30:00+02:00')).toBe('Mar 5, 2026, 10:30+02:00');
  expect(formatDayText('en', '2026-02-30')).toBe('2026-02-30');
  expect(formatDayText('en', 'unknown')).toBe('unknown');
  vi.restoreAllMocks();
});
