import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope, TaskId } from '../../../src-preload/contract/ids.ts';
import type { Submission } from '../../../src-preload/contract/tasking.ts';
import { useApi, useContractName, useSettings } from '../../client/api.tsx';
import { type Draft, draftOf } from '../../subjects/draft/draft.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { TimeText } from '../../ui/time-text.tsx';

type CommandResolution = { how: 'send-again' | 'discard' } | { how: 'adopt'; taskId: TaskId };

function OpenSubmission({ submission, onEdit }: { submission: Submission; onEdit: (draft: Draft) => void }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const [asked, setAsked] = useState<'send-again' | 'discard' | null>(null);
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const inForce = useContractName();
  const contract = submission.contractName ?? inForce;
  const { id, request } = submission;
  const reconcile = useMutation({ mutationFn: () => client.tasking.reconcileSubmission({ id }) });
  const resolve = useMutation({
    mutationFn: (how: CommandResolution) => client.tasking.resolveSubmission({ id, ...how }),
    onSettled: () => setAsked(null),
  });
  const edit = useMutation({
    mutationFn: () => client.tasking.resolveSubmission({ id, how: 'discard' }),
    onSuccess: () => onEdit(draftOf(request, format, Date.now())),
  });
  const unknown = submission.state === 'unknown';
  const busy = reconcile.isPending || resolve.isPending || edit.isPending;
  const error = reconcile.error ?? resolve.error ?? edit.error;
  return (
    <Stack
      gap={6}
      p="xs"
      style={{ border: '1px solid var(--nadir-line)', borderRadius: 6 }}
      data-testid="submission"
    >
      <Text size="sm" fw={500}>
        {request.task_name}
      </Text>
      <Text size="xs">{unknown ? t('plan.unknown', { contract }) : t('plan.notSent')}</Text>
      <TimeText at={submission.createdAt} size="xs" />
      {submission.error && <ErrorNote error={submission.error} />}
      {error && <ErrorNote error={error} />}
      {submission.candidates.map((task) => (
        <Group key={task.taskId} justify="space-between" fz="xs">
          <span>{t('outbox.candidate.task', { id: task.taskId, name: task.name })}</span>
          <Button
            size="compact-xs"
            disabled={busy}
            onClick={() => resolve.mutate({ how: 'adopt', taskId: task.taskId })}
          >
            {t('outbox.link.task')}
          </Button>
        </Group>
      ))}
      <Group gap={6}>
        {unknown ? (
          <Button
            size="compact-xs"
            variant="default"
            loading={reconcile.isPending}
            onClick={() => reconcile.mutate()}
          >
            {t('plan.lookUp')}
          </Button>
        ) : (
          <Button size="compact-xs" variant="default" loading={edit.isPending} onClick={() => edit.mutate()}>
            {t('plan.toForm')}
          </Button>
        )}
        <Button size="compact-xs" variant="default" disabled={busy} onClick={() => setAsked('send-again')}>
          {t('plan.sendAgain')}
        </Button>
        <Button size="compact-xs" variant="default" disabled={busy} onClick={() => setAsked('discard')}>
          {t('plan.discard')}
        </Button>
      </Group>
      <Modal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={asked === 'discard' ? t('plan.discardTitle') : t('plan.sendAgain')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
        centered
      >
        <Stack>
          <Text size="sm">
            {asked === 'discard'
              ? unknown
                ? t('plan.discardUnknown')
                : t('plan.discardUnsent')
              : unknown
                ? t('plan.sendAgainRisk')
                : t('plan.sendAgainSafe')}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAsked(null)} data-autofocus>
              {t('common.back')}
            </Button>
            {asked === 'discard' ? (
              <Button
                color="red"
                loading={resolve.isPending}
                onClick={() => resolve.mutate({ how: 'discard' })}
              >
                {t('plan.discard')}
              </Button>
            ) : (
              <Button
                color={unknown ? 'red' : 'tide'}
                loading={resolve.isPending}
                onClick={() => resolve.mutate({ how: 'send-again' })}
              >
                {t('plan.submit', { contract })}
              </Button>
            )}
          </Group>
        </Stack>
      </Modal>
    </Stack>
  );
}

interface SubmissionsProps {
  scope: Scope;
  /** Puts a task that was never sent back into the form. */
  onEdit: (draft: Draft) => void;
}

/**
 * Lists the tasks that were sent but not confirmed, or could not be sent; none is sent again unless the user says so.
 */
export function Submissions({ scope, onEdit }: SubmissionsProps) {
  const { t } = useTranslation();
  const { query } = useApi();
  const submissions = useQuery(query.tasking.submissions.queryOptions({ input: { scope } })).data ?? [];
  const open = submissions.filter(({ state }) => state === 'unknown' || state === 'failed');
  if (open.length === 0) return null;
  return (
    <Stack gap={6} p="sm" pt={0} component="section" aria-label={t('outbox.state.unknown')}>
      <Text fw={600} size="sm" component="h3" m={0}>
        {t('outbox.state.unknown')}
      </Text>
      {open.map((submission) => (
        <OpenSubmission key={submission.id} submission={submission} onEdit={onEdit} />
      ))}
    </Stack>
  );
}
