import type { PlaceStep } from '../../../src-preload/contract/place-steps.ts';
import { AppError } from '../../core/app-error.ts';
import type { StepLabel, StepMaker } from './step-maker.ts';
import type { StepOperation } from './step-operations.ts';
import type { StepRunner } from './step-runner.ts';
import type { StepSwaps } from './step-swaps.ts';
import type { StepTable, StoredStep } from './step-table.ts';

interface OpenStepsOptions {
  table: Pick<StepTable, 'get'>;
  maker: StepMaker;
  swaps: Pick<StepSwaps, 'revert'>;
  runner: Pick<StepRunner, 'run' | 'cleanUp'>;
  /** Receives the ids of the steps that are open. While a call works on a step, its id is absent, so that a failure reverts it. */
  openSteps: Set<number>;
}

/** Creates the functions for a step that is made in several calls, such as an import. */
export function createOpenSteps({ table, maker, swaps, runner, openSteps }: OpenStepsOptions) {
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
