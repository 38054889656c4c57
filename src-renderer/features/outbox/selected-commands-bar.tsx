import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SubmissionId } from '../../../src-preload/contract/ids.ts';
import { useApi } from '../../kit/client/api.tsx';
import { useAct, useSay } from '../../kit/ui/use-act.ts';
import { choose, outboxStore } from './outbox-store.ts';

/** The buttons for the selected rows. */
export function SelectedCommandsBar({ onRemove }: { onRemove: (ids: readonly SubmissionId[]) => void }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const say = useSay();
  const chosen = useStore(outboxStore, (state) => state.chosen);
  if (chosen.size === 0) return null;
  const ids = [...chosen];
  const moveToDrafts = async () => {
    const { movedCount } = await client.outbox.moveToDrafts({ ids });
    say({ message: t('outbox.movedToDrafts', { count: movedCount }), color: 'teal' });
  };
  return (
    <Group gap={6} mt={8} role="toolbar" aria-label={t('outbox.selectedActions')}>
      <Text size="xs" style={{ flex: 1 }} role="status">
        {t('outbox.selected', { count: chosen.size })}
      </Text>
      <Button size="compact-xs" onClick={() => outboxStore.setState({ reviewed: ids })}>
        {t('outbox.send')}
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => act(moveToDrafts)}>
        {t('outbox.toDrafts')}
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => onRemove(ids)}>
        {t('common.removeMore')}
      </Button>
      <Button size="compact-xs" variant="subtle" color="gray" onClick={() => choose([])}>
        {t('outbox.deselect')}
      </Button>
    </Group>
  );
}
