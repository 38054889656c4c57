import { skipToken, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { useActiveScope, useApi } from '../../../kit/client/api.tsx';
import { uiStore } from '../../../kit/state/ui-store.ts';

const ChangeFeed = lazy(() => import('./change-feed.tsx').then((module) => ({ default: module.ChangeFeed })));

/** The panel with the changes since the previous run of Nadir. It opens automatically until the user closes it, and later by a command. */
export function ChangeFeedPanel() {
  const { query } = useApi();
  const scope = useActiveScope();
  const wanted = useStore(uiStore, (state) => state.changeFeed);
  const summary = useQuery(
    query.tracking.summary.queryOptions({ input: scope ? { scope, since: null } : skipToken }),
  ).data;
  if (!scope || !summary) return null;
  const shown =
    wanted === 'open' || wanted === 'notices' || (wanted === 'by-itself' && summary.state === 'fresh');
  return shown ? (
    <Suspense>
      <ChangeFeed
        key={`${scope.connectionId} ${scope.contractId}`}
        scope={scope}
        sinceLastVisit={summary}
        isOpenAtNotices={wanted === 'notices'}
      />
    </Suspense>
  ) : null;
}
