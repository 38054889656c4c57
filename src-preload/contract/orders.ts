import { z } from 'zod';
import { procedure, query } from './base.ts';
import { captureIdSchema, orderIdSchema, scopeSchema, taskIdSchema } from './ids.ts';
import { syncStateSchema } from './sync.ts';
import { taskStatusKindSchema } from './tasking.ts';

/**
 * Where an order stands. The service says `closed` of success and of failure: the outcome is read from the deliverables
 * (service §10.4). `closed` is one whose deliverables are not known yet; unknown texts stay `other` and are shown raw.
 */
export const orderStateSchema = z.enum([
  'received',
  'in-progress',
  'fulfilled',
  'unfulfilled',
  'closed',
  'cancelled',
  'failed',
  'other',
]);

export const orderRowSchema = z.object({
  orderId: orderIdSchema,
  name: z.string(),
  project: z.string(),
  sku: z.string(),
  productName: z.string().nullable(),
  /** The service's own word. */
  status: z.string(),
  state: orderStateSchema,
  /** The V1 task that it mirrors. */
  taskId: taskIdSchema.nullable(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
  deliverableCount: z.number(),
  deliveredCount: z.number(),
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
  /** The field that the quantity stood in, and its unit as the service says it. */
  quantityField: z.string().nullable(),
  quantityUnit: z.string().nullable(),
  reason: z.string().nullable(),
  updatedAt: z.string().nullable(),
  deliveredAt: z.string().nullable(),
  /** Names only: links carry tokens. */
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
  /** The capture that an archive order is about. */
  outcomeId: captureIdSchema.nullable(),
  start: z.string().nullable(),
  end: z.string().nullable(),
  /** `[west, south, east, north]` of an area; null for a point. */
  bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  parameters: z.record(z.string(), z.unknown()),
  /** Of `parameters`, `start` and `end`: those that the service does not repeat, taken from the order as it was sent. */
  fromRequest: z.array(z.string()),
  task: z.object({ name: z.string(), status: z.string(), statusKind: taskStatusKindSchema }).nullable(),
  captures: z.array(orderCaptureSchema),
  deliverables: z.array(deliverableSchema),
  events: z.array(orderEventSchema),
  /** Everything as the service sent it, links taken out. */
  raw: z.object({
    order: z.unknown(),
    captures: z.array(z.unknown()),
    deliverables: z.array(z.unknown()),
    events: z.array(z.unknown()),
  }),
  seenAt: z.string(),
  /** When captures, deliverables and events were last read for this order; null for never. */
  partsReadAt: z.string().nullable(),
});

export const orderFilterSchema = z.object({
  search: z.string().max(200).optional(),
  states: z.array(orderStateSchema).optional(),
  sku: z.string().max(200).optional(),
  /** Those with a flag only. */
  needsAttention: z.boolean().optional(),
});

export const orderSortSchema = z.enum(['updated', 'created', 'name', 'status']);

/** Columnar, for the map, packed as in packed-places.ts: the nth of each list is of one order. */
export const orderPlacesSchema = z.object({
  ids: z.string(),
  longitudes: z.string(),
  latitudes: z.string(),
  /** States, a space between them. */
  states: z.string(),
  /** Of areas only: the outer rings of each, `|` between orders, and whose they are. */
  ringIds: z.string(),
  rings: z.string(),
});

export const orderSyncStateSchema = syncStateSchema.extend({
  /** What is being read, while running. */
  resource: z.enum(['orders', 'deliverables']),
  /** Everything is being read for the first time, or what is left of it. */
  first: z.boolean(),
});

const scoped = z.object({ scope: scopeSchema });
const byOrder = scoped.extend({ orderId: orderIdSchema });
const byTask = scoped.extend({ taskId: taskIdSchema });
const terms = { filter: orderFilterSchema, sort: orderSortSchema, descending: z.boolean() };

export const ordersContract = {
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
  places: query('orders', 'tracking')
    .input(scoped.extend({ filter: orderFilterSchema }))
    .output(orderPlacesSchema),
  /** Where the order stands in the list of these terms, or null. */
  position: query('orders', 'tracking').input(byOrder.extend(terms)).output(z.number().nullable()),
  /** SKUs seen in this scope, for the filter. */
  skus: query('orders').input(scoped).output(z.array(z.string())),
  get: query('orders', 'tasks', 'reference').input(byOrder).output(orderDetailsSchema),
  /** Reads the order with captures, deliverables and events now, then answers as `get`. */
  refresh: procedure.input(byOrder).output(orderDetailsSchema),
  /** The stored orders that mirror a V1 task. */
  ofTask: query('orders').input(byTask).output(z.array(orderRowSchema)),
  /** Asks the service for them (service §9.3), then answers as `ofTask`. */
  fetchOrdersOfTask: procedure.input(byTask).output(z.array(orderRowSchema)),
  /** Reads now what changed since the last time (joins a running sync). */
  sync: procedure.input(scoped).output(orderSyncStateSchema),
  syncState: query('order-sync').input(scoped).output(orderSyncStateSchema),
};

/** The state of an order, folded from the service's status and from its deliverables (service §10.4). */
export type OrderState = z.infer<typeof orderStateSchema>;
/**
 * An order in the list. Longitude and latitude are those of its point, or the centre of its area; null where it has
 * no readable geometry.
 */
export type OrderRow = z.infer<typeof orderRowSchema>;
/**
 * Something that an order delivers (service §10.4). `quantity` is the number in the service's field `quantityField`;
 * all three are null where no such field is known.
 */
export type Deliverable = z.infer<typeof deliverableSchema>;
/**
 * An order with captures, deliverables, events and the raw responses. `task` is null where the order mirrors no known
 * V1 task.
 */
export type OrderDetails = z.infer<typeof orderDetailsSchema>;
/** Which orders are listed. A field that is left out does not restrict the list. */
export type OrderFilter = z.infer<typeof orderFilterSchema>;
/** By what the list of orders is sorted; `updated` is the time of the last change at the service. */
export type OrderSort = z.infer<typeof orderSortSchema>;
/**
 * Places and outlines of all listed orders for the map, packed into texts because twenty thousand objects would hold
 * up the page.
 */
export type OrderPlaces = z.infer<typeof orderPlacesSchema>;
/** How far the sync of orders has come. Orders are read first, then their deliverables. */
export type OrderSyncState = z.infer<typeof orderSyncStateSchema>;
/** The state of a capture or deliverable of an order, folded from the service's status; unknown texts are `other`. */
export type PartState = z.infer<typeof partStateSchema>;
