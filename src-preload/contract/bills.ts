import { z } from 'zod';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';
import {
  captureIdSchema,
  connectionIdSchema,
  contractIdSchema,
  librarySceneIdSchema,
  orderIdSchema,
  taskIdSchema,
} from './ids.ts';
import { isDay, isTimeZone } from './zoned-days.ts';

const daySchema = z.string().refine(isDay, 'validation.day');
const contractRef = contractIdSchema.nullable();
/**
 * The longest period of a bill: longer than any such service has existed. Each month in it costs a computation of its
 * boundary.
 */
const mostYears = 50;

/** Returns true if two days are the first and the last of a period, and it is not longer than a bill may be. */
export function isBillPeriod({ firstDay, lastDay }: { firstDay: string; lastDay: string }): boolean {
  return firstDay <= lastDay && Number(lastDay.slice(0, 4)) - Number(firstDay.slice(0, 4)) < mostYears;
}

/** The terms of a bill. Days are in the selected time zone, both included. */
export const billTermsSchema = z
  .object({
    connectionId: connectionIdSchema,
    /** Null for all contracts of the connection. */
    contracts: z.array(contractRef).min(1).max(200).nullable(),
    firstDay: daySchema,
    lastDay: daySchema,
    timeZone: z.string().min(1).max(100).refine(isTimeZone, 'validation.timeZone'),
  })
  .refine(isBillPeriod, { path: ['lastDay'], error: 'validation.dayOrder' });

/**
 * Where the quantity comes from: a field of the service, or the geodesic area of one of these polygons if the service
 * gives no quantity.
 */
export const quantitySourceSchema = z.enum([
  'field',
  'area-deliverable',
  'area-scene',
  'area-capture',
  'area-order',
]);

export const billRowSchema = z.object({
  contractId: contractRef,
  orderId: orderIdSchema,
  deliverableId: z.string(),
  orderName: z.string(),
  project: z.string(),
  sku: z.string(),
  level: z.string().nullable(),
  taskId: taskIdSchema.nullable(),
  captureId: captureIdSchema.nullable(),
  sceneId: z.string().nullable(),
  librarySceneId: librarySceneIdSchema.nullable(),
  /** The service's own word. */
  status: z.string(),
  at: z.string().nullable(),
  timeSource: z.enum(['delivered', 'updated', 'event']).nullable(),
  /** Decimal digits as the service gave them, because sums of floating-point numbers would be rounded. */
  quantity: z.string().nullable(),
  /** `km2` in any spelling of the service; null if the service gives no unit. */
  unit: z.string().nullable(),
  quantitySource: quantitySourceSchema.nullable(),
  /** The field of the deliverable if `quantitySource` is `field`. */
  quantityField: z.string().nullable(),
  onDisk: z.boolean(),
  /** True if the order is not closed, so that the row may still change. */
  provisional: z.boolean(),
  archive: z.boolean(),
});

/** The total of one unit; the part that was computed from polygons is given separately. */
export const billTotalSchema = z.object({
  unit: z.string().nullable(),
  rows: z.number(),
  quantity: z.string(),
  areaRows: z.number(),
  areaQuantity: z.string(),
});

export const billPartSchema = z.object({
  contractId: contractRef,
  project: z.string(),
  sku: z.string(),
  rows: z.number(),
  totals: z.array(billTotalSchema),
});

export const billGroupingSchema = z.enum(['project', 'sku', 'contract', 'level', 'month']);

/**
 * The lists of a bill. The first contains its rows; the others are subsets of it, or deliverables that are not
 * counted.
 */
export const billListSchema = z.enum([
  'rows',
  'no-quantity',
  'not-on-disk',
  'twice',
  'provisional',
  'no-time',
  'other-status',
]);

/** How completely the orders of a contract are known. */
export const billSyncSchema = z.object({
  contractId: contractRef,
  contractName: z.string().nullable(),
  /** `never`: nothing has been read; `partly`: the first sync has not finished. */
  known: z.enum(['never', 'partly', 'whole']),
  /** When orders and deliverables were last read completely: the older of the two times. */
  at: z.string().nullable(),
});

/** A scene whose files arrived in the period but that is in no row of the bill. */
export const unbilledSceneSchema = z.object({
  contractId: contractRef,
  librarySceneId: librarySceneIdSchema,
  sceneId: z.string(),
  captureId: captureIdSchema.nullable(),
  files: z.number(),
  savedAt: z.string(),
  /** When and by which order it was delivered at another time; null if no order is known for it. */
  deliveredAt: z.string().nullable(),
  orderId: orderIdSchema.nullable(),
});

export const openOrderSchema = z.object({
  contractId: contractRef,
  orderId: orderIdSchema,
  name: z.string(),
  sku: z.string(),
  status: z.string(),
  archive: z.boolean(),
  /** The number of its rows in this bill. */
  rows: z.number(),
});

export const billSchema = z.object({
  terms: billTermsSchema,
  /** A half-open period in ISO 8601, UTC. */
  from: z.string(),
  to: z.string(),
  computedAt: z.string(),
  counts: z.record(billListSchema, z.number()),
  totals: z.array(billTotalSchema),
  /** The totals by contract, project and SKU. */
  parts: z.array(billPartSchema),
  sync: z.array(billSyncSchema),
  unbilled: z.number(),
  openOrders: z.number(),
});

export const billGroupSchema = z.object({
  key: z.string(),
  rows: z.number(),
  totals: z.array(billTotalSchema),
});

export const snapshotSchema = z.object({
  id: z.string(),
  name: z.string(),
  takenAt: z.string(),
  bill: billSchema,
  sha256: z.string(),
});

