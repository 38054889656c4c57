import { expect, it } from 'vitest';
import { linesWith, textLines } from './text-lines.ts';

it('returns lines as rows, and breaks long ones', () => {
  expect(textLines(`a\n\n${'x'.repeat(170)}\n`)).toEqual([
    { number: 1, line: 0, text: 'a' },
    { number: 2, line: 1, text: '' },
    { number: 3, line: 2, text: 'x'.repeat(160) },
    { number: null, line: 2, text: 'x'.repeat(10) },
  ]);
});

it('finds words regardless of case, also across a break', () => {
  expect(linesWith(`One\n${'x'.repeat(158)}word\ntwo words`, ' WORD ')).toEqual([1, 2]);
  expect(linesWith('One', ' ')).toEqual([]);
});
