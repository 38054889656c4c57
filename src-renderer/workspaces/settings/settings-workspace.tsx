import {
  Button,
  Group,
  SegmentedControl,
  Select,
  Stack,
  Table,
  Tabs,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestLogEntry } from '../../../src-preload/contract/app.ts';
import { type SettingsPatch, settingsSchema } from '../../../src-preload/contract/settings.ts';
import { useApi, useSettings } from '../../client/api.tsx';
import { coordinateFormats } from '../../i18n/coordinates.ts';
import { formatBytes, formatNumber } from '../../i18n/format.ts';
import { ErrorNote } from '../../shell/error-note.tsx';
import { TimeCell } from '../../shell/time-text.tsx';
import { useAct } from '../../shell/use-act.ts';
import { ConnectionsSection } from './connections-section.tsx';
import { DownloadsSection } from './downloads-section.tsx';
import { TellMeSection } from './tell-me-section.tsx';

const { theme: themes, language: languages, coordinateFormat: formats } = settingsSchema.shape;

function Appearance() {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const settings = useSettings();
  if (!settings) return null;
  const change = (patch: SettingsPatch) => act(() => client.settings.set(patch));
  return (
    <Stack gap="md" maw={460}>
      <div>
        <Text size="sm" mb={4}>
          {t('settings.themeTitle')}
        </Text>
        <SegmentedControl
          aria-label={t('settings.themeTitle')}
          value={settings.theme}
          data={themes.options.map((value) => ({ value, label: t(`settings.theme.${value}`) }))}
          onChange={(value) => change({ theme: themes.parse(value) })}
        />
      </div>
      <Select
        label={t('settings.languageTitle')}
        value={settings.language}
        allowDeselect={false}
        data={languages.options.map((value) => ({ value, label: t(`settings.language.${value}`) }))}
        onChange={(value) => value && change({ language: languages.parse(value) })}
      />
      <Select
        label={t('settings.coordinates')}
        value={settings.coordinateFormat}
        allowDeselect={false}
        data={coordinateFormats.map((value) => ({ value, label: t(`settings.coordinateFormat.${value}`) }))}
        onChange={(value) => value && change({ coordinateFormat: formats.parse(value) })}
      />
    </Stack>
  );
}

function LibraryFolder() {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const settings = useSettings();
  const info = useQuery(query.app.info.queryOptions()).data;
  const [typed, setTyped] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: (libraryFolder: string | null) => client.settings.set({ libraryFolder }),
    onSuccess: () => setTyped(null),
  });
  if (!settings || !info) return null;
  const pick = () =>
    act(async () => {
      const folder = await client.app.pickFolder();
      if (folder !== null) save.mutate(folder);
    });
  return (
    <Stack gap="xs" maw={640}>
      <TextInput
        label={t('settings.libraryFolder')}
        description={t('settings.libraryFolderHint')}
        value={typed ?? settings.libraryFolder ?? info.libraryFolder}
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {save.isError && <ErrorNote error={save.error} />}
      <Group gap={6}>
        <Button
          disabled={typed === null}
          loading={save.isPending}
          onClick={() => save.mutate(typed?.trim() || null)}
        >
          {t('settings.useFolder')}
        </Button>
        {info.capabilities.pickFolder && (
          <Button variant="default" onClick={pick}>
            {t('settings.pickFolder')}
          </Button>
        )}
        {settings.libraryFolder !== null && (
          <Button variant="default" onClick={() => save.mutate(null)}>
            {t('settings.defaultFolder')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** Entries never change, and the log grows many times a second during a sync. */
const RequestRow = memo(function RequestRow({ entry }: { entry: RequestLogEntry }) {
  const { t, i18n } = useTranslation();
  return (
    <Table.Tr>
      <Table.Td>
        <TimeCell at={entry.at} language={i18n.language} seconds />
      </Table.Td>
      <Table.Td>{entry.method}</Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{entry.address}</Table.Td>
      <Table.Td>{entry.status ?? entry.error}</Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        {t('settings.milliseconds', { value: formatNumber(i18n.language, entry.durationMs) })}
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        {entry.sizeBytes === null ? '—' : formatBytes(i18n.language, entry.sizeBytes)}
      </Table.Td>
      <Table.Td>{entry.attempt}</Table.Td>
    </Table.Tr>
  );
});

function Requests() {
  const { t } = useTranslation();
  const { query } = useApi();
  const entries = useQuery(query.app.requestLog.queryOptions({ input: { limit: 300 } })).data ?? [];
  if (entries.length === 0) return <Text size="sm">{t('settings.noRequests')}</Text>;
  return (
    <Table.ScrollContainer minWidth={760}>
      <Table fz="xs" striped verticalSpacing={3}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('settings.request.at')}</Table.Th>
            <Table.Th>{t('settings.request.method')}</Table.Th>
            <Table.Th>{t('settings.request.address')}</Table.Th>
            <Table.Th>{t('settings.request.status')}</Table.Th>
            <Table.Th>{t('settings.request.duration')}</Table.Th>
            <Table.Th>{t('settings.request.size')}</Table.Th>
            <Table.Th>{t('settings.request.attempt')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <RequestRow key={entry.id} entry={entry} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function About() {
  const { t } = useTranslation();
  const { query } = useApi();
  const info = useQuery(query.app.info.queryOptions()).data;
  if (!info) return null;
  const rows: [string, string][] = [
    [t('settings.about.version'), info.version],
    [t('settings.about.host'), t(`settings.about.${info.host}`)],
    [t('settings.about.os'), info.os],
    [t('settings.about.dataFolder'), info.dataFolder],
    [t('settings.about.libraryFolder'), info.libraryFolder],
  ];
  return (
    <Table maw={720} fz="sm">
      <Table.Tbody>
        {rows.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th w={160}>{name}</Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

export function SettingsWorkspace() {
  const { t } = useTranslation();
  const tabs = [
    ['connections', <ConnectionsSection key="connections" />],
    ['appearance', <Appearance key="appearance" />],
    ['downloads', <DownloadsSection key="downloads" />],
    ['tellMe', <TellMeSection key="tellMe" />],
    ['library', <LibraryFolder key="library" />],
    ['requests', <Requests key="requests" />],
    ['about', <About key="about" />],
  ] as const;
  return (
    <Stack p="lg" gap="md" maw={1_180}>
      <Title order={2} size="h3">
        {t('settings.title')}
      </Title>
      <Tabs defaultValue="connections" keepMounted={false}>
        <Tabs.List mb="md">
          {tabs.map(([name]) => (
            <Tabs.Tab key={name} value={name}>
              {t(`settings.tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(([name, content]) => (
          <Tabs.Panel key={name} value={name}>
            {content}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}
