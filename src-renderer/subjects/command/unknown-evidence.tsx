import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Command, CommandCandidate } from '../../../src-preload/contract/outbox.ts';
import { useApi } from '../../client/api.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { TimeText } from '../../ui/time-text.tsx';

type CommandResolution = { how: 'send-again' | 'discard' } | { how: 'adopt'; remoteId: string };

/** A task or order at the service that may be this command, with the differences that speak against it. */
export function Candidate({
  candidate,
  kind,
  busy,
  onAdopt,
}: {
  candidate: CommandCandidate;
  kind: 'task' | 'order';
  busy: boolean;
  onAdopt: () => void;
}) {
  const { t } = useTranslation();
  const { id, name, project, createdAt, older, differs, isUnchecked } = candidate;
  return (
    <Stack
      gap={4}
      p="xs"
      style={{ border: '1px solid var(--nadir-line)', borderRadius: 6 }}
      data-testid="candidate"
    >
      <Group justify="space-between" wrap="nowrap" gap={8}>
        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {t(`outbox.candidate.${kind}`, { id, name })}
        </Text>
        <Button size="compact-xs" disabled={busy} onClick={onAdopt} style={{ flex: 'none' }}>
          {t(`outbox.link.${kind}`)}
        </Button>
      </Group>
      <Text size="xs" c="var(--nadir-quiet)">
        {[project, t('outbox.made')].join(' · ')} <TimeText at={createdAt} fz="inherit" />
      </Text>
      <Text size="xs">
        {isUnchecked
          ? t('handover.elsewhere.unchecked')
          : differs.length === 0
            ? t('outbox.same')
            : t('outbox.differs', { fields: differs.join(', ') })}
      </Text>
      {older && <Text size="xs">{t('outbox.older')}</Text>}
    </Stack>
  );
}

/** Says what Nadir will do automatically, and when. */
function AutomaticPlan({ command }: { command: Command }) {
  const { t } = useTranslation();
  const { byItself, candidates, nextCheckAt, provenAt } = command;
  if (!byItself) return <Text size="xs">{t('outbox.plan.never')}</Text>;
  return (
    <>
      {candidates.length > 0 && <Text size="xs">{t('outbox.plan.yours')}</Text>}
      <Text size="xs">
        {t('outbox.plan.looks')}{' '}
        {nextCheckAt === null ? t('outbox.plan.soon') : <TimeText at={nextCheckAt} fz="inherit" />}
      </Text>
      {candidates.length === 0 && (
        <Text size="xs">
          {provenAt === null ? t('outbox.plan.proof') : t('outbox.plan.sendsAfter')}{' '}
          {provenAt !== null && <TimeText at={provenAt} fz="inherit" />}
        </Text>
      )}
    </>
  );
}

/** Shows the evidence about a command whose answer was lost, and lets the user decide. */
export function UnknownEvidence({ command, contract }: { command: Command; contract: string }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const [asked, setAsked] = useState<'send-again' | 'discard' | null>(null);
  const { id, input, candidates, checkedAt, absentSince } = command;
  const reconcile = useMutation({ mutationFn: () => client.outbox.reconcile({ id }) });
  const resolve = useMutation({
    mutationFn: (how: CommandResolution) => client.outbox.resolve({ id, ...how }),
    onSettled: () => setAsked(null),
  });
  const busy = reconcile.isPending || resolve.isPending;
  const error = reconcile.error ?? resolve.error;
  return (
    <Stack gap={8} component="section" aria-label={t('outbox.evidence')} data-testid="evidence">
      <Text fw={600} size="sm" component="h3" m={0}>
        {t('outbox.evidence')}
      </Text>
      <Text size="xs">{t('outbox.lost', { contract })}</Text>
      <Text size="xs">
        {checkedAt === null ? t('outbox.notChecked') : t('outbox.checked')}{' '}
        {checkedAt !== null && <TimeText at={checkedAt} fz="inherit" />}
      </Text>
      {checkedAt !== null && candidates.length === 0 && (
        <Text size="xs">
          {absentSince === null ? t('outbox.noTrace') : t('outbox.absentSince')}{' '}
          {absentSince !== null && <TimeText at={absentSince} fz="inherit" />}
        </Text>
      )}
      {candidates.map((candidate) => (
        <Candidate
          key={candidate.id}
          candidate={candidate}
          kind={input.kind === 'order' ? 'order' : 'task'}
          busy={busy}
          onAdopt={() => resolve.mutate({ how: 'adopt', remoteId: candidate.id })}
        />
      ))}
      <AutomaticPlan command={command} />
      {error && <ErrorNote error={error} />}
      <Group gap={6}>
        <Button
          size="compact-xs"
          loading={reconcile.isPending}
          disabled={busy}
          onClick={() => reconcile.mutate()}
        >
          {t('common.checkNow')}
        </Button>
        <Button size="compact-xs" variant="default" disabled={busy} onClick={() => setAsked('send-again')}>
          {t('outbox.sendAgain')}
        </Button>
        <Button size="compact-xs" variant="default" disabled={busy} onClick={() => setAsked('discard')}>
          {t('outbox.discard')}
        </Button>
      </Group>
      <Modal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={asked === 'discard' ? t('outbox.discardTitle') : t('outbox.sendAgainTitle')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
        centered
      >
        <Stack>
          <Text size="sm">{asked === 'discard' ? t('outbox.discardRisk') : t('outbox.sendAgainRisk')}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAsked(null)} data-autofocus>
              {t('common.back')}
            </Button>
            <Button
              color="red"
              loading={resolve.isPending}
              onClick={() => asked !== null && resolve.mutate({ how: asked })}
            >
              {asked === 'discard' ? t('common.discard') : t('outbox.sendAgainUnder', { contract })}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Stack>
  );
}
