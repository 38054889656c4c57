import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { AppError } from '../../core/app-error.ts';
import { createSerialRunner } from '../../core/serial-runner.ts';
import type { Store } from '../../store/store.ts';
import type { StepSwaps } from './step-swaps.ts';
import type { StepTable } from './step-table.ts';

interface StepRunnerOptions {
  store: Pick<Store, 'transaction'>;
  table: StepTable;
  swaps: Pick<StepSwaps, 'cancelSwap' | 'revert'>;
  /** Ids of the steps that are made in several calls. They are `applying` between the calls although nothing interrupted them. */
  openSteps: ReadonlySet<number>;
  /** Called when places, lists or steps have changed. */
  onChange: () => void;
  /** Receives errors of the clean-up and of taking steps back. */
  onError: (error: unknown) => void;
}

const deletedAtOnce = 500;

/**
 * Creates the runner of steps: it runs one piece of work after another, and takes back every step that was interrupted, in this
 * run or in the one before, before it runs the next.
 */
export function createStepRunner({ store, table, swaps, openSteps, onChange, onError }: StepRunnerOptions) {
  const exclusive = createSerialRunner();
  let isClosing = false;
  /** True if a step may have been interrupted. It may at the start, when the program ended within a step. */
  let mayBeInterrupted = true;

  /** Takes back the interrupted steps; returns their number. */
  async function recover(): Promise<number> {
    if (!mayBeInterrupted) return 0;
    const interrupted = table.interrupted().filter(({ stepId }) => !openSteps.has(stepId));
    for (const step of interrupted) {
      if (step.state === 'applying') await swaps.revert(step);
      else await swaps.cancelSwap(step);
    }
    mayBeInterrupted = false;
    return interrupted.length;
  }

  /** Deletes the steps that cannot be undone any more, some entries at a time. */
  function cleanUp() {
    if (!table.hasDropped()) return;
    exclusive
      .run(async () => {
        while (!isClosing && store.transaction(() => table.deleteSome(deletedAtOnce), 'passing'))
          await yieldToEventLoop();
      })
      .catch(onError);
  }

  exclusive
    .run(recover)
    .then((count) => {
      if (count > 0) onChange();
      cleanUp();
    })
    .catch(onError);

  return {
    /** Runs work while no other step is made. If it throws, the step that it was making is taken back. */
    run: <T>(work: () => Promise<T>): Promise<T> =>
      exclusive.run(async () => {
        if (isClosing) throw new AppError('CANCELLED', {});
        await recover();
        try {
          return await work();
        } catch (error) {
          mayBeInterrupted = true;
          await recover().catch(onError);
          throw error;
        } finally {
          onChange();
        }
      }),
    cleanUp,
    /** Resolves when the work that is running has ended; no other work is run after it. */
    async close() {
      isClosing = true;
      await exclusive.idle();
    },
  };
}

/** The runner of steps. */
export type StepRunner = ReturnType<typeof createStepRunner>;
