import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { outboxStore } from '../features/outbox/outbox-store.ts';
import { useActiveScope, useApi } from '../kit/client/api.tsx';
import { showWorkspace } from '../kit/state/ui-store.ts';
import classes from '../kit/ui/panes.module.css';

/** Counts the commands of all contracts that wait to be sent, and those that need a decision of the user. */
function useOutboxCounts() {
  const overview = useQuery(useApi().query.outbox.overview.queryOptions()).data ?? [];
  const scope = useActiveScope();
  let waiting = 0;
  let decide = 0;
  let elsewhere = false;
  for (const { states, ...each } of overview) {
    const open = states.unknown + states.refused + states.failed;
    waiting += states.waiting + states.sending;
    decide += open;
    const isActive =
      each.scope.connectionId === scope?.connectionId && each.scope.contractId === scope.contractId;
    if (!isActive && open + states.waiting + states.sending > 0) elsewhere = true;
  }
  return { waiting, decide, elsewhere };
}

/** Shows how many commands are being sent and how many need a decision; renders nothing if there are none. */
export function OutboxStatus() {
  const { t } = useTranslation();
  const { waiting, decide, elsewhere } = useOutboxCounts();
  if (waiting + decide === 0) return null;
  const parts = [
    ...(waiting > 0 ? [t('outbox.status.waiting', { count: waiting })] : []),
    ...(decide > 0 ? [t('outbox.status.decide', { count: decide })] : []),
  ];
  return (
    <Tooltip label={t('shell.command.show', { workspace: t('shell.workspace.outbox') })}>
      <UnstyledButton
        className={classes.statusButton}
        data-testid="outbox-status"
        onClick={() => {
          if (elsewhere) outboxStore.setState({ everywhere: true });
          showWorkspace('outbox');
        }}
      >
        <IconSend size={13} aria-hidden color={decide > 0 ? 'var(--nadir-warning)' : undefined} />
        {parts.join(' · ')}
      </UnstyledButton>
    </Tooltip>
  );
}

/** The badge on the rail: the number of commands that need a decision. */
export function RailBadge() {
  const { decide } = useOutboxCounts();
  if (decide === 0) return null;
  return (
    <span className={classes.railBadge} aria-hidden>
      {decide > 99 ? '99+' : decide}
    </span>
  );
}
