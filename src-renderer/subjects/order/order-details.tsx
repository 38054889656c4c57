import { Group, Stack } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OrderId, Scope } from '../../../src-preload/contract/ids.ts';
import type { OrderDetails } from '../../../src-preload/contract/orders.ts';
import { useActiveScope, useApi, useSettings } from '../../client/api.tsx';
import { formatCoordinate } from '../../i18n/coordinates.ts';
import { formatUtc } from '../../i18n/format.ts';
import { zoomToBox, zoomToPoint } from '../../state/map-store.ts';
import { select } from '../../state/selection.ts';
import { showWorkspace } from '../../state/ui-store.ts';
import { DetailsHead } from '../../ui/details-head.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { RawData } from '../../ui/raw-data.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { closeDetails } from '../close-details.ts';
import { DuplicateOrder } from '../draft/copy-buttons.tsx';
import { Cancelling, CancelTask } from '../task/cancel-task.tsx';
import { TaskStatus } from '../task/status-mark.tsx';
import { isOpen } from '../task/watch-task.ts';
import { History, SubjectFlags } from '../tracking/history.tsx';
import { OrderCaptures } from './order-captures.tsx';
import { OrderStatus } from './order-status.tsx';
import { useReadOrder } from './watch-order.ts';

/** The V1 task that the order mirrors, and the way to it. */
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

/** Parameters that are met (service §10.4); any other is shown under its own name. */
const known = ['processing_level', 'outcome_id', 'revisit_period', 'remapping_period'] as const;
const isKnown = (name: string): name is (typeof known)[number] => known.some((each) => each === name);

/** Told elsewhere in the details. */
const shownElsewhere = ['task_id', 'start', 'end'];

function useFacts(order: OrderDetails): Fact[] {
  const { t, i18n } = useTranslation();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const { longitude, latitude } = order;
  const place =
    longitude === null || latitude === null ? '—' : formatCoordinate([longitude, latitude], format);
  const isAsked = (name: string) => order.fromRequest.includes(name);
  const said = (name: string, value: string) => (isAsked(name) ? t('tasks.asRequested', { value }) : value);
  const time = (name: 'start' | 'end', at: string) =>
    isAsked(name) ? said(name, formatUtc(i18n.language, at)) : <TimeText key={name} at={at} fz="inherit" />;
  return [
    [t('label.status'), <OrderStatus key="status" order={order} />],
    ...(order.taskId === null
      ? []
      : [[t('label.task'), <MirroredTask key="task" order={order} />] satisfies Fact]),
    [t('label.project'), order.project || '—'],
    [t('label.sku'), [order.sku || '—', order.productName ?? ''].filter(Boolean).join(' · ')],
    [t('label.place'), place],
    ...(order.start === null ? [] : [[t('label.start'), time('start', order.start)] satisfies Fact]),
    ...(order.end === null ? [] : [[t('label.end'), time('end', order.end)] satisfies Fact]),
    ...Object.entries(order.parameters)
      .filter(([name]) => !shownElsewhere.includes(name))
      .map(
        ([name, value]): Fact => [
          isKnown(name) ? t(`orderForm.parameter.${name}`) : name.replaceAll('_', ' '),
          said(name, typeof value === 'object' ? JSON.stringify(value) : String(value)),
        ],
      ),
    [t('label.created'), <TimeText key="created" at={order.createdAt} fz="inherit" />],
    [t('label.modified'), <TimeText key="updated" at={order.updatedAt} fz="inherit" />],
    [t('orders.field.id'), order.orderId],
    [t('label.lastUpdated'), <TimeText key="read" at={order.partsReadAt ?? order.seenAt} fz="inherit" />],
  ];
}

function zoomTo({ bbox, longitude, latitude }: OrderDetails) {
  if (bbox) zoomToBox(bbox);
  else if (longitude !== null && latitude !== null) zoomToPoint([longitude, latitude]);
}

/** A V1 task behind an order can be cancelled; of orders alone the service cannot cancel any (service §4.11). */
function Actions({ order, scope }: { order: OrderDetails; scope: Scope }) {
  const { query } = useApi();
  const { taskId, task } = order;
  const cancelling = useQuery(
    query.outbox.cancellation.queryOptions({ input: taskId === null ? skipToken : { scope, taskId } }),
  ).data;
  const canCancel = task !== null && isOpen(task);
  return (
    <>
      {cancelling && canCancel && <Cancelling command={cancelling} />}
      <Group gap={6}>
        <DuplicateOrder order={order} />
        {taskId !== null && canCancel && (!cancelling || cancelling.state === 'refused') && (
          <CancelTask task={{ taskId, name: task.name }} scope={scope} />
        )}
      </Group>
    </>
  );
}

function Details({ order, scope }: { order: OrderDetails; scope: Scope }) {
  const { t } = useTranslation();
  const { error, reading, refresh } = useReadOrder(scope, order.orderId, order.updatedAt);
  const facts = useFacts(order);
  return (
    <Stack gap="sm" p="sm">
      <DetailsHead
        title={order.name || t('orders.unnamed', { id: order.orderId })}
        onZoom={order.longitude === null ? null : () => zoomTo(order)}
        refresh={{ label: t('orders.refresh'), act: refresh }}
        busy={reading}
        onClose={() => closeDetails('order')}
      />
      {error !== null && <ErrorNote error={error} onRetry={refresh} />}
      <SubjectFlags scope={scope} subject={{ kind: 'order', orderId: order.orderId }} />
      <Actions order={order} scope={scope} />
      <Facts facts={facts} />
      <OrderCaptures order={order} scope={scope} />
      <History scope={scope} subject={{ kind: 'order', orderId: order.orderId }} />
      <RawData value={order.raw} />
    </Stack>
  );
}

/** The details of an order. */
export function OrderDetailsPane({ orderId }: { orderId: OrderId }) {
  const { query } = useApi();
  const scope = useActiveScope();
  const order = useQuery(query.orders.get.queryOptions({ input: scope ? { scope, orderId } : skipToken }));
  if (order.isError) return <ErrorNote error={order.error} onRetry={() => void order.refetch()} />;
  return scope && order.data ? <Details key={orderId} order={order.data} scope={scope} /> : null;
}
