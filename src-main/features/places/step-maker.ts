import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { PlaceStep, PlaceStepKind } from '../../../src-preload/contract/place-steps.ts';
import type { Store } from '../../store/store.ts';
import type { StepOperation } from './step-operations.ts';
import { maxEntriesAtOnce, sliceMs } from './step-swaps.ts';
import { type StepTable, type StoredStep, shownStep } from './step-table.ts';

/** The label of a step. `name` is the name of its list; a step without it gets the name of its first place. */
export interface StepLabel {
  kind: PlaceStepKind;
  name?: string;
}

interface StepMakerOptions {
  store: Store;
  table: StepTable;
  now: () => Date;
  author: () => string;
  /** Milliseconds of a clock that never goes back. */
  monotonic: () => number;
  /** How much can be undone. Characters are counted as bytes. */
  bounds: { steps: number; bytes: number };
}

/**
 * Creates the maker of steps: it makes a short step in one transaction, and a long one in slices, so that the program stays
 * responsive.
 */
export function createStepMaker({ store, table, now, author, monotonic, bounds }: StepMakerOptions) {
  function open({ kind, name = '' }: StepLabel): StoredStep {
    const stepId = table.insert(kind, name, { at: now().toISOString(), by: author() });
    const step = table.get(stepId);
    if (step === null) throw new Error('a step was not stored');
    return step;
  }

  /** Makes operations until this time of `monotonic`; all of them if it is null. */
  function applyUntil(
    step: StoredStep,
    left: Iterator<StepOperation>,
    until: number | null,
  ): { step: StoredStep; isDone: boolean } {
    let at = step;
    do {
      const next = left.next();
      if (next.done === true) return { step: at, isDone: true };
      const swapped = next.value.apply();
      if (swapped !== null) at = table.add(at, next.value, swapped);
    } while (until === null || monotonic() < until);
    return { step: at, isDone: false };
  }

  async function applyInSlices(step: StoredStep, all: Iterable<StepOperation>): Promise<StoredStep> {
    const left = all[Symbol.iterator]();
    let done = { step, isDone: false };
    while (!done.isDone) {
      const before = done.step;
      done = store.transaction(() => {
        const slice = applyUntil(before, left, monotonic() + sliceMs);
        table.update(slice.step);
        return slice;
      }, 'passing');
      await yieldToEventLoop();
    }
    return done.step;
  }

  /** Ends a step, which is the last one from now on; returns null if it has changed nothing. */
  function finish(step: StoredStep, alongside?: () => void): PlaceStep | null {
    alongside?.();
    table.update(step);
    if (step.entries === 0) {
      table.drop(step.stepId);
      return null;
    }
    table.markDone(step.stepId);
    table.dropOldest(bounds);
    return shownStep(step);
  }

  async function run(label: StepLabel, all: Iterable<StepOperation>): Promise<PlaceStep | null> {
    if (Array.isArray(all) && all.length <= maxEntriesAtOnce)
      return store.transaction(() => finish(applyUntil(open(label), all[Symbol.iterator](), null).step));
    const step = await applyInSlices(
      store.transaction(() => open(label), 'passing'),
      all,
    );
    return store.transaction(() => finish(step));
  }

  return {
    /** Opens a step and makes its first operations, in one transaction. */
    begin: (label: StepLabel, first: readonly StepOperation[]): StoredStep =>
      store.transaction(() => {
        const { step } = applyUntil(open(label), first[Symbol.iterator](), null);
        table.update(step);
        return step;
      }),
    /** Adds operations to an open step, in slices. */
    extend: applyInSlices,
    /** Ends an open step; returns null if it has changed nothing. `alongside` runs in the same transaction. */
    finish: (step: StoredStep, alongside?: () => void): PlaceStep | null =>
      store.transaction(() => finish(step, alongside)),
    /** Makes a whole step; returns null if it has changed nothing. */
    run,
  };
}

/** The maker of steps. */
export type StepMaker = ReturnType<typeof createStepMaker>;
