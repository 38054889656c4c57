import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useApi } from '../kit/client/api.tsx';

/** Loaded lazily, because most sessions have no notice. */
const NoticeList = lazy(() => import('./notice-list.tsx').then((module) => ({ default: module.NoticeList })));

/** Messages that belong to no screen; each stays until the user dismisses it. */
export function Notices() {
  const { query } = useApi();
  const notices = useQuery(query.app.notices.queryOptions()).data ?? [];
  if (notices.length === 0) return null;
  return (
    <Suspense>
      <NoticeList notices={notices} />
    </Suspense>
  );
}
