import { expect, it } from 'vitest';
import { closeOverPole, unwrapLine } from './unwrap-line.ts';

it('continues a line across the antimeridian in either direction', () => {
  expect(
    unwrapLine([
      [170, 60],
      [-175, 62],
      [175, 64],
    ]).map(([x]) => x),
  ).toEqual([170, 185, 175]);
  expect(
    unwrapLine([
      [-170, 60],
      [175, 62],
    ]).map(([x]) => x),
  ).toEqual([190, 175]);
});

it('leaves a line unchanged that stays in the world', () => {
  const line: [number, number][] = [
    [-100, 10],
    [60, 20],
    [120, -20],
  ];
  expect(unwrapLine(line)).toEqual(line);
});

it('closes only a ring around a pole along the edge of the map', () => {
  const antarctica = unwrapLine([
    [-180, -84],
    [-90, -70],
    [0, -70],
    [90, -66],
    [180, -84],
  ]);
  const closed = closeOverPole(antarctica);
  expect(closed.slice(-2)).toEqual([
    [180, -90],
    [-180, -90],
  ]);
  const island: [number, number][] = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ];
  expect(closeOverPole(island)).toEqual(island);
});
