import { z } from 'zod';
import { connectionIdSchema, type Scope } from '../../src-preload/contract/ids.ts';
import { type PreparedStep, preparedStepKindSchema } from '../../src-preload/contract/prepared.ts';
import { inScope, scopeParams } from '../core/scope.ts';
import type { Store } from '../store/store.ts';
import { storedContractId } from '../store/stored-contract-id.ts';

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

/** How many steps of a contract can be undone. */
const mostSteps = 100;

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

  function bound(scope: Scope) {
    const old = store.all(
      stepRow,
      `${selectStep} WHERE ${inScope} AND state IN ('done', 'undone') ORDER BY step_id DESC LIMIT 50 OFFSET ${mostSteps}`,
      scopeParams(scope),
    );
    for (const { stepId } of old) drop(stepId);
  }

  return {
    step,
    countRevision,
    setState,
    drop,
    bound,
    lastDone,
    firstUndone,
    history: (scope: Scope) => {
      const [undo, redo] = [lastDone(scope), firstUndone(scope)];
      return { undo: undo && shown(undo), redo: redo && shown(redo) };
    },
    /** Returns the steps that were undone and can be done again. */
    undone: (scope: Scope): Step[] =>
      store.all(stepRow, `${selectStep} WHERE ${inScope} AND state = 'undone'`, scopeParams(scope)),
    /** Returns the steps that the end of the program has interrupted, the latest first. */
    interrupted: (): Step[] =>
      store.all(stepRow, `${selectStep} WHERE state NOT IN ('done', 'undone') ORDER BY step_id DESC`),
  };
}
