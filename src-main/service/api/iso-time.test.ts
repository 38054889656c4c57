import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoTime } from './iso-time.ts';

describe('time', () => {
  it.each([
    ['2026-03-01T00:00:00Z', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T00:00:00.123456Z', '2026-03-01T00:00:00.123Z'],
    ['2026-03-01T02:00:00+02:00', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T02:00:00+0200', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T02:00:00+02', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T00:00:00', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01 00:00:00', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T00:00', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01t00:00:00z', '2026-03-01T00:00:00.000Z'],
    // A text that is not an ISO time stays unchanged and never becomes a date of another year.
    ['soon', 'soon'],
    ['March 5', 'March 5'],
    ['2026-13-45T00:00:00Z', '2026-13-45T00:00:00Z'],
    // A day that is in no calendar does not become another one.
    ['2026-02-30T10:00:00Z', '2026-02-30T10:00:00Z'],
    ['2026-04-31', '2026-04-31'],
    ['2027-02-29T00:00:00', '2027-02-29T00:00:00'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['17', '17'],
    ['', ''],
  ])('%j reads %j', (text, expected) => expect(isoTime(text)).toBe(expected));

  it('does not depend on the zone of the machine, and never throws', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-01-01') }), (date) => {
        const text = date.toISOString();
        expect(isoTime(text)).toBe(text);
        expect(isoTime(text.replace('Z', ''))).toBe(text);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(typeof isoTime(text)).toBe('string');
      }),
    );
  });
});
