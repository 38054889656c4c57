import { z } from 'zod';
import type { OrderId, Scope } from '../../../src-preload/contract/ids.ts';
import {
  type OrderFilter,
  type OrderPlaces,
  type OrderRow,
  type OrderSort,
  type OrderState,
  orderRowSchema,
  orderStateSchema,
} from '../../../src-preload/contract/orders.ts';
import { boundedTexts } from '../../core/bounded-texts.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import { idsInAll, selectedAs } from '../../store/list-declaration.ts';
import { createScopedList } from '../../store/scoped-list.ts';
import type { Migration, Store } from '../../store/store.ts';

const orderStates = orderStateSchema.options;

const columns: Record<keyof OrderRow, string> = {
  orderId: 'order_id',
  name: 'name',
  project: 'project',
  sku: 'sku',
  productName: 'product_name',
  status: 'status',
  state: 'state',
  taskId: 'task_id',
  longitude: 'longitude_e6 / 1e6',
  latitude: 'latitude_e6 / 1e6',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  deliverableCount: 'deliverable_count',
  deliveredCount: 'delivered_count',
  goneAt: 'gone_at',
};

/** The SELECT list for rows of `orderRowSchema`. */
export const orderColumns = selectedAs(columns);

const sorts: Record<OrderSort, string> = {
  updated: 'updated_at',
  created: 'created_at',
  name: 'name COLLATE NOCASE',
  status: 'state',
  project: 'project COLLATE NOCASE',
  sku: 'sku',
  delivered: 'delivered_count',
};

const geometryRow = z.object({ geometry: z.string().nullable().catch(null) });
/** An order is a Feature or a flat object (service §10.4). */
const selectGeometry = `SELECT CASE WHEN json_valid(raw)
    THEN coalesce(json_extract(raw, '$.geometry'), json_extract(raw, '$.properties.geometry')) END AS geometry
  FROM service_order_raw WHERE ${inScope} AND order_id = :orderId`;

const placesRow = z.object({
  ids: z.string().nullable(),
  longitudes: z.string().nullable(),
  latitudes: z.string().nullable(),
  states: z.string().nullable(),
  ringIds: z.string().nullable(),
  rings: z.string().nullable(),
});

/** The index by which lists search and count, instead of reading the rows. Every column that is filtered by one value must be in it. */
export const orderListMigrations: Migration[] = [
  {
    domain: 'orders-lists',
    version: 1,
    sql: `
    CREATE INDEX service_order_found ON service_order (connection_id, contract_id, state, sku, folded);`,
  },
];

/** Which orders a list shows, and how they are sorted. */
export interface ListOptions {
  filter: OrderFilter;
  sort: OrderSort;
  descending: boolean;
}

const stateCountsOf = (countOf: (state: OrderState) => number) =>
  z
    .record(orderStateSchema, z.number())
    .parse(Object.fromEntries(orderStates.map((state) => [state, countOf(state)])));

/**
 * Creates the queries of the list of orders and of their places on the map. They may read all orders of a scope, so the screens run
 * them in the list reader's thread. `flagged` returns the orders that need attention.
 */
export function createOrderList({
  store,
  flagged,
}: {
  store: Store;
  flagged: ((scope: Scope) => readonly string[]) | undefined;
}) {
  const list = createScopedList(store, {
    table: 'service_order',
    id: { column: 'order_id', fromText: 'value' },
    row: orderRowSchema,
    columns,
    sorts,
    states: { column: 'state', kinds: orderStates },
    equals: { sku: 'sku' },
    countedBy: 'service_order_found',
  });

  const termsOf = (scope: Scope, { search, states, sku, needsAttention, orderIds }: OrderFilter) => ({
    search,
    states,
    equals: { sku },
    ids: idsInAll(orderIds, needsAttention ? (flagged?.(scope) ?? []) : undefined),
  });

  return {
    /** Returns one page of the list, with the number of all matching rows and the numbers per state. */
    list(scope: Scope, options: ListOptions & { offset: number; limit: number }) {
      const { total, rows, countOf } = list.page(scope, termsOf(scope, options.filter), options);
      return { total, rows, stateCounts: stateCountsOf(countOf) };
    },
    /** Returns the ids of a part of the list, packed. */
    ids: (scope: Scope, { filter, ...range }: ListOptions & { offset: number; limit: number }) =>
      list.ids(scope, termsOf(scope, filter), range),
    /** Returns the position of an order in the whole list, from 0; null if the filter does not match it. */
    position: (scope: Scope, orderId: OrderId, options: ListOptions) =>
      list.position(scope, orderId, termsOf(scope, options.filter), options),
    /** Returns the geometries of the first of these orders as GeoJSON texts, in the same sequence; null for an order without one. */
    geometries: (scope: Scope, orderIds: readonly OrderId[]) =>
      boundedTexts(
        orderIds,
        (orderId) =>
          store.get(geometryRow, selectGeometry, { ...scopeParams(scope), orderId })?.geometry ?? null,
      ),
    /** Returns the places of the orders that match the filter, in packed form (`contract/packed-places.ts`). */
    places(scope: Scope, filter: OrderFilter): OrderPlaces {
      const { sql, params } = list.where(scope, termsOf(scope, filter));
      // One query returns whole columns, because reading twenty thousand rows one by one would block the event loop.
      const ifPlaced = 'FILTER (WHERE longitude_e6 IS NOT NULL)';
      const packed = store.get(
        placesRow,
        `SELECT group_concat(order_id, char(31)) ${ifPlaced} AS ids, group_concat(longitude_e6) AS longitudes,
           group_concat(latitude_e6) ${ifPlaced} AS latitudes, group_concat(state, ' ') ${ifPlaced} AS states,
           group_concat(order_id, char(31)) FILTER (WHERE rings IS NOT NULL) AS ringIds, group_concat(rings, '|') AS rings
         FROM service_order WHERE ${sql}`,
        params,
      );
      return {
        ids: packed?.ids ?? '',
        longitudes: packed?.longitudes ?? '',
        latitudes: packed?.latitudes ?? '',
        states: packed?.states ?? '',
        ringIds: packed?.ringIds ?? '',
        rings: packed?.rings ?? '',
      };
    },
  };
}
