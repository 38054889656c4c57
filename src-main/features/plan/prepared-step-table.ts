import { z } from 'zod';
import { connectionIdSchema, type Scope } from '../../../src-preload/contract/ids.ts';
import {
  type PreparedStep,
  type PreparedStepKind,
  preparedStepKindSchema,
} from '../../../src-preload/contract/prepared.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import type { Store } from '../../store/store.ts';
import { storedContractId } from '../../store/stored-contract-id.ts';

const stepRow = z
  .object({
    stepId: z.number(),
    kind: preparedStepKindSchema,
    state: z.string(),
    entries: z.number(),
    connectionId: connectionIdSchema,
    contractId: storedContractId,
  })
  .transform(({ connectionId, contractId, ...step }) => ({ ...step, scope: { connectionId, contractId } }));
/** A stored step; `scope` is the contract whose rows it changes. */
export type Step = z.infer<typeof stepRow>;
const selectStep = `SELECT step_id AS stepId, kind, state, entries, connection_id AS connectionId, contract_id AS contractId
  FROM prepared_step`;

/** How many steps of a contract are kept. */
const maxSteps = 100;

const shown = ({ stepId, kind, entries }: Step): PreparedStep => ({ stepId, kind, count: entries });

/** Creates the table of the steps that change prepared rows, and of the revision of the rows of each contract. */
export function createPreparedStepTable({ store }: { store: Store }) {
  const countRevision = (scope: Scope) =>
    store.run(
      `INSERT INTO prepared_revision VALUES (:connectionId, :contractId, 1) ON CONFLICT DO UPDATE SET revision = revision + 1`,
      scopeParams(scope),
    );

  const setState = (stepId: number, state: string) =>
    store.run('UPDATE prepared_step SET state = :state WHERE step_id = :stepId', { stepId, state });

  function drop(stepId: number) {
    store.run('DELETE FROM prepared_step_entry WHERE step_id = :stepId', { stepId });
    store.run('DELETE FROM prepared_step WHERE step_id = :stepId', { stepId });
  }

  const step = (where: string, params: Record<string, string | number>): Step | null =>
    store.get(stepRow, `${selectStep} WHERE ${where}`, params) ?? null;
  const lastDone = (scope: Scope) =>
    step(`${inScope} AND state = 'done' ORDER BY step_id DESC LIMIT 1`, scopeParams(scope));
  const firstUndone = (scope: Scope) =>
    step(`${inScope} AND state = 'undone' ORDER BY step_id LIMIT 1`, scopeParams(scope));

  /** Drops the oldest steps of a contract until no more than `maxSteps` are left. */
  function bound(scope: Scope) {
    const old = store.all(
      stepRow,
      `${selectStep} WHERE ${inScope} AND state IN ('done', 'undone') ORDER BY step_id DESC LIMIT 50 OFFSET ${maxSteps}`,
      scopeParams(scope),
    );
    for (const { stepId } of old) drop(stepId);
  }

  /** Drops the steps that were undone: they cannot be done again after another step. */
  function dropUndone(scope: Scope) {
    const undone = store.all(
      stepRow,
      `${selectStep} WHERE ${inScope} AND state = 'undone'`,
      scopeParams(scope),
    );
    for (const { stepId } of undone) drop(stepId);
  }

  return {
    /** Returns a step; null if it does not exist. */
    get: (stepId: number): Step | null => step('step_id = :stepId', { stepId }),
    /** Adds 1 to the revision of the rows of a contract. */
    countRevision,
    setState,
    /** Removes a step with its entries. */
    drop,
    lastDone,
    firstUndone,
    /** Begins a step as the last one of its contract; returns its id. */
    begin(scope: Scope, kind: PreparedStepKind): number {
      dropUndone(scope);
      return store.run(
        `INSERT INTO prepared_step VALUES (NULL, :connectionId, :contractId, :kind, 'applying', 0)`,
        { ...scopeParams(scope), kind },
      ).lastInsertRowid;
    },
    /** Stores that all changes of a step were made. */
    complete(scope: Scope, stepId: number, entries: number) {
      store.run(`UPDATE prepared_step SET state = 'done', entries = :entries WHERE step_id = :stepId`, {
        stepId,
        entries,
      });
      bound(scope);
    },
    /** Removes the steps of a contract that have no entries left, because all of their rows were sent. */
    dropEmpty(scope: Scope) {
      store.transaction(() => {
        store.run(
          `UPDATE prepared_step SET entries = (SELECT count(*) FROM prepared_step_entry e WHERE e.step_id = prepared_step.step_id)
           WHERE ${inScope}`,
          scopeParams(scope),
        );
        store.run(`DELETE FROM prepared_step WHERE ${inScope} AND entries = 0`, scopeParams(scope));
      });
    },
    /** Returns the step that an undo would take back, and the one that would be done again next; null if there is none. */
    history: (scope: Scope) => {
      const [undo, redo] = [lastDone(scope), firstUndone(scope)];
      return { undo: undo && shown(undo), redo: redo && shown(redo) };
    },
    /** Returns the steps that a crash has interrupted, the latest first. */
    interrupted: (): Step[] =>
      store.all(stepRow, `${selectStep} WHERE state NOT IN ('done', 'undone') ORDER BY step_id DESC`),
  };
}

/** The table of the steps that change prepared rows. */
export type PreparedStepTable = ReturnType<typeof createPreparedStepTable>;
