import { createHandoverRecordQueries } from '../handover/handover-record-queries.ts';
import { authorName } from '../places/author-name.ts';
import type { Store } from '../store/store.ts';

/**
 * Returns a function that says by which name the user signs changes: the one that was entered for the last package or approval, and
 * that of the account of this computer before.
 */
export function createPersonName({ store }: { store: Store }): () => string {
  const records = createHandoverRecordQueries({ store });
  const account = authorName();
  return () => records.person() ?? account;
}
