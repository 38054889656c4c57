import { z } from 'zod';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';
import { templateIdSchema } from './ids.ts';
import { zonedTimeSchema } from './task-request.ts';

/** The most templates of one computer. */
const mostTemplates = 500;
/** The longest recurrence: ten years in minutes. */
const mostMinutes = 5_256_000;

const requiredName = z.string().trim().min(1, 'validation.required').max(200, 'validation.tooLong');
const wholeNumber = z.number('validation.wholeNumber').int('validation.wholeNumber');
const count = wholeNumber.min(1, 'validation.atLeastOne').max(10_000, 'validation.tooLarge').nullable();

/**
 * When captures may be made: between two times, or for some days from a day that is counted from the day on which the template is
 * used. Day 0 is today, from the next full hour; later days begin at midnight UTC.
 */
export const templateWindowSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('fixed'), start: zonedTimeSchema, end: zonedTimeSchema }),
    z.object({
      kind: z.literal('relative'),
      startsInDays: wholeNumber.min(0, 'validation.notNegative').max(3_650, 'validation.tooLarge'),
      lastsDays: wholeNumber.min(1, 'validation.atLeastOne').max(3_650, 'validation.tooLarge'),
    }),
  ])
  .refine((window) => window.kind === 'relative' || Date.parse(window.end) > Date.parse(window.start), {
    message: 'validation.endAfterStart',
    path: ['end'],
  });

/** A task of V1 or an order of V2, with the fields that only one of them has. */
export const templateRequestSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('task'),
    product: z.number('validation.required').int('validation.required'),
    client: z.string().max(200).nullable(),
    priority: wholeNumber.nullable(),
    maxCaptures: count,
    maxSimultaneous: count,
  }),
  z.object({
    kind: z.literal('order'),
    sku: requiredName,
    /** Empty for the one of the service. */
    processingLevel: z.string().trim().max(200, 'validation.tooLong'),
  }),
]);

/** What a template says about each task or order that is made with it. */
export const templateContentSchema = z.object({
  name: requiredName,
  request: templateRequestSchema,
  project: requiredName,
  window: templateWindowSchema,
  /** The recurrence in minutes; null for none. */
  everyMinutes: wholeNumber
    .min(1, 'validation.expectedAgeZero')
    .max(mostMinutes, 'validation.tooLarge')
    .nullable(),
  /** As `name-pattern.ts` reads it. */
  namePattern: z.string().trim().min(1, 'validation.required').max(300, 'validation.tooLong'),
});

export const templateSchema = z.object({
  templateId: templateIdSchema,
  content: templateContentSchema,
  /** Counts the changes. */
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The name of who changed it last. */
  updatedBy: z.string(),
});

const procedures = {
  /** Returns all templates by their names. `damaged` counts those that cannot be read. */
  list: query('templates').output(
    z.object({ templates: z.array(templateSchema).max(mostTemplates), damaged: z.number() }),
  ),
  /**
   * Stores a new template, or changes one whose `version` was seen: CONFLICT if it has another one by now. INVALID_INPUT if the
   * name pattern cannot be read, or names a field that no place has.
   */
  save: procedure
    .input(
      z.object({
        content: templateContentSchema,
        change: z.object({ templateId: templateIdSchema, version: z.number().int() }).nullable(),
      }),
    )
    .output(templateSchema),
  remove: procedure.input(z.object({ templateId: templateIdSchema })).output(z.null()),
  /** Returns the names of all attributes of places, for the fields of a name pattern. */
  fields: query('place-facets').output(z.array(z.string())),
};

export const templatesDomain = declareDomain({
  procedures,
  topics: ['templates'],
});

/** A template of tasks or orders. */
export type Template = z.infer<typeof templateSchema>;
/** What a template says about each task or order. */
export type TemplateContent = z.infer<typeof templateContentSchema>;
/** When the captures of a template may be made. */
export type TemplateWindow = z.infer<typeof templateWindowSchema>;
