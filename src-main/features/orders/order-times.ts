import { setImmediate as yieldToLoop } from 'node:timers/promises';
import { z } from 'zod';
import {
  captureIdSchema,
  type OrderId,
  orderIdSchema,
  type Scope,
} from '../../../src-preload/contract/ids.ts';
import type { TimelineKind } from '../../../src-preload/contract/timeline.ts';
import { scopeParams } from '../../core/scope.ts';
import { wireOrderSchema } from '../../service/api/orders-wire.ts';
import { text } from '../../service/api/wire.ts';
import type { Migration, Store } from '../../store/store.ts';
import { storedRecord } from '../../store/stored-json.ts';
import { createTimeSource, type TimeSource, type TimeTable } from '../../store/time-source.ts';

const projectRow = z.object({ project: z.string() });

/** The indexes by which the timeline reads the times of orders. An order that mirrors a task is left out, because the task has the window. */
export const orderTimesMigrations: Migration[] = [
  {
    domain: 'orders-times',
    version: 1,
    sql: `
    CREATE INDEX service_order_start ON service_order (connection_id, contract_id, start_at, project) WHERE task_id IS NULL;
    CREATE INDEX service_order_end ON service_order (connection_id, contract_id, end_at, project) WHERE task_id IS NULL;
    CREATE INDEX service_order_project ON service_order (connection_id, contract_id, project);
    CREATE INDEX order_capture_start ON order_capture (connection_id, contract_id, start_at, state);
    CREATE INDEX deliverable_done ON deliverable (connection_id, contract_id, coalesce(delivered_at, updated_at))
      WHERE state = 'done';`,
  },
  {
    domain: 'orders-times',
    version: 2,
    // The indexes have all columns that counts and marks on the map need; for a partial index or an expression SQLite reads the rows.
    sql: `
    DROP INDEX deliverable_done;
    DROP INDEX service_order_start;
    DROP INDEX service_order_end;
    CREATE INDEX service_order_opens
      ON service_order (connection_id, contract_id, start_at, task_id, project, longitude_e6, latitude_e6);
    CREATE INDEX service_order_closes
      ON service_order (connection_id, contract_id, end_at, task_id, project, longitude_e6, latitude_e6);`,
  },
];

const joinOrder = `JOIN service_order AS o ON o.connection_id = own.connection_id AND o.contract_id = own.contract_id
  AND o.order_id = own.order_id`;
const ofOrder = {
  id: 'own.order_id',
  name: 'o.name',
  project: 'o.project',
  longitude: 'o.longitude_e6',
  latitude: 'o.latitude_e6',
};

function windowTable(kind: TimelineKind, at: string): TimeTable {
  return {
    kind,
    subject: 'order',
    lean: 'service_order AS own',
    full: 'service_order AS own',
    at: `own.${at}`,
    where: 'own.task_id IS NULL',
    columns: {
      key: `'o' || own.order_id`,
      id: 'own.order_id',
      name: 'own.name',
      project: 'own.project',
      status: 'own.status',
      longitude: 'own.longitude_e6',
      latitude: 'own.latitude_e6',
    },
  };
}

/**
 * Returns the captures of orders without a task: a task has the captures of the order that mirrors it, and the capture of an archive
 * order was taken long before.
 */
function captureTable(kind: TimelineKind, where: string): TimeTable {
  const full = `order_capture AS own ${joinOrder}`;
  return {
    kind,
    subject: 'order',
    lean: full,
    full,
    at: 'own.start_at',
    where: `${where} AND o.task_id IS NULL AND o.outcome_id IS NULL`,
    columns: { ...ofOrder, key: 'own.capture_id', status: 'own.status' },
  };
}

/** Returns the time sources of orders: their windows, captures and deliveries. */
export function orderTimeSources(store: Store): TimeSource[] {
  const tables: TimeTable[] = [
    windowTable('window-opens', 'start_at'),
    windowTable('window-closes', 'end_at'),
    captureTable('capture-planned', `own.state = 'waiting'`),
    captureTable('capture-made', `own.state IN ('processing', 'done')`),
    captureTable('capture-other', `own.state NOT IN ('waiting', 'processing', 'done')`),
    {
      kind: 'delivery',
      subject: 'order',
      lean: 'deliverable AS own',
      // A delivery whose order was never listed still counts.
      full: `deliverable AS own LEFT ${joinOrder}`,
      at: 'own.done_at',
      where: '1',
      columns: {
        ...ofOrder,
        name: `coalesce(o.name, '')`,
        project: `coalesce(o.project, '')`,
        key: `own.order_id || ' ' || own.deliverable_id`,
        status: 'own.status',
      },
    },
  ];
  return tables.map((table) => createTimeSource(store, table));
}

