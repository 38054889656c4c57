import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everyField, readEvery, readTime, timeField } from './prepared-fields.ts';

describe('a time in a cell', () => {
  it.each([
    ['2026-03-02', '2026-03-02T00:00:00Z'],
    ['2026-03-02 9:30', '2026-03-02T09:30:00Z'],
    ['2026-03-02T09:30:00Z', '2026-03-02T09:30:00Z'],
    ['2026-03-02 09:30 UTC', '2026-03-02T09:30:00Z'],
    ['2026-03-02 09:30 +02:00', '2026-03-02T07:30:00Z'],
    ['2026-03-02 09:30-0330', '2026-03-02T13:00:00Z'],
    ['', null],
  ])('%s is %s', (text, value) => {
    expect(readTime(text)).toEqual({ value });
  });

  it.each(['soon', '2026-02-30', '2026-13-01', '2026-03-02 24:30', '2026-03-02 9', '02.03.2026'])(
    '%s is refused',
    (text) => expect(readTime(text)).toEqual({ problem: { message: 'validation.time' } }),
  );

  it('is read as it is written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (minutes) => {
        const iso = new Date(Math.floor(minutes / 2) * 60_000).toISOString().replace('.000Z', 'Z');
        expect(readTime(timeField(iso))).toEqual({ value: iso });
      }),
    );
    expect(timeField('soon')).toBe('soon');
  });
});

describe('a recurrence in a cell', () => {
  it.each([
    ['7', 10_080],
    ['7 d', 10_080],
    ['2 días 3 h', 3_060],
    ['1d12h30min', 2_190],
    ['90 min', 90],
    ['', null],
  ])('%s is %s minutes', (text, value) => {
    expect(readEvery(text)).toEqual({ value });
  });

  it.each(['0', 'often', '1.5 d', '-3', '9999 d'])('%s is refused', (text) => {
    expect(readEvery(text)).toEqual({ problem: { message: 'validation.every' } });
  });

  it('is read as it is written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_256_000 }), (minutes) => {
        expect(readEvery(everyField(minutes))).toEqual({ value: minutes });
      }),
    );
  });
});
