import type { PlacePosition } from '../../../src-preload/contract/place-geometry.ts';
import type { Area } from '../../../src-shared/geometry/area.ts';

/** Returns the rings of an area in the form that a place stores. */
export const ringsOf = (area: Area): PlacePosition[][] =>
  area.map((ring) => ring.map(([longitude, latitude]): PlacePosition => [longitude, latitude]));
