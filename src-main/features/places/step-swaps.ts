import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Store } from '../../store/store.ts';
import type { StepOperations } from './step-operations.ts';
import type { StepState, StepTable, StoredStep } from './step-table.ts';

/** How long a slice of a step may take. */
export const sliceMs = 8;
/** A step of up to so many entries is made in one transaction. */
export const maxEntriesAtOnce = 100;

interface StepSwapsOptions {
  store: Pick<Store, 'transaction'>;
  table: StepTable;
  operations: StepOperations;
  monotonic: () => number;
}

/** The state of a step while it is exchanged, and the state that it has afterwards. */
interface SwapStates {
  during: StepState;
  to: StepState;
}

/**
 * Creates the functions that exchange the rows of a step with the images in its entries. Exchanging twice changes nothing; so
 * undoing, doing again and taking back an interrupted step are the same exchange, only in another order. A row that something else
 * has changed meanwhile is left as it is.
 */
export function createStepSwaps({ store, table, operations, monotonic }: StepSwapsOptions) {
  /** Returns the step after the exchange of one entry, and 1 if the entry was skipped. */
  function swapEntry(step: StoredStep, ordinal: number): { step: StoredStep; skipped: number } {
    const entry = table.entry(step.stepId, ordinal);
    if (entry === undefined) return { step, skipped: 1 };
    const swapped =
      entry.subject === 'place'
        ? operations.place.swap(entry.key, entry)
        : operations.list.swap(entry.key, entry);
    if (swapped === null) return { step, skipped: 1 };
    table.setEntry(step.stepId, ordinal, swapped);
    const grown = (swapped.image?.length ?? 0) - (entry.image?.length ?? 0);
    return { step: { ...step, bytes: step.bytes + grown }, skipped: 0 };
  }

  /** Returns the entry at an index of the order: the last change is undone first, and done again last. */
  const ordinalAt = (step: StoredStep, index: number) =>
    step.state === 'redoing' ? index : step.entries - 1 - index;

  /** Exchanges entries in slices until `next` returns null, and then calls `last`, whose transaction survives a power cut. */
  async function inSlices(
    first: StoredStep,
    next: (step: StoredStep) => StoredStep | null,
    last: (step: StoredStep) => void,
  ): Promise<void> {
    const isSmall = first.entries <= maxEntriesAtOnce;
    const slice = (from: StoredStep): { step: StoredStep; isDone: boolean } => {
      const until = monotonic() + sliceMs;
      let step = from;
      do {
        const after = next(step);
        if (after === null) {
          if (isSmall) last(step);
          return { step, isDone: true };
        }
        step = after;
      } while (isSmall || monotonic() < until);
      table.update(step);
      return { step, isDone: false };
    };
    let done = { step: first, isDone: false };
    while (!done.isDone) {
      const { step } = done;
      done = store.transaction(() => slice(step), isSmall ? 'lasting' : 'passing');
      if (!isSmall) await yieldToEventLoop();
    }
    const { step } = done;
    if (!isSmall) store.transaction(() => last(step));
  }

  return {
    /** Exchanges all entries of a step; returns how many rows were left as they are. */
    async swapAll(step: StoredStep, { during, to }: SwapStates): Promise<number> {
      let skipped = 0;
      await inSlices(
        { ...step, state: during, swapped: 0 },
        (at) => {
          if (at.swapped >= at.entries) return null;
          const done = swapEntry(at, ordinalAt(at, at.swapped));
          skipped += done.skipped;
          return { ...done.step, swapped: at.swapped + 1 };
        },
        (at) => table.update({ ...at, state: to, swapped: 0 }),
      );
      return skipped;
    },
    /** Takes back an interrupted exchange: the step is as it was before the undo, or before it was done again. */
    async cancelSwap(step: StoredStep): Promise<void> {
      await inSlices(
        step,
        (at) =>
          at.swapped <= 0
            ? null
            : { ...swapEntry(at, ordinalAt(at, at.swapped - 1)).step, swapped: at.swapped - 1 },
        (at) => table.update({ ...at, state: at.state === 'redoing' ? 'undone' : 'done' }),
      );
    },
    /** Takes back a step that was not completed, and drops it. */
    async revert(step: StoredStep): Promise<void> {
      await inSlices(
        step,
        (at) =>
          at.swapped >= at.entries
            ? null
            : { ...swapEntry(at, ordinalAt(at, at.swapped)).step, swapped: at.swapped + 1 },
        (at) => table.update({ ...at, state: 'dropped' }),
      );
    },
  };
}

/** The functions that exchange the rows of a step. */
export type StepSwaps = ReturnType<typeof createStepSwaps>;
