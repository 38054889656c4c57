import { Alert } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useApi } from '../kit/client/api.tsx';

/** Loaded lazily, because most sessions have no update. */
const UpdateQuestion = lazy(() =>
  import('../features/support/update/update-question.tsx').then((module) => ({
    default: module.UpdateQuestion,
  })),
);

/** The question about a newer version of Nadir, until it is answered. A check that failed is told in the settings alone. */
export function UpdateNotice() {
  const { query } = useApi();
  const status = useQuery(query.updates.status.queryOptions()).data;
  if (status === undefined || status.version === null || status.isPutOff) return null;
  return (
    <Alert icon={<IconRefresh size={16} aria-hidden color="var(--nadir-accent)" />} radius={0}>
      <Suspense>
        <UpdateQuestion status={status} />
      </Suspense>
    </Alert>
  );
}
