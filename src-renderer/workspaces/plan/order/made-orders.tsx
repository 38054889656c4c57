import { Button, CloseButton, Group, Stack, Text } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { orderIdSchema, type Scope, type SubmissionId } from '../../../../src-preload/contract/ids.ts';
import type { Command } from '../../../../src-preload/contract/outbox.ts';
import { useApi } from '../../../client/api.tsx';
import { ErrorNote } from '../../../shell/error-note.tsx';
import { mapStore } from '../../../state/map-store.ts';
import { showWorkspace } from '../../../state/ui-store.ts';
import { loadOrderDraft } from './order-store.ts';

const window = 500;

/** These rows of the outbox, which are among its last. */
function useCommands(scope: Scope, ids: readonly SubmissionId[]): Command[] {
  const { query } = useApi();
  const page = (offset: number, limit: number) => ({ scope, states: [], offset, limit });
  const total = useQuery(query.outbox.list.queryOptions({ input: page(0, 1) })).data?.total;
  const rows = useQuery(
    query.outbox.list.queryOptions({
      input: total === undefined ? skipToken : page(Math.max(0, total - window), window),
    }),
  ).data?.rows;
  return rows?.filter(({ id }) => ids.includes(id)) ?? [];
}

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
          {t(`orderForm.state.${state}`)}
        </Text>
      </Group>
      {state !== 'sent' && error && <ErrorNote error={error} />}
      <Group gap={6}>
        {isOpen && (
          <Button size="compact-xs" variant="default" onClick={() => loadOrderDraft(command)}>
            {t('orderForm.change', { name })}
          </Button>
        )}
        {state === 'sent' && remoteId !== null && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              mapStore.setState({ selectedOrderId: orderIdSchema.parse(remoteId) });
              showWorkspace('orders');
            }}
          >
            {t('orderForm.showOrder', { id: remoteId })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

export interface MadeOrdersProps {
  scope: Scope;
  ids: readonly SubmissionId[];
  onClose: () => void;
}

/** What became of the orders of the last review. */
export function MadeOrders({ scope, ids, onClose }: MadeOrdersProps) {
  const { t } = useTranslation();
  const commands = useCommands(scope, ids);
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
