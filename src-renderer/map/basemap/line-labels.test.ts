import { expect, it } from 'vitest';
import { lettersAlong } from './line-labels.ts';

const widths = [10, 10, 10, 10];
const options = { widths, everyPx: 200, isNear: () => true };

it('writes along a straight line, in the middle of each stretch', () => {
  const found = lettersAlong([0, 0, 400, 0], options);
  expect(found).toHaveLength(2);
  const [first] = found;
  expect(first?.map(({ turn }) => turn)).toEqual([0, 0, 0, 0]);
  expect(first?.map(({ y }) => y)).toEqual([0, 0, 0, 0]);
  expect(first?.[0]?.x).toBeGreaterThan(60);
  expect(first?.[0]?.x).toBeLessThan(110);
});

it('is read from left to right whichever way the line goes', () => {
  const there = lettersAlong([0, 0, 300, 100], options)[0];
  const back = lettersAlong([300, 100, 0, 0], options)[0];
  for (const letters of [there, back]) {
    const xs = letters?.map(({ x }) => x) ?? [];
    expect(xs).toEqual([...xs].sort((a, b) => a - b));
    expect(Math.abs(letters?.[0]?.turn ?? 9)).toBeLessThan(Math.PI / 2);
  }
});

it('does not write on a line that is too short or too crooked, nor far from the view', () => {
  expect(lettersAlong([0, 0, 30, 0], options)).toEqual([]);
  const zigzag = Array.from({ length: 60 }, (_, i) => [i * 6, i % 2 === 0 ? 0 : 18]).flat();
  expect(lettersAlong(zigzag, options)).toEqual([]);
  expect(lettersAlong([0, 0, 400, 0], { ...options, isNear: (x) => x > 250 })).toHaveLength(1);
});
