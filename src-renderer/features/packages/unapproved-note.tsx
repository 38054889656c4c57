import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { useApi } from '../../kit/client/api.tsx';
import { approve } from './handover-store.ts';

/** Warns that prepared rows of a contract came in a package and have not been approved. */
export function UnapprovedNote({ scope }: { scope: Scope }) {
  const { t } = useTranslation();
  const { query } = useApi();
  const { ids = [], preparedBy = [] } =
    useQuery(query.handover.unapproved.queryOptions({ input: { scope } })).data ?? {};
  if (ids.length === 0) return null;
  return (
    <Alert p="xs" role="note">
      <Group justify="space-between" gap="xs">
        <Text size="xs">
          {t('handover.trail.waiting', { count: ids.length, people: preparedBy.join(', ') })}
        </Text>
        <Button size="compact-xs" variant="default" onClick={() => approve(ids)}>
          {t('handover.trail.approve')}
        </Button>
      </Group>
    </Alert>
  );
}
