import { beforeEach, expect, it } from 'vitest';
import { mapStore } from './map-store.ts';
import { addVertex, beginMeasure, endMeasure, measureStore } from './measure-store.ts';
import {
  addPoint,
  beginPixelTool,
  endPixelTool,
  maxPoints,
  pixelsStore,
  removeAllPoints,
  removePoint,
  renamePoint,
  togglePixelTool,
  toggleValues,
} from './pixels-store.ts';

const state = () => pixelsStore.getState();
beforeEach(() => {
  endMeasure();
  removeAllPoints();
  pixelsStore.setState(pixelsStore.getInitialState());
  mapStore.setState(mapStore.getInitialState());
});

it('a profile uses the measured line, statistics use its vertices, and both end with it', () => {
  beginMeasure('distance');
  addVertex([1, 2]);
  addVertex([3, 4]);
  beginPixelTool('profile');
  expect(measureStore.getState().measure).toMatchObject({ kind: 'distance', vertices: { length: 2 } });
  beginPixelTool('area');
  expect(state().tool).toBe('area');
  expect(measureStore.getState().measure).toMatchObject({ kind: 'area', vertices: { length: 2 } });
  endMeasure();
  expect(state().tool).toBeNull();
  togglePixelTool('profile');
  expect(measureStore.getState().measure).toMatchObject({ kind: 'distance', isAdding: true });
  beginMeasure('area');
  expect(state().tool).toBeNull();
  beginPixelTool('profile');
  endPixelTool();
  expect(measureStore.getState().measure).toBeNull();
});

it('a click on the map has one meaning at a time', () => {
  beginMeasure('distance');
  addVertex([1, 2]);
  beginPixelTool('spectra');
  expect([state().isAddingPoints, measureStore.getState().measure?.isAdding]).toEqual([true, false]);
  beginMeasure('distance');
  expect(state()).toMatchObject({ tool: 'spectra', isAddingPoints: false });
  beginPixelTool('spectra');
  mapStore.setState({ picking: true });
  expect(state().isAddingPoints).toBe(false);
});

it('points are numbered, named and removed, up to a maximum', () => {
  for (let i = 0; i < maxPoints + 3; i += 1) addPoint([i, i]);
  expect(state().points).toHaveLength(maxPoints);
  renamePoint(2, 'Field');
  removePoint(1);
  expect(state().points.slice(0, 2)).toMatchObject([
    { id: 2, name: 'Field', at: [1, 1] },
    { id: 3, name: '' },
  ]);
  removeAllPoints();
  addPoint([5, 5]);
  expect(state().points).toEqual([{ id: 1, name: '', at: [5, 5] }]);
});

it('the values are those under the pointer; they stay when it leaves, until keys move the map', () => {
  const view = (zoom: number) => mapStore.setState({ view: { centre: [zoom, 0], zoom } });
  view(1);
  toggleValues();
  expect(state()).toMatchObject({ isValueShown: true, isAtCentre: true });
  mapStore.setState({ cursor: [7, 8] });
  expect(state().isAtCentre).toBe(false);
  mapStore.setState({ cursor: null });
  expect(state().isAtCentre).toBe(false);
  view(2);
  expect(state().isAtCentre).toBe(true);
  toggleValues();
  expect(state()).toMatchObject({ isValueShown: false, isAtCentre: false });
});
