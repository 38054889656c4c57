import { expect, it } from 'vitest';
import { spreadLabels } from './spread-labels.ts';

const size = { widthPx: 700, heightPx: 380, radiusPx: 8 };
const apart = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y);

it('a label stays on a place that stands alone', () => {
  const place = { x: 100, y: 100 };
  expect(spreadLabels([place, { x: 300, y: 200 }], size)[0]).toEqual({ place, at: place });
});

it('labels of places that are close to each other all move, so that a line leads from each to its uncovered place', () => {
  const places = [
    { x: 100, y: 100 },
    { x: 105, y: 103 },
    { x: 100, y: 100 },
  ];
  const labels = spreadLabels(places, size);
  for (const { place, at } of labels) {
    // A line that is shorter than the label is below it.
    expect(apart(place, at)).toBeGreaterThan(size.radiusPx + 4);
    for (const covered of places) expect(apart(covered, at)).toBeGreaterThan(size.radiusPx + 2);
  }
});

it('a label that moves covers no place that stands alone', () => {
  const alone = { x: 100, y: 82 };
  const labels = spreadLabels([{ x: 100, y: 100 }, { x: 100, y: 100 }, alone], size);
  expect(labels[2]?.at).toEqual(alone);
  for (const { at } of labels.slice(0, 2)) expect(apart(at, alone)).toBeGreaterThanOrEqual(2 * size.radiusPx);
});

it('places without enough room keep their labels in the picture and apart from each other', () => {
  const labels = spreadLabels(
    Array.from({ length: 300 }, () => ({ x: 350, y: 190 })),
    { ...size, radiusPx: 9 },
  );
  const distances = labels.flatMap(({ at }, i) => labels.slice(0, i).map((other) => apart(at, other.at)));
  expect(Math.min(...distances)).toBeGreaterThanOrEqual(18);
});
