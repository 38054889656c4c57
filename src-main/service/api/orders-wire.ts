import { z } from 'zod';
import { captureIdSchema, orderIdSchema } from '../../../src-preload/contract/ids.ts';
import { readAssets, wireAssetSchema } from './asset-wire.ts';
import { looseText, text } from './wire.ts';

const record = z.record(z.string(), z.unknown());
type Fields = Record<string, unknown>;

/** Returns the fields of a row, which may be flat or a Feature. A field in `properties` wins over one beside it. */
function fieldsOf(value: unknown): Fields | null {
  const outer = record.safeParse(value);
  if (!outer.success) return null;
  const inner = record.safeParse(outer.data.properties);
  if (!inner.success) return outer.data;
  const { properties, type, ...beside } = outer.data;
  return { ...beside, ...inner.data, geometry: beside.geometry ?? inner.data.geometry };
}

function first(fields: Fields, ...names: string[]): unknown {
  for (const name of names) {
    const value = fields[name];
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return null;
}

/** Returns an identifier, or takes it out of an object. */
function reference(value: unknown, ...names: string[]): unknown {
  const inner = record.safeParse(value);
  return inner.success ? first(inner.data, ...names, 'id') : value;
}

const list = z.array(z.unknown()).nullable().catch(null);
const fields = record.nullable().catch(null);
const id = looseText.pipe(z.string().min(1));

/**
 * An order in any known shape (service §10.4): a Feature or a flat object; the identifier a string (zero padded) or a number;
 * captures, deliverables and events beside the properties or in them. Only the identifier is required.
 */
export const wireOrderSchema = z.preprocess(
  (value) => {
    const all = fieldsOf(value);
    if (all === null) return value;
    return {
      orderId: first(all, 'order_id', 'id'),
      contractId: all.contract_id,
      contractName: all.contract_name,
      projectId: all.project_id,
      project: first(all, 'project_name', 'project'),
      name: first(all, 'order_name', 'name'),
      sku: all.sku,
      productName: first(all, 'product_name', 'product'),
      status: all.status,
      createdAt: first(all, 'created_at', 'created_time', 'created'),
      updatedAt: first(all, 'updated_at', 'updated_time', 'updated'),
      parameters: all.parameters,
      geometry: all.geometry,
      captures: all.captures,
      deliverables: all.deliverables,
      events: all.events,
    };
  },
  z.object({
    orderId: id.pipe(orderIdSchema),
    contractId: text,
    contractName: text,
    projectId: text,
    project: text,
    name: text,
    sku: text,
    productName: text,
    status: text,
    createdAt: text,
    updatedAt: text,
    parameters: fields,
    geometry: z.unknown(),
    captures: list,
    deliverables: list,
    events: list,
  }),
);

export const wireOrderCaptureSchema = z.preprocess(
  (value) => {
    const all = fieldsOf(value);
    if (all === null) return value;
    return {
      captureId: first(all, 'capture_id', 'id', 'sceneset_id', 'outcome_id'),
      status: all.status,
      start: first(all, 'start', 'acquired_at', 'captured_at', 'datetime'),
      satelliteName: first(all, 'satellite_name', 'satellite'),
      reason: first(all, 'status_reason', 'reason'),
      updatedAt: first(all, 'updated_at', 'updated'),
    };
  },
  z.object({
    captureId: id.pipe(captureIdSchema),
    status: text,
    start: text,
    satelliteName: text,
    reason: text,
    updatedAt: text,
  }),
);

/** Possible names of the billable quantity; the name that was found is returned with it (service §10.4). */
const quantityNames = ['quantity', 'billable_quantity', 'billed_quantity', 'delivered_quantity', 'area_km2'];

function quantityOf(all: Fields): { value: unknown; field: string; unit: unknown } | null {
  const found = quantityNames.find((name) => first(all, name) !== null);
  if (found === undefined) return null;
  const inner = record.safeParse(all[found]);
  const own = inner.success ? first(inner.data, 'value', 'amount') : all[found];
  const unit = inner.success
    ? first(inner.data, 'unit')
    : first(all, `${found}_unit`, 'unit', 'quantity_unit', 'uom');
  return { value: own, field: found, unit: unit ?? (found === 'area_km2' ? 'km2' : null) };
}

const looseNumber = z.union([
  z.number(),
  z
    .string()
    .trim()
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number)
    .pipe(z.number()),
]);

