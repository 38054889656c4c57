import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { longestPersonName } from '../../../src-preload/contract/handover.ts';
import { useApi } from '../../client/api.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { useSay } from '../../ui/use-act.ts';

/** Asks under which name something is approved. */
export function ApproveDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const say = useSay();
  const known = useQuery(query.handover.offer.queryOptions({ input: { scope: null } })).data?.maker ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const name = (typed ?? known).trim();
  const approve = useMutation({
    mutationFn: () => client.handover.approve({ ids: [...ids], by: name }),
    onSuccess({ approved }) {
      say({ message: t('handover.trail.approved', { count: approved }), color: 'teal' });
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('handover.trail.approveTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      centered
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name !== '') approve.mutate();
        }}
      >
        <Stack gap="sm">
          <Text size="sm">{t('handover.trail.approveHint')}</Text>
          <TextInput
            label={t('handover.make.maker')}
            value={typed ?? known}
            maxLength={longestPersonName}
            required
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {approve.isError && <ErrorNote error={approve.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={approve.isPending} disabled={name === ''}>
              {t('handover.trail.approveAs', { name })}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** What happened to a draft that was handed over: who prepared, received, approved and sent it. Nothing for any other draft. */
export function HandOverTrail({ id, canBeApproved }: { id: string; canBeApproved: boolean }) {
  const { t } = useTranslation();
  const { query } = useApi();
  const [isOpen, setOpen] = useState(false);
  const trail = useQuery(query.handover.trails.queryOptions({ input: { ids: [id] } })).data?.[0];
  if (trail === undefined) return null;
  const isWaiting =
    canBeApproved && !trail.isApproved && trail.events.some(({ what }) => what === 'received');
  return (
    <Stack gap={4} component="section" aria-label={t('handover.trail.title')}>
      <Text fw={600} size="sm" component="h3" m={0}>
        {t('handover.trail.title')}
      </Text>
      {trail.events.map(({ what, by, at, instance, remoteId }) => (
        <Text size="xs" key={`${what} ${at} ${by} ${instance}`} style={{ overflowWrap: 'anywhere' }}>
          {t(`handover.trail.event.${what}`, { by })} <TimeText at={at} fz="inherit" />{' '}
          {remoteId !== null && t('handover.trail.number', { id: remoteId })}
        </Text>
      ))}
      {isWaiting && (
        <Group gap="xs">
          <Text size="xs">{t('handover.trail.notApproved')}</Text>
          <Button size="compact-xs" variant="default" onClick={() => setOpen(true)}>
            {t('handover.trail.approve')}
          </Button>
        </Group>
      )}
      {isOpen && <ApproveDialog ids={[id]} onClose={() => setOpen(false)} />}
    </Stack>
  );
}
