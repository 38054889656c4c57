import { z } from 'zod';
import { contractIdSchema } from '../../src-preload/contract/ids.ts';

/** A contract as it stands in a row: '' for none. One that is damaged is an issue of its row, never an exception. */
export const storedContractId = z
  .string()
  .transform((text) => (text === '' ? null : text))
  .pipe(contractIdSchema.nullable());
