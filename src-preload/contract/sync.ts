import { z } from 'zod';
import { storedErrorSchema } from './errors.ts';

/** The progress of a sync of one scope, and the result of the last one. Times are ISO 8601 in UTC. */
export const syncStateSchema = z.object({
  running: z.boolean(),
  /** The number of rows received while running; `total` is the number that the service announced. */
  received: z.number(),
  total: z.number().nullable(),
  /** The number of rows that the service counts and did not list, or that could not be read, when the list was last read whole. */
  missing: z.number(),
  lastFinishedAt: z.string().nullable(),
  nextAt: z.string().nullable(),
  error: storedErrorSchema.nullable(),
});

/**
 * The progress and the last result of a sync. `total` is null while the service has not announced a number, `nextAt`
 * while no sync is planned.
 */
export type SyncState = z.infer<typeof syncStateSchema>;
