import { z } from 'zod';
import { periodSchema } from './interval.ts';
import type { ParameterType } from './settings.ts';
import { zonedTimeSchema } from './task-request.ts';

/** A text that must be there. */
export const requiredText = z
  .string('validation.required')
  .trim()
  .min(1, 'validation.required')
  .max(200, 'validation.tooLong');

/** The parameters of orders that are known (service §10.4), and what may go out for each. */
export const orderParameterSchemas = {
  start: zonedTimeSchema.optional(),
  end: zonedTimeSchema.optional(),
  revisit_period: periodSchema.optional(),
  remapping_period: periodSchema.optional(),
  processing_level: requiredText.optional(),
  outcome_id: requiredText.optional(),
};

/** The type of each, which decides its field in the form and how it is shown. */
export const orderParameterTypes = {
  start: 'time',
  end: 'time',
  revisit_period: 'duration',
  remapping_period: 'duration',
  processing_level: 'level',
  outcome_id: 'capture',
} as const satisfies Record<OrderParameter, ParameterType>;

/** The service's name of a parameter that is known. */
export type OrderParameter = keyof typeof orderParameterSchemas;
