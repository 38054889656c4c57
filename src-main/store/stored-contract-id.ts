import { z } from 'zod';
import { contractIdSchema } from '../../src-preload/contract/ids.ts';

/** A contract as stored in a row: '' for none. A damaged one is an issue of its row, never an exception. */
export const storedContractId = z
  .string()
  .transform((text) => (text === '' ? null : text))
  .pipe(contractIdSchema.nullable());
