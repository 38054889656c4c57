import Flatbush from 'flatbush';
import { halfWorldMetres, worldMetres } from '../../src-shared/geometry/mercator.ts';
import { type Frame, worldsIn } from './canvas-layer.ts';
import { type MarkLabel, maxLabelled } from './mark-labels.ts';
import type { PlacedMarks } from './place-marks.ts';

/** Places of the user in EPSG:3857, with an index over them. */
export interface PlacePoints<Id> {
  ids: readonly Id[];
  x: Float64Array;
  y: Float64Array;
  /** The style of each place: the index of its colour. */
  kinds: Uint8Array;
  index: Flatbush | null;
  at: ReadonlyMap<Id, number>;
  /** Written beside the marks if few are in view; null for none. */
  names: readonly string[] | null;
}

/** Returns no places. */
export const noPlacePoints = <Id>(): PlacePoints<Id> => ({
  ids: [],
  x: new Float64Array(),
  y: new Float64Array(),
  kinds: new Uint8Array(),
  index: null,
  at: new Map(),
  names: null,
});

/** Returns the places for ids, names and already projected marks. */
export const placePointsOf = <Id>(
  ids: readonly Id[],
  { x, y, kinds, index }: PlacedMarks,
  names: readonly string[] | null,
): PlacePoints<Id> => ({
  ids,
  x,
  y,
  kinds,
  index: index === null ? null : Flatbush.from(index),
  at: new Map(ids.map((id, i) => [id, i])),
  names,
});

/** Returns the ids of the places within a distance of a place in EPSG:3857 (any world copy), the nearest first. */
export function placePointsNear<Id>(
  { ids, index }: PlacePoints<Id>,
  [x, y]: readonly [number, number],
  distance: number,
): Id[] {
  const inWorld = ((((x + halfWorldMetres) % worldMetres) + worldMetres) % worldMetres) - halfWorldMetres;
  return (index?.neighbors(inWorld, y, undefined, distance) ?? []).flatMap((near) => {
    const id = ids[near];
    return id === undefined ? [] : [id];
  });
}

/** Returns the names of the places in view, `besidePx` CSS pixels to the right of their middles; none if the places are many. */
export function labelsOfPlacePoints<Id>(
  { names, index, x, y }: PlacePoints<Id>,
  { left, top, width, height, resolution }: Frame,
  besidePx: number,
): MarkLabel[] {
  if (names === null || index === null) return [];
  const found = worldsIn({ left, width, resolution }, halfWorldMetres).map((world) => ({
    world,
    indexes: index.search(left - world, top - height * resolution, left - world + width * resolution, top),
  }));
  if (found.reduce((sum, { indexes }) => sum + indexes.length, 0) > maxLabelled) return [];
  return found.flatMap(({ world, indexes }) =>
    indexes.map((i) => ({
      text: names[i] ?? '',
      x: ((x[i] ?? 0) + world - left) / resolution + besidePx,
      y: (top - (y[i] ?? 0)) / resolution,
    })),
  );
}

/** The maximum number of places that are checked to estimate how many are in view. */
const maxSampled = 2_000;

/** Returns true if marks of this radius would cover more than half of the view. */
export function areCrowded(
  { x, y }: Pick<PlacePoints<unknown>, 'x' | 'y'>,
  frame: Frame,
  radiusPx: number,
): boolean {
  const { left, top, width, height, resolution } = frame;
  const max = (width * height) / 2 / (2 * radiusPx) ** 2;
  if (x.length <= max) return false;
  const step = Math.ceil(x.length / maxSampled);
  let inView = 0;
  for (const world of worldsIn(frame, halfWorldMetres))
    for (let i = 0; i < x.length; i += step) {
      const [right, down] = [(x[i] ?? 0) + world - left, top - (y[i] ?? 0)];
      if (right >= 0 && down >= 0 && right <= width * resolution && down <= height * resolution)
        inView += step;
    }
  return inView > max;
}
