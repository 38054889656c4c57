import type { PlaceId, Scope, TemplateId } from '../../../src-preload/contract/ids.ts';
import type { PreparedChange, PreparedStepKind } from '../../../src-preload/contract/prepared.ts';
import { AppError } from '../../core/app-error.ts';
import { createSerialRunner } from '../../core/serial-runner.ts';
import type { Store } from '../../store/store.ts';
import { createPreparedChanges, type PreparedChangesOptions } from './prepared-changes.ts';
import type { RowChange } from './prepared-step-entries.ts';
import { createPreparedSteps } from './prepared-steps.ts';
import { createSendPrepared, type SendPreparedOptions } from './send-prepared.ts';

interface PreparedOptions extends Omit<PreparedChangesOptions, 'rows'>, Omit<SendPreparedOptions, 'steps'> {
  store: Store;
  /** Returns the name of the user. */
  author: () => string;
  /** Called when rows or steps have changed. */
  onChange: () => void;
  /** Receives errors of the recovery at the start. */
  onError: (error: unknown) => void;
}

/** Creates the tasks and orders that are prepared from places: they are stored here until they are sent or removed. */
export function createPrepared(options: PreparedOptions) {
  const { onChange, onError } = options;
  const steps = createPreparedSteps(options);
  const changes = createPreparedChanges({ ...options, rows: steps.rows });
  const send = createSendPrepared({ ...options, steps });
  const exclusive = createSerialRunner();
  let isClosing = false;

  /** Runs work while no other work changes rows, and tells of its changes also if it fails. */
  const alone = <T>(work: () => Promise<T>): Promise<T> =>
    exclusive.run(async () => {
      if (isClosing) throw new AppError('CANCELLED', {});
      try {
        return await work();
      } finally {
        onChange();
      }
    });

  exclusive
    .run(steps.recover)
    .then((count) => {
      if (count > 0) onChange();
    })
    .catch(onError);

  return {
    /** Prepares a row of each place with a template, as one step; returns how many rows that were. */
    make: (scope: Scope, templateId: TemplateId, placeIds: readonly PlaceId[]) =>
      alone(async () =>
        steps.make({ scope, kind: 'make', changes: await changes.additions(scope, templateId, placeIds) }),
      ),
    /** Changes and removes rows as one step; returns how many rows that were. */
    edit: (scope: Scope, as: PreparedStepKind, edits: readonly PreparedChange[]) =>
      alone(async () => steps.make({ scope, kind: as, changes: await changes.edits(scope, edits) })),
    /** Changes rows as `edit` does; returns also the revision right after it, before anything else could change them. */
    editAndTell: (scope: Scope, as: PreparedStepKind, edits: readonly PreparedChange[]) =>
      alone(async () => {
        const changed = await steps.make({ scope, kind: as, changes: await changes.edits(scope, edits) });
        return { changed, revision: steps.rows.revision(scope) };
      }),
    /** Removes all rows of a contract as one step; returns how many rows that were. */
    clear: (scope: Scope) =>
      alone(async () => steps.make({ scope, kind: 'remove', changes: await changes.removals(scope) })),
    /**
     * Accepts rows from a package as one step, which can be undone. `onBegin` receives the id of the step in the transaction in which
     * it begins, so that `takeBack` finds it even after a crash.
     */
    acceptHanded: (scope: Scope, accepted: readonly RowChange[], onBegin: (stepId: number) => void) =>
      alone(async () => {
        changes.assertRoom(scope, accepted.filter(({ before }) => before === null).length);
        return steps.make({ scope, kind: 'hand-over', changes: accepted, onBegin });
      }),
    /** Takes back a step that accepting a package has made, and drops it. */
    takeBack: (stepId: number) => alone(() => steps.takeBack(stepId)),
    history: steps.history,
    undo: (scope: Scope, stepId: number) => alone(() => steps.undo(scope, stepId)),
    redo: (scope: Scope, stepId: number) => alone(() => steps.redo(scope, stepId)),
    /**
     * Moves the rows without an error into the outbox; returns the ids of the commands and how many rows are left. Throws CONFLICT
     * if the rows have another revision than this one, which the user has seen.
     */
    send: (scope: Scope, revision: number) => alone(() => send(scope, revision)),
    /** Resolves when the work that is running has ended; no other work is started. */
    async close() {
      isClosing = true;
      await exclusive.idle();
    },
  };
}

/** The tasks and orders that are prepared from places. */
export type Prepared = ReturnType<typeof createPrepared>;
