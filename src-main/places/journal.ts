import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { PlaceStep } from '../../src-preload/contract/place-steps.ts';
import { AppError } from '../app-error.ts';
import { createSerialRunner } from '../core/serial-runner.ts';
import type { Store } from '../store/store.ts';
import { createStepMaker, type StepLabel } from './step-maker.ts';
import type { StepOperation, StepOperations } from './step-operations.ts';
import { createStepSwaps } from './step-swaps.ts';
import { createStepTable, type StoredStep, shownStep } from './step-table.ts';

interface JournalOptions {
  store: Store;
  operations: StepOperations;
  now: () => Date;
  author: () => string;
  monotonic: () => number;
  /** Called when places, lists or steps have changed. */
  changed: () => void;
  /** Receives errors of work that nobody waits for. */
  onError: (error: unknown) => void;
  /** How much can be undone. Bytes are counted as characters. */
  bounds?: { steps: number; bytes: number };
}

const usualBounds = { steps: 200, bytes: 64 * 1024 * 1024 };
const deletedAtOnce = 500;

/**
 * Creates the journal of everything that edits places: each edit is a step, which is made as a whole or not at all, and can be
 * undone and done again after a restart too. A long step is made in slices, so that nothing else waits for it; one that was
 * interrupted is taken back at the next start. Steps are made one after another.
 */
export function createJournal(options: JournalOptions) {
  const { store, operations, now, author, monotonic, changed, onError, bounds = usualBounds } = options;
  const table = createStepTable({ store });
  const swaps = createStepSwaps({ store, table, operations, monotonic });
  const maker = createStepMaker({ store, table, now, author, monotonic, bounds });
  const exclusive = createSerialRunner();
  /** Imports of this run: their steps are not at their end, but nothing has interrupted them. */
  const imports = new Set<number>();
  let isClosing = false;
  /** True if a step may have been interrupted. */
  let isBroken = true;

  /** Deletes what cannot be undone any more, a little at a time. */
  function cleanUp() {
    if (!table.hasDropped()) return;
    exclusive
      .run(async () => {
        while (!isClosing && store.transaction(() => table.deleteSome(deletedAtOnce), 'passing'))
          await yieldToEventLoop();
      })
      .catch(onError);
  }

  /** Takes back what was interrupted; returns how many steps that were. */
  async function recover(): Promise<number> {
    if (!isBroken) return 0;
    const interrupted = table.interrupted().filter(({ stepId }) => !imports.has(stepId));
    for (const step of interrupted) {
      if (step.state === 'applying') await swaps.revert(step);
      else await swaps.back(step);
    }
    isBroken = false;
    return interrupted.length;
  }

  /** Runs work alone, after whatever was interrupted has been taken back; what it interrupts itself is taken back too. */
  function alone<T>(work: () => Promise<T>): Promise<T> {
    return exclusive.run(async () => {
      if (isClosing) throw new AppError('CANCELLED', {});
      await recover();
      try {
        return await work();
      } catch (error) {
        isBroken = true;
        await recover().catch(onError);
        throw error;
      } finally {
        changed();
      }
    });
  }

  function openImport(stepId: number): StoredStep {
    const step = imports.has(stepId) ? table.get(stepId) : null;
    if (step === null) throw new AppError('NOT_FOUND', { what: `import ${stepId}` });
    return step;
  }

  async function swap(stepId: number, how: 'undo' | 'redo'): Promise<number> {
    const step = how === 'undo' ? table.lastDone() : table.firstUndone();
    if (step?.stepId !== stepId) throw new AppError('CONFLICT', { detail: 'another-step' });
    // Its list could be taken away from under an import.
    if (step.kind.startsWith('list-') && imports.size > 0)
      throw new AppError('CONFLICT', { detail: 'importing' });
    return how === 'undo'
      ? swaps.forth(step, { during: 'undoing', to: 'undone' })
      : swaps.forth(step, { during: 'redoing', to: 'done' });
  }

  exclusive
    .run(recover)
    .then((count) => {
      if (count > 0) changed();
      cleanUp();
    })
    .catch(onError);

  return {
    /**
     * Makes a step of these operations. If one of them cannot be made, none is, and the error is thrown. Returns null if there
     * was nothing to change.
     */
    run: async (label: StepLabel, all: Iterable<StepOperation>): Promise<PlaceStep | null> => {
      const step = await alone(() => maker.run(label, all));
      cleanUp();
      return step;
    },
    /** Starts a step that is made in several calls; returns its id. */
    begin: (label: StepLabel, first: readonly StepOperation[]): Promise<number> =>
      alone(async () => {
        const { stepId } = maker.begin(label, first);
        imports.add(stepId);
        return stepId;
      }),
    /** Adds operations to such a step. If one of them cannot be made, the whole step is taken back. */
    extend: (stepId: number, all: Iterable<StepOperation>): Promise<void> =>
      alone(async () => {
        const step = openImport(stepId);
        imports.delete(stepId);
        await maker.extend(step, all);
        imports.add(stepId);
      }),
    /**
     * Ends such a step: from now on it can be undone as one. What `alongside` stores is stored with it or not at all; if it
     * fails, the step is taken back.
     */
    finish: async (stepId: number, alongside?: () => void): Promise<PlaceStep | null> => {
      const step = await alone(async () => {
        const stored = openImport(stepId);
        imports.delete(stepId);
        return maker.finish(stored, alongside);
      });
      cleanUp();
      return step;
    },
    /** Takes back everything that such a step has done so far. */
    cancel: async (stepId: number): Promise<void> => {
      await alone(async () => {
        const step = openImport(stepId);
        imports.delete(stepId);
        await swaps.revert(step);
      });
      cleanUp();
    },
    /** True while a step is made in several calls. */
    isImporting: () => imports.size > 0,
    /** Returns the steps that would be undone and done again next. */
    history(): { undo: PlaceStep | null; redo: PlaceStep | null } {
      const [undo, redo] = [table.lastDone(), table.firstUndone()];
      return { undo: undo && shownStep(undo), redo: redo && shownStep(redo) };
    },
    /**
     * Undoes the last step, or does the one again that was undone last; CONFLICT if another one is. Returns how many of its
     * rows were left as they are, because something else had changed them.
     */
    swap: (stepId: number, how: 'undo' | 'redo'): Promise<number> => alone(() => swap(stepId, how)),
    /** Resolves when the step that is being made has ended; no other one is made. */
    async close() {
      isClosing = true;
      await exclusive.idle();
    },
  };
}

/** The journal of everything that edits places. */
export type Journal = ReturnType<typeof createJournal>;
