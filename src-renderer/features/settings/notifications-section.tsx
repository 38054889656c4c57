import { Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type TellMe, tellMeSchema } from '../../../src-preload/contract/settings.ts';
import { useActiveScope, useApi, useSettings } from '../../kit/client/api.tsx';
import { useAct } from '../../kit/ui/use-act.ts';

const kinds = ['capturePublished', 'orderClosed', 'flagRaised', 'outboxTrouble'] as const;
const defaultQuiet = { from: '20:00', to: '07:00' };

/** The settings for desktop notifications. */
export function NotificationsSection() {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const scope = useActiveScope();
  const tellMe = useSettings()?.tellMe;
  const reference = useQuery(
    query.tasking.reference.queryOptions({ input: scope ? { scope } : skipToken }),
  ).data;
  if (!tellMe) return null;
  const change = (patch: Partial<TellMe>) => act(() => client.settings.set({ tellMe: patch }));
  const { quietHours, project } = tellMe;
  const setQuiet = (patch: Partial<typeof defaultQuiet>) => {
    const parsed = tellMeSchema.shape.quietHours.safeParse({ ...defaultQuiet, ...quietHours, ...patch });
    if (parsed.success) change({ quietHours: parsed.data });
  };
  const projects = [...new Set([...(project === null ? [] : [project]), ...(reference?.projects ?? [])])];
  return (
    <Stack gap="md" maw={520}>
      <Text size="xs" c="var(--nadir-quiet)">
        {t('tracking.notifications.about')}
      </Text>
      {kinds.map((kind) => (
        <Switch
          key={kind}
          label={t(`tracking.notifications.${kind}`)}
          checked={tellMe[kind]}
          onChange={(event) => change({ [kind]: event.currentTarget.checked })}
        />
      ))}
      <Select
        maw={300}
        label={t('tracking.notifications.project')}
        placeholder={t('common.allProjects')}
        data={projects}
        value={project}
        onChange={(value) => change({ project: value })}
        clearable
        searchable
        clearButtonProps={{ 'aria-label': t('common.allProjects') }}
      />
      <Switch
        label={t('settings.downloads.quiet')}
        checked={quietHours !== null}
        onChange={(event) => change({ quietHours: event.currentTarget.checked ? defaultQuiet : null })}
      />
      {quietHours && (
        <Group gap="xs" align="flex-end" pl={40}>
          <TextInput
            type="time"
            label={t('label.from')}
            value={quietHours.from}
            onChange={(event) => setQuiet({ from: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            label={t('label.to')}
            value={quietHours.to}
            onChange={(event) => setQuiet({ to: event.currentTarget.value })}
          />
        </Group>
      )}
    </Stack>
  );
}
