import { Button, Group, NumberInput, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DownloadSettings, downloadSettingsSchema } from '../../../src-preload/contract/settings.ts';
import { useApi, useSettings } from '../../kit/client/api.tsx';
import { useAct } from '../../kit/ui/use-act.ts';
import { FolderPatternField } from './folder-pattern-field.tsx';

const megabyte = 1_000_000;
const { connectionsPerFile, filesAtOnce, quietHours } = downloadSettingsSchema.shape;
const defaultQuiet = { from: '08:00', to: '18:00', bytesPerSecond: megabyte };

interface AmountProps {
  label: string;
  description?: string;
  value: number;
  min: number;
  max: number;
  decimals?: number;
  onCommit: (value: number) => void;
}

/** A number field that saves its value on blur or Enter, not at each digit. */
function Amount({ value, decimals = 0, onCommit, ...rest }: AmountProps) {
  const [typed, setTyped] = useState<string | number | null>(null);
  const commit = () => {
    if (typeof typed === 'number' && typed !== value) onCommit(typed);
    setTyped(null);
  };
  return (
    <NumberInput
      {...rest}
      maw={300}
      value={typed ?? value}
      decimalScale={decimals}
      clampBehavior="strict"
      onChange={setTyped}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
      }}
    />
  );
}

function QuietHours({
  quiet,
  onChange,
}: {
  quiet: DownloadSettings['quietHours'];
  onChange: (quiet: DownloadSettings['quietHours']) => void;
}) {
  const { t } = useTranslation();
  const set = (patch: Partial<typeof defaultQuiet>) => {
    const parsed = quietHours.safeParse({ ...defaultQuiet, ...quiet, ...patch });
    if (parsed.success) onChange(parsed.data);
  };
  return (
    <>
      <Switch
        label={t('settings.downloads.quiet')}
        description={t('settings.downloads.quietHint')}
        checked={quiet !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? defaultQuiet : null)}
      />
      {quiet && (
        <Group gap="xs" align="flex-end" pl={40}>
          <TextInput
            type="time"
            label={t('label.from')}
            value={quiet.from}
            onChange={(event) => set({ from: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            label={t('label.to')}
            value={quiet.to}
            onChange={(event) => set({ to: event.currentTarget.value })}
          />
          <Amount
            label={t('settings.downloads.quietRate')}
            description={t('settings.downloads.quietRateHint')}
            value={quiet.bytesPerSecond / megabyte}
            min={0}
            max={1_000_000}
            decimals={3}
            onCommit={(value) => set({ bytesPerSecond: Math.round(value * megabyte) })}
          />
        </Group>
      )}
    </>
  );
}

/** Asks for the permission to show notifications, which browsers only request after a click in the page. */
function PagePermission() {
  const { t } = useTranslation();
  const [permission, setPermission] = useState(() => Notification.permission);
  const act = useAct();
  if (permission === 'granted') return null;
  if (permission === 'denied')
    return (
      <Text size="xs" c="var(--nadir-quiet)" pl={40}>
        {t('settings.downloads.blocked')}
      </Text>
    );
  return (
    <Group pl={40}>
      <Button
        variant="default"
        onClick={() => act(async () => setPermission(await Notification.requestPermission()))}
      >
        {t('settings.downloads.allow')}
      </Button>
    </Group>
  );
}

/** The settings for the bandwidth, the folders and the notifications of downloads. */
export function DownloadsSection() {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const downloads = useSettings()?.downloads;
  const capabilities = useQuery(query.app.info.queryOptions()).data?.capabilities;
  const notifies = capabilities?.notify;
  if (!downloads) return null;
  const change = (patch: Partial<DownloadSettings>) => act(() => client.settings.set({ downloads: patch }));
  return (
    <Stack gap="md" maw={520}>
      <Switch
        label={t('settings.downloads.limit')}
        checked={downloads.bytesPerSecond !== null}
        onChange={(event) => change({ bytesPerSecond: event.currentTarget.checked ? 10 * megabyte : null })}
      />
      {downloads.bytesPerSecond !== null && (
        <Group pl={40}>
          <Amount
            label={t('settings.downloads.limitValue')}
            value={downloads.bytesPerSecond / megabyte}
            min={0.001}
            max={1_000_000}
            decimals={3}
            onCommit={(value) => change({ bytesPerSecond: Math.round(value * megabyte) })}
          />
        </Group>
      )}
      <Amount
        label={t('settings.downloads.files')}
        value={downloads.filesAtOnce}
        min={filesAtOnce.minValue ?? 1}
        max={filesAtOnce.maxValue ?? 16}
        onCommit={(value) => change({ filesAtOnce: value })}
      />
      <Amount
        label={t('settings.downloads.connections')}
        description={t('settings.downloads.connectionsHint')}
        value={downloads.connectionsPerFile}
        min={connectionsPerFile.minValue ?? 1}
        max={connectionsPerFile.maxValue ?? 8}
        onCommit={(value) => change({ connectionsPerFile: value })}
      />
      <FolderPatternField
        value={downloads.folderPattern}
        onCommit={(folderPattern) => change({ folderPattern })}
      />
      <QuietHours quiet={downloads.quietHours} onChange={(quiet) => change({ quietHours: quiet })} />
      <Switch
        label={t('settings.downloads.metered')}
        description={t('settings.downloads.meteredHint')}
        checked={downloads.pauseWhenMetered}
        onChange={(event) => change({ pauseWhenMetered: event.currentTarget.checked })}
      />
      <Switch
        label={t('settings.downloads.notify')}
        checked={downloads.notifyWhenDone}
        onChange={(event) => change({ notifyWhenDone: event.currentTarget.checked })}
      />
      {downloads.notifyWhenDone && notifies === false && 'Notification' in window && <PagePermission />}
      {capabilities?.keepAwake === true && (
        <Switch
          label={t('settings.downloads.keepAwake')}
          description={t('settings.downloads.keepAwakeHint')}
          checked={downloads.keepAwake}
          onChange={(event) => change({ keepAwake: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
}
