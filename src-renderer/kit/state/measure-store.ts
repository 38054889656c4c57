import { createStore } from 'zustand/vanilla';
import type { LonLat } from '../../../src-shared/geometry/lon-lat.ts';
import { mapStore } from './map-store.ts';

export const measureKinds = ['distance', 'area'] as const;
/** What is measured: the length of a path, or the area within an outline. */
export type MeasureKind = (typeof measureKinds)[number];

/** What the user measures on the map. */
export interface Measure {
  kind: MeasureKind;
  /** In degrees, in the order in which they were added. */
  vertices: readonly LonLat[];
  /** True while a click on the map adds a vertex. */
  isAdding: boolean;
  /** Set while a remark of a review is drawn: the remark uses the finished shape, and no result is shown. */
  purpose?: 'remark';
}

/** More vertices than anybody adds by hand; each is a row of the panel. */
const maxVertices = 500;

/** The measurement on the map; null if nothing is measured. */
export const measureStore = createStore<{ measure: Measure | null }>(() => ({ measure: null }));

const measured = () => measureStore.getState().measure;

function change(patch: Partial<Measure>) {
  const measure = measured();
  if (measure !== null) measureStore.setState({ measure: { ...measure, ...patch } });
}

/** Starts a measurement, with `from` as its first vertex if it is given. It replaces the measurement on the map. */
export function beginMeasure(kind: MeasureKind, from?: LonLat, purpose?: Measure['purpose']) {
  // A click on the map has one meaning at a time, and the panel of a place would cover what is measured.
  mapStore.setState({ picking: false, pickingScene: false, areaTool: null, here: null });
  measureStore.setState({
    measure: {
      kind,
      vertices: from === undefined ? [] : [from],
      isAdding: true,
      ...(purpose === undefined ? {} : { purpose }),
    },
  });
}

/** Measures the same vertices in the other way. */
export function changeMeasureKind(kind: MeasureKind) {
  change({ kind });
}

/** Adds a vertex while the measurement is being drawn; does nothing at the position of the last vertex. */
export function addVertex(vertex: LonLat) {
  const measure = measured();
  if (!measure?.isAdding || measure.vertices.length >= maxVertices) return;
  const last = measure.vertices.at(-1);
  if (last !== undefined && last[0] === vertex[0] && last[1] === vertex[1]) return;
  change({ vertices: [...measure.vertices, vertex] });
}

/** Removes the last vertex; vertices can then be added again. */
export function removeLastVertex() {
  const measure = measured();
  if (measure !== null) change({ vertices: measure.vertices.slice(0, -1), isAdding: true });
}

/** Stops adding vertices; the result stays. */
export function finishMeasure() {
  if (measured()?.isAdding) change({ isAdding: false });
}

/** Removes the measurement from the map. */
export function endMeasure() {
  measureStore.setState({ measure: null });
}

/** Stops adding vertices; removes the measurement if it is finished or has no length yet. */
export function leaveMeasure() {
  const measure = measured();
  if (measure?.isAdding && measure.vertices.length > 1) finishMeasure();
  else endMeasure();
}
