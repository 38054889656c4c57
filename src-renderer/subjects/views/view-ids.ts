import { z } from 'zod';
import { viewIdSchema } from '../../../src-preload/contract/ids.ts';
import { viewListSchema } from '../../../src-preload/contract/views.ts';

/** Which view each list showed in the last run. */
export const viewIdsSchema = z.partialRecord(viewListSchema, viewIdSchema);
