import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberText, readNumber, readWholeNumber } from './read-number.ts';

const numberIn = (text: string) => {
  const read = readNumber(text);
  return read && 'value' in read ? read.value : null;
};

describe('numbers as people write them', () => {
  it.each([
    ['1000', 1000],
    ['1 000', 1000],
    ['1\u202F000', 1000],
    ["1'000", 1000],
    ['1,000,000', 1_000_000],
    ['1.000.000', 1_000_000],
    ['1,000.5', 1000.5],
    ['1.000,5', 1000.5],
    ['1 000,5', 1000.5],
    ['1,000,000.25', 1_000_000.25],
    ['0,5', 0.5],
    ['2.50', 2.5],
    ['0,001', 0.001],
    ['0.125', 0.125],
    ['1234,567', 1234.567],
    ['-3,5', -3.5],
    ['−3', -3],
    ['007', 7],
  ])('%s', (text, value) => {
    expect(numberIn(text)).toBe(value);
  });

  it.each(['1,000', '1.000', '12,345', '-2.125', '999.999'])('asks about %s', (text) => {
    expect(readNumber(text)).toMatchObject({ problem: { message: 'validation.ambiguousNumber' } });
  });

  it('names both meanings of 1,000, and reads both of them', () => {
    const read = readNumber('1,000');
    if (!read || !('problem' in read)) throw new Error('read as a number');
    const { values = {} } = read.problem;
    expect([numberIn(String(values.groupedText)), numberIn(String(values.decimalText))]).toEqual([1000, 1]);
  });

  it.each([
    '1,00,000',
    '1,0000,000',
    '1.2.3',
    '1,2,3',
    '1e3',
    '0x10',
    'Infinity',
    '5 GB',
    '1.',
    ',5',
    '1 00',
    '--1',
    '1,000.000,5',
    '1 000,000.5',
  ])('refuses %s', (text) => {
    expect(readNumber(text)).toMatchObject({ problem: { message: 'validation.number' } });
  });

  it('distinguishes nothing from a number, and a whole number from a fraction', () => {
    expect(readNumber('  ')).toBeNull();
    expect(readWholeNumber('2,5')).toMatchObject({ problem: { message: 'validation.wholeNumber' } });
    expect(readWholeNumber('1,000')).toMatchObject({ problem: { message: 'validation.ambiguousNumber' } });
    expect(readWholeNumber('1 000')).toEqual({ value: 1000 });
  });

  it('reads back every number that a field shows', () => {
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
      fc.integer(),
      fc.integer({ min: -999_999, max: 999_999 }).map((n) => n / 1000),
    );
    fc.assert(
      fc.property(number, (value) => {
        fc.pre(Math.abs(value) > 1e-9 || value === 0);
        expect(numberIn(numberText(value)), numberText(value)).toBeCloseTo(value, 9);
      }),
    );
  });

  it.each(['en', 'es', 'de', 'fr', 'pt'])(
    'never reads another number than the one that %s means',
    (language) => {
      const format = new Intl.NumberFormat(language, { maximumFractionDigits: 3 });
      fc.assert(
        fc.property(
          fc.integer({ min: -9_999_999, max: 9_999_999 }),
          fc.constantFrom(1, 10, 100, 1000),
          (whole, parts) => {
            const value = whole / parts;
            const read = numberIn(format.format(value));
            if (read !== null) expect(read).toBeCloseTo(value, 6);
          },
        ),
      );
    },
  );
});