export const wireDeliverableSchema = z.preprocess(
  (value) => {
    const all = fieldsOf(value);
    if (all === null) return value;
    const quantity = quantityOf(all);
    const { names, files } = readAssets(all.assets);
    return {
      deliverableId: first(all, 'deliverable_id', 'id'),
      orderId: reference(first(all, 'order_id', 'order'), 'order_id'),
      status: all.status,
      captureId: reference(first(all, 'capture_id', 'capture', 'sceneset_id', 'outcome_id'), 'capture_id'),
      sceneId: reference(first(all, 'scene_id', 'scene'), 'scene_id'),
      sku: all.sku,
      level: first(all, 'processing_level', 'level'),
      quantity: quantity?.value,
      quantityField: quantity?.field,
      quantityUnit: quantity?.unit,
      reason: first(all, 'status_reason', 'reason'),
      createdAt: first(all, 'created_at', 'created'),
      updatedAt: first(all, 'updated_at', 'updated'),
      deliveredAt: first(all, 'delivered_at', 'delivery_date'),
      takenAt: first(all, 'acquired_at', 'captured_at', 'datetime'),
      geometry: all.geometry ?? all.footprint,
      assets: names,
      files,
    };
  },
  z.object({
    deliverableId: id,
    /** Null if the row does not name its order; the caller then knows it from its request. */
    orderId: id.pipe(orderIdSchema).nullable().catch(null),
    status: text,
    captureId: id.pipe(captureIdSchema).nullable().catch(null),
    sceneId: text,
    sku: text,
    level: text,
    quantity: looseNumber.nullish().catch(null),
    quantityField: text,
    quantityUnit: text,
    reason: text,
    createdAt: text,
    updatedAt: text,
    deliveredAt: text,
    takenAt: text,
    geometry: z.unknown(),
    /** The names of the assets; they are stored. */
    assets: z.array(z.string()),
    /** The assets that can be fetched. Their addresses may contain tokens: they are used from memory and never stored. */
    files: z.array(wireAssetSchema),
  }),
);

/** The payload is not documented: any object is read, and its other fields are shown unchanged. */
export const wireOrderEventSchema = z.preprocess(
  (value) => {
    const all = fieldsOf(value);
    if (all === null) return value;
    return {
      eventId: first(all, 'event_id', 'id', 'uuid'),
      at: first(
        all,
        'time',
        'timestamp',
        'at',
        'occurred_at',
        'event_time',
        'created_at',
        'datetime',
        'date',
      ),
      kind: first(all, 'kind', 'event_type', 'type', 'event', 'name', 'code', 'action'),
      status: first(all, 'status', 'new_status', 'state'),
      reason: first(all, 'reason', 'status_reason', 'message', 'detail', 'description'),
      captureId: reference(first(all, 'capture_id', 'capture'), 'capture_id'),
      deliverableId: reference(first(all, 'deliverable_id', 'deliverable'), 'deliverable_id'),
    };
  },
  z.object({
    eventId: text,
    at: text,
    kind: text,
    status: text,
    reason: text,
    captureId: text,
    deliverableId: text,
  }),
);

/** A V2 order as read from the service (service §10.4); malformed optional fields are null. */
export type WireOrder = z.infer<typeof wireOrderSchema>;
/** A capture of a V2 order as read from the service (service §10.4). */
export type WireOrderCapture = z.infer<typeof wireOrderCaptureSchema>;
/** A deliverable of a V2 order as read from the service (service §10.4). */
export type WireDeliverable = z.infer<typeof wireDeliverableSchema>;
/** An event of a V2 order as read from the service. It may have no identifier. */
export type WireOrderEvent = z.infer<typeof wireOrderEventSchema>;
