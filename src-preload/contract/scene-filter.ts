import { z } from 'zod';
import { librarySceneIdSchema, mostNamed } from './ids.ts';
import { reviewStates } from './reviews.ts';

/** The limit for values of one column that are listed and that a filter may name. */
export const mostFacetValues = 200;
/** The limit for the vertices of the drawn area of a filter. */
export const mostAreaVertices = 500;

const bound = z.number().min(-1_000_000).max(1_000_000).nullable();
/** Both ends are included; null is no limit on that side. A scene whose value is not known lies in no range. */
export const valueRangeSchema = z.object({ least: bound, most: bound });

const longitude = z.number().min(-540).max(540);
const latitude = z.number().min(-90).max(90);
/** West, south, east, north in degrees; east may exceed 180. */
export const sceneBoxSchema = z
  .tuple([longitude, latitude, longitude, latitude])
  .refine(([west, south, east, north]) => west <= east && south <= north, 'validation.invalid');
/** An outer ring that is not closed; its longitudes continue over the antimeridian. */
export const sceneAreaSchema = z
  .array(z.tuple([longitude, latitude]))
  .min(3)
  .max(mostAreaVertices);

const time = z.iso.datetime();
const values = z.array(z.string().max(500)).max(mostFacetValues);

/** The states of reviews that scenes can be filtered by; `none` is a scene without a verdict. */
export const reviewChoices = [...reviewStates, 'none'] as const;
const reviewChoiceSchema = z.enum(reviewChoices);

/** The filter of the list of scenes. Another filter is one more field here; `find/row-conditions.ts` says what it keeps. */
export const sceneFilterSchema = z.object({
  search: z.string().max(200).optional(),
  /** True for scenes with at least one file on the disk (the library); else every known scene is listed. */
  onDiskOnly: z.boolean().optional(),
  /** True to list only rows with a flag. */
  needsAttention: z.boolean().optional(),
  /** To list only these: what the map says of the footprints at one place. */
  librarySceneIds: z.array(librarySceneIdSchema).max(mostNamed).optional(),
  /** Scenes whose box meets that of this scene (a library scene id as text). */
  placeOf: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
  /** Scenes whose box meets this one. */
  box: sceneBoxSchema.optional(),
  /** Scenes whose outline meets this area. */
  area: sceneAreaSchema.optional(),
  /** Scenes that were acquired at this time or later, or may have been: a period counts if it ends then or later. */
  from: time.optional(),
  /** Scenes that were acquired before this time, or may have been: a period counts if it begins before. */
  to: time.optional(),
  /** Scenes of one of these projects; likewise satellites and processing levels. */
  projects: values.optional(),
  satellites: values.optional(),
  levels: values.optional(),
  /** In percent. */
  cloudCover: valueRangeSchema.optional(),
  /** In degrees; likewise the elevation of the sun. */
  offNadir: valueRangeSchema.optional(),
  sunElevation: valueRangeSchema.optional(),
  /** Ground sample distance in metres. */
  gsd: valueRangeSchema.optional(),
  /** Scenes in one of these states of their reviews. */
  reviews: z.array(reviewChoiceSchema).max(reviewChoices.length).optional(),
  /** Scenes that a reviewer has given one of these tags. */
  tags: values.optional(),
  /** The rating of the reviews, 1 to 5. */
  rating: valueRangeSchema.optional(),
  /** True for scenes with a raster that lies on the disk more than once. */
  hasSameContent: z.boolean().optional(),
});

/** The orders of the list; in each, scenes whose value is not known are last. `place` lists scenes of the same ground together. */
export const sceneSortSchema = z.enum([
  'time',
  'saved',
  'name',
  'project',
  'satellite',
  'level',
  'clouds',
  'offNadir',
  'sunElevation',
  'gsd',
  'place',
]);

const countedValue = z.object({ value: z.string(), count: z.number() });

/** The values for the filters: the number of scenes with each value, under all filters except that of the same column. */
export const sceneFacetsSchema = z.object({
  total: z.number(),
  /** The scenes of each day, month or year from the one that begins at `start`, under all filters but that of time. */
  histogram: z.object({
    unit: z.enum(['day', 'month', 'year']),
    start: z.iso.datetime(),
    counts: z.array(z.number()),
    /** Scenes of whose time nothing is known. One with a period is in each of the days, months or years that it meets. */
    undated: z.number(),
  }),
  projects: z.array(countedValue).max(mostFacetValues),
  satellites: z.array(countedValue).max(mostFacetValues),
  levels: z.array(countedValue).max(mostFacetValues),
  reviews: z.array(countedValue).max(reviewChoices.length),
  tags: z.array(countedValue).max(mostFacetValues),
  /** The fraction of older scenes whose angles and resolution have been read, 0 to 1. */
  factsRead: z.number().min(0).max(1),
});

/** The limit for places with a heading. */
export const mostPlaceGroups = 50_000;

/** The index of the first scene of each place in a list in the order `place`, and the middle of the place in degrees. */
export const placeGroupsSchema = z.object({
  starts: z.array(z.number().int().min(0)),
  counts: z.array(z.number().int().min(1)),
  /** Null for the scenes without a place, which are last. */
  longitudes: z.array(z.number().nullable()),
  latitudes: z.array(z.number().nullable()),
});

/** A range of values. */
export type ValueRange = z.infer<typeof valueRangeSchema>;
/** The filter of the list of scenes. A field that is left out does not restrict the list. */
export type SceneFilter = z.infer<typeof sceneFilterSchema>;
/** A state of reviews that scenes can be filtered by. */
export type ReviewChoice = z.infer<typeof reviewChoiceSchema>;
/** The sort key of the list of scenes; `time` is that of the acquisition, of a period its start. */
export type SceneSort = z.infer<typeof sceneSortSchema>;
/** The values that scenes can be filtered by, with counts. */
export type SceneFacets = z.infer<typeof sceneFacetsSchema>;
/** The places of a list in the order `place`. */
export type PlaceGroups = z.infer<typeof placeGroupsSchema>;
