import { z } from 'zod';
import { procedure } from './base.ts';
import { scopeSchema } from './ids.ts';
import { taskRequestSchema } from './task-request.ts';

/** What the service thinks of a task that was not sent. Good for the moment: nothing is stored (service §10.3). */
export const feasibilitySchema = z.object({
  /** `not-offered`: the service has no such question. `unclear`: it answered in no shape that is known. */
  outcome: z.enum(['feasible', 'not-feasible', 'unclear', 'not-offered']),
  /** The service's own words. */
  detail: z.string().nullable(),
});

export const feasibilityContract = {
  /** Asks; orders nothing and costs nothing. */
  check: procedure
    .input(z.object({ scope: scopeSchema, request: taskRequestSchema }))
    .output(feasibilitySchema),
};

/**
 * The answer to the question whether a task is feasible; `detail` is null where the service gave no words (service
 * §10.3).
 */
export type Feasibility = z.infer<typeof feasibilitySchema>;
