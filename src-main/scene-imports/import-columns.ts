import { z } from 'zod';
import { storedRecord } from '../store/stored-json.ts';

/** Returns the schema of a column that holds JSON. Damaged text becomes an issue of its row. */
export const jsonColumnOf = <S extends z.ZodType>(schema: S) =>
  z.string().transform((text, context): z.infer<S> => {
    const read = schema.safeParse(storedRecord(`{"value":${text}}`).value);
    if (read.success) return read.data;
    context.addIssue({ code: 'custom', message: 'damaged' });
    return z.NEVER;
  });
