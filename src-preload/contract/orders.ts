import { z } from 'zod';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';
import { geometryTextsSchema, mostGeometries } from './geometry.ts';
import { captureIdSchema, mostChosen, mostNamed, orderIdSchema, scopeSchema, taskIdSchema } from './ids.ts';
import { orderStates } from './plain-values.ts';
import { syncStateSchema } from './sync.ts';
import { taskStatusKindSchema } from './tasking.ts';

/**
 * The state of an order. The service uses `closed` for success and for failure, so the outcome is read from the
 * deliverables (service §10.4). Here `closed` means that the deliverables are not known yet; unknown texts become
 * `other` and are shown unchanged.
 */
export const orderStateSchema = z.enum(orderStates);

export const orderRowSchema = z.object({
  orderId: orderIdSchema,
  name: z.string(),
  project: z.string(),
  sku: z.string(),
  productName: z.string().nullable(),
  /** The service's own word. */
  status: z.string(),
  state: orderStateSchema,
  /** The V1 task that the order mirrors; null if none. */
  taskId: taskIdSchema.nullable(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
  deliverableCount: z.number(),
  deliveredCount: z.number(),
  /** When the service was found not to have the order any more, so that its status is the last that was heard; null if it has it. */
  goneAt: z.string().nullable(),
});

const partStateSchema = z.enum(['waiting', 'processing', 'done', 'failed', 'other']);

export const orderCaptureSchema = z.object({
  captureId: captureIdSchema,
  status: z.string(),
  state: partStateSchema,
  start: z.string().nullable(),
  satelliteName: z.string().nullable(),
  reason: z.string().nullable(),
});

export const deliverableSchema = z.object({
  deliverableId: z.string(),
  status: z.string(),
  state: partStateSchema,
  captureId: captureIdSchema.nullable(),
  sceneId: z.string().nullable(),
  level: z.string().nullable(),
  quantity: z.number().nullable(),
  /** The field that contained the quantity, and the service's word for its unit. */
  quantityField: z.string().nullable(),
  quantityUnit: z.string().nullable(),
  reason: z.string().nullable(),
  updatedAt: z.string().nullable(),
  deliveredAt: z.string().nullable(),
  /** Only the names of the assets, because their links contain tokens. */
  assets: z.array(z.string()),
});

export const orderEventSchema = z.object({
  key: z.string(),
  at: z.string().nullable(),
  kind: z.string().nullable(),
  status: z.string().nullable(),
  reason: z.string().nullable(),
  captureId: z.string().nullable(),
  deliverableId: z.string().nullable(),
});

export const orderDetailsSchema = orderRowSchema.extend({
  /** The capture that an archive order is about; null for other orders. */
  outcomeId: captureIdSchema.nullable(),
  start: z.string().nullable(),
  end: z.string().nullable(),
  /** `[west, south, east, north]` of an area; null for a point. */
  bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  parameters: z.record(z.string(), z.unknown()),
  /**
   * The names of `parameters`, `start` and `end` whose values come from the sent order because the service does not
   * return them.
   */
  fromRequest: z.array(z.string()),
  task: z.object({ name: z.string(), status: z.string(), statusKind: taskStatusKindSchema }).nullable(),
  captures: z.array(orderCaptureSchema),
  deliverables: z.array(deliverableSchema),
  events: z.array(orderEventSchema),
  /** All data as the service sent it, without links. */
  raw: z.object({
    order: z.unknown(),
    captures: z.array(z.unknown()),
    deliverables: z.array(z.unknown()),
    events: z.array(z.unknown()),
  }),
  seenAt: z.string(),
  /** When captures, deliverables and events of this order were last read; null for never. */
  partsReadAt: z.string().nullable(),
});

export const orderFilterSchema = z.object({
  search: z.string().max(200).optional(),
  states: z.array(orderStateSchema).optional(),
  sku: z.string().max(200).optional(),
  /** True to list only rows with a flag. */
  needsAttention: z.boolean().optional(),
  /** To list only these: what the map says of the marks at one place. */
  orderIds: z.array(orderIdSchema).max(mostNamed).optional(),
});

export const orderSortSchema = z.enum([
  'updated',
  'created',
  'name',
  'status',
  'project',
  'sku',
  'delivered',
]);

/**
 * Places in columns for the map, packed as in packed-places.ts: the nth item of each list belongs to the same order.
 */
export const orderPlacesSchema = z.object({
  ids: z.string(),
  longitudes: z.string(),
  latitudes: z.string(),
  /** The states, separated by spaces. */
  states: z.string(),
  /** Only for orders with an area: their ids, and the outer rings of each, with `|` between orders. */
  ringIds: z.string(),
  rings: z.string(),
});

export const orderSyncStateSchema = syncStateSchema.extend({
  /** The resource that a running sync is reading. */
  resource: z.enum(['orders', 'deliverables']),
  /** True while the first sync is not finished. */
  first: z.boolean(),
  /** The same number as `missing`, of the list of all deliverables. */
  missingDeliverables: z.number(),
});

const scoped = z.object({ scope: scopeSchema });
const byOrder = scoped.extend({ orderId: orderIdSchema });
const byTask = scoped.extend({ taskId: taskIdSchema });
const terms = { filter: orderFilterSchema, sort: orderSortSchema, descending: z.boolean() };

const procedures = {
  list: query('orders', 'tracking')
    .input(
      scoped.extend({
        ...terms,
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(
      z.object({
        total: z.number(),
        rows: z.array(orderRowSchema),
        stateCounts: z.record(orderStateSchema, z.number()),
      }),
    ),
  /** Returns the ids of the same list, packed (`packed-places.ts`), to select many at once. */
  ids: query('orders', 'tracking')
    .input(
      scoped.extend({
        ...terms,
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(mostChosen),
      }),
    )
    .output(z.string()),
  places: query('orders', 'tracking')
    .input(scoped.extend({ filter: orderFilterSchema }))
    .output(orderPlacesSchema),
  /** Returns the points and areas of these orders; see `geometryTextsSchema`. */
  geometries: query('orders')
    .input(scoped.extend({ orderIds: z.array(orderIdSchema).min(1).max(mostGeometries) }))
    .output(geometryTextsSchema),
  /** Returns the index of the order in the list with these terms, or null. */
  position: query('orders', 'tracking').input(byOrder.extend(terms)).output(z.number().nullable()),
  /** Returns the SKUs of the known orders in this scope, for the filter. */
  skus: query('orders').input(scoped).output(z.array(z.string())),
  get: query('orders', 'tasks', 'reference').input(byOrder).output(orderDetailsSchema),
  /** Reads the order with captures, deliverables and events from the service, then returns the same as `get`. */
  refresh: procedure.input(byOrder).output(orderDetailsSchema),
  /** Returns the stored orders that mirror a V1 task. */
  ofTask: query('orders').input(byTask).output(z.array(orderRowSchema)),
  /** Asks the service for these orders (service §9.3), then returns the same as `ofTask`. */
  fetchOrdersOfTask: procedure.input(byTask).output(z.array(orderRowSchema)),
  /** Reads what has changed since the last sync (joins a running sync). */
  sync: procedure.input(scoped).output(orderSyncStateSchema),
  syncState: query('order-sync').input(scoped).output(orderSyncStateSchema),
};

export const ordersDomain = declareDomain({
  procedures,
  topics: [
    'orders',
    // The progress of a sync of orders, without a change of their rows.
    'order-sync',
  ],
  subjects: { order: orderIdSchema },
});

/** The state of an order, derived from the service's status and from its deliverables (service §10.4). */
export type OrderState = z.infer<typeof orderStateSchema>;
/**
 * An order in the list. Longitude and latitude are those of its point, or the centre of its area; null if it has no
 * readable geometry.
 */
export type OrderRow = z.infer<typeof orderRowSchema>;
/**
 * A deliverable of an order (service §10.4). `quantity` is the number in the service's field `quantityField`; all
 * three are null if no such field is known.
 */
export type Deliverable = z.infer<typeof deliverableSchema>;
/**
 * An order with captures, deliverables, events and the raw responses. `task` is null if the order mirrors no known V1
 * task.
 */
export type OrderDetails = z.infer<typeof orderDetailsSchema>;
/** The filter of the list of orders. A field that is left out does not restrict the list. */
export type OrderFilter = z.infer<typeof orderFilterSchema>;
/** The sort key of the list of orders; `updated` is the time of the last change at the service. */
export type OrderSort = z.infer<typeof orderSortSchema>;
/**
 * The places and outlines of all listed orders for the map, packed into texts because twenty thousand objects would
 * block the page.
 */
export type OrderPlaces = z.infer<typeof orderPlacesSchema>;
/** The progress of the sync of orders. Orders are read first, then their deliverables. */
export type OrderSyncState = z.infer<typeof orderSyncStateSchema>;
/**
 * The state of a capture or deliverable of an order, derived from the service's status; unknown texts become `other`.
 */
export type PartState = z.infer<typeof partStateSchema>;
