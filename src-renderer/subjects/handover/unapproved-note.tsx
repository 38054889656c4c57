import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { useApi } from '../../client/api.tsx';
import { ApproveDialog } from './hand-over-trail.tsx';

/** Says that prepared rows of a contract came in a package and that nobody has approved them. */
export function UnapprovedNote({ scope }: { scope: Scope }) {
  const { t } = useTranslation();
  const { query } = useApi();
  const [isOpen, setOpen] = useState(false);
  const { ids = [], preparedBy = [] } =
    useQuery(query.handover.unapproved.queryOptions({ input: { scope } })).data ?? {};
  if (ids.length === 0) return null;
  return (
    <Alert p="xs" role="note">
      <Group justify="space-between" gap="xs">
        <Text size="xs">
          {t('handover.trail.waiting', { count: ids.length, people: preparedBy.join(', ') })}
        </Text>
        <Button size="compact-xs" variant="default" onClick={() => setOpen(true)}>
          {t('handover.trail.approve')}
        </Button>
      </Group>
      {isOpen && <ApproveDialog ids={ids} onClose={() => setOpen(false)} />}
    </Alert>
  );
}
