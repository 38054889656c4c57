import { z } from 'zod';

/** `[longitude, latitude]` in degrees of WGS 84. */
export type PlacePosition = [longitude: number, latitude: number];

/** The limit for the vertices of one area, in all of its rings. */
export const mostVerticesOfPlace = 10_000;
const mostRings = 1_000;

const isPosition = (value: unknown): value is PlacePosition =>
  Array.isArray(value) &&
  value.length === 2 &&
  typeof value[0] === 'number' &&
  typeof value[1] === 'number' &&
  Math.abs(value[0]) <= 540 &&
  Math.abs(value[1]) <= 90;

/**
 * True for the rings of an area. They are checked by hand, because a schema of tuples takes a microsecond for each vertex, and
 * a batch of places has tens of thousands of them.
 */
function areRings(value: unknown): value is PlacePosition[][] {
  if (!Array.isArray(value) || value.length === 0 || value.length > mostRings) return false;
  let vertices = 0;
  for (const ring of value) {
    if (!Array.isArray(ring) || ring.length < 3) return false;
    vertices += ring.length;
    if (vertices > mostVerticesOfPlace || !ring.every(isPosition)) return false;
  }
  return true;
}

/**
 * The rings of an area: the outer ring first, then the holes. No ring is closed, and longitudes continue over the antimeridian:
 * from 179 to 181, not to −179.
 */
export const ringsSchema = z.custom<PlacePosition[][]>(areRings, 'validation.geometry');

/** A point with its altitude, or an area. */
export const placeGeometrySchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('point'),
    longitude: z.number().min(-180, 'validation.longitude').max(180, 'validation.longitude'),
    latitude: z.number().min(-90, 'validation.latitude').max(90, 'validation.latitude'),
    /** Metres; null if none is known. */
    altitudeMetres: z.number().min(-12_000).max(1_000_000).nullable(),
  }),
  z.object({ kind: z.literal('area'), rings: ringsSchema }),
]);

/** Where a place is: a point, or an area of one outer ring and its holes. */
export type PlaceGeometry = z.infer<typeof placeGeometrySchema>;

/** Returns the number of vertices of a geometry; 0 for a point and for none. */
export const verticesOfGeometry = (geometry: PlaceGeometry | null): number =>
  geometry?.kind === 'area' ? geometry.rings.reduce((sum, ring) => sum + ring.length, 0) : 0;
