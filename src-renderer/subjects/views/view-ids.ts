import { z } from 'zod';
import { viewIdSchema } from '../../../src-preload/contract/ids.ts';

/** Which view each list showed in the last run, by the name of the list. */
export const viewIdsSchema = z.partialRecord(z.string(), viewIdSchema);
