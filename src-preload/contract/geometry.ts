import { z } from 'zod';

/** `[longitude, latitude]` in decimal degrees, with further elements such as the altitude (service §2.6). */
export const positionSchema = z.array(z.number().finite()).min(2).max(4);

const ringSchema = z.array(positionSchema).min(4).max(20_000);

export const polygonSchema = z.looseObject({
  type: z.literal('Polygon'),
  coordinates: z.array(ringSchema).min(1).max(1_000),
});

export const multiPolygonSchema = z.looseObject({
  type: z.literal('MultiPolygon'),
  coordinates: z.array(z.array(ringSchema).min(1)).min(1).max(1_000),
});

/**
 * A footprint. The interface specifies a Polygon (§2.9), but a footprint that crosses the antimeridian may be a
 * MultiPolygon.
 */
export const footprintSchema = z.discriminatedUnion('type', [polygonSchema, multiPolygonSchema]);

/** The largest number of objects whose geometries are asked for at once. */
export const mostGeometries = 500;

/**
 * The geometries of objects as the service sent them, as GeoJSON text: nothing of it is parsed on the way to a file.
 * The nth text belongs to the nth id of the question; null if the object has none. If not all fit into one message,
 * the last ones are left out and asked for again.
 */
export const geometryTextsSchema = z.array(z.string().nullable()).max(mostGeometries);

/** The outline of a scene on the ground as GeoJSON, in degrees of WGS 84 (service §2.9). */
export type Footprint = z.infer<typeof footprintSchema>;
