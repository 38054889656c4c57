import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { z } from 'zod';
import { type PreparedId, preparedIdSchema, type Scope } from '../../src-preload/contract/ids.ts';
import type { PreparedStepKind } from '../../src-preload/contract/prepared.ts';
import { AppError } from '../app-error.ts';
import { inScope, scopeParams } from '../core/scope.ts';
import type { Store } from '../store/store.ts';
import { createPreparedRows } from './prepared-rows.ts';
import { createPreparedStepTable, type Step } from './prepared-step-table.ts';

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
/** A slice of so many rows takes a few milliseconds. */
const rowsOfSlice = 200;
interface PreparedStepsOptions {
  store: Store;
  now: () => Date;
  /** Returns the name of the user. */
  author: () => string;
}

/**
 * Creates the steps by which prepared rows are changed. A step is made in slices, each a transaction, so that nothing else waits for
 * thousands of rows. Going forth or back over an entry changes the row only if it is what the entry expects, so an interrupted step
 * is completed or taken back by going over all of it again.
 */
export function createPreparedSteps({ store, now, author }: PreparedStepsOptions) {
  const rows = createPreparedRows({ store });
  const table = createPreparedStepTable({ store });
  const { countRevision, setState, drop, bound, lastDone, firstUndone } = table;

  /** Replaces a row if it is as expected; returns its `seq`, or null if it is not. */
  function swap(scope: Scope, { preparedId, seq }: RowChange, expected: string | null, next: string | null) {
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

  /** Goes over a stored step; returns how many rows were left as they are. */
  async function goOver({ stepId, scope }: Pick<Step, 'stepId' | 'scope'>, way: 'forth' | 'back') {
    let skipped = 0;
    for (let after = -1; ; ) {
      const entries = store.all(
        entryRow,
        `SELECT ordinal, prepared_id AS preparedId, seq, before, after FROM prepared_step_entry
         WHERE step_id = :stepId AND ordinal > :after ORDER BY ordinal LIMIT ${rowsOfSlice}`,
        { stepId, after },
      );
      const last = entries.at(-1);
      if (last === undefined) return skipped;
      store.transaction(() => {
        for (const entry of entries) {
          const [expected, next] =
            way === 'forth' ? [entry.before, entry.after] : [entry.after, entry.before];
          if (swap(scope, entry, expected, next) === null) skipped += 1;
        }
        countRevision(scope);
      }, 'passing');
      after = last.ordinal;
      await yieldToEventLoop();
    }
  }

  /** Makes the changes as one step; those that change nothing are left out. */
  async function make(
    scope: Scope,
    kind: PreparedStepKind,
    changes: readonly RowChange[],
    began: (stepId: number) => void = () => undefined,
  ): Promise<number> {
    const real = changes.filter(({ before, after }) => before !== after);
    if (real.length === 0) return 0;
    const stepId = store.transaction(() => {
      for (const { stepId: undone } of table.undone(scope)) drop(undone);
      const { lastInsertRowid } = store.run(
        `INSERT INTO prepared_step VALUES (NULL, :connectionId, :contractId, :kind, 'applying', 0)`,
        { ...scopeParams(scope), kind },
      );
      began(lastInsertRowid);
      return lastInsertRowid;
    }, 'passing');
    try {
      for (let from = 0; from < real.length; from += rowsOfSlice) {
        store.transaction(() => {
          for (const [i, change] of real.slice(from, from + rowsOfSlice).entries()) {
            const seq = swap(scope, change, change.before, change.after);
            if (seq === null) throw new AppError('CONFLICT', { detail: 'row-changed' });
            const { preparedId, before, after } = change;
            store.run(
              'INSERT INTO prepared_step_entry VALUES (:stepId, :ordinal, :preparedId, :seq, :before, :after)',
              {
                ...{ stepId, ordinal: from + i, preparedId, seq: change.seq ?? seq, before, after },
              },
            );
          }
          countRevision(scope);
        }, 'passing');
        await yieldToEventLoop();
      }
      store.transaction(() => {
        store.run(`UPDATE prepared_step SET state = 'done', entries = :count WHERE step_id = :stepId`, {
          ...{ stepId, count: real.length },
        });
        bound(scope);
      });
    } catch (error) {
      await goOver({ stepId, scope }, 'back');
      drop(stepId);
      throw error;
    }
    return real.length;
  }

  async function change(scope: Scope, stepId: number, way: 'forth' | 'back'): Promise<number> {
    const found = way === 'back' ? lastDone(scope) : firstUndone(scope);
    if (found?.stepId !== stepId) throw new AppError('CONFLICT', { detail: 'another-step' });
    setState(stepId, way === 'back' ? 'undoing' : 'redoing');
    const skipped = await goOver(found, way);
    setState(stepId, way === 'back' ? 'undone' : 'done');
    return skipped;
  }

  return {
    rows,
    make,
    countRevision,
    history: table.history,
    /** Undoes the last step, or does the one again that was undone last. */
    undo: (scope: Scope, stepId: number) => change(scope, stepId, 'back'),
    redo: (scope: Scope, stepId: number) => change(scope, stepId, 'forth'),
    /** Takes back a step that is done, and drops it; does nothing if there is no such step. */
    async takeBack(stepId: number) {
      const found = table.step('step_id = :stepId', { stepId });
      if (found === null) return;
      await goOver(found, 'back');
      drop(stepId);
    },
    /** Removes a row that was sent, with all that steps know of it: no undo may make it again, because it would be paid for twice. */
    forget(preparedId: PreparedId) {
      store.run('DELETE FROM prepared WHERE prepared_id = :preparedId', { preparedId });
      store.run('DELETE FROM prepared_step_entry WHERE prepared_id = :preparedId', { preparedId });
    },
    /** Removes the steps of which nothing is left, because all of their rows were sent. */
    dropSent(scope: Scope) {
      store.transaction(() => {
        store.run(
          `UPDATE prepared_step SET entries = (SELECT count(*) FROM prepared_step_entry e WHERE e.step_id = prepared_step.step_id)
           WHERE ${inScope}`,
          scopeParams(scope),
        );
        store.run(`DELETE FROM prepared_step WHERE ${inScope} AND entries = 0`, scopeParams(scope));
      });
    },
    /** Completes or takes back what the end of the program has interrupted; returns how many steps that were. */
    async recover(): Promise<number> {
      const broken = table.interrupted();
      for (const found of broken) {
        if (found.state === 'undoing') {
          await goOver(found, 'back');
          setState(found.stepId, 'undone');
        } else if (found.state === 'redoing') {
          await goOver(found, 'forth');
          setState(found.stepId, 'done');
        } else {
          await goOver(found, 'back');
          drop(found.stepId);
        }
      }
      return broken.length;
    },
  };
}
