import {
  Button,
  Group,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type SettingsPatch, settingsSchema } from '../../../src-preload/contract/settings.ts';
import { useApi, useSettings } from '../../kit/client/api.tsx';
import { coordinateFormats } from '../../kit/i18n/coordinates.ts';
import { type SettingsTab, settingsTabs, uiStore } from '../../kit/state/ui-store.ts';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { TabPanels } from '../../kit/ui/tab-panels.tsx';
import { useAct } from '../../kit/ui/use-act.ts';
import { ConnectionsSection } from '../connections/connections-section.tsx';
import { DownloadsSection } from '../downloads/downloads-section.tsx';
import { ReviewSettings } from '../reviews/review-settings.tsx';
import { SharingSection } from '../sharing/sharing-section.tsx';
import { RequestsView } from '../support/requests-view.tsx';
import { SupportView } from '../support/support-view.tsx';
import { UpdatesSection } from '../support/updates-section.tsx';
import { NominalSizes } from '../tasks/nominal-sizes.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import classes from './settings.module.css';

const {
  theme: themes,
  language: languages,
  coordinateFormat: formats,
  dateFormat: dates,
} = settingsSchema.shape;

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
        label={t('settings.dates')}
        value={settings.dateFormat}
        allowDeselect={false}
        data={dates.options.map((value) => ({ value, label: t(`settings.dateFormat.${value}`) }))}
        onChange={(value) => value && change({ dateFormat: dates.parse(value) })}
      />
      <Select
        label={t('settings.coordinates')}
        value={settings.coordinateFormat}
        allowDeselect={false}
        data={coordinateFormats.map((value) => ({ value, label: t(`settings.coordinateFormat.${value}`) }))}
        onChange={(value) => value && change({ coordinateFormat: formats.parse(value) })}
      />
      <Switch
        label={t('settings.singleKeys')}
        description={t('settings.singleKeysHint')}
        checked={settings.workspace.singleKeys !== false}
        onChange={(event) => change({ workspace: { singleKeys: event.currentTarget.checked } })}
      />
      <NominalSizes />
    </Stack>
  );
}

/** Whether what others have prepared is sent only after it was approved here. */
function RequireApproval() {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const settings = useSettings();
  if (!settings) return null;
  return (
    <Switch
      label={t('settings.requireApproval')}
      description={t('settings.requireApprovalHint')}
      checked={settings.requireApproval}
      onChange={(event) => {
        const { checked } = event.currentTarget;
        act(() => client.settings.set({ requireApproval: checked }));
      }}
    />
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
    [t('settings.libraryFolder'), info.libraryFolder],
    ...(info.capabilities.updates
      ? []
      : [[t('settings.about.updates'), t(`settings.about.update.${info.host}`)] satisfies [string, string]]),
    [t('settings.about.names'), t('settings.about.namesOf')],
    [t('settings.about.licences'), t(`settings.about.licencesOf.${info.host}`)],
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

/** Tabs with lists that fill the window. */
const wideTabs: ReadonlySet<SettingsTab> = new Set(['requests', 'support']);

/** Settings, one tab at a time. */
export function SettingsWorkspace() {
  const { t } = useTranslation();
  const tab = useStore(uiStore, (state) => state.settingsTab);
  // The settings open at the first tab next time.
  useEffect(() => () => uiStore.setState({ settingsTab: 'connections' }), []);
  const contents: Record<SettingsTab, ReactNode> = {
    connections: (
      <Stack gap="xl">
        <ConnectionsSection />
        <RequireApproval />
      </Stack>
    ),
    appearance: <Appearance />,
    downloads: <DownloadsSection />,
    tellMe: <NotificationsSection />,
    library: (
      <Stack gap="xl">
        <LibraryFolder />
        <ReviewSettings />
        <SharingSection />
      </Stack>
    ),
    requests: <RequestsView />,
    support: <SupportView />,
    about: (
      <Stack gap="xl">
        <About />
        <UpdatesSection />
      </Stack>
    ),
  };
  const wide = wideTabs.has(tab);
  return (
    <div className={classes.page} data-wide={wide || undefined}>
      <Title order={2} size="h3">
        {t('shell.workspace.settings')}
      </Title>
      <TabPanels
        names={settingsTabs}
        shown={tab}
        onShow={(settingsTab) => uiStore.setState({ settingsTab })}
        labelOf={(name) => t(`settings.tab.${name}`)}
        panels={contents}
        list={{ mb: 'md' }}
        classNames={{ root: classes.tabs, panel: classes.panel }}
      />
    </div>
  );
}
