import { Text } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OrderId, Scope } from '../../../src-preload/contract/ids.ts';
import type { OrderDetails } from '../../../src-preload/contract/orders.ts';
import { useActiveScope, useApi } from '../../kit/client/api.tsx';
import { formatUtc } from '../../kit/i18n/format.ts';
import { DetailsFrame } from '../../kit/lists/details-frame.tsx';
import { PlaceFact } from '../../kit/lists/place-fact.tsx';
import { placeOf } from '../../kit/lists/use-place-text.ts';
import { zoomToBox, zoomToPoint } from '../../kit/state/map-store.ts';
import { select } from '../../kit/state/selection.ts';
import { showWorkspace } from '../../kit/state/ui-store.ts';
import type { Fact } from '../../kit/ui/facts.tsx';
import { LinkButton } from '../../kit/ui/link-button.tsx';
import { Loaded } from '../../kit/ui/loaded.tsx';
import { LongFacts } from '../../kit/ui/long-facts.tsx';
import { TimeText } from '../../kit/ui/time-text.tsx';
import { DuplicateOrder } from '../plan/draft/copy-buttons.tsx';
import { TaskActions } from '../tasks/cancel-task.tsx';
import { TaskStatus } from '../tasks/status-mark.tsx';
import { OrderCaptures } from './order-captures.tsx';
import { parameterName, parameterText } from './order-parameters.ts';
import { OrderStatus } from './order-status.tsx';
import { useFetchedOrder } from './watch-order.ts';

/** A link to the V1 task that the order mirrors. */
function MirroredTask({ order }: { order: OrderDetails }) {
  const { t } = useTranslation();
  const { taskId, task } = order;
  if (taskId === null) return null;
  const name = task?.name || t('tasks.unnamed', { id: taskId });
  if (task === null) return <span>{name}</span>;
  return (
    <span style={{ display: 'inline-flex', gap: 8, alignItems: 'center', flexWrap: 'wrap' }}>
      <LinkButton
        onClick={() => {
          select('task', taskId);
          showWorkspace('tasks');
        }}
      >
        {name}
      </LinkButton>
      <TaskStatus kind={task.statusKind} raw={task.status} />
    </span>
  );
}

/** Parameters that are shown elsewhere in the details. */
const shownElsewhere = ['task_id', 'start', 'end'];
/** How many parameters stand among the facts; no order of ours has more, but a service may send any number. */
const maxParameters = 20;

/** Returns the facts of an order, and the parameters for which they have no room. */
function useFacts(order: OrderDetails): { facts: Fact[]; others: Fact[] } {
  const { t, i18n } = useTranslation();
  const isAsked = (name: string) => order.fromRequest.includes(name);
  const said = (name: string, value: string) => (isAsked(name) ? t('tasks.asRequested', { value }) : value);
  const time = (name: 'start' | 'end', at: string) =>
    isAsked(name) ? said(name, formatUtc(i18n.language, at)) : <TimeText key={name} at={at} fz="inherit" />;
  const parameters = Object.entries(order.parameters)
    .filter(([name]) => !shownElsewhere.includes(name))
    .map(
      ([name, value]): Fact => [
        parameterName(t, name),
        said(name, parameterText(i18n.language, name, value)),
      ],
    );
  const facts: Fact[] = [
    [t('label.status'), <OrderStatus key="status" order={order} />],
    ...(order.taskId === null
      ? []
      : [[t('label.task'), <MirroredTask key="task" order={order} />] satisfies Fact]),
    [t('label.project'), order.project || '—'],
    [t('label.sku'), [order.sku || '—', order.productName ?? ''].filter(Boolean).join(' · ')],
    [t('label.place'), <PlaceFact key="place" placed={order} />],
    ...(order.start === null ? [] : [[t('label.start'), time('start', order.start)] satisfies Fact]),
    ...(order.end === null ? [] : [[t('label.end'), time('end', order.end)] satisfies Fact]),
    ...parameters.slice(0, maxParameters),
    [t('label.created'), <TimeText key="created" at={order.createdAt} fz="inherit" />],
    [t('label.modified'), <TimeText key="updated" at={order.updatedAt} fz="inherit" />],
    [t('orders.field.id'), order.orderId],
    [t('label.readFromService'), <TimeText key="read" at={order.partsReadAt ?? order.seenAt} fz="inherit" />],
  ];
  return { facts, others: parameters.slice(maxParameters) };
}

function zoomTo(order: OrderDetails) {
  const place = placeOf(order);
  if (order.bbox) zoomToBox(order.bbox);
  else if (place) zoomToPoint(place);
}

function Details({ order, scope }: { order: OrderDetails; scope: Scope }) {
  const { t, i18n } = useTranslation();
  const reading = useFetchedOrder(scope, order.orderId, order.updatedAt);
  const { taskId, task } = order;
  const { facts, others } = useFacts(order);
  return (
    <DetailsFrame
      of={{ kind: 'order', orderId: order.orderId }}
      scope={scope}
      title={order.name || t('orders.unnamed', { id: order.orderId })}
      onZoom={placeOf(order) && (() => zoomTo(order))}
      refresh={{ label: t('orders.refresh'), ...reading }}
      actions={
        <TaskActions task={taskId !== null && task ? { ...task, taskId } : null} scope={scope}>
          <DuplicateOrder order={order} />
        </TaskActions>
      }
      facts={facts}
      raw={order.raw}
    >
      {order.goneAt !== null && (
        <Text size="xs" role="status">
          {t('orders.goneHint', { when: formatUtc(i18n.language, order.goneAt) })}
        </Text>
      )}
      <OrderCaptures order={order} scope={scope} />
      <LongFacts title={t('orderForm.others')} facts={others} />
    </DetailsFrame>
  );
}

/** The details of an order. */
export function OrderDetailsPane({ orderId }: { orderId: OrderId }) {
  const { query } = useApi();
  const scope = useActiveScope();
  const order = useQuery(query.orders.get.queryOptions({ input: scope ? { scope, orderId } : skipToken }));
  if (!scope) return null;
  return <Loaded of={order}>{(read) => <Details key={orderId} order={read} scope={scope} />}</Loaded>;
}
