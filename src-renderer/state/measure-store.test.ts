import { beforeEach, expect, it } from 'vitest';
import {
  addVertex,
  beginMeasure,
  changeMeasureKind,
  endMeasure,
  leaveMeasure,
  measureStore,
  removeLastVertex,
} from './measure-store.ts';

const measure = () => measureStore.getState().measure;
beforeEach(endMeasure);

it('adds vertices while it is open, each place once', () => {
  addVertex([1, 1]);
  expect(measure()).toBeNull();
  beginMeasure('distance', [16, 48]);
  addVertex([16, 48]);
  addVertex([17, 48]);
  addVertex([17, 48]);
  expect(measure()).toEqual({
    kind: 'distance',
    vertices: [
      [16, 48],
      [17, 48],
    ],
    isAdding: true,
  });
});

it('keeps the vertices when a path becomes an area', () => {
  beginMeasure('distance');
  addVertex([1, 1]);
  changeMeasureKind('area');
  expect(measure()).toMatchObject({ kind: 'area', vertices: [[1, 1]] });
});

it('is finished by the first Escape and gone with the second; a removed vertex opens it again', () => {
  beginMeasure('distance');
  addVertex([1, 1]);
  addVertex([2, 2]);
  addVertex([3, 3]);
  leaveMeasure();
  expect(measure()?.isAdding).toBe(false);
  addVertex([4, 4]);
  expect(measure()?.vertices).toHaveLength(3);
  removeLastVertex();
  expect(measure()).toMatchObject({ isAdding: true });
  expect(measure()?.vertices).toHaveLength(2);
  leaveMeasure();
  leaveMeasure();
  expect(measure()).toBeNull();
});

it('with nothing to keep is gone at once', () => {
  beginMeasure('area', [1, 1]);
  leaveMeasure();
  expect(measure()).toBeNull();
});

it('is bounded', () => {
  beginMeasure('distance');
  for (let i = 0; i < 600; i += 1) addVertex([i / 10, 0]);
  expect(measure()?.vertices).toHaveLength(500);
});
