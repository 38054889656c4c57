import { Button, Group, Stack, Text } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { Command } from '../../../src-preload/contract/outbox.ts';
import type { TaskDetails } from '../../../src-preload/contract/tasking.ts';
import { useApi, useContractName } from '../../kit/client/api.tsx';
import { select } from '../../kit/state/selection.ts';
import { showWorkspace } from '../../kit/state/ui-store.ts';
import { Busy } from '../../kit/ui/busy.tsx';
import { ConfirmDialog } from '../../kit/ui/confirm-dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useCommand } from '../../kit/ui/use-command.ts';
import { useKeptFocus } from '../../kit/ui/use-kept-focus.ts';
import { isOpen } from './watch-task.ts';

/** The state of an unfinished cancellation, with a link to it in the outbox. */
function Cancelling({ command }: { command: Command }) {
  const { t } = useTranslation();
  const { id, state, error } = command;
  const said = state === 'unknown' || state === 'sent' ? 'sending' : state;
  return (
    <Stack gap={6} data-testid="cancelling">
      <Group gap={8} justify="space-between">
        <Text size="sm" role="status" component="div">
          {t(`outbox.cancelling.${said}`)}{' '}
          {said === 'sending' && <Busy size={12} label={t('outbox.cancelling.sending')} />}
        </Text>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            select('command', id);
            showWorkspace('outbox');
          }}
        >
          {t('outbox.showIn')}
        </Button>
      </Group>
      {error && <ErrorNote error={error} />}
    </Stack>
  );
}

/** The button that cancels a task through the outbox; offline the cancellation waits there and is sent automatically. */
function CancelTask({ task, scope }: { task: Pick<TaskDetails, 'taskId' | 'name'>; scope: Scope }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const [asked, setAsked] = useState(false);
  const contract = useContractName();
  const cancel = useCommand({
    mutationFn: () => client.outbox.send({ scope, command: { kind: 'cancel-task', taskId: task.taskId } }),
    onSuccess: () => setAsked(false),
  });
  const open = () => {
    cancel.reset();
    setAsked(true);
  };
  return (
    <>
      <Button variant="default" onClick={open}>
        {t('tasks.cancel')}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={t('tasks.cancelTitle')}
        confirmLabel={t('tasks.cancelConfirm', { contract })}
        backLabel={t('tasks.keep')}
        command={cancel}
        onClose={() => setAsked(false)}
      >
        {t('tasks.cancelBody', { name: task.name || t('tasks.unnamed', { id: task.taskId }), contract })}
      </ConfirmDialog>
    </>
  );
}

interface TaskActionsProps {
  scope: Scope;
  /** The task that may be cancelled; null for an order whose task is unknown. */
  task: Pick<TaskDetails, 'taskId' | 'name' | 'statusKind'> | null;
  /** Further buttons in the same row. */
  children: ReactNode;
}

/** The actions for a task or an order. The service can cancel a task, but not an order without a task (service §4.11). */
export function TaskActions({ scope, task, children }: TaskActionsProps) {
  const { query } = useApi();
  const cancelling = useQuery(
    query.outbox.cancellation.queryOptions({ input: task ? { scope, taskId: task.taskId } : skipToken }),
  ).data;
  const focus = useKeptFocus<HTMLDivElement>(`${task?.statusKind} ${cancelling?.state}`);
  const canCancel = task !== null && isOpen(task);
  return (
    <Stack gap="sm" {...focus}>
      {cancelling && canCancel && <Cancelling command={cancelling} />}
      <Group gap={6}>
        {children}
        {canCancel && (!cancelling || cancelling.state === 'refused') && (
          <CancelTask task={task} scope={scope} />
        )}
      </Group>
    </Stack>
  );
}
