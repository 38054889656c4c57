import { authorName } from '../core/author-name.ts';
import { createHandoverRecordQueries } from '../features/packages/handover-record-queries.ts';
import type { Store } from '../store/store.ts';

/**
 * Creates the function that returns the name under which the user signs changes: the one that was entered for the last package or
 * approval, or else that of the account of this computer.
 */
export function createPersonName({ store }: { store: Store }): () => string {
  const records = createHandoverRecordQueries({ store });
  const account = authorName();
  return () => records.person() ?? account;
}
