import { expect, it } from 'vitest';
import { nominalSizeText, readNominalSize } from './nominal-size.ts';

it.each([
  ['5 × 10', { widthKm: 5, heightKm: 10 }],
  ['5x5', { widthKm: 5, heightKm: 5 }],
  ['7,5 * 12.5 km', { widthKm: 7.5, heightKm: 12.5 }],
  [' 5 X 10 KM ', { widthKm: 5, heightKm: 10 }],
] as const)('reads %j', (text, size) => {
  expect(readNominalSize(text)).toEqual({ size });
});

it('takes an empty text as none, and names what is no size', () => {
  expect(readNominalSize('  ')).toBeNull();
  for (const text of [
    '5',
    '5 × ',
    '× 5',
    '5 × 5 × 5',
    'five × five',
    '0 × 5',
    '5 × 900',
    '-5 × 5',
    '1,000 × 5',
  ])
    expect([text, readNominalSize(text)]).toEqual([text, { problem: 'validation.nominalSize' }]);
});

it('reads back what it writes', () => {
  const size = { widthKm: 7.5, heightKm: 10 };
  expect(readNominalSize(nominalSizeText(size))).toEqual({ size });
});
