import { z } from 'zod';
import type { Migration } from '../../src-main/store/store.ts';

/** What a session to be killed is given. */
export const planSchema = z.object({
  origin: z.string(),
  names: z.array(z.string()),
  /** At which moment it kills itself, at the how manieth time, how long after; null: it is killed from outside, or not at all. */
  die: z.object({ moment: z.string(), time: z.number(), afterMs: z.number() }).nullable(),
});
export type Plan = z.infer<typeof planSchema>;

/** The library's part: where each file lies, in the same commit as its transfer's end. */
export const savedMigrations: Migration[] = [
  {
    domain: 'torture',
    version: 1,
    sql: 'CREATE TABLE torture_saved (file_id INTEGER PRIMARY KEY, path TEXT NOT NULL, sha256 TEXT NOT NULL) STRICT',
  },
];
export const savedSchema = z.object({ path: z.string(), sha256: z.string() });
