import { z } from 'zod';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';
import { placeIdSchema, placeListIdSchema } from './ids.ts';
import { type placeGeometrySchema, verticesOfGeometry } from './place-geometry.ts';
import { placeEditKindSchema, placeStepSchema } from './place-steps.ts';
import {
  attributeNameSchema,
  listNameSchema,
  newPlaceSchema,
  notesSchema,
  placeBounds,
  placeColourSchema,
  placeKindSchema,
  placeListSchema,
  placePatchSchema,
  placeRowSchema,
  placeSchema,
  tagsSchema,
} from './place-values.ts';

/** The limits of one call, so that no call blocks the main process. A longer import is several calls and one step. */
export const mostPlacesAtOnce = 2_000;
/** Whole places take longer to check than changes. */
export const mostPlacesPerBatch = 1_000;
/** The limit for the vertices of all areas in one call. */
export const mostVerticesAtOnce = 60_000;
/** The limit for places that one command can change by their ids. */
export const mostPlacesSelected = 20_000;
const mostLists = 500;

export const placeChangeSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('create'), listId: placeListIdSchema, place: newPlaceSchema }),
  z.object({
    do: z.literal('update'),
    placeId: placeIdSchema,
    /** Throws CONFLICT with the name of the place if it has another version by now. */
    version: z.number().int(),
    patch: placePatchSchema,
  }),
  z.object({ do: z.literal('remove'), placeId: placeIdSchema, version: z.number().int() }),
]);

const boundedVertices = (
  geometries: readonly ({ geometry?: z.infer<typeof placeGeometrySchema> | null | undefined } | null)[],
) =>
  geometries.reduce((sum, each) => sum + verticesOfGeometry(each?.geometry ?? null), 0) <= mostVerticesAtOnce;

const placesToAddSchema = z
  .array(newPlaceSchema)
  .min(1)
  .max(mostPlacesPerBatch)
  .refine(boundedVertices, 'validation.tooLarge');

const changesSchema = z
  .array(placeChangeSchema)
  .min(1)
  .max(mostPlacesAtOnce)
  .refine(
    (changes) =>
      boundedVertices(
        changes.map((change) =>
          change.do === 'create' ? change.place : change.do === 'update' ? change.patch : null,
        ),
      ),
    'validation.tooLarge',
  );

const boxSchema = z.tuple([
  z.number().min(-1_080).max(1_080),
  z.number().min(-90).max(90),
  z.number().min(-1_080).max(1_080),
  z.number().min(-90).max(90),
]);

/** How the values of an attribute are compared; `atLeast` and `atMost` compare numbers, or texts such as days in ISO 8601. */
export const attributeTestSchema = z.enum(['contains', 'equals', 'atLeast', 'atMost', 'empty']);
const attributeFilterSchema = z.object({
  name: attributeNameSchema,
  test: attributeTestSchema,
  /** Not used by `empty`. */
  value: z.string().max(200),
  /** The value in ISO 8601 where it is a day with the name of its month, which only the page knows in its language. */
  day: z.string().max(40).optional(),
});

/** Which places. A field that is left out does not restrict them. */
export const placeFilterSchema = z.object({
  listIds: z.array(placeListIdSchema).max(mostLists).optional(),
  /** True for the places of lists that are visible. */
  visibleOnly: z.boolean().optional(),
  /** Words that must all occur in name, notes, tags or attributes. */
  search: z.string().max(200).optional(),
  tag: z.string().max(placeBounds.tag).optional(),
  kind: placeKindSchema.optional(),
  attribute: attributeFilterSchema.optional(),
  /**
   * How days and numbers are compared and sorted that can be read in two ways, where the other values of their attribute say nothing: as in
   * the region of the user.
   */
  region: z.object({ isDayFirst: z.boolean(), isCommaDecimal: z.boolean() }).optional(),
  /** West, south, east, north in degrees; it may lie in another copy of the world. */
  box: boxSchema.optional(),
});

