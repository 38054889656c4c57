import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createDecimalSum, decimalOf, subtractDecimals } from './decimal.ts';

it.each([
  [12.5, '12.5'],
  ['012.500', '12.5'],
  [1e-7, '0.0000001'],
  [1.5e21, '1500000000000000000000'],
  ['-0.10', '-0.1'],
  [0.1 + 0.2, '0.30000000000000004'],
  ['1234567890123456789.000000001', '1234567890123456789.000000001'],
])('writes %j as %s', (value, text) => expect(decimalOf(value)).toBe(text));

it.each([
  '',
  'many',
  '1,5',
  '.5',
  '0x10',
  'Infinity',
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '9'.repeat(61),
  5e-324,
  1e300,
])('takes %j for no number', (value) => expect(decimalOf(value)).toBeNull());

const cents = fc.tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 12 }));
/** Written by hand: what the digits mean, in units of 10⁻¹². */
const written = ([units, scale]: [bigint, number]) => {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const at = digits.length - scale;
  return `${units < 0n ? '-' : ''}${digits.slice(0, at)}${scale > 0 ? `.${digits.slice(at)}` : ''}`;
};

it('adds any decimals exactly, in any order', () => {
  fc.assert(
    fc.property(fc.array(cents, { maxLength: 50 }), (terms) => {
      const expected = terms.reduce((sum, [units, scale]) => sum + units * 10n ** BigInt(12 - scale), 0n);
      for (const list of [terms, terms.toReversed()]) {
        const sum = createDecimalSum();
        for (const term of list) sum.add(written(term));
        expect(sum.text()).toBe(decimalOf(written([expected, 12])));
      }
    }),
  );
});

it('adds a tenth a million times without drift', () => {
  const sum = createDecimalSum();
  for (let i = 0; i < 1_000_000; i += 1) sum.add('0.1');
  expect(sum.text()).toBe('100000');
});

it('tells a difference', () => expect(subtractDecimals('10.05', '10.1')).toBe('-0.05'));
