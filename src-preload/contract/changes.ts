import { z } from 'zod';
import { connectionIdSchema } from './ids.ts';

/** A change as it is sent to the page, with the procedures (`tasking.list`) whose answers it makes stale. */
export const toldChangeSchema = z.object({
  topic: z.string(),
  connectionId: connectionIdSchema.nullable(),
  staleQueries: z.array(z.string()),
});

/** A change as it is sent to the page. */
export type ToldChange = z.infer<typeof toldChangeSchema>;
