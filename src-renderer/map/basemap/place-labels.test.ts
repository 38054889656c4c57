import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type LabelBox, type LabelCandidate, placeLabels, wholeChoices } from './place-labels.ts';

const box = (x: number, y: number, width = 20, height = 10): LabelBox => ({
  minX: x,
  minY: y,
  maxX: x + width,
  maxY: y + height,
});

const candidate = (key: string, rank: number, ...boxes: LabelBox[]): LabelCandidate<string> => ({
  key,
  rank,
  choices: boxes.map((only) => ({ boxes: [only], drawing: key })),
  apart: null,
});

const keys = (placed: readonly { key: string }[]) => placed.map(({ key }) => key);

const overlap = (a: LabelBox, b: LabelBox) =>
  a.minX < b.maxX && b.minX < a.maxX && a.minY < b.maxY && b.minY < a.maxY;

it('gives the place to the more important name', () => {
  expect(keys(placeLabels([candidate('small', 5, box(0, 0)), candidate('large', 1, box(5, 0))]))).toEqual([
    'large',
  ]);
});

it('writes a name where no edge of the window cuts it, or not at all', () => {
  const cut = [
    candidate('left', 1, box(-1, 50)),
    candidate('upper', 1, box(30, -1)),
    candidate('right', 1, box(81, 50)),
    candidate('lower', 1, box(30, 91)),
    candidate('corner', 1, box(95, 95), box(80, 90)),
  ];
  const placed = placeLabels(wholeChoices(cut, { width: 100, height: 100 }));
  expect(placed.map(({ key, boxes }) => [key, boxes])).toEqual([['corner', [box(80, 90)]]]);
});

it('tries another way to write a name before it gives it up', () => {
  const placed = placeLabels([
    candidate('first', 1, box(0, 0)),
    candidate('second', 2, box(5, 0), box(30, 0)),
  ]);
  expect(placed.map(({ key, choice }) => [key, choice])).toEqual([
    ['first', 0],
    ['second', 1],
  ]);
});

it('places nothing where something else stands already', () => {
  const candidates = [candidate('under', 1, box(0, 0)), candidate('aside', 2, box(5, 0), box(30, 0))];
  const placed = placeLabels(candidates, new Map([['under', 0]]), [box(10, 5, 15)]);
  expect(placed.map(({ key, choice }) => [key, choice])).toEqual([['aside', 1]]);
});

it('keeps the same name away from itself', () => {
  const again = (key: string, x: number): LabelCandidate<string> => ({
    ...candidate(key, 1, box(x, 0)),
    apart: { text: 'Danube', distancePx: 100 },
  });
  expect(keys(placeLabels([again('a', 0), again('b', 60), again('c', 140)]))).toEqual(['a', 'c']);
});

it('keeps what is shown while the view moves, as it is written, and forgets it at rest', () => {
  const all = [candidate('new', 1, box(5, 0)), candidate('shown', 9, box(30, 30), box(0, 0))];
  const moving = placeLabels(all, new Map([['shown', 1]]));
  expect(moving.map(({ key, choice }) => [key, choice])).toEqual([['shown', 1]]);
  expect(keys(placeLabels(all))).toEqual(['new', 'shown']);
});

const anyBox = fc
  .tuple(
    fc.integer({ min: 0, max: 200 }),
    fc.integer({ min: 0, max: 200 }),
    fc.integer({ min: 1, max: 60 }),
    fc.integer({ min: 1, max: 20 }),
  )
  .map(([x, y, width, height]) => box(x, y, width, height));
const anyCandidates = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.array(anyBox, { minLength: 1, maxLength: 4 })), {
    maxLength: 60,
  })
  .map((all) => all.map(([rank, boxes], i) => candidate(`name ${i}`, rank, ...boxes)));

it('never lets two names overlap, whether the view moves or rests', () => {
  fc.assert(
    fc.property(anyCandidates, fc.array(fc.nat(59)), (candidates, before) => {
      const shown = new Map(before.map((i) => [`name ${i}`, i % 4]));
      for (const placed of [placeLabels(candidates), placeLabels(candidates, shown)])
        for (const [i, a] of placed.entries())
          for (const b of placed.slice(i + 1))
            expect(a.boxes.some((one) => b.boxes.some((other) => overlap(one, other)))).toBe(false);
    }),
  );
});

it('leaves a name out only if one that comes before it is in each of its places', () => {
  fc.assert(
    fc.property(anyCandidates, (candidates) => {
      const placed = placeLabels(candidates);
      const has = new Set(keys(placed));
      const rankOf = new Map(candidates.map(({ key, rank }) => [key, rank]));
      for (const left of candidates.filter(({ key }) => !has.has(key)))
        for (const { boxes } of left.choices)
          expect(
            placed.some(
              (other) =>
                (rankOf.get(other.key) ?? 99) <= left.rank &&
                other.boxes.some((one) =>
                  boxes.some(
                    (own) =>
                      one.minX <= own.maxX &&
                      own.minX <= one.maxX &&
                      one.minY <= own.maxY &&
                      own.minY <= one.maxY,
                  ),
                ),
            ),
          ).toBe(true);
    }),
  );
});

it('does not depend on the sequence of the candidates', () => {
  fc.assert(
    fc.property(anyCandidates, (candidates) => {
      expect(placeLabels(candidates.toReversed())).toEqual(placeLabels(candidates));
    }),
  );
});
