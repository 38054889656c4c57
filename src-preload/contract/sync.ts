import { z } from 'zod';
import { storedErrorSchema } from './errors.ts';

/** How far the reading of one scope from the service has got, and how the last one ended. Times are ISO 8601 in UTC. */
export const syncStateSchema = z.object({
  running: z.boolean(),
  /** Rows received of the rows announced, while running. */
  received: z.number(),
  total: z.number().nullable(),
  lastFinishedAt: z.string().nullable(),
  nextAt: z.string().nullable(),
  error: storedErrorSchema.nullable(),
});

/**
 * The progress and the last result of a sync. `total` is null while the service has not announced a number, `nextAt`
 * while no sync is planned.
 */
export type SyncState = z.infer<typeof syncStateSchema>;