/** Returns the projects of the orders of a scope, in alphabetical order; at most 500. */
export function orderProjects(store: Store, scope: Scope): string[] {
  return store
    .all(
      projectRow,
      `SELECT DISTINCT project FROM service_order WHERE connection_id = :connectionId AND contract_id = :contractId
         AND project <> '' ORDER BY project LIMIT 500`,
      scopeParams(scope),
    )
    .map(({ project }) => project);
}

const revisitingSchema = z.object({
  orderId: orderIdSchema,
  name: z.string(),
  project: z.string(),
  start: z.string().nullable(),
  end: z.string().nullable(),
  open: z.number().transform((flag) => flag === 1),
  endedEarly: z.number().transform((flag) => flag === 1),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  raw: z.string(),
});
const madeSchema = z.object({ captureId: captureIdSchema.nullable(), at: z.string() });

interface RevisitingOrder extends Omit<z.infer<typeof revisitingSchema>, 'raw'> {
  askedText: string;
  capturedAt: string[];
  timesOf: 'captures' | 'deliveries';
}

const batch = 500;

/** Yields in batches the orders without a task that request a revisit, with the times of their captures. */
export async function* revisitingOrders(store: Store, scope: Scope): AsyncGenerator<RevisitingOrder[]> {
  const ids = z.object({ last: orderIdSchema.nullable(), n: z.number() });
  for (let after = '', more = true; more; ) {
    const at = { ...scopeParams(scope), after };
    const part = store.get(
      ids,
      `SELECT max(id) AS last, count(*) AS n FROM (SELECT order_id AS id FROM service_order
         WHERE connection_id = :connectionId AND contract_id = :contractId AND order_id > :after
         ORDER BY order_id LIMIT ${batch})`,
      at,
    );
    if (!part?.last) return;
    const rows = store.all(
      revisitingSchema,
      `SELECT order_id AS orderId, name, project, start_at AS start, end_at AS "end",
         state IN ('received', 'in-progress', 'other') AS open,
         state IN ('cancelled', 'failed') AS endedEarly, longitude_e6 / 1e6 AS longitude,
         latitude_e6 / 1e6 AS latitude, raw
       FROM service_order JOIN service_order_raw USING (connection_id, contract_id, order_id)
       WHERE connection_id = :connectionId AND contract_id = :contractId AND order_id > :after AND order_id <= :last
         AND task_id IS NULL AND instr(raw, '"revisit_period"') > 0`,
      { ...at, last: part.last },
    );
    yield rows.flatMap(({ raw, ...row }) => {
      const order = wireOrderSchema.safeParse(storedRecord(raw));
      const askedText = text.parse(order.data?.parameters?.revisit_period);
      return askedText === null ? [] : [{ ...row, askedText, ...timesOf(store, scope, row.orderId) }];
    });
    after = part.last;
    more = part.n === batch;
    if (more) await yieldToLoop();
  }
}

/** Returns the times of captures; of an order whose captures were not fetched, those of its deliveries, which are the nearest known times. */
function timesOf(
  store: Store,
  scope: Scope,
  orderId: OrderId,
): Pick<RevisitingOrder, 'capturedAt' | 'timesOf'> {
  const at = { ...scopeParams(scope), orderId };
  const own = 'connection_id = :connectionId AND contract_id = :contractId AND order_id = :orderId';
  const made = store.all(
    madeSchema,
    `SELECT capture_id AS captureId, start_at AS at FROM order_capture
     WHERE ${own} AND state IN ('processing', 'done') AND start_at IS NOT NULL LIMIT 1000`,
    at,
  );
  if (made.length > 0) return { capturedAt: made.map((row) => row.at), timesOf: 'captures' };
  const delivered = store.all(
    madeSchema,
    `SELECT capture_id AS captureId, min(done_at) AS at FROM deliverable
     WHERE ${own} AND done_at IS NOT NULL
     GROUP BY coalesce(capture_id, deliverable_id) LIMIT 1000`,
    at,
  );
  return {
    capturedAt: delivered.map((row) => row.at),
    timesOf: delivered.length > 0 ? 'deliveries' : 'captures',
  };
}
