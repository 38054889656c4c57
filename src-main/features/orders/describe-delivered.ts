import { z } from 'zod';
import type { BillRow } from '../../../src-preload/contract/bills.ts';
import { decimalOf } from '../../../src-preload/contract/decimal.ts';
import type { Footprint } from '../../../src-preload/contract/geometry.ts';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { readFootprint } from '../../core/footprint.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import { text } from '../../service/api/wire.ts';
import type { Store } from '../../store/store.ts';
import { storedRecord } from '../../store/stored-json.ts';
import type { DeliveredRow } from './delivered-rows.ts';
import { partState } from './order-status.ts';
import { comparableTime } from './wire-mapping.ts';

const atStatusRow = z.object({ at: z.string().nullable(), status: z.string().nullable() });
const fieldsSchema = z.record(z.string(), z.unknown());
const openStates: ReadonlySet<string> = new Set(['received', 'in-progress', 'other']);

/** A deliverable that was delivered, with data of its order, but not of its scene, which is in another domain. */
export interface Delivered {
  row: Omit<BillRow, 'librarySceneId' | 'onDisk' | 'quantitySource'>;
  /** True if it was certainly delivered; false for an unknown status. */
  known: boolean;
  orderStatus: string;
  /** Returns the service's polygon of the deliverable itself. */
  footprint: () => Footprint | null;
}

const squareKilometres = /^(km2|km²|km\^2|sq\.? ?km|sqkm|square[ _-]?kilomet(er|re)s?)$/i;

/** Returns the fields of a raw text; of a Feature its properties and its geometry in one object. Empty for null. */
export function fieldsOf(raw: string | null): Record<string, unknown> {
  if (raw === null) return {};
  const outer = storedRecord(raw);
  const inner = fieldsSchema.safeParse(outer.properties);
  return inner.success ? { ...outer, ...inner.data, geometry: outer.geometry ?? inner.data.geometry } : outer;
}

/** Returns a quantity with all digits that the service sent as text; a number could lose some. Null if there is none. */
function quantityOf(
  { quantity, quantityField }: DeliveredRow,
  fields: Record<string, unknown>,
): string | null {
  if (quantity === null) return null;
  const field = quantityField === null ? null : fields[quantityField];
  const inner = fieldsSchema.safeParse(field);
  const value = inner.success ? (inner.data.value ?? inner.data.amount) : field;
  return (typeof value === 'string' ? decimalOf(value) : null) ?? decimalOf(quantity);
}

/** Creates the function that describes a row for usage reports; it returns null if nothing was delivered. */
export function createDescribeDelivered(store: Pick<Store, 'all'>) {
  /** Returns the time of the first event that reports the delivery; null if there is none. */
  function eventTime(scope: Scope, row: DeliveredRow): string | null {
    const events = store.all(
      atStatusRow,
      `SELECT at, status FROM order_event WHERE ${inScope} AND order_id = :orderId AND deliverable_id = :deliverableId
       ORDER BY at LIMIT 100`,
      { ...scopeParams(scope), orderId: row.orderId, deliverableId: row.deliverableId },
    );
    const first = events.find(
      ({ at, status }) => partState(status) === 'done' && comparableTime(at) !== null,
    );
    return first?.at ?? null;
  }

  /** Returns when it was delivered, and the source of that time: the deliverable, its last update or an event. */
  function timeOf(scope: Scope, row: DeliveredRow): Pick<BillRow, 'at' | 'timeSource'> {
    const delivered = comparableTime(row.deliveredAt);
    if (delivered !== null) return { at: delivered, timeSource: 'delivered' };
    const updated = comparableTime(row.updatedAt);
    if (updated !== null) return { at: updated, timeSource: 'updated' };
    const event = eventTime(scope, row);
    return event === null ? { at: null, timeSource: null } : { at: event, timeSource: 'event' };
  }

  return (scope: Scope, row: DeliveredRow): Delivered | null => {
    if (row.state !== 'done' && row.state !== 'other') return null;
    const fields = fieldsOf(row.raw);
    const quantity = quantityOf(row, fields);
    const unit = quantity === null ? null : row.quantityUnit?.trim() || null;
    const sku = row.sku ?? row.orderSku ?? '';
    return {
      known: row.state === 'done',
      orderStatus: row.orderStatus ?? '',
      row: {
        contractId: scope.contractId,
        orderId: row.orderId,
        deliverableId: row.deliverableId,
        orderName: row.orderName ?? '',
        project: row.orderProject || (text.parse(fields.project_name) ?? ''),
        sku,
        level: row.level,
        taskId: row.taskId,
        captureId: row.captureId,
        sceneId: row.sceneId,
        status: row.status,
        ...timeOf(scope, row),
        quantity,
        unit: unit !== null && squareKilometres.test(unit) ? 'km2' : unit,
        quantityField: quantity === null ? null : row.quantityField,
        provisional: openStates.has(row.orderState ?? ''),
        archive: /^ARC/i.test(row.orderSku ?? sku),
      },
      footprint: () => readFootprint(fields.geometry),
    };
  };
}
