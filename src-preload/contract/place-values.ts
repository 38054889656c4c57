import { z } from 'zod';
import { placeIdSchema, placeListIdSchema } from './ids.ts';
import { placeGeometrySchema } from './place-geometry.ts';

/** The colours of lists, by name: each theme has its own tone of them. */
export const placeColours = [
  'red',
  'orange',
  'amber',
  'green',
  'teal',
  'cyan',
  'blue',
  'violet',
  'magenta',
  'grey',
] as const;
export const placeColourSchema = z.enum(placeColours);

/** The limits for a place. They are not below those for an imported feature, except for all attributes together. */
export const placeBounds = {
  name: 200,
  notes: 10_000,
  tags: 50,
  tag: 100,
  attributes: 250,
  attributeName: 220,
  attributeText: 20_000,
  /** Characters of all attributes together, as JSON. */
  attributesInAll: 40_000,
  positionText: 200,
} as const;
/** Control characters, lone surrogates and line separators, which no table, label or file can show. */
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029]+/gu;
/** Returns a text on one line, as it is stored for names and tags. */
export const oneLine = (text: string) => text.replace(unprintable, ' ').trim();

const placeNameSchema = z
  .string()
  .transform(oneLine)
  .pipe(z.string().max(placeBounds.name, 'validation.tooLong'));
export const listNameSchema = z
  .string()
  .transform(oneLine)
  .pipe(z.string().min(1, 'validation.required').max(placeBounds.name, 'validation.tooLong'));
export const notesSchema = z.string().max(placeBounds.notes, 'validation.tooLong');
const tagSchema = z
  .string()
  .transform(oneLine)
  .pipe(z.string().min(1, 'validation.required').max(placeBounds.tag, 'validation.tooLong'));
export const tagsSchema = z
  .array(tagSchema)
  .max(placeBounds.tags, 'validation.tooManyTags')
  .transform((tags) => [...new Set(tags)]);

/** A value of an attribute. */
export type AttributeValue = string | number | boolean | null;
export const attributeNameSchema = z
  .string()
  .min(1, 'validation.required')
  .max(placeBounds.attributeName, 'validation.tooLong');
const isAttribute = ([name, value]: [string, unknown]): boolean =>
  name.length > 0 &&
  name.length <= placeBounds.attributeName &&
  (value === null ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value)) ||
    (typeof value === 'string' && value.length <= placeBounds.attributeText));

/**
 * True for attributes within their bounds. They are checked by hand like rings: a schema tries each kind of value in turn, which
 * is most of the time that a batch of places takes.
 */
function areAttributes(value: unknown): value is Record<string, AttributeValue> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  return (
    entries.length <= placeBounds.attributes &&
    entries.every(isAttribute) &&
    JSON.stringify(value).length <= placeBounds.attributesInAll
  );
}
export const placeAttributesSchema = z.custom<Record<string, AttributeValue>>(
  areAttributes,
  'validation.attributes',
);

/** Where a place came from. */
export const placeSourceSchema = z.object({
  fileName: z.string().max(300),
  /** Counted from 1; null where the file has no lines. */
  line: z.number().int().min(1).nullable(),
});

const contentSchema = z.object({
  /** Null for a place whose position is not known yet. */
  geometry: placeGeometrySchema.nullable(),
  /** The given position, if it could not be read; else null. */
  positionText: z.string().max(placeBounds.positionText, 'validation.tooLong').nullable(),
  name: placeNameSchema,
  notes: notesSchema,
  tags: tagsSchema,
  attributes: placeAttributesSchema,
  source: placeSourceSchema.nullable(),
});

const markedSchema = z.object({
  /** The number of changes. A change names the version that its author saw. */
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The name of who changed it last. */
  updatedBy: z.string(),
});

export const placeSchema = contentSchema.extend({
  placeId: placeIdSchema,
  listId: placeListIdSchema,
  ...markedSchema.shape,
});

export const placeKindSchema = z.enum(['point', 'area', 'none']);

/** A place in the table: an area without its rings, which may have thousands of vertices. */
export const placeRowSchema = placeSchema.omit({ geometry: true }).extend({
  /** `none` for a place whose position is not known yet. */
  kind: placeKindSchema,
  /** Of the point, or of the middle of the area. Degrees, within ±180. */
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  altitudeMetres: z.number().nullable(),
  /** The number of vertices of an area; null for other places. */
  vertices: z.number().nullable(),
});

export const placeListSchema = markedSchema.extend({
  listId: placeListIdSchema,
  name: z.string(),
  colour: placeColourSchema,
  notes: z.string(),
  createdBy: z.string(),
  /** True if its places are on the map while no list of places is open. */
  visible: z.boolean(),
  count: z.number(),
  /** West, south, east, north in degrees, of all its places; null if none has a position. */
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
});

/** A new place. What is left out is empty. */
export const newPlaceSchema = contentSchema.partial().extend({
  name: placeNameSchema,
  geometry: placeGeometrySchema.nullable(),
  /** Given if the place comes from another computer; CONFLICT if a place with this id exists. */
  placeId: placeIdSchema.optional(),
});

/** The fields to change. Attributes are merged by name. */
export const placePatchSchema = contentSchema.partial().extend({
  listId: placeListIdSchema.optional(),
  withoutAttributes: z.array(attributeNameSchema).max(placeBounds.attributes).optional(),
});

/** The colour of a list of places, by name. */
export type PlaceColour = z.infer<typeof placeColourSchema>;
/** A place with everything that is known of it. */
export type Place = z.infer<typeof placeSchema>;
/** The kind of a place on the map; `none` if its position is not known yet. */
export type PlaceKind = z.infer<typeof placeKindSchema>;
/** A place as a row of the table. */
export type PlaceRow = z.infer<typeof placeRowSchema>;
/** A list of places with the number of its places. */
export type PlaceList = z.infer<typeof placeListSchema>;
/** A place that is to be added, after its parsing. */
export type NewPlace = z.infer<typeof newPlaceSchema>;
/** The fields of a place that are to be changed. */
export type PlacePatch = z.infer<typeof placePatchSchema>;
