import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../kit/client/api.tsx';
import { TimeText } from '../../kit/ui/time-text.tsx';
import { approve } from './handover-store.ts';

/** The history of a draft that was handed over: who prepared, received, approved and sent it. Renders nothing for other drafts. */
export function HandOverTrail({ id, canBeApproved }: { id: string; canBeApproved: boolean }) {
  const { t } = useTranslation();
  const { query } = useApi();
  const trail = useQuery(query.handover.trails.queryOptions({ input: { ids: [id] } })).data?.[0];
  if (trail === undefined) return null;
  const isWaiting =
    canBeApproved && !trail.isApproved && trail.events.some(({ what }) => what === 'received');
  return (
    <Stack gap={4} component="section" aria-label={t('handover.trail.title')}>
      <Text fw={600} size="sm" component="h3" m={0}>
        {t('handover.trail.title')}
      </Text>
      {trail.events.map(({ what, by, at, instance, remoteId, isClaim }) => (
        <Text size="xs" key={`${what} ${at} ${by} ${instance}`} style={{ overflowWrap: 'anywhere' }}>
          {isClaim ? t('handover.trail.claimed', { by }) : t(`handover.trail.event.${what}`, { by })}
          {' · '}
          <TimeText at={at} fz="inherit" />
          {remoteId !== null && ` · ${t('handover.trail.number', { id: remoteId })}`}
        </Text>
      ))}
      {isWaiting && (
        <Group gap="xs">
          <Text size="xs">{t('handover.trail.notApproved')}</Text>
          <Button size="compact-xs" variant="default" onClick={() => approve([id])}>
            {t('handover.trail.approve')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