export const placeSortSchema = z.union([
  z.enum([
    'added',
    'name',
    'kind',
    'latitude',
    'longitude',
    'altitude',
    'tags',
    'notes',
    'list',
    'updated',
    'updatedBy',
    'source',
  ]),
  z.object({ attribute: z.string().min(1).max(placeBounds.attributeName) }),
]);

const listed = z.object({ filter: placeFilterSchema, sort: placeSortSchema, descending: z.boolean() });

/**
 * Places for the map, packed as in `packed-places.ts`. `colours` and `ringColours` have one digit for each place: the index of
 * the colour in `placeColours`. An area has the same id for each of its rings.
 */
export const placesOnMapSchema = z.object({
  ids: z.string(),
  longitudes: z.string(),
  latitudes: z.string(),
  colours: z.string(),
  names: z.string(),
  ringIds: z.string(),
  ringNames: z.string(),
  rings: z.string(),
  ringColours: z.string(),
});

/** The columns of the table for the places of lists, and the values of its filters. */
export const placeFacetsSchema = z.object({
  attributes: z.array(
    z.object({
      name: z.string(),
      count: z.number(),
      /** True if every value of it is a number. */
      isNumber: z.boolean(),
      /** True if every value of it is yes or no. */
      isBoolean: z.boolean(),
      /** True if every value of it is a day in ISO 8601, perhaps with a time. */
      isDate: z.boolean(),
      /** A day, such as `03/04/2026`, that no value of this attribute tells how to read; null for none. */
      ambiguousDay: z.string().nullable(),
      /** A number, such as `1,234`, that no value of this attribute tells how to read; null for none. */
      ambiguousNumber: z.string().nullable(),
    }),
  ),
  tags: z.array(z.object({ tag: z.string(), count: z.number() })),
  kinds: z.record(placeKindSchema, z.number()),
});

export const placeColumnSchema = z.union([
  z.enum(['all', 'name', 'notes', 'tags']),
  z.object({ attribute: attributeNameSchema }),
]);
const replacementSchema = z.object({
  filter: placeFilterSchema,
  /** Where to search; `all` for name, notes, tags and all attributes. */
  column: placeColumnSchema,
  find: z.string().min(1, 'validation.required').max(1_000),
  matchCase: z.boolean(),
  /** True to find only cells whose whole text is the text. */
  wholeCell: z.boolean(),
});

const duplicateTermsSchema = z.object({
  listIds: z.array(placeListIdSchema).min(1).max(mostLists),
  /** Metres on the ellipsoid. */
  withinMetres: z.number().min(0).max(5_000),
});

const pageSchema = { offset: z.number().int().min(0), limit: z.number().int().min(1).max(500) };
const selectedSchema = z.array(placeIdSchema).min(1).max(mostPlacesSelected);
const stepAnswerSchema = z.object({
  /** Null if nothing had to be changed. */
  step: placeStepSchema.nullable(),
});
/** What `changeAll` does to each place. */
const changeOfAllSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('remove') }),
  z.object({ do: z.literal('transfer'), listId: placeListIdSchema }),
  z.object({ do: z.literal('duplicate') }),
  z.object({ do: z.literal('tag'), add: tagsSchema, drop: tagsSchema }),
  /** Gives all of them the same values. */
  z.object({
    do: z.literal('change'),
    as: placeEditKindSchema.extract(['fill', 'clear']),
    patch: placePatchSchema,
  }),
]);
const byStep = z.object({ stepId: z.number().int() });
const importIdSchema = z.number().int();

