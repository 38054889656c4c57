import type { TFunction } from 'i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import {
  type OrderPlaces,
  type OrderRow,
  type OrderSort,
  orderStateSchema,
} from '../../../src-preload/contract/orders.ts';
import { unpackIds } from '../../../src-preload/contract/packed-places.ts';
import type { ListExport, OutputColumn } from '../../kit/export/list-export.ts';

const columnsOf = (t: TFunction): OutputColumn[] => [
  { key: 'order_id', label: t('orders.field.id'), type: 'text', isOnSheet: true },
  { key: 'project', label: t('label.project'), type: 'text', isOnSheet: true },
  { key: 'sku', label: t('label.sku'), type: 'text' },
  { key: 'product', label: t('label.product'), type: 'text' },
  {
    key: 'state',
    label: t('label.status'),
    type: 'text',
    isOnSheet: true,
    wordOf(value) {
      const state = orderStateSchema.safeParse(value).data;
      return state === undefined ? String(value) : t(`orders.state.${state}`);
    },
  },
  { key: 'status', label: t('export.column.serviceStatus'), type: 'text' },
  { key: 'gone_at', label: t('export.column.gone'), type: 'time' },
  { key: 'task_id', label: t('tasks.field.id'), type: 'integer' },
  { key: 'created_at', label: t('label.created'), type: 'time' },
  { key: 'updated_at', label: t('label.modified'), type: 'time' },
  { key: 'items', label: t('export.column.deliverables'), type: 'integer' },
  { key: 'delivered', label: t('label.delivered'), type: 'integer' },
];

const attributesOf = (order: OrderRow) => ({
  order_id: order.orderId,
  project: order.project,
  sku: order.sku,
  product: order.productName,
  state: order.state,
  status: order.status,
  gone_at: order.goneAt,
  task_id: order.taskId,
  created_at: order.createdAt,
  updated_at: order.updatedAt,
  items: order.deliverableCount,
  delivered: order.deliveredCount,
});

/** The sort of each sortable column of the table. */
export const orderColumnSorts: Readonly<Record<string, OrderSort>> = {
  name: 'name',
  project: 'project',
  sku: 'sku',
  state: 'status',
  delivered: 'delivered',
  created_at: 'created',
  updated_at: 'updated',
};

/** Declares how orders become features of a file. */
export const orderExport: ListExport<OrderRow, { scope: Scope }, OrderPlaces> = {
  layer: 'orders',
  columns: columnsOf,
  folderColumn: 'project',
  nameOf: ({ name }) => name,
  attributesOf,
  geometries: (client, orders, { scope }, signal) =>
    client.orders.geometries({ scope, orderIds: orders.map(({ orderId }) => orderId) }, { signal }),
  countPlaces({ ids, ringIds }) {
    const areas = unpackIds(ringIds).length;
    return { points: unpackIds(ids).length - areas, areas };
  },
};
