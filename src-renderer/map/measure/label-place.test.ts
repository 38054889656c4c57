import { expect, it } from 'vitest';
import { labelPlace } from './label-place.ts';

const view = { left: 0, top: 0, right: 800, bottom: 600 };
const line = [100, 100, 700, 100];
const room = { width: 60, height: 14, view, covered: [] };

it('is the middle of the line where nothing lies over it', () => {
  expect(labelPlace(line, room)).toEqual([400, 100]);
});

it('is the next place along the line that is under nothing', () => {
  const search = { left: 350, top: 80, right: 450, bottom: 120 };
  expect(labelPlace(line, { ...room, covered: [search] })).toEqual([310, 100]);
  expect(labelPlace(line, { ...room, covered: [{ ...search, left: 290, right: 560 }] })).toEqual([220, 100]);
  expect(labelPlace(line, { ...room, covered: [{ ...search, left: 0, right: 800 }] })).toBeNull();
});

it('is in the part of a bent line that is in view', () => {
  expect(labelPlace([100, 100, 400, -300, 900, -300, 950, -300, 960, -320, 970, -330], room)).toBeNull();
  expect(labelPlace([400, 300, 400, -100, 400, -500], room)).toEqual([400, 20]);
});
