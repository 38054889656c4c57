import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { PreparedId, Scope } from '../../../src-preload/contract/ids.ts';
import type { PreparedStepKind } from '../../../src-preload/contract/prepared.ts';
import { AppError } from '../../core/app-error.ts';
import type { Store } from '../../store/store.ts';
import { createPreparedRows } from './prepared-rows.ts';
import { createPreparedStepEntries, type RowChange } from './prepared-step-entries.ts';
import { createPreparedStepTable } from './prepared-step-table.ts';
import { createRowSwaps, rowsOfSlice } from './row-swaps.ts';

interface PreparedStepsOptions {
  store: Store;
  now: () => Date;
  /** Returns the name of the user. */
  author: () => string;
}

interface MakeStep {
  scope: Scope;
  kind: PreparedStepKind;
  changes: readonly RowChange[];
  /** Receives the id of the step in the transaction in which it begins. */
  onBegin?: (stepId: number) => void;
}

/**
 * Creates the steps that change prepared rows. A step is made in slices, each of them a transaction, so that the program stays
 * responsive while thousands of rows change. An entry changes its row only if the row is as the entry expects; so an interrupted
 * step is completed or taken back by going over all of its entries again.
 */
export function createPreparedSteps({ store, now, author }: PreparedStepsOptions) {
  const rows = createPreparedRows({ store });
  const table = createPreparedStepTable({ store });
  const entries = createPreparedStepEntries({ store });
  const swaps = createRowSwaps({ store, rows, table, entries, now, author });

  function applySlice(
    scope: Scope,
    stepId: number,
    slice: readonly { ordinal: number; change: RowChange }[],
  ) {
    for (const { ordinal, change } of slice) {
      const seq = swaps.apply(scope, change);
      if (seq === null) throw new AppError('CONFLICT', { detail: 'row-changed' });
      entries.add(stepId, { ...change, ordinal, seq: change.seq ?? seq });
    }
    table.countRevision(scope);
  }

  /** Makes the changes as one step, without those that change nothing; returns how many were made. */
  async function make({ scope, kind, changes, onBegin = () => undefined }: MakeStep): Promise<number> {
    const effective = changes
      .filter(({ before, after }) => before !== after)
      .map((change, ordinal) => ({ ordinal, change }));
    if (effective.length === 0) return 0;
    const stepId = store.transaction(() => {
      const begunId = table.begin(scope, kind);
      onBegin(begunId);
      return begunId;
    }, 'passing');
    try {
      for (let from = 0; from < effective.length; from += rowsOfSlice) {
        const slice = effective.slice(from, from + rowsOfSlice);
        store.transaction(() => applySlice(scope, stepId, slice), 'passing');
        await yieldToEventLoop();
      }
      store.transaction(() => table.complete(scope, stepId, effective.length));
    } catch (error) {
      await swaps.goOver({ stepId, scope }, 'back');
      table.drop(stepId);
      throw error;
    }
    return effective.length;
  }

  async function undo(scope: Scope, stepId: number): Promise<number> {
    const step = table.lastDone(scope);
    if (step?.stepId !== stepId) throw new AppError('CONFLICT', { detail: 'another-step' });
    table.setState(stepId, 'undoing');
    const skipped = await swaps.goOver(step, 'back');
    table.setState(stepId, 'undone');
    return skipped;
  }

  async function redo(scope: Scope, stepId: number): Promise<number> {
    const step = table.firstUndone(scope);
    if (step?.stepId !== stepId) throw new AppError('CONFLICT', { detail: 'another-step' });
    table.setState(stepId, 'redoing');
    const skipped = await swaps.goOver(step, 'forth');
    table.setState(stepId, 'done');
    return skipped;
  }

  return {
    rows,
    make,
    countRevision: table.countRevision,
    history: table.history,
    /** Undoes the last step; throws CONFLICT if `stepId` is another one. Returns how many rows were left as they are. */
    undo,
    /** Does the step again that was undone last; throws CONFLICT if `stepId` is another one. Returns how many rows were left. */
    redo,
    /** Takes back a step that is done, and drops it; does nothing if the step does not exist. */
    async takeBack(stepId: number) {
      const step = table.get(stepId);
      if (step === null) return;
      await swaps.goOver(step, 'back');
      table.drop(stepId);
    },
    /** Removes a row that was sent, also from all steps: if an undo restored it, it could be ordered and paid for twice. */
    forget(preparedId: PreparedId) {
      store.run('DELETE FROM prepared WHERE prepared_id = :preparedId', { preparedId });
      entries.forget(preparedId);
    },
    dropEmpty: table.dropEmpty,
    /** Completes or takes back the steps that a crash has interrupted; returns their number. */
    async recover(): Promise<number> {
      const interrupted = table.interrupted();
      for (const step of interrupted) {
        await swaps.goOver(step, step.state === 'redoing' ? 'forth' : 'back');
        if (step.state === 'undoing') table.setState(step.stepId, 'undone');
        else if (step.state === 'redoing') table.setState(step.stepId, 'done');
        else table.drop(step.stepId);
      }
      return interrupted.length;
    },
  };
}

/** The steps that change prepared rows. */
export type PreparedSteps = ReturnType<typeof createPreparedSteps>;
