import { Button, CloseButton, Group, Stack, Text } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { orderIdSchema, type Scope, type SubmissionId } from '../../../../src-preload/contract/ids.ts';
import type { Command } from '../../../../src-preload/contract/outbox.ts';
import { useApi } from '../../../client/api.tsx';
import { select } from '../../../state/selection.ts';
import { showWorkspace } from '../../../state/ui-store.ts';
import { loadOrderDraft } from '../../../subjects/draft/order-store.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';

/** The largest number of orders shown; the others are in the outbox. */
const mostShown = 100;

function MadeOrder({ command }: { command: Command }) {
  const { t } = useTranslation();
  const { state, input, error, remoteId } = command;
  if (input.kind !== 'order') return null;
  const { order_name: name } = input.request.properties;
  const isOpen = state === 'draft' || state === 'refused' || state === 'failed';
  return (
    <Stack gap={4} role="listitem" data-testid="made-order" data-state={state}>
      <Group justify="space-between" gap={6} wrap="nowrap">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="xs" style={{ flex: 'none' }}>
          {t(`outbox.state.${state}`)}
        </Text>
      </Group>
      {state !== 'sent' && error && <ErrorNote error={error} />}
      <Group gap={6}>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            select('command', command.id);
            showWorkspace('outbox');
          }}
        >
          {t('outbox.showIn')}
        </Button>
        {isOpen && (
          <Button size="compact-xs" variant="default" onClick={() => loadOrderDraft(command)}>
            {t('orderForm.editOrder', { name })}
          </Button>
        )}
        {state === 'sent' && remoteId !== null && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              select('order', orderIdSchema.parse(remoteId));
              showWorkspace('orders');
            }}
          >
            {t('tracking.show.order', { id: remoteId })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

interface MadeOrdersProps {
  scope: Scope;
  ids: readonly SubmissionId[];
  onClose: () => void;
}

/** Shows the state of the orders that the last review made. */
export function MadeOrders({ scope, ids, onClose }: MadeOrdersProps) {
  const { t } = useTranslation();
  const { query } = useApi();
  const commands =
    useQuery(
      query.outbox.get.queryOptions({
        input: ids.length === 0 ? skipToken : { ids: ids.slice(0, mostShown) },
      }),
    ).data?.filter(
      (command) =>
        command.scope.connectionId === scope.connectionId && command.scope.contractId === scope.contractId,
    ) ?? [];
  if (commands.length === 0) return null;
  return (
    <Stack
      gap={6}
      m="sm"
      p="xs"
      component="section"
      aria-label={t('orderForm.made')}
      style={{ border: '1px solid var(--nadir-line)', borderRadius: 6 }}
    >
      <Group justify="space-between" wrap="nowrap" gap={6}>
        <Text fw={600} size="sm" component="h3" m={0}>
          {t('orderForm.made')}
        </Text>
        <CloseButton size="sm" aria-label={t('orderForm.closeMade')} onClick={onClose} />
      </Group>
      <Stack gap={8} mah={260} style={{ overflow: 'auto' }} tabIndex={0} role="list">
        {commands.map((command) => (
          <MadeOrder key={command.id} command={command} />
        ))}
      </Stack>
    </Stack>
  );
}
