import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Scope, TaskId } from '../../../src-preload/contract/ids.ts';
import { useActiveConnection, useApi } from '../../kit/client/api.tsx';
import { select } from '../../kit/state/selection.ts';
import { showWorkspace } from '../../kit/state/ui-store.ts';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { LinkButton } from '../../kit/ui/link-button.tsx';
import { OrderStatus } from './order-status.tsx';

/** Links to the orders that mirror a V1 task (service §9.3). If none is known, a button fetches them from the service. */
export function OrdersOfTask({ scope, taskId }: { scope: Scope; taskId: TaskId }) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const there = useActiveConnection()?.addresses.ordersUrl !== null;
  const orders = useQuery(query.orders.ofTask.queryOptions({ input: { scope, taskId } })).data;
  const fetchOrders = useMutation({ mutationFn: () => client.orders.fetchOrdersOfTask({ scope, taskId }) });
  if (!there || !orders) return null;
  return (
    <Stack gap={6}>
      <Text fw={600} size="sm" component="h3" m={0}>
        {t('shell.workspace.orders')}
      </Text>
      {orders.map((order) => (
        <div
          key={order.orderId}
          style={{ display: 'flex', gap: 8, justifyContent: 'space-between', fontSize: 12.5 }}
          data-testid="order-of-task"
        >
          <LinkButton
            onClick={() => {
              select('order', order.orderId);
              showWorkspace('orders');
            }}
          >
            {t('orders.numbered', { id: order.orderId, sku: order.sku })}
          </LinkButton>
          <OrderStatus order={order} />
        </div>
      ))}
      {orders.length === 0 && (
        <div>
          <Text size="xs" c="var(--nadir-quiet)">
            {fetchOrders.isSuccess ? t('orders.noneOfTask') : t('orders.noneOfTaskYet')}
          </Text>
          <Button
            size="compact-xs"
            variant="default"
            mt={4}
            loading={fetchOrders.isPending}
            onClick={() => fetchOrders.mutate()}
          >
            {t('orders.lookUp')}
          </Button>
        </div>
      )}
      {fetchOrders.isError && <ErrorNote error={fetchOrders.error} />}
    </Stack>
  );
}
