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
import { middleOfBox } from '../../../src-shared/geometry/point-within.ts';
import { contentHash } from '../../core/content-hash.ts';
import type { NearPoint } from '../../core/near-pairs.ts';

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

/** Returns the point of an image, or the middle of the box of its area; null without a position. */
export function middleOf({ geometry }: Pick<PreparedImage, 'geometry'>): NearPoint | null {
  if (geometry === null) return null;
  if (geometry.kind === 'point') return { longitude: geometry.longitude, latitude: geometry.latitude };
  return middleOfBox((geometry.rings[0] ?? []).flat());
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
