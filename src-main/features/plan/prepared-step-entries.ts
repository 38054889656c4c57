import { z } from 'zod';
import { type PreparedId, preparedIdSchema } from '../../../src-preload/contract/ids.ts';
import type { Store } from '../../store/store.ts';

/** A row that becomes another one; null stands for no row. */
export interface RowChange {
  preparedId: PreparedId;
  /** Null for a new row. */
  seq: number | null;
  before: string | null;
  after: string | null;
}

const entryRow = z.object({
  ordinal: z.number(),
  preparedId: preparedIdSchema,
  seq: z.number(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
/** A change of a row as a step keeps it. */
export type StepEntry = z.infer<typeof entryRow>;

/** Creates the table of the entries of steps. */
export const createPreparedStepEntries = ({ store }: { store: Store }) => ({
  add(stepId: number, { ordinal, preparedId, seq, before, after }: StepEntry) {
    store.run(
      'INSERT INTO prepared_step_entry VALUES (:stepId, :ordinal, :preparedId, :seq, :before, :after)',
      { stepId, ordinal, preparedId, seq, before, after },
    );
  },
  /** Returns the entries of a step that follow an ordinal, at most `limit`. */
  after: (stepId: number, ordinal: number, limit: number): StepEntry[] =>
    store.all(
      entryRow,
      `SELECT ordinal, prepared_id AS preparedId, seq, before, after FROM prepared_step_entry
       WHERE step_id = :stepId AND ordinal > :ordinal ORDER BY ordinal LIMIT :limit`,
      { stepId, ordinal, limit },
    ),
  /** Removes all entries about a row. */
  forget(preparedId: PreparedId) {
    store.run('DELETE FROM prepared_step_entry WHERE prepared_id = :preparedId', { preparedId });
  },
});
