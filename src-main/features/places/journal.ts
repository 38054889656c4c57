import type { PlaceStep } from '../../../src-preload/contract/place-steps.ts';
import { AppError } from '../../core/app-error.ts';
import type { Store } from '../../store/store.ts';
import { createStepMaker, type StepLabel, type StepMaker } from './step-maker.ts';
import type { StepOperation, StepOperations } from './step-operations.ts';
import { createStepRunner, type StepRunner } from './step-runner.ts';
import { createStepSwaps, type StepSwaps } from './step-swaps.ts';
import { createStepTable, type StepTable, type StoredStep, shownStep } from './step-table.ts';

interface OpenStepsOptions {
  table: Pick<StepTable, 'get'>;
  maker: StepMaker;
  swaps: Pick<StepSwaps, 'revert'>;
  runner: Pick<StepRunner, 'run' | 'cleanUp'>;
  /** Receives the ids of the steps that are open. While a call works on a step, its id is absent, so that a failure reverts it. */
  openSteps: Set<number>;
}

/** Creates the functions for a step that is made in several calls, such as an import. */
function createOpenSteps({ table, maker, swaps, runner, openSteps }: OpenStepsOptions) {
  function take(stepId: number): StoredStep {
    const step = openSteps.has(stepId) ? table.get(stepId) : null;
    if (step === null) throw new AppError('NOT_FOUND', { what: `import ${stepId}` });
    openSteps.delete(stepId);
    return step;
  }

  return {
    /** Opens a step with its first operations; returns its id. */
    begin: (label: StepLabel, first: readonly StepOperation[]): Promise<number> =>
      runner.run(async () => {
        const { stepId } = maker.begin(label, first);
        openSteps.add(stepId);
        return stepId;
      }),
    /** Adds operations to an open step. If one of them cannot be made, the whole step is taken back. */
    extend: (stepId: number, all: Iterable<StepOperation>): Promise<void> =>
      runner.run(async () => {
        await maker.extend(take(stepId), all);
        openSteps.add(stepId);
      }),
    /**
     * Ends an open step, which can be undone as one from now on; returns null if it has changed nothing. What `alongside` stores
     * is stored in the same transaction; if it throws, the whole step is taken back.
     */
    finish: async (stepId: number, alongside?: () => void): Promise<PlaceStep | null> => {
      const step = await runner.run(async () => maker.finish(take(stepId), alongside));
      runner.cleanUp();
      return step;
    },
    /** Takes back everything that an open step has done so far. */
    cancel: async (stepId: number): Promise<void> => {
      await runner.run(async () => swaps.revert(take(stepId)));
      runner.cleanUp();
    },
  };
}

interface JournalOptions {
  store: Store;
  operations: StepOperations;
  now: () => Date;
  author: () => string;
  /** Milliseconds of a clock that never goes back. */
  monotonic: () => number;
  /** Called when places, lists or steps have changed. */
  onChange: () => void;
  /** Receives errors of the clean-up and of taking steps back. */
  onError: (error: unknown) => void;
  /** How much can be undone. Bytes are counted as characters. */
  bounds?: { steps: number; bytes: number };
}

const defaultBounds = { steps: 200, bytes: 64 * 1024 * 1024 };

/**
 * Creates the journal of everything that edits places: each edit is a step, which is made as a whole or not at all, and can be
 * undone and done again, also after a restart. A long step is made in slices, so that the program stays responsive; one that was
 * interrupted is taken back at the next start. Steps are made one after another.
 */
export function createJournal(options: JournalOptions) {
  const { store, operations, now, author, monotonic, onChange, onError, bounds = defaultBounds } = options;
  const table = createStepTable({ store });
  const swaps = createStepSwaps({ store, table, operations, monotonic });
  const maker = createStepMaker({ store, table, now, author, monotonic, bounds });
  const openSteps = new Set<number>();
  const runner = createStepRunner({ store, table, swaps, openSteps, onChange, onError });

  async function swap(stepId: number, how: 'undo' | 'redo'): Promise<number> {
    const step = how === 'undo' ? table.lastDone() : table.firstUndone();
    if (step?.stepId !== stepId) throw new AppError('CONFLICT', { detail: 'another-step' });
    // A step about lists may remove the list into which an import adds places.
    if (step.kind.startsWith('list-') && openSteps.size > 0)
      throw new AppError('CONFLICT', { detail: 'importing' });
    return how === 'undo'
      ? swaps.swapAll(step, { during: 'undoing', to: 'undone' })
      : swaps.swapAll(step, { during: 'redoing', to: 'done' });
  }

  return {
    /**
     * Makes a step of these operations. If one of them cannot be made, none is, and its error is thrown. Returns null if the
     * operations changed nothing.
     */
    run: async (label: StepLabel, all: Iterable<StepOperation>): Promise<PlaceStep | null> => {
      const step = await runner.run(() => maker.run(label, all));
      runner.cleanUp();
      return step;
    },
    ...createOpenSteps({ table, maker, swaps, runner, openSteps }),
    /** Returns true while a step is open. */
    isImporting: () => openSteps.size > 0,
    /** Returns the step that an undo would take back, and the one that would be done again next; null if there is none. */
    history(): { undo: PlaceStep | null; redo: PlaceStep | null } {
      const [undo, redo] = [table.lastDone(), table.firstUndone()];
      return { undo: undo && shownStep(undo), redo: redo && shownStep(redo) };
    },
    /**
     * Undoes the last step, or does the step again that was undone last; throws CONFLICT if `stepId` is another one. Returns how
     * many of its rows were left as they are, because something else had changed them.
     */
    swap: (stepId: number, how: 'undo' | 'redo'): Promise<number> => runner.run(() => swap(stepId, how)),
    /** Resolves when the step that is being made has ended; no other step is made after it. */
    close: runner.close,
  };
}

/** The journal of everything that edits places. */
export type Journal = ReturnType<typeof createJournal>;
