import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { orderIdSchema, taskIdSchema } from '../../../src-preload/contract/ids.ts';
import type { Command } from '../../../src-preload/contract/outbox.ts';
import { select } from '../../kit/state/selection.ts';
import { showWorkspace } from '../../kit/state/ui-store.ts';
import { focusPaneSoon } from '../../kit/ui/panes.ts';

function show({ input }: Command, remoteId: string) {
  if (input.kind === 'order') {
    select('order', orderIdSchema.parse(remoteId));
    showWorkspace('orders');
  } else {
    select('task', taskIdSchema.parse(Number(remoteId)));
    showWorkspace('tasks');
  }
  focusPaneSoon('details');
}

/** The button that opens the task or order that a command created; renders nothing until its id is known. */
export function ShowRemote({ command, size }: { command: Command; size: 'compact-xs' | 'compact-sm' }) {
  const { t } = useTranslation();
  const { state, input, remoteId } = command;
  if (state !== 'sent' || remoteId === null) return null;
  return (
    <Button size={size} variant="default" onClick={() => show(command, remoteId)}>
      {input.kind === 'order' ? t('tracking.show.order', { id: remoteId }) : t('tracking.show.task')}
    </Button>
  );
}
