import type { Scope } from '../../src-preload/contract/ids.ts';
import { hasCode, isAppError } from '../app-error.ts';
import type { CommandTable } from './command-table.ts';
import type { Reconciler } from './reconciler.ts';
import { listingOf } from './remotes.ts';
import type { Sender } from './sender.ts';

interface ReconcileAllOptions {
  table: CommandTable;
  sender: Pick<Sender, 'recoverInFlight'>;
  reconciler: Reconciler;
  /** Called with the error of a look-up that is no failure of the service. */
  onError: (error: unknown) => void;
}

/**
 * Creates the function that looks up all unconfirmed commands of a scope at once, whatever is planned for them, because the service
 * has just answered. Failures of the service are not thrown.
 */
export function createReconcileAll({ table, sender, reconciler, onError }: ReconcileAllOptions) {
  return async (scope: Scope, signal: AbortSignal): Promise<void> => {
    sender.recoverInFlight();
    const asked = new Set<string>();
    for (const { id } of table.inState(scope, 'unknown')) {
      try {
        const row = table.find(id);
        const listing = listingOf(row);
        // One listing answers for all commands that it would show.
        const key = `${listing?.kind} ${listing?.key}`;
        if (row.state === 'unknown' && !asked.has(key)) await reconciler.reconcile(row, signal);
        asked.add(key);
      } catch (error) {
        // If the service fails again, all rows stay unknown until the next sync. A defect concerns one row only.
        if (hasCode(error, 'NOT_FOUND')) continue;
        if (isAppError(error)) return;
        onError(error);
      }
    }
  };
}
