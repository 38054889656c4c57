import { z } from 'zod';
import type { OrderId, Scope } from '../../src-preload/contract/ids.ts';
import type { PartState } from '../../src-preload/contract/orders.ts';
import type { Observed } from '../core/observed-state.ts';
import { inScope, scopeParams } from '../core/scope.ts';
import type { Row } from '../service/api/service-client.ts';
import { readableRows } from '../store/readable-rows.ts';
import type { Params, Store } from '../store/store.ts';
import { storedRecord } from '../store/stored-json.ts';
import { isStale, knownPartSchema } from './merge-part.ts';
import { partState } from './order-status.ts';

const rawRow = z.object({ raw: z.string() });

/** The SQL condition for the rows of one order; the query needs `orderId` and the parameters of the scope. */
export const ofOrder = `${inScope} AND order_id = :orderId`;

/** What the tables of captures and deliverables of orders need. */
export interface PartTableOptions {
  store: Store;
  now: () => Date;
  observed: Observed | undefined;
  /** Called if a row could not be written; the others were written. */
  onUnwritable: (error: unknown) => void;
}

/** The fields that the service sends for every capture and every deliverable of an order. */
interface WirePart {
  status: string | null;
  updatedAt: string | null;
  captureId: string | null;
}

/** Declares how the captures of orders, or their deliverables, are stored. */
export interface PartDeclaration<Wire extends WirePart> {
  table: 'order_capture' | 'deliverable';
  /** The column of the identifier. */
  keyColumn: string;
  keyOf: (wire: Wire) => string;
  /** Merges an answer into the stored JSON text. */
  merge: (storedText: string | undefined, row: Row<Wire>) => Row<Wire>;
  /** The values of the other columns, by column name. */
  columns: (wire: Wire, state: PartState) => Params;
  /** The name under which a change of state is reported. */
  observedAs: 'order-capture' | 'deliverable';
  /** Returns when the state began, if the service gives that time. */
  happenedAt: (wire: Wire, state: PartState) => string | null;
}

/** The order of a part, and the values that only its own table has. */
interface PartPlace {
  orderId: OrderId;
  further?: Params;
  isFirstRead?: boolean;
}

/** Creates the function that writes the captures or the deliverables of orders, as declared. */
export function createPartWriter<Wire extends WirePart>(
  { store, now, observed }: PartTableOptions,
  declared: PartDeclaration<Wire>,
) {
  const { table, keyColumn } = declared;
  /**
   * Stores what an answer changes, and returns whether anything changed; an answer that is older than what is stored changes
   * nothing.
   */
  return (scope: Scope, row: Row<Wire>, { orderId, further = {}, isFirstRead }: PartPlace): boolean => {
    const key = declared.keyOf(row.parsed);
    const at = { ...scopeParams(scope), orderId };
    const known = store.get(
      knownPartSchema,
      `SELECT updated_at AS updatedAt, state, raw FROM ${table} WHERE ${ofOrder} AND ${keyColumn} = :key`,
      { ...at, key },
    );
    const { parsed, raw } = declared.merge(known?.raw, row);
    const state = partState(parsed.status);
    const rawText = JSON.stringify(raw);
    if (isStale(known, { updatedAt: row.parsed.updatedAt, state }) || known?.raw === rawText) return false;
    const columns: Params = {
      [keyColumn]: key,
      ...further,
      status: parsed.status ?? '',
      state,
      ...declared.columns(parsed, state),
      raw: rawText,
      seen_at: now().toISOString(),
    };
    const names = Object.keys(columns);
    store.run(
      `INSERT OR REPLACE INTO ${table} (connection_id, contract_id, order_id, ${names.join(', ')})
       VALUES (:connectionId, :contractId, :orderId, ${names.map((name) => `:${name}`).join(', ')})`,
      { ...at, ...columns },
    );
    if (known?.state !== state)
      observed?.(scope, {
        kind: declared.observedAs,
        id: `${orderId} ${key}`,
        parentId: orderId,
        captureId: parsed.captureId,
        state,
        happenedAt: declared.happenedAt(parsed, state),
        ...(isFirstRead === undefined ? {} : { isFirstRead: !known && isFirstRead }),
      });
    return true;
  };
}

/** Creates the reader of the captures, the deliverables or the events of an order, at most 1,000, and of their raw JSON. */
export function createPartReader<Stored extends z.ZodType>(
  store: Store,
  stored: Stored,
  { table, columns, order }: { table: string; columns: string; order: string },
) {
  const read = (scope: Scope, orderId: OrderId) => ({ ...scopeParams(scope), orderId });
  return {
    /** Returns the parts of an order, in their sequence. */
    list: (scope: Scope, orderId: OrderId): z.infer<Stored>[] =>
      readableRows(
        store,
        stored,
        `SELECT ${columns} FROM ${table} WHERE ${ofOrder} ORDER BY ${order} LIMIT 1000`,
        read(scope, orderId),
      ).rows,
    /** Returns the service's raw JSON of each, without links. */
    raws: (scope: Scope, orderId: OrderId): unknown[] =>
      store
        .all(rawRow, `SELECT raw FROM ${table} WHERE ${ofOrder} LIMIT 1000`, read(scope, orderId))
        .map(({ raw }): unknown => storedRecord(raw)),
  };
}
