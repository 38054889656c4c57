import { z } from 'zod';
import { AppError } from '../../core/app-error.ts';
import { isBeyondBounds } from '../http/nesting.ts';
import type { Row } from './service-client.ts';

const rawSchema = z.record(z.string(), z.unknown());

/** Reads a single row, with its raw JSON; throws BAD_ANSWER if it cannot be read. */
export function readRow<S extends z.ZodType>(schema: S, value: unknown, where: string): Row<z.infer<S>> {
  const raw = rawSchema.safeParse(value);
  const parsed = schema.safeParse(value);
  if (!raw.success || !parsed.success || isBeyondBounds(value))
    throw new AppError('BAD_ANSWER', { where, detail: 'no-row' });
  return { parsed: parsed.data, raw: raw.data };
}
