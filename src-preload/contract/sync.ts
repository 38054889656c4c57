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

export type SyncState = z.infer<typeof syncStateSchema>;
