import type { PlacePosition } from '../../../src-preload/contract/place-geometry.ts';
import type { Area } from '../../geometry/area.ts';

/** Returns the rings of an area as a place has them. */
export const ringsOf = (area: Area): PlacePosition[][] =>
  area.map((ring) => ring.map(([longitude, latitude]): PlacePosition => [longitude, latitude]));
