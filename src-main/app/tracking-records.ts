import type { Scope } from '../../src-preload/contract/ids.ts';
import { createSentCommands } from '../features/outbox/sent-commands.ts';
import { createChangeFeed } from '../features/timeline/tracking/change-feed.ts';
import { createFlagTable } from '../features/timeline/tracking/flag-table.ts';
import type { Store } from '../store/store.ts';
import type { AppContext } from './app-context.ts';

/**
 * Creates the access to data of tracking and the outbox that tables of other domains use: which states were seen, what is flagged,
 * and what was sent from this computer. It only needs the store, so it can be created before those tables.
 */
export function createTrackingRecords({ now, events }: AppContext, store: Store) {
  const changeFeed = createChangeFeed({
    store,
    now,
    changed: (scope) => events.emit('state.observed', scope),
  });
  const flags = createFlagTable({ store, now });
  return {
    changeFeed,
    /** Returns the query for the ids of all tasks or orders of a scope that need attention. */
    flagged: (kind: 'task' | 'order') => (scope: Scope) => flags.ids(scope, kind),
    flaggedScenes: flags.sceneIds,
    sentCommands: createSentCommands({ store }),
  };
}

/** What `createTrackingRecords` returns. */
export type TrackingRecords = ReturnType<typeof createTrackingRecords>;
