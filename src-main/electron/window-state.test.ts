import { expect, it } from 'vitest';
import { placeWindow } from './window-state.ts';

const left = { workArea: { x: 0, y: 25, width: 1_920, height: 1_055 } };
const right = { workArea: { x: 1_920, y: 0, width: 1_280, height: 1_024 } };
const at = (x: number, y: number, width = 1_200, height = 800) => ({ x, y, width, height });

it.each([
  ['wholly on the first display', at(100, 100)],
  ['on the second display', at(1_950, 50)],
  ['across both displays', at(1_500, 100)],
  ['partly off the left edge', at(-1_000, 100)],
])('keeps bounds %s', (_name, kept) => {
  expect(placeWindow(kept, [left, right])).toEqual(kept);
});

it.each([
  ['right of all displays', at(3_300, 100)],
  ['above all displays: its title could not be reached', at(100, -700)],
  ['with too little of it to take hold of', at(-1_150, 100)],
  ['below all displays', at(100, 1_075)],
])('gives up bounds %s', (_name, kept) => {
  expect(placeWindow(kept, [left, right])).toEqual({ width: 1_440, height: 900 });
});

it('fits a window that was larger than the display it comes to', () => {
  expect(placeWindow(at(0, 25, 3_800, 2_100), [left])).toEqual(at(0, 25, 1_920, 1_055));
});

it('keeps only the size where no place is known, as on Wayland', () => {
  expect(placeWindow(at(0, 0, 1_200, 800), [left])).toEqual({ width: 1_200, height: 800 });
});

it('fits the first window to a small display', () => {
  expect(placeWindow(null, [{ workArea: { x: 0, y: 0, width: 1_024, height: 740 } }])).toEqual({
    width: 1_024,
    height: 740,
  });
});

it('keeps the size alone of a window that did not know its place, as on Wayland', () => {
  expect(placeWindow(at(0, 0), [left, right])).toEqual({ width: 1_200, height: 800 });
  expect(placeWindow(at(0, 0, 3_800, 2_100), [left])).toEqual({ width: 1_920, height: 1_055 });
});