const procedures = {
  lists: query('places').output(z.array(placeListSchema)),
  createList: procedure
    .input(
      z.object({ name: listNameSchema, colour: placeColourSchema.optional(), notes: notesSchema.optional() }),
    )
    .output(z.object({ listId: placeListIdSchema })),
  /** Changes only the given fields. It is one step that can be undone. */
  changeList: procedure
    .input(
      z.object({
        listId: placeListIdSchema,
        patch: z.object({ name: listNameSchema, colour: placeColourSchema, notes: notesSchema }).partial(),
      }),
    )
    .output(stepAnswerSchema),
  /** Removes a list with all its places, which is one step. CONFLICT while places are imported into it. */
  removeList: procedure.input(z.object({ listId: placeListIdSchema })).output(stepAnswerSchema),
  /** Sets the order of the lists on screen; it is not an edit, and is not undone. */
  orderLists: procedure
    .input(z.object({ listIds: z.array(placeListIdSchema).max(mostLists) }))
    .output(z.null()),
  /** Shows or hides a list on the map; not an edit either. */
  showList: procedure.input(z.object({ listId: placeListIdSchema, visible: z.boolean() })).output(z.null()),

  page: query('places')
    .input(listed.extend(pageSchema))
    .output(z.object({ total: z.number(), rows: z.array(placeRowSchema) })),
  /** Returns the index of the place in the list with these terms, or null. */
  position: query('places')
    .input(listed.extend({ placeId: placeIdSchema }))
    .output(z.number().nullable()),
  /** Returns the ids of a stretch of the list, packed as in `packed-places.ts`. */
  ids: query('places')
    .input(
      listed.extend({
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(mostPlacesSelected),
      }),
    )
    .output(z.string()),
  facets: query('place-facets')
    .input(z.object({ filter: placeFilterSchema }))
    .output(placeFacetsSchema),
  onMap: query('places')
    .input(z.object({ filter: placeFilterSchema }))
    .output(placesOnMapSchema),
  get: query('places')
    .input(z.object({ placeId: placeIdSchema }))
    .output(placeSchema),
  /** Returns these places with their geometry, in this order; those that do not exist are left out. */
  some: query('places')
    .input(z.object({ placeIds: z.array(placeIdSchema).min(1).max(500) }))
    .output(z.array(placeSchema)),
  /**
   * Returns all places that match, with their geometry, a page at a time and in the order in which they were added. `next` is
   * the `after` of the next page; null at the end. A page ends early if its areas have very many vertices.
   */
  exportPage: query('places')
    .input(
      z.object({
        filter: placeFilterSchema,
        after: z.number().int().nullable(),
        limit: z.number().int().min(1).max(1_000),
      }),
    )
    .output(z.object({ places: z.array(placeSchema), next: z.number().int().nullable(), total: z.number() })),

  /**
   * Makes all of these changes, or none, as one step that can be undone. `placeIds` are the places of the changes, in their
   * order; `unchanged` are those that had these values already, and keep their versions. CONFLICT names the place that has
   * another version by now; NOT_FOUND a place or list that does not exist.
   */
  edit: procedure
    .input(z.object({ as: placeEditKindSchema, changes: changesSchema }))
    .output(stepAnswerSchema.extend({ placeIds: z.array(placeIdSchema), unchanged: z.array(placeIdSchema) })),
  /** Does the same to many places, whatever their versions, as one step. */
  changeAll: procedure
    .input(
      z
        .object({ placeIds: selectedSchema, change: changeOfAllSchema })
        .refine(
          ({ placeIds, change }) =>
            change.do !== 'change' ||
            placeIds.length * verticesOfGeometry(change.patch.geometry ?? null) <= mostVerticesAtOnce,
          'validation.tooLarge',
        ),
    )
    .output(stepAnswerSchema),

  /** Starts to add places in batches, which together are one step. A list that is named is made for them. */
  beginImport: procedure
    .input(
      z.object({
        list: z.union([
          z.object({ listId: placeListIdSchema }),
          z.object({ name: listNameSchema, colour: placeColourSchema.optional() }),
        ]),
      }),
    )
    .output(z.object({ importId: importIdSchema, listId: placeListIdSchema })),
  /** Adds a batch. An import to which nothing is added for ten minutes is undone, and so is one that the end of Nadir ends. */
  addToImport: procedure
    .input(z.object({ importId: importIdSchema, places: placesToAddSchema }))
    .output(z.object({ added: z.number() })),
  /** `repeated` counts the places of the import that the list had already, with the same name at the same position. */
  finishImport: procedure
    .input(z.object({ importId: importIdSchema }))
    .output(stepAnswerSchema.extend({ repeated: z.number() })),
  /** Removes everything that the import has added. */
  cancelImport: procedure.input(z.object({ importId: importIdSchema })).output(z.null()),

  /** Counts the cells and places in which the text occurs. */
  countMatches: query('places')
    .input(replacementSchema)
    .output(z.object({ cells: z.number(), places: z.number() })),
  /** Replaces the text wherever it occurs, as one step. INVALID_INPUT if a cell would become too long. */
  replace: procedure
    .input(replacementSchema.extend({ with: z.string().max(1_000) }))
    .output(stepAnswerSchema),

  /**
   * Returns groups of places that are near each other and have the same name, or names that differ by one letter. `total` counts
   * the groups.
   */
  duplicates: query('places')
    .input(duplicateTermsSchema.extend(pageSchema))
    .output(
      z.object({
        total: z.number(),
        groups: z.array(
          z.object({
            /** The one that was added first comes first; at most a hundred of them. */
            places: z.array(placeRowSchema),
            /** The number of all places in the group. */
            count: z.number(),
            /** The largest distance from the first to another one. */
            metres: z.number(),
          }),
        ),
      }),
    ),
  /**
   * Merges groups of places into the one that is kept in each, as one step: notes, tags and attributes are joined. Where two
   * values of an attribute differ, that of the kept place keeps its name and the other gets a number.
   */
  merge: procedure
    .input(
      z.object({
        groups: z
          .array(z.object({ keep: placeIdSchema, others: z.array(placeIdSchema).min(1).max(100) }))
          .min(1)
          .max(500),
      }),
    )
    .output(stepAnswerSchema),

  /** Returns the step that would be undone or done again next; null for none. */
  history: query('places').output(
    z.object({ undo: placeStepSchema.nullable(), redo: placeStepSchema.nullable() }),
  ),
  /**
   * Undoes a step. CONFLICT if it is not the latest one any more, because something else was changed meanwhile. `skipped`
   * counts the places that stayed unchanged, because they were changed since the step.
   */
  undo: procedure.input(byStep).output(z.object({ skipped: z.number() })),
  redo: procedure.input(byStep).output(z.object({ skipped: z.number() })),
};

