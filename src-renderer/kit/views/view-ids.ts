import { z } from 'zod';
import { viewIdSchema } from '../../../src-preload/contract/ids.ts';

/** The schema of the saved ids of the views that the lists showed, by list name. */
export const viewIdsSchema = z.partialRecord(z.string(), viewIdSchema);
