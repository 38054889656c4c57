import { z } from 'zod';
import { type Scope, taskIdSchema } from '../../../src-preload/contract/ids.ts';
import type { CancelVerdict } from '../../../src-preload/contract/outbox.ts';
import { taskStatusKindSchema } from '../../../src-preload/contract/tasking.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import { readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';

const factRow = z.object({
  taskId: taskIdSchema,
  name: z.string(),
  kind: taskStatusKindSchema,
  captures: z.number(),
  published: z.number(),
});
const ended = taskStatusKindSchema.extract(['completed', 'cancelled', 'failed']);

/** A task, whether it can be cancelled, and the numbers of its captures. */
export interface CancelFact {
  taskId: number;
  name: string;
  verdict: CancelVerdict;
  captures: number;
  published: number;
}

/**
 * Returns whether each of these tasks can be cancelled, in the same sequence; tasks that are not stored are left out. `cancelling` are
 * the tasks with an unfinished cancellation in the outbox.
 */
export function cancelFacts(
  store: Pick<Store, 'all'>,
  { scope, taskIds, cancelling }: { scope: Scope; taskIds: readonly number[]; cancelling: readonly number[] },
): CancelFact[] {
  const underWay = new Set(cancelling);
  const { rows } = readableRows(
    store,
    factRow,
    `SELECT task_id AS taskId, name, status_kind AS kind, capture_count AS captures, published_count AS published
     FROM json_each(:ids) AS each CROSS JOIN task ON ${inScope} AND task_id = each.value ORDER BY each.key`,
    { ...scopeParams(scope), ids: JSON.stringify(taskIds) },
  );
  return rows.map(({ kind, ...fact }) => {
    const isEnded = ended.safeParse(kind);
    if (isEnded.success) return { ...fact, verdict: isEnded.data };
    return { ...fact, verdict: underWay.has(fact.taskId) ? 'cancelling' : 'cancellable' };
  });
}
