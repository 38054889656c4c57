import { z } from 'zod';
import { procedure } from './base.ts';
import { declareDomain } from './domain.ts';
import { scopeSchema } from './ids.ts';
import { taskRequestSchema } from './task-request.ts';

/**
 * The service's answer for a task that was not sent. It is valid only for the moment, so nothing is stored (service
 * §10.3).
 */
export const feasibilitySchema = z.object({
  /** `not-offered`: the service has no such call. `unclear`: the answer has no known shape. */
  outcome: z.enum(['feasible', 'not-feasible', 'unclear', 'not-offered']),
  /** The service's own words. */
  detail: z.string().nullable(),
});

const procedures = {
  /** Asks whether a task is feasible; orders nothing and costs nothing. */
  check: procedure
    .input(z.object({ scope: scopeSchema, request: taskRequestSchema }))
    .output(feasibilitySchema),
};

export const feasibilityDomain = declareDomain({
  procedures,
});

/**
 * The answer to the question whether a task is feasible; `detail` is null if the service gave no text (service
 * §10.3).
 */
export type Feasibility = z.infer<typeof feasibilitySchema>;
