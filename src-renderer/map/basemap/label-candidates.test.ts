import { expect, it } from 'vitest';
import { worldMetres } from '../../../src-shared/geometry/mercator.ts';
import { decodeTile, type TileName } from './decode-tile.ts';
import { labelCandidates, type MeasureText, wrapText } from './label-candidates.ts';
import { placeLabels } from './place-labels.ts';
import { placeTile } from './tiles-in-window.ts';

const measure: MeasureText = (text, { sizePx }) => text.length * sizePx * 0.5;
const window = {
  left: -worldMetres / 2,
  top: worldMetres / 2,
  resolution: worldMetres / 512,
  width: 512,
  height: 512,
  ratio: 1,
};

const name = (more: Partial<TileName>): TileName => ({
  kind: 'town',
  name: 'Here',
  spanish: null,
  iso: null,
  elevationMetres: null,
  capital: 0,
  size: 3,
  rank: 20,
  fromZoom: 0,
  toZoom: 99,
  x: 2_048,
  y: 2_048,
  ...more,
});

const candidatesOf = (...names: TileName[]) => {
  const tile = { ...decodeTile(0, 0, 0, new Uint8Array()), names };
  return labelCandidates({
    tiles: [placeTile({ tile, z: 0, column: 0, row: 0 }, window)],
    window,
    marginPx: 50,
    textOf: (shown) => shown.name,
    measure,
  });
};

it('writes a long name in lines of about the same width', () => {
  const width = (text: string) => text.length * 10;
  expect(wrapText('Chad', 80, width)).toEqual(['Chad']);
  expect(wrapText('South Pacific Ocean', 140, width)).toEqual(['South Pacific', 'Ocean']);
  expect(wrapText('South Pacific Ocean', 120, width)).toEqual(['South', 'Pacific', 'Ocean']);
  expect(wrapText('Democratic Republic of the Congo', 150, width)).toEqual([
    'Democratic',
    'Republic of',
    'the Congo',
  ]);
  expect(wrapText('Unbreakable', 20, width)).toEqual(['Unbreakable']);
});

it('writes a town beside its sign on four sides, and an area in its middle', () => {
  const [town] = candidatesOf(name({}));
  expect(town?.choices).toHaveLength(4);
  // Each way to write it also covers the sign.
  for (const { boxes } of town?.choices ?? []) {
    expect(boxes).toHaveLength(2);
    const [text, sign] = boxes;
    expect([(sign?.minX ?? 0) + (sign?.maxX ?? 0), (sign?.minY ?? 0) + (sign?.maxY ?? 0)]).toEqual([
      512, 512,
    ]);
    expect((text?.maxX ?? 0) - (text?.minX ?? 0)).toBeGreaterThan(15);
  }
  const [country] = candidatesOf(name({ kind: 'country' }));
  expect(country?.choices).toHaveLength(1);
  expect(country?.choices[0]?.drawing).toMatchObject({ lines: ['HERE'], x: 256, y: 256, align: 'center' });
});

it('keeps a country apart from the islands of its name, and towns of one name where they are', () => {
  const names = [
    name({ kind: 'country', name: 'Fiji', rank: 40, x: 1_000 }),
    name({ kind: 'islands', name: 'Fiji', rank: 50, x: 2_000 }),
    name({ kind: 'islands', name: 'Tonga', rank: 50, x: 3_000 }),
    name({ name: 'Victoria', rank: 60, x: 500, y: 3_500 }),
    name({ name: 'Victoria', rank: 60, x: 1_500, y: 3_500 }),
  ];
  const placed = placeLabels(candidatesOf(...names)).map(({ drawing }) => drawing.text);
  expect(placed).toEqual(['Fiji', 'Tonga', 'Victoria', 'Victoria']);
});

it('leaves out what the zoom does not show and what is far outside', () => {
  expect(
    candidatesOf(
      name({ name: 'later', fromZoom: 4 }),
      name({ name: 'earlier', toZoom: 0.5 }),
      name({ name: 'outside', x: -600 }),
      name({ name: 'shown', x: -300 }),
    ).map(({ key }) => key.split(' ')[1]),
  ).toEqual(['shown']);
});

it('writes a river along its line, once in each stretch', () => {
  const empty = decodeTile(0, 0, 0, new Uint8Array());
  const river = name({ kind: 'river', name: 'Danube' });
  const shape = {
    parts: [Int16Array.from([0, 2_000, 4_096, 2_100])],
    box: [0, 2_000, 4_096, 2_100] as const,
    fromZoom: 0,
    weight: 5,
    isDisputed: false,
    name: river,
  };
  const tile = { ...empty, shapes: { ...empty.shapes, rivers: [shape] } };
  const found = labelCandidates({
    tiles: [placeTile({ tile, z: 0, column: 0, row: 0 }, window)],
    window,
    marginPx: 50,
    textOf: () => 'Danubio',
    measure,
  });
  expect(found.length).toBeGreaterThan(0);
  const [first] = found;
  expect(first?.apart?.text).toBe('Danubio');
  const drawing = first?.choices[0]?.drawing;
  expect(drawing?.shape === 'letters' && drawing.letters.map(({ letter }) => letter).join('')).toBe(
    'Danubio',
  );
});
