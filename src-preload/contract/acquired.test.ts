import { describe, expect, it } from 'vitest';
import { compareAcquired, isCertainlyEarlier, isoPeriod, unitOfPeriod } from './acquired.ts';

const day = (text: string) => ({ start: `${text}T00:00:00.000Z`, end: `${text}T23:59:59.999Z` });
const span = (start: string, end: string) => ({ start: day(start).start, end: day(end).end });
const within = (period: { start: string; end: string }) => ({ timestamp: null, period });
const at = (timestamp: string) => ({ timestamp, period: null });
const undated = { timestamp: null, period: null };

describe('a period in ISO 8601', () => {
  it.each([
    [day('2025-07-12'), 'day', '2025-07-12'],
    // The end of a STAC item to the second.
    [{ start: '2025-07-12T00:00:00Z', end: '2025-07-12T23:59:59Z' }, 'day', '2025-07-12'],
    [span('2024-02-01', '2024-02-29'), 'month', '2024-02'],
    [span('2023-02-01', '2023-02-28'), 'month', '2023-02'],
    [span('2024-02-01', '2024-02-28'), 'day', '2024-02-01/2024-02-28'],
    [span('2019-01-01', '2019-12-31'), 'year', '2019'],
    [span('2019-01-01', '2020-12-31'), 'year', '2019/2020'],
    [span('2025-03-01', '2025-05-31'), 'month', '2025-03/2025-05'],
    [span('2025-03-01', '2025-03-09'), 'day', '2025-03-01/2025-03-09'],
    [
      { start: '2025-03-01T10:30:00.000Z', end: '2025-03-01T11:29:59.999Z' },
      'moment',
      '2025-03-01T10:30Z/2025-03-01T11:29Z',
    ],
    [
      { start: '2025-03-01T10:30:00.000Z', end: '2025-03-03T11:29:59.999Z' },
      'moment',
      '2025-03-01/2025-03-03',
    ],
  ] as const)('is as short as its parts allow: %j', (period, unit, text) => {
    expect(unitOfPeriod(period)).toBe(unit);
    expect(isoPeriod(period)).toBe(text);
  });
});

describe('the order of acquisitions', () => {
  it('is that of their starts, then of their ends, and undated ones are first', () => {
    const scenes = [
      within(span('2025-07-01', '2025-07-31')),
      at('2025-07-12T10:00:00.000Z'),
      undated,
      within(day('2025-07-01')),
      at('2025-07-01T00:00:00.000Z'),
    ];
    expect(scenes.toSorted(compareAcquired)).toEqual([scenes[2], scenes[4], scenes[3], scenes[0], scenes[1]]);
  });

  it('is certain only if the first one has ended before the second one begins', () => {
    const july = within(span('2025-07-01', '2025-07-31'));
    expect(isCertainlyEarlier(july, at('2025-08-01T00:00:00.000Z'))).toBe(true);
    expect(isCertainlyEarlier(july, at('2025-07-31T10:00:00.000Z'))).toBe(false);
    expect(isCertainlyEarlier(at('2025-07-31T10:00:00.000Z'), july)).toBe(false);
    expect(isCertainlyEarlier(undated, july)).toBe(false);
  });
});
