import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SubmissionId } from '../../../src-preload/contract/ids.ts';
import type { CommandState } from '../../../src-preload/contract/outbox.ts';
import { useApi } from '../../kit/client/api.tsx';
import { Busy } from '../../kit/ui/busy.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useCommand } from '../../kit/ui/use-command.ts';
import { outboxStore } from './outbox-store.ts';
import { useCommands } from './use-commands.ts';

/** Commands in these states are being sent or may have arrived, so they cannot be removed. */
const notRemovable: readonly CommandState[] = ['sending', 'unknown'];

function Removal({ ids, onClose }: { ids: readonly SubmissionId[]; onClose: () => void }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const { commands, error } = useCommands(ids);
  const removable = (commands ?? []).filter(({ state }) => !notRemovable.includes(state));
  const remove = useCommand({
    mutationFn: () => client.outbox.remove({ ids: removable.map(({ id }) => id) }),
    onSuccess: () => {
      const removed = new Set(removable.map(({ id }) => id));
      const chosen = [...outboxStore.getState().chosen].filter((id) => !removed.has(id));
      outboxStore.setState({ chosen: new Set(chosen) });
      onClose();
    },
  });
  if (error) return <ErrorNote error={error} />;
  if (!commands) return <Busy label={t('common.loading')} />;
  const sent = removable.filter(({ state }) => state === 'sent').length;
  const unsent = removable.length - sent;
  const staying = commands.length - removable.length;
  return (
    <Stack gap="sm">
      {unsent > 0 && <Text size="sm">{t('outbox.removeUnsent', { count: unsent })}</Text>}
      {sent > 0 && <Text size="sm">{t('outbox.removeSent', { count: sent })}</Text>}
      {staying > 0 && <Text size="sm">{t('outbox.removeNot', { count: staying })}</Text>}
      {remove.isError && <ErrorNote error={remove.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common.back')}
        </Button>
        <Button
          color="red"
          loading={remove.isPending}
          disabled={removable.length === 0}
          onClick={() => remove.mutate()}
        >
          {t('outbox.removeConfirm', { count: removable.length })}
        </Button>
      </Group>
    </Stack>
  );
}

/** Asks before commands are removed from the outbox, saying what will be lost. */
export function RemoveCommands({
  ids,
  onClose,
}: {
  ids: readonly SubmissionId[] | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog opened={ids !== null} onClose={onClose} title={t('outbox.removeTitle')}>
      {ids !== null && <Removal ids={ids} onClose={onClose} />}
    </Dialog>
  );
}
