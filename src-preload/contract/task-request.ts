import { z } from 'zod';

/**
 * ISO 8601 with a zone: `2026-03-01T00:00:00+02:00` or `…Z` (service §2.1: request times may carry an offset; we
 * always send one).
 */
export const zonedTimeSchema = z.iso.datetime({ offset: true, error: 'validation.zonedTime' });

const longitude = z
  .number('validation.required')
  .min(-180, 'validation.longitude')
  .max(180, 'validation.longitude');
const latitude = z
  .number('validation.required')
  .min(-90, 'validation.latitude')
  .max(90, 'validation.latitude');

/** A point of interest; a third element (altitude, metres) is optional (service §2.6). */
export const taskTargetSchema = z.object({
  type: z.literal('Point'),
  coordinates: z.union([z.tuple([longitude, latitude]), z.tuple([longitude, latitude, z.number()])]),
});

/** `%d %H:%M:%S` (service §2.6). */
export const expectedAgeSchema = z
  .string()
  .regex(/^\d{1,4} ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, 'validation.expectedAge')
  .refine((text) => !/^0+ 00:00:00$/.test(text), 'validation.expectedAgeZero');

const count = z
  .number('validation.wholeNumber')
  .int('validation.wholeNumber')
  .min(1, 'validation.atLeastOne')
  .max(10_000, 'validation.tooLarge');

/**
 * A task as it is sent (service §2.6, §4.5). The form, the outbox and the request use this one schema. Name and
 * project are required here because the service needs them in practice (service §10.3).
 */
export const taskRequestSchema = z
  .object({
    task_name: z.string().trim().min(1, 'validation.required').max(200, 'validation.tooLong'),
    project_name: z.string().trim().min(1, 'validation.required').max(200, 'validation.tooLong'),
    product: z.number('validation.required').int('validation.required'),
    target: taskTargetSchema,
    start: zonedTimeSchema,
    end: zonedTimeSchema,
    priority: z.number('validation.wholeNumber').int('validation.wholeNumber').optional(),
    client: z.string().min(1).max(200).optional(),
    expected_age: expectedAgeSchema.optional(),
    max_captures: count.optional(),
    max_simultaneous_captures: count.optional(),
  })
  .superRefine((task, context) => {
    if (Date.parse(task.end) <= Date.parse(task.start)) {
      context.addIssue({ code: 'custom', path: ['end'], message: 'validation.endAfterStart' });
    }
    // The default of max_captures is 1 and max_simultaneous_captures may not be below it (service §2.6).
    if (
      task.max_simultaneous_captures !== undefined &&
      task.max_simultaneous_captures < (task.max_captures ?? 1)
    ) {
      context.addIssue({
        code: 'custom',
        path: ['max_simultaneous_captures'],
        message: 'validation.simultaneous',
      });
    }
  });

/** The validated body of a new V1 task, with the field names of the service (service §4.5). */
export type TaskRequest = z.infer<typeof taskRequestSchema>;
