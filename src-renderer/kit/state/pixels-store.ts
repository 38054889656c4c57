import { createStore } from 'zustand/vanilla';
import type { LonLat } from '../../../src-shared/geometry/lon-lat.ts';
import { mapStore } from './map-store.ts';
import { beginMeasure, changeMeasureKind, endMeasure, finishMeasure, measureStore } from './measure-store.ts';

/** What is read from the shown rasters: values along the measured line, in the measured area, or at points. */
export type PixelTool = 'profile' | 'area' | 'spectra';

/** A place whose values are compared with those of others. */
export interface SpectraPoint {
  /** Its number, which also determines its colour. */
  id: number;
  /** Empty for a point that the user has not named. */
  name: string;
  at: LonLat;
}

/** The state of the tools that read pixels of the shown rasters. */
export interface PixelsState {
  /** True while the values under the pointer, or at the middle of the map, are shown. */
  isValueShown: boolean;
  /** True while the values at the middle of the map are shown. */
  isAtCentre: boolean;
  tool: PixelTool | null;
  points: readonly SpectraPoint[];
  /** True while a click on the map adds a point. */
  isAddingPoints: boolean;
  /** The place of the profile under the pointer in its plot. */
  profileAt: LonLat | null;
}

/** A table of more points would be unreadable, and their lines indistinguishable. */
export const maxPoints = 24;

/** The state of the tools that read pixels; the map and the panels follow it. */
export const pixelsStore = createStore<PixelsState>(() => ({
  isValueShown: false,
  isAtCentre: false,
  tool: null,
  points: [],
  isAddingPoints: false,
  profileAt: null,
}));

/** Shows or hides the values under the pointer. */
export function toggleValues() {
  const { isValueShown } = pixelsStore.getState();
  const { cursor } = mapStore.getState();
  pixelsStore.setState({ isValueShown: !isValueShown, isAtCentre: !isValueShown && cursor === null });
}

/** Starts a tool, with the line or area that is already measured. */
export function beginPixelTool(tool: PixelTool) {
  if (tool === 'spectra') {
    const { measure } = measureStore.getState();
    if (measure !== null && pixelsStore.getState().tool !== null) endMeasure();
    else finishMeasure();
    mapStore.setState({ picking: false, pickingScene: false, areaTool: null, here: null });
    pixelsStore.setState({ tool, isAddingPoints: true });
    return;
  }
  const kind = tool === 'area' ? 'area' : 'distance';
  if (measureStore.getState().measure === null) beginMeasure(kind);
  else changeMeasureKind(kind);
  pixelsStore.setState({ tool, isAddingPoints: false });
}

/** Closes the tool and removes the line or the area; points are kept for the next time. */
export function endPixelTool() {
  const { tool } = pixelsStore.getState();
  pixelsStore.setState({ tool: null, isAddingPoints: false, profileAt: null });
  if (tool === 'profile' || tool === 'area') endMeasure();
}

/** Starts a tool, or closes it if it is active. */
export function togglePixelTool(tool: PixelTool) {
  if (pixelsStore.getState().tool === tool) endPixelTool();
  else beginPixelTool(tool);
}

/** Starts or stops adding points. */
export function setAddingPoints(isAddingPoints: boolean) {
  if (isAddingPoints) beginPixelTool('spectra');
  else pixelsStore.setState({ isAddingPoints: false });
}

let lastId = 0;
/** Adds a point; does nothing if the maximum is reached. */
export function addPoint(at: LonLat) {
  const { points } = pixelsStore.getState();
  if (points.length >= maxPoints) return;
  // The points of another window have numbers too.
  lastId = Math.max(lastId, ...points.map(({ id }) => id)) + 1;
  pixelsStore.setState({ points: [...points, { id: lastId, name: '', at }] });
}

/** Removes a point. */
export function removePoint(id: number) {
  pixelsStore.setState(({ points }) => ({ points: points.filter((point) => point.id !== id) }));
}

/** Removes all points and restarts their numbers at 1. */
export function removeAllPoints() {
  lastId = 0;
  pixelsStore.setState({ points: [] });
}

/** Names a point. */
export function renamePoint(id: number, name: string) {
  pixelsStore.setState(({ points }) => ({
    points: points.map((point) => (point.id === id ? { ...point, name } : point)),
  }));
}

// A click on the map has one meaning at a time, and a profile is meaningless without its line.
measureStore.subscribe(({ measure }) => {
  const { tool, isAddingPoints } = pixelsStore.getState();
  if (measure?.isAdding && isAddingPoints) pixelsStore.setState({ isAddingPoints: false });
  const due = tool === 'profile' ? 'distance' : tool === 'area' ? 'area' : null;
  if (due !== null && measure?.kind !== due) pixelsStore.setState({ tool: null, profileAt: null });
});
mapStore.subscribe(({ cursor, view, picking, pickingScene, areaTool }, before) => {
  const { isValueShown, isAtCentre, isAddingPoints } = pixelsStore.getState();
  if (isAddingPoints && (picking || pickingScene || areaTool !== null))
    pixelsStore.setState({ isAddingPoints: false });
  if (!isValueShown) return;
  // The values of the last place under the pointer stay until keys move the map.
  const isNowAtCentre = cursor === null && (isAtCentre || view !== before.view);
  if (isNowAtCentre !== isAtCentre) pixelsStore.setState({ isAtCentre: isNowAtCentre });
});