export const billChangeSchema = z.object({
  kind: z.enum(['added', 'gone', 'changed']),
  before: billRowSchema.nullable(),
  after: billRowSchema.nullable(),
});

export const comparisonSchema = z.object({
  beforeAt: z.string(),
  afterAt: z.string(),
  counts: z.object({ added: z.number(), gone: z.number(), changed: z.number(), same: z.number() }),
  totals: z.array(
    z.object({
      unit: z.string().nullable(),
      before: z.string(),
      after: z.string(),
      difference: z.string(),
    }),
  ),
});

const page = { offset: z.number().int().min(0), limit: z.number().int().min(1).max(2_000) };
const byTerms = z.object({ terms: billTermsSchema });
/** `computedAt` of the bill that the page must belong to; CONFLICT if the bill has changed since. */
const versioned = byTerms.extend({ version: z.string().max(100).optional(), ...page });
const snapshotId = z.string().min(1).max(64);
const compared = z.object({
  before: snapshotId,
  /** Null for the present bill of the same terms. */ after: snapshotId.nullable(),
});

const procedures = {
  /** Returns the bill from the local store. It is computed in slices and cached until orders or scenes change. */
  get: query('bills', 'order-sync').input(byTerms).output(billSchema),
  rows: query('bills')
    .input(versioned.extend({ list: billListSchema }))
    .output(z.object({ total: z.number(), rows: z.array(billRowSchema) })),
  groups: query('bills')
    .input(byTerms.extend({ by: billGroupingSchema }))
    .output(z.array(billGroupSchema)),
  unbilled: query('bills')
    .input(versioned)
    .output(z.object({ total: z.number(), rows: z.array(unbilledSceneSchema) })),
  openOrders: query('bills')
    .input(versioned)
    .output(z.object({ total: z.number(), rows: z.array(openOrderSchema) })),
  /** Returns the contracts of the connection that a bill can be made for. */
  contracts: query('bills')
    .input(z.object({ connectionId: connectionIdSchema }))
    .output(z.array(z.object({ contractId: contractRef, name: z.string().nullable() }))),
  snapshots: query('snapshots')
    .input(z.object({ connectionId: connectionIdSchema }))
    .output(z.array(snapshotSchema)),
  /** Saves the bill as it is now; afterwards only its name can change. */
  keep: procedure.input(byTerms.extend({ name: z.string().trim().min(1).max(200) })).output(snapshotSchema),
  rename: procedure
    .input(z.object({ id: snapshotId, name: z.string().trim().min(1).max(200) }))
    .output(snapshotSchema),
  remove: procedure.input(z.object({ id: snapshotId })).output(z.null()),
  /** BAD_ANSWER if the saved rows are damaged. */
  snapshotRows: query()
    .input(z.object({ id: snapshotId, ...page }))
    .output(z.object({ total: z.number(), rows: z.array(billRowSchema) })),
  compare: query('bills').input(compared).output(comparisonSchema),
  changes: query('bills')
    .input(compared.extend(page))
    .output(z.object({ total: z.number(), rows: z.array(billChangeSchema) })),
};

export const billsDomain = declareDomain({
  procedures,
  topics: [
    // The data that bills are made of; saved bills do not change.
    'bills',
    'snapshots',
  ],
});

/**
 * The terms of a usage report: a connection, its contracts, and days of one time zone. First and last day are both
 * included.
 */
export type BillTerms = z.infer<typeof billTermsSchema>;
/**
 * One deliverable of a usage report. `quantity` contains decimal digits as text, because a floating-point sum would
 * round; it is null if neither a field nor an area gives one.
 */
export type BillRow = z.infer<typeof billRowSchema>;
/**
 * The sum of all rows of one unit. `areaQuantity` is the part of `quantity` that was computed from polygons because
 * the service gave none.
 */
export type BillTotal = z.infer<typeof billTotalSchema>;
/** The totals of one contract, project and SKU of a report. Parts do not overlap: together they contain all rows. */
export type BillPart = z.infer<typeof billPartSchema>;
/**
 * The field by which the rows of a report are grouped on the screen. `month` is the month in the time zone of the
 * report.
 */
export type BillGrouping = z.infer<typeof billGroupingSchema>;
/** The totals of the rows with one value of the grouping; `key` is that value. */
export type BillGroup = z.infer<typeof billGroupSchema>;
/**
 * A list that a report can show. `rows` contains everything that is counted; `no-time` and `other-status` are
 * deliverables that are not counted, and the others are subsets of `rows` that deserve a check.
 */
export type BillList = z.infer<typeof billListSchema>;
/**
 * How complete the local orders of a contract are. A report about a contract that is not `whole` may lack
 * deliverables.
 */
export type BillSync = z.infer<typeof billSyncSchema>;
/**
 * A usage report without its rows, which are read in pages. `from` is included and `to` is not; `unbilled` and
 * `openOrders` are the lengths of these lists.
 */
export type Bill = z.infer<typeof billSchema>;
/** A scene whose files were saved in the period although no row of the report is about it. */
export type UnbilledScene = z.infer<typeof unbilledSceneSchema>;
/** An order that is not closed but has rows in the report, so that these rows may still change. `rows` is how many. */
export type OpenOrder = z.infer<typeof openOrderSchema>;
/** A saved usage report. `sha256` covers the report and its rows, so that damage is noticed. */
export type Snapshot = z.infer<typeof snapshotSchema>;
/** A row that differs between two reports. `before` is null for an added row, `after` for one that is gone. */
export type BillChange = z.infer<typeof billChangeSchema>;
/** How two reports differ: the number of changed rows, and per unit both sums and their difference as decimal text. */
export type Comparison = z.infer<typeof comparisonSchema>;
