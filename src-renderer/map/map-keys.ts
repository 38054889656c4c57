import type { KeyboardEvent } from 'react';
import { mapStore, showHere } from '../kit/state/map-store.ts';
import { addVertex, leaveMeasure, measureStore, removeLastVertex } from '../kit/state/measure-store.ts';
import {
  addPoint,
  endPixelTool,
  pixelsStore,
  removePoint,
  setAddingPoints,
} from '../kit/state/pixels-store.ts';
import type { NadirMap } from './nadir-map.ts';

/** Handles the keys while an area is drawn; returns true if the key was one of them. */
function drawByKey(key: string, map: NadirMap | null): boolean {
  if (mapStore.getState().areaTool === null) return false;
  if (key === 'Enter') map?.areas.finish();
  else if (key === 'Escape') mapStore.setState({ areaTool: null });
  else if (key === 'Backspace') map?.areas.removeLastVertex();
  else if (key === ' ') map?.areas.addVertex(map.centre());
  else return false;
  return true;
}

/** Handles the keys while something is measured; returns true if the key was one of them. */
function measureByKey(key: string, map: NadirMap | null): boolean {
  const { measure } = measureStore.getState();
  if (measure === null) return false;
  if (key === 'Escape') leaveMeasure();
  else if (key === 'Backspace') removeLastVertex();
  else if (key === 'Enter' && measure.isAdding && map) addVertex(map.centre());
  else return false;
  return true;
}

/** Handles the keys while points are set whose values are compared; returns true if the key was one of them. */
function pointsByKey(key: string, map: NadirMap | null): boolean {
  const { isAddingPoints, tool, points } = pixelsStore.getState();
  const last = points.at(-1);
  if (key === 'Escape' && isAddingPoints) setAddingPoints(false);
  else if (key === 'Escape' && tool === 'spectra') endPixelTool();
  else if (!isAddingPoints) return false;
  else if (key === 'Enter' && map) addPoint(map.centre());
  else if (key === 'Backspace' && last) removePoint(last.id);
  else return false;
  return true;
}

/** Handles a key on the map: first those of the active tool, else those that pick a point or cancel picking. */
export function handleMapKey(event: KeyboardEvent, map: NadirMap | null) {
  const { key } = event;
  const { picking, pickingScene } = mapStore.getState();
  if (drawByKey(key, map) || measureByKey(key, map) || pointsByKey(key, map)) {
    event.preventDefault();
    event.stopPropagation();
  } else if (pickingScene && key === 'Escape') mapStore.setState({ pickingScene: false });
  else if (!picking && key === 'Escape') showHere(null);
  if (!picking) return;
  if (key === 'Enter' && map) {
    event.preventDefault();
    mapStore.setState({ pickedPoint: map.centre(), picking: false });
  } else if (key === 'Escape') mapStore.setState({ picking: false });
}
