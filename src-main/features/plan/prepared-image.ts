import { createOrUpdateFromFlatCoordinates } from 'ol/extent.js';
import { linearRingsContainsXY } from 'ol/geom/flat/contains.js';
import { getInteriorPointOfArray } from 'ol/geom/flat/interiorpoint.js';
import { z } from 'zod';
import { placeIdSchema, templateIdSchema } from '../../../src-preload/contract/ids.ts';
import {
  type PlaceGeometry,
  placeGeometrySchema,
  verticesOfGeometry,
} from '../../../src-preload/contract/place-geometry.ts';
import {
  type PreparedPatch,
  type PreparedRow,
  preparedKindSchema,
  preparedValuesSchema,
  withUnread,
} from '../../../src-preload/contract/prepared.ts';
import { contentHash } from '../../core/content-hash.ts';

/** The schema of a stored prepared task or order: everything but its id, its version and who changed it. */
export const preparedImageSchema = z.object({
  kind: preparedKindSchema,
  placeId: placeIdSchema,
  templateId: templateIdSchema,
  templateName: z.string(),
  listName: z.string(),
  /** The fields of the name pattern for which the place has no value. */
  missing: z.array(z.string()),
  values: preparedValuesSchema,
  base: preparedValuesSchema,
  geometry: placeGeometrySchema.nullable(),
  positionText: z.string().nullable(),
  /** `markOfPosition` of the place when the row was made. Rows of packages and of earlier versions have none. */
  placeMark: z.string().max(100).optional(),
});
/** A stored prepared task or order. */
export type PreparedImage = z.infer<typeof preparedImageSchema>;

/** Returns a short text that is the same for equal positions only. */
export const markOfPosition = (geometry: PlaceGeometry | null): string => contentHash(geometry);

/** Returns the image that is stored as JSON. */
export const readPreparedImage = (text: string): PreparedImage => preparedImageSchema.parse(JSON.parse(text));

/** Returns a row with the fields of a patch. A position removes the text that could not be read as one. */
export function patchedImage(image: PreparedImage, patch: PreparedPatch): PreparedImage {
  const { geometry = image.geometry, positionText, unread = {}, ...fields } = patch;
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return {
    ...image,
    values: preparedValuesSchema.parse({
      ...image.values,
      ...given,
      unread: withUnread(image.values.unread, unread),
    }),
    geometry,
    positionText: geometry !== null ? null : positionText === undefined ? image.positionText : positionText,
  };
}

/**
 * Returns the point of an image, or a point in its area: the middle of the box where the area covers it, else (an L, a horseshoe,
 * an area with a hole) the middle of the widest part of the area at that latitude. Null without a position.
 */
export function middleOf({ geometry }: Pick<PreparedImage, 'geometry'>): {
  longitude: number;
  latitude: number;
} | null {
  if (geometry === null) return null;
  if (geometry.kind === 'point') return { longitude: geometry.longitude, latitude: geometry.latitude };
  const flat = geometry.rings.flat(2);
  let length = 0;
  const ends = geometry.rings.map((ring) => {
    length += 2 * ring.length;
    return length;
  });
  const [west = 0, south = 0, east = 0, north = 0] = createOrUpdateFromFlatCoordinates(
    flat,
    0,
    ends[0] ?? 0,
    2,
  );
  const middle = [(west + east) / 2, (south + north) / 2] as const;
  const [longitude = middle[0], latitude = middle[1]] = linearRingsContainsXY(flat, 0, ends, 2, ...middle)
    ? middle
    : getInteriorPointOfArray(flat, 0, ends, 2, [...middle], 0);
  // 180 stays 180, as in the table of places.
  return { longitude: longitude - 360 * Math.ceil((longitude - 180) / 360), latitude };
}

/** Returns what a package has of an image: all but the mark, which earlier versions of the format do not know. */
export function handedImage({
  placeMark: _mark,
  ...content
}: PreparedImage): Omit<PreparedImage, 'placeMark'> {
  return content;
}

/** Returns an image as a row of the table, without the rings of its area. */
export function rowOfImage(
  { geometry, missing: _missing, placeMark: _placeMark, ...image }: PreparedImage,
  ids: Pick<PreparedRow, 'preparedId' | 'version'>,
): PreparedRow {
  const middle = middleOf({ geometry });
  return {
    ...image,
    ...ids,
    place: geometry?.kind ?? 'none',
    longitude: middle?.longitude ?? null,
    latitude: middle?.latitude ?? null,
    altitudeMetres: geometry?.kind === 'point' ? geometry.altitudeMetres : null,
    vertices: geometry?.kind === 'area' ? verticesOfGeometry(geometry) : null,
  };
}
