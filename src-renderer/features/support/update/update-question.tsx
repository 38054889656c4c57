import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UpdateStatus } from '../../../../src-preload/contract/updates.ts';
import { useApi } from '../../../kit/client/api.tsx';
import { formatBytes } from '../../../kit/i18n/format.ts';
import { ErrorNote } from '../../../kit/ui/error-note.tsx';
import { useAct } from '../../../kit/ui/use-act.ts';
import { unlessDoubleClick } from '../../../kit/ui/use-one-press.ts';

/** The work that keeps Nadir from being updated now. */
function BusyWith({ status, title }: { status: UpdateStatus; title: string }) {
  const { t } = useTranslation();
  return (
    <Text size="xs">
      {[title, ...status.busyWith.map((work) => t(`updates.busyWith.${work}`))].join(' ')}
    </Text>
  );
}

/** Asks whether the newer version is downloaded, shows the download, and asks whether Nadir restarts into it. */
export function UpdateQuestion({ status }: { status: UpdateStatus }) {
  const { t, i18n } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const { phase, version, sizeBytes, receivedBytes, busyWith, error, isPutOff } = status;
  if (version === null || sizeBytes === null) return null;
  const size = formatBytes(i18n.language, sizeBytes);
  const putOff = (label: string) =>
    !isPutOff && (
      <Button size="compact-xs" variant="default" onClick={() => act(() => client.updates.putOff())}>
        {label}
      </Button>
    );
  const download = (label: string) => (
    <Button size="compact-xs" onClick={() => act(() => client.updates.download())}>
      {label}
    </Button>
  );
  const cancel = (
    <Button
      size="compact-xs"
      variant="default"
      onClick={unlessDoubleClick(() => act(() => client.updates.cancel()))}
    >
      {t('common.cancel')}
    </Button>
  );
  if (phase === 'available')
    return (
      <Stack gap={6}>
        <Text size="sm">{t('updates.available', { version, size })}</Text>
        <Group gap={6}>
          {download(t('library.download'))}
          {putOff(t('updates.notNow'))}
        </Group>
      </Stack>
    );
  if (phase === 'waiting')
    return (
      <Stack gap={6}>
        <BusyWith status={status} title={t('updates.waiting', { version })} />
        <Group gap={6}>{cancel}</Group>
      </Stack>
    );
  if (phase === 'downloading')
    return (
      <Stack gap={6}>
        <Text size="sm">
          {t('updates.downloading', { version, size, received: formatBytes(i18n.language, receivedBytes) })}
        </Text>
        <Progress
          value={(100 * receivedBytes) / sizeBytes}
          aria-label={t('updates.progress', { version })}
          maw={400}
        />
        <Group gap={6}>{cancel}</Group>
      </Stack>
    );
  if (phase === 'staged')
    return (
      <Stack gap={6}>
        <Text size="sm">{t('updates.staged', { version })}</Text>
        {busyWith.length > 0 && <BusyWith status={status} title={t('updates.cannotRestart')} />}
        <Group gap={6}>
          <Button
            size="compact-xs"
            disabled={busyWith.length > 0}
            onClick={() => act(() => client.updates.restart())}
          >
            {t('updates.restart')}
          </Button>
          {putOff(t('updates.later'))}
        </Group>
      </Stack>
    );
  if (phase === 'restarting') return <Text size="sm">{t('updates.restarting')}</Text>;
  if (error === null) return null;
  return (
    <Stack gap={6}>
      <ErrorNote error={error} />
      <Group gap={6}>
        {download(t('updates.again'))}
        {putOff(t('updates.notNow'))}
      </Group>
    </Stack>
  );
}
