import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { scopeParams } from '../../core/scope.ts';
import type { Store } from '../../store/store.ts';
import type { createPreparedRows } from './prepared-rows.ts';
import type { createPreparedStepEntries, RowChange } from './prepared-step-entries.ts';
import type { PreparedStepTable, Step } from './prepared-step-table.ts';

/** A slice of so many rows takes a few milliseconds. */
export const rowsOfSlice = 200;

interface RowSwapsOptions {
  store: Store;
  rows: Pick<ReturnType<typeof createPreparedRows>, 'text'>;
  table: Pick<PreparedStepTable, 'countRevision'>;
  entries: Pick<ReturnType<typeof createPreparedStepEntries>, 'after'>;
  now: () => Date;
  /** Returns the name of the user. */
  author: () => string;
}

/** The row that a change expects, and the row that replaces it; null stands for no row. */
interface Sides {
  expected: string | null;
  next: string | null;
}

/** Creates the functions that change rows as the entries of steps say. */
export function createRowSwaps({ store, rows, table, entries, now, author }: RowSwapsOptions) {
  function swap(scope: Scope, { preparedId, seq }: RowChange, { expected, next }: Sides): number | null {
    const stored = rows.text(scope, preparedId);
    if ((stored?.image ?? null) !== expected) return null;
    const marks = { at: now().toISOString(), by: author() };
    if (next === null) {
      store.run('DELETE FROM prepared WHERE prepared_id = :preparedId', { preparedId });
      return stored?.seq ?? 0;
    }
    return store.run(
      `INSERT INTO prepared VALUES (:seq, :preparedId, :connectionId, :contractId, 1, :next, :at, :by)
       ON CONFLICT (prepared_id) DO UPDATE SET image = :next, version = version + 1, updated_at = :at, updated_by = :by`,
      { ...scopeParams(scope), ...marks, preparedId, seq: stored?.seq ?? seq, next },
    ).lastInsertRowid;
  }

  return {
    /** Makes a change, if its row is as it expects; returns the `seq` of the row, or null if the row is not. */
    apply: (scope: Scope, change: RowChange): number | null =>
      swap(scope, change, { expected: change.before, next: change.after }),
    /**
     * Makes all changes of a stored step, or takes them back, in slices. A row that is not as its entry expects is left as it is;
     * so the same may be done again after an interruption. Returns how many rows were left.
     */
    async goOver({ stepId, scope }: Pick<Step, 'stepId' | 'scope'>, way: 'forth' | 'back'): Promise<number> {
      let skipped = 0;
      for (let ordinal = -1; ; ) {
        const slice = entries.after(stepId, ordinal, rowsOfSlice);
        const last = slice.at(-1);
        if (last === undefined) return skipped;
        store.transaction(() => {
          for (const entry of slice) {
            const { before, after } = entry;
            const sides =
              way === 'forth' ? { expected: before, next: after } : { expected: after, next: before };
            if (swap(scope, entry, sides) === null) skipped += 1;
          }
          table.countRevision(scope);
        }, 'passing');
        ordinal = last.ordinal;
        await yieldToEventLoop();
      }
    },
  };
}