export const placesDomain = declareDomain({
  procedures,
  topics: [
    // Places, their lists, and the steps that can be undone.
    'places',
    // The columns and tags that occur among places; reported some time after a change, because counting them reads all places.
    'place-facets',
  ],
  subjects: { place: placeIdSchema },
});

/** One change of an edit. */
export type PlaceChange = z.infer<typeof placeChangeSchema>;
/** What is done to each of many places. */
export type ChangeOfAll = z.infer<typeof changeOfAllSchema>;
/** How a filter compares the values of an attribute. */
export type AttributeTest = z.infer<typeof attributeTestSchema>;
/** A filter by the values of one attribute. */
export type AttributeFilter = z.infer<typeof attributeFilterSchema>;
/** The filter of places. */
export type PlaceFilter = z.infer<typeof placeFilterSchema>;
/** What places are sorted by; `added` is the order in which they were added. */
export type PlaceSort = z.infer<typeof placeSortSchema>;
/** The columns and values that occur among places. */
export type PlaceFacets = z.infer<typeof placeFacetsSchema>;
/** The packed places of the map. */
export type PlacesOnMap = z.infer<typeof placesOnMapSchema>;
/** Where `replace` searches. */
export type PlaceColumn = z.infer<typeof placeColumnSchema>;
/** What `replace` searches for. */
export type PlaceSearch = z.infer<typeof replacementSchema>;
/** The terms by which places are duplicates. */
export type DuplicateTerms = z.infer<typeof duplicateTermsSchema>;
