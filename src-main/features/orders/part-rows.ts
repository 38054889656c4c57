import { z } from 'zod';
import type { OrderId, Scope } from '../../../src-preload/contract/ids.ts';
import type { PartState } from '../../../src-preload/contract/orders.ts';
import type { Observed } from '../../core/observed-state.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import type { Row } from '../../service/api/service-client.ts';
import { readableRows } from '../../store/readable-rows.ts';
import type { Params, Store } from '../../store/store.ts';
import { storedRecord } from '../../store/stored-json.ts';
import { isStale, storedPartSchema } from './merge-part.ts';
import { partState } from './order-status.ts';

const rawRow = z.object({ raw: z.string() });

/** The SQL condition for the rows of one order, with the parameter `orderId` and those of the scope. */
export const ofOrder = `${inScope} AND order_id = :orderId`;

/** What the tables of parts of orders need. */
export interface PartTableOptions {
  store: Store;
  now: () => Date;
  observed: Observed | undefined;
  /** Called with the error of a row that could not be written; the others were written. */
  onUnwritable: (error: unknown) => void;
}

/** The fields that the service sends for every capture and every deliverable of an order. */
interface WirePart {
  status: string | null;
  updatedAt: string | null;
  captureId: string | null;
}

/** How the captures of orders, or their deliverables, are stored. */
export interface PartDeclaration<Wire extends WirePart> {
  table: 'order_capture' | 'deliverable';
  /** The column of the identifier. */
  keyColumn: string;
  keyOf: (wire: Wire) => string;
  /** Merges an answer into the stored JSON text. */
  merge: (storedText: string | undefined, row: Row<Wire>) => Row<Wire>;
  /** The values of the other columns, by column name. */
  columns: (wire: Wire, state: PartState) => Params;
  /** The kind under which a change of state is reported. */
  observedAs: 'order-capture' | 'deliverable';
  /** Returns when the state began, if the service gives that time. */
  happenedAt: (wire: Wire, state: PartState) => string | null;
}

/** The order of a part, and values of columns that only its own table has. */
interface PartPlace {
  orderId: OrderId;
  further?: Params;
  isFirstRead?: boolean;
}

/** Creates the function that writes the captures or the deliverables of orders, as declared. */
export function createPartWriter<Wire extends WirePart>(
  { store, now, observed }: PartTableOptions,
  declaration: PartDeclaration<Wire>,
) {
  const { table, keyColumn } = declaration;
  /**
   * Stores a part of an answer, and returns whether anything changed; an answer that is older than what is stored changes nothing.
   */
  return (scope: Scope, row: Row<Wire>, { orderId, further = {}, isFirstRead }: PartPlace): boolean => {
    const key = declaration.keyOf(row.parsed);
    const at = { ...scopeParams(scope), orderId };
    const stored = store.get(
      storedPartSchema,
      `SELECT updated_at AS updatedAt, state, raw FROM ${table} WHERE ${ofOrder} AND ${keyColumn} = :key`,
      { ...at, key },
    );
    const { parsed, raw } = declaration.merge(stored?.raw, row);
    const state = partState(parsed.status);
    const rawText = JSON.stringify(raw);
    if (isStale(stored, { updatedAt: row.parsed.updatedAt, state }) || stored?.raw === rawText) return false;
    const columns: Params = {
      [keyColumn]: key,
      ...further,
      status: parsed.status ?? '',
      state,
      ...declaration.columns(parsed, state),
      raw: rawText,
      seen_at: now().toISOString(),
    };
    const names = Object.keys(columns);
    store.run(
      `INSERT OR REPLACE INTO ${table} (connection_id, contract_id, order_id, ${names.join(', ')})
       VALUES (:connectionId, :contractId, :orderId, ${names.map((name) => `:${name}`).join(', ')})`,
      { ...at, ...columns },
    );
    if (stored?.state !== state)
      observed?.(scope, {
        kind: declaration.observedAs,
        id: `${orderId} ${key}`,
        parentId: orderId,
        captureId: parsed.captureId,
        state,
        happenedAt: declaration.happenedAt(parsed, state),
        ...(isFirstRead === undefined ? {} : { isFirstRead: !stored && isFirstRead }),
      });
    return true;
  };
}

/** Creates the queries for the captures, the deliverables or the events of an order, at most 1,000, and for their raw JSON. */
export function createPartReader<Stored extends z.ZodType>(
  store: Store,
  stored: Stored,
  { table, columns, order }: { table: string; columns: string; order: string },
) {
  const paramsOf = (scope: Scope, orderId: OrderId) => ({ ...scopeParams(scope), orderId });
  return {
    /** Returns the parts of an order in the declared sequence. */
    list: (scope: Scope, orderId: OrderId): z.infer<Stored>[] =>
      readableRows(
        store,
        stored,
        `SELECT ${columns} FROM ${table} WHERE ${ofOrder} ORDER BY ${order} LIMIT 1000`,
        paramsOf(scope, orderId),
      ).rows,
    /** Returns the raw JSON of each part as the service sent it, without links. */
    raws: (scope: Scope, orderId: OrderId): unknown[] =>
      store
        .all(rawRow, `SELECT raw FROM ${table} WHERE ${ofOrder} LIMIT 1000`, paramsOf(scope, orderId))
        .map(({ raw }): unknown => storedRecord(raw)),
  };
}
