import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { openJsonDocument } from './json-document.ts';

const instanceSchema = z.object({ id: z.string().regex(/^[0-9a-f]{12}$/) });

/**
 * Returns the identifier that distinguishes this data folder from others: two of them may share one library, and each has a row
 * number 1. The names of Nadir's own files in the library contain it.
 */
export function instanceIdOf(folder: string, now: () => Date): string {
  const document = openJsonDocument({
    path: join(folder, 'instance.json'),
    version: 1,
    schema: instanceSchema,
    initial: { id: '' },
    now,
    // A new identifier is as good: what was begun under the old one starts again.
    onQuarantined: () => undefined,
  });
  const known = document.read().id;
  if (known !== '') return known;
  const id = randomBytes(6).toString('hex');
  document.write({ id });
  return id;
}
