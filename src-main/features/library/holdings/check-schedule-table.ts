import { z } from 'zod';
import type { Migration, Store } from '../../../store/store.ts';

/** Whether the schedule or a user started the check of all files, and whether a user has paused it; in one row. */
export const checkScheduleMigrations: Migration[] = [
  {
    domain: 'check-schedule',
    version: 1,
    sql: `CREATE TABLE check_schedule (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      is_scheduled INTEGER NOT NULL,
      is_paused_by_person INTEGER NOT NULL
    ) STRICT;`,
  },
];

const flag = z.number().transform((value) => value === 1);
const rowSchema = z.object({ isScheduled: flag, isPausedByPerson: flag });

/** Creates the record of who started the check of all files. */
export function createCheckScheduleTable({ store }: { store: Store }) {
  return {
    /** Returns whether the schedule started the check, and whether a user has paused it, so that only a user may continue it. */
    get: (): z.infer<typeof rowSchema> =>
      store.get(
        rowSchema,
        'SELECT is_scheduled AS isScheduled, is_paused_by_person AS isPausedByPerson FROM check_schedule WHERE id = 1',
      ) ?? { isScheduled: false, isPausedByPerson: false },
    put({ isScheduled, isPausedByPerson }: { isScheduled: boolean; isPausedByPerson: boolean }) {
      store.run('INSERT OR REPLACE INTO check_schedule VALUES (1, :isScheduled, :isPausedByPerson)', {
        isScheduled: isScheduled ? 1 : 0,
        isPausedByPerson: isPausedByPerson ? 1 : 0,
      });
    },
  };
}

/** What `createCheckScheduleTable` returns. */
export type CheckScheduleTable = ReturnType<typeof createCheckScheduleTable>;
