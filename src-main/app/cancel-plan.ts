import { orderIdSchema, type Scope, taskIdSchema } from '../../src-preload/contract/ids.ts';
import {
  type CancelPlan,
  type CancelVerdict,
  cancelVerdictSchema,
  mostCancelled,
} from '../../src-preload/contract/outbox.ts';
import { idSeparator, unpackIds } from '../../src-preload/contract/packed-places.ts';
import { AppError } from '../core/app-error.ts';
import type { CancelFact } from '../features/tasks/cancel-facts.ts';

/** How many names are listed for each verdict. */
const maxNames = 5;

/** Returns the task ids of a packed list; throws INVALID_INPUT if one of them is no task id. */
export function readTaskIds(packed: string) {
  const read = taskIdSchema.array().safeParse(unpackIds(packed).map(Number));
  if (!read.success) throw new AppError('INVALID_INPUT', { fields: { ids: ['validation.invalid'] } });
  return read.data;
}

/** The queries of the domains that the plan needs; they run in the list reader's thread. */
export interface CancelPlanSources {
  openCancellations: (scope: Scope) => Promise<number[]>;
  cancelFacts: (selection: {
    scope: Scope;
    taskIds: number[];
    cancelling: number[];
  }) => Promise<CancelFact[]>;
  /** Resolves with the tasks that orders mirror, and the names of the orders that mirror none. */
  tasksOfOrders: (scope: Scope, orderIds: string[]) => Promise<{ taskIds: number[]; without: string[] }>;
}

/**
 * Resolves with which of these tasks or orders can be cancelled, which cannot, and why. The service cancels tasks only (service
 * §4.8); an order is cancelled by cancelling its task.
 */
export async function planCancel(
  sources: CancelPlanSources,
  { scope, kind, ids }: { scope: Scope; kind: 'task' | 'order'; ids: string },
): Promise<CancelPlan> {
  const selected = [...new Set(unpackIds(ids))];
  const { taskIds, without } =
    kind === 'task'
      ? { taskIds: readTaskIds(selected.join(idSeparator)), without: [] }
      : await sources.tasksOfOrders(scope, orderIdSchema.array().parse(selected));
  const distinctIds = [...new Set(taskIds)];
  const cancelling = await sources.openCancellations(scope);
  const facts = await sources.cancelFacts({ scope, taskIds: distinctIds, cancelling });

  const groups = new Map<CancelVerdict, { count: number; first: string[] }>();
  const note = (verdict: CancelVerdict, name: string | null) => {
    const group = groups.get(verdict) ?? { count: 0, first: [] };
    groups.set(verdict, group);
    group.count += 1;
    if (name !== null && group.first.length < maxNames) group.first.push(name);
  };
  for (const { verdict, name, taskId } of facts) note(verdict, name || `#${taskId}`);
  for (const name of without) note('no-task', name);
  const goneCount = selected.length - without.length - taskIds.length + distinctIds.length - facts.length;
  if (goneCount > 0) groups.set('gone', { count: goneCount, first: [] });

  const cancellable = facts.filter(({ verdict }) => verdict === 'cancellable');
  const chosen = cancellable.slice(0, mostCancelled);
  const sum = (of: 'captures' | 'published') => chosen.reduce((total, fact) => total + fact[of], 0);
  return {
    selected: selected.length,
    taskIds: chosen.map(({ taskId }) => taskId).join(idSeparator),
    leftOut: cancellable.length - chosen.length,
    captures: sum('captures'),
    published: sum('published'),
    verdicts: cancelVerdictSchema.options.flatMap((verdict) => {
      const group = groups.get(verdict);
      return group === undefined ? [] : [{ verdict, ...group }];
    }),
  };
}
