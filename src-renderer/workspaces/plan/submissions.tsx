import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope, TaskId } from '../../../src-preload/contract/ids.ts';
import type { Submission } from '../../../src-preload/contract/tasking.ts';
import { useApi } from '../../client/api.tsx';
import { ErrorNote } from '../../shell/error-note.tsx';
import { TimeText } from '../../shell/time-text.tsx';

function OpenSubmission({ submission }: { submission: Submission }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const [asked, setAsked] = useState(false);
  const lookUp = useMutation({ mutationFn: () => client.tasking.lookUpSubmission({ id: submission.id }) });
  const settle = useMutation({
    mutationFn: (how: { how: 'send-again' | 'discard' } | { how: 'adopt'; taskId: TaskId }) =>
      client.tasking.settleSubmission({ id: submission.id, ...how }),
    onSettled: () => setAsked(false),
  });
  const unknown = submission.state === 'unknown';
  const error = lookUp.error ?? settle.error;
  return (
    <Stack gap={6} p="xs" style={{ border: '1px solid var(--nadir-line)', borderRadius: 6 }} data-testid="submission">
      <Text size="sm" fw={500}>
        {submission.request.task_name}
      </Text>
      <Text size="xs">{unknown ? t('plan.unknown', { contract: submission.contractName ?? '' }) : t('plan.notSent')}</Text>
      <TimeText at={submission.createdAt} size="xs" />
      {submission.error && <ErrorNote error={submission.error} />}
      {error && <ErrorNote error={error} />}
      {submission.candidates.map((task) => (
        <Group key={task.taskId} justify="space-between" fz="xs">
          <span>{t('plan.candidate', { id: task.taskId, name: task.name })}</span>
          <Button size="compact-xs" onClick={() => settle.mutate({ how: 'adopt', taskId: task.taskId })}>
            {t('plan.adopt')}
          </Button>
        </Group>
      ))}
      <Group gap={6}>
        {unknown && (
          <Button size="compact-xs" variant="default" loading={lookUp.isPending} onClick={() => lookUp.mutate()}>
            {t('plan.lookUp')}
          </Button>
        )}
        <Button size="compact-xs" variant="default" onClick={() => setAsked(true)}>
          {t('plan.sendAgain')}
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => settle.mutate({ how: 'discard' })}>
          {t('plan.discard')}
        </Button>
      </Group>
      <Modal opened={asked} onClose={() => setAsked(false)} title={t('plan.sendAgain')} closeButtonProps={{ 'aria-label': t('common.close') }} centered>
        <Stack>
          <Text size="sm">{unknown ? t('plan.sendAgainRisk') : t('plan.sendAgainSafe')}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAsked(false)}>
              {t('common.back')}
            </Button>
            <Button color={unknown ? 'red' : undefined} loading={settle.isPending} onClick={() => settle.mutate({ how: 'send-again' })}>
              {t('plan.submit', { contract: submission.contractName ?? '' })}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Stack>
  );
}

/** What was sent and never confirmed, or could not be sent: nothing of it is repeated without a word of the user. */
export function Submissions({ scope }: { scope: Scope }) {
  const { t } = useTranslation();
  const { query } = useApi();
  const submissions = useQuery(query.tasking.submissions.queryOptions({ input: { scope } })).data ?? [];
  const open = submissions.filter((submission) => submission.state === 'unknown' || submission.state === 'failed');
  if (open.length === 0) return null;
  return (
    <Stack gap={6} mt="sm">
      <Text fw={600} size="sm">
        {t('plan.unconfirmed')}
      </Text>
      {open.map((submission) => (
        <OpenSubmission key={submission.id} submission={submission} />
      ))}
    </Stack>
  );
}
