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

it('adds vertices while it is open, no position twice in sequence', () => {
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

it('is finished by the first Escape and removed by the second; removing a vertex reopens it', () => {
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

it('is removed at once if it has no length', () => {
  beginMeasure('area', [1, 1]);
  leaveMeasure();
  expect(measure()).toBeNull();
});

it('has a maximum number of vertices', () => {
  beginMeasure('distance');
  for (let i = 0; i < 600; i += 1) addVertex([i / 10, 0]);
  expect(measure()?.vertices).toHaveLength(500);
});
