import { z } from 'zod';

export const placeStepKindSchema = z.enum([
  'create',
  'change',
  'move',
  'reshape',
  'remove',
  'paste',
  'fill',
  'clear',
  'replace',
  'merge',
  'transfer',
  'tag',
  'duplicate',
  'import',
  'hand-over',
  'list-create',
  'list-change',
  'list-remove',
]);
/** The names that a caller of `edit` can give its step. */
export const placeEditKindSchema = placeStepKindSchema.extract([
  'create',
  'change',
  'move',
  'reshape',
  'remove',
  'paste',
  'fill',
  'clear',
  'duplicate',
]);

export const placeStepSchema = z.object({
  stepId: z.number().int(),
  kind: placeStepKindSchema,
  /** The number of places. */
  count: z.number(),
  /** The name of the list, or of the place if there is only one; empty if it has none. */
  name: z.string(),
  at: z.string(),
  by: z.string(),
});

/** The kind of a step. */
export type PlaceStepKind = z.infer<typeof placeStepKindSchema>;
/** The name of an edit. */
export type PlaceEditKind = z.infer<typeof placeEditKindSchema>;
/** A step that can be undone or done again. */
export type PlaceStep = z.infer<typeof placeStepSchema>;
