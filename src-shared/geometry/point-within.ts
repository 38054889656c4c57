import { createOrUpdateFromFlatCoordinates } from 'ol/extent.js';
import { linearRingsContainsXY } from 'ol/geom/flat/contains.js';
import { getInteriorPointOfArray } from 'ol/geom/flat/interiorpoint.js';

type Position = readonly [longitude: number, latitude: number];

/** Returns a longitude from −180 to 180. 180 stays 180, as in the table of places. */
const withinWorld = (longitude: number) => longitude - 360 * Math.ceil((longitude - 180) / 360);

/** Returns the middle of the box round flat positions, whose longitudes may go on beyond 180°. */
export function middleOfBox(flat: readonly number[]): { longitude: number; latitude: number } {
  const [west = 0, south = 0, east = 0, north = 0] = createOrUpdateFromFlatCoordinates(
    [...flat],
    0,
    flat.length,
    2,
  );
  return { longitude: withinWorld((west + east) / 2), latitude: (south + north) / 2 };
}

/** Returns the rings of an area as one flat list, and where each ends in it. */
function flatRings(rings: readonly (readonly Position[])[]): { flat: number[]; ends: number[] } {
  let length = 0;
  const ends = rings.map((ring) => {
    length += 2 * ring.length;
    return length;
  });
  return { flat: rings.flat(2), ends };
}

/** Returns true if a place lies in an area of one outer ring and its holes. */
export function isWithin(rings: readonly (readonly Position[])[], [x, y]: Position): boolean {
  const { flat, ends } = flatRings(rings);
  return linearRingsContainsXY(flat, 0, ends, 2, x, y);
}

/**
 * Returns a point in an area of one outer ring and its holes: the middle of the box where the area covers it, else (an L, a triangle, a
 * horseshoe, an area with a hole) the middle of the widest part of the area at that latitude.
 */
export function pointWithin(rings: readonly (readonly Position[])[]): {
  longitude: number;
  latitude: number;
} {
  const { flat, ends } = flatRings(rings);
  const outer = flat.slice(0, ends[0] ?? 0);
  const middle = middleOfBox(outer);
  const [west = 0] = createOrUpdateFromFlatCoordinates(outer, 0, outer.length, 2);
  const x = middle.longitude + 360 * Math.ceil((west - middle.longitude) / 360);
  if (linearRingsContainsXY(flat, 0, ends, 2, x, middle.latitude)) return middle;
  const [longitude = x] = getInteriorPointOfArray(flat, 0, ends, 2, [x, middle.latitude], 0);
  return { longitude: withinWorld(longitude), latitude: middle.latitude };
}
