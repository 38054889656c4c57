import { z } from 'zod';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';
import { viewIdSchema } from './ids.ts';

/** The list of a view, by the workspace that it stands in. Main does not interpret it: the page shows the views of the lists that it has. */
const viewListSchema = z.string().min(1).max(40);

/** The longest content of a view, as JSON. */
export const longestViewContent = 20_000;
/** The most views that are kept, of all lists together. */
export const mostViews = 500;

const viewNameSchema = z
  .string('validation.required')
  .trim()
  .min(1, 'validation.required')
  .max(100, 'validation.tooLong');

/**
 * What a list looks like: its filters, order and columns. Main does not interpret it, because filters and columns belong
 * to the list in the page, which reads what it knows and leaves out the rest.
 */
export const viewContentSchema = z
  .record(z.string().max(100), z.unknown())
  .refine((content) => JSON.stringify(content).length <= longestViewContent, 'validation.tooLarge');

export const savedViewSchema = z.object({
  viewId: viewIdSchema,
  list: viewListSchema,
  name: z.string(),
  content: z.record(z.string(), z.unknown()),
  updatedAt: z.string(),
});

const procedures = {
  /** Returns the views of all lists, by list and name. */
  list: query('views').output(z.array(savedViewSchema)),
  /** Saves a view; one of the same list and name is replaced. CONFLICT if there are too many. */
  save: procedure
    .input(z.object({ list: viewListSchema, name: viewNameSchema, content: viewContentSchema }))
    .output(savedViewSchema),
  /** CONFLICT if another view of its list has that name. */
  rename: procedure.input(z.object({ viewId: viewIdSchema, name: viewNameSchema })).output(savedViewSchema),
  remove: procedure.input(z.object({ viewId: viewIdSchema })).output(z.null()),
};

export const viewsDomain = declareDomain({
  procedures,
  topics: [
    // The saved views of lists.
    'views',
  ],
});

/** The filters, the order and the columns of a list, as plain JSON. */
export type ViewContent = z.infer<typeof viewContentSchema>;
/** A view under the name that the user gave it. `updatedAt` is ISO 8601 in UTC. */
export type SavedView = z.infer<typeof savedViewSchema>;
