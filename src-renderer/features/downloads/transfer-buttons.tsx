import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Transfer } from '../../../src-preload/contract/delivery.ts';
import { useApi } from '../../kit/client/api.tsx';
import { useAct } from '../../kit/ui/use-act.ts';

const pausable: readonly Transfer['state'][] = ['queued', 'running', 'waiting'];
const resumable: readonly Transfer['state'][] = ['paused', 'failed', 'waiting'];

/** The buttons that pause, resume, retry and remove a transfer, depending on its state. */
export function TransferButtons({ transfer }: { transfer: Transfer }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const { fileId, fileName: file, state } = transfer;
  const again = state === 'paused' ? t('downloads.resume') : t('common.tryAgain');
  return (
    <Group gap={2} wrap="nowrap">
      {pausable.includes(state) && (
        <Tooltip label={t('downloads.pause')}>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={t('downloads.pauseFile', { file })}
            onClick={() => act(() => client.delivery.pause({ fileId }))}
          >
            <IconPlayerPause size={14} />
          </ActionIcon>
        </Tooltip>
      )}
      {resumable.includes(state) && (
        <Tooltip label={again}>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={t('downloads.resumeFile', { file })}
            onClick={() => act(() => client.delivery.resume({ fileId }))}
          >
            <IconPlayerPlay size={14} />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={t('common.remove')}>
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={t('downloads.removeFile', { file })}
          onClick={() => act(() => client.delivery.remove({ fileId }))}
        >
          <IconTrash size={14} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
