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

/** The condition for the rows of one order, in a query that is given `orderId` and the parameters of the scope. */
export const ofOrder = `${inScope} AND order_id = :orderId`;

/** What the captures and the deliverables of an order are stored with. */
export interface PartTableOptions {
  store: Store;
  now: () => Date;
  observed: Observed | undefined;
  /** Told of a row that could not be written; the others were. */
  onUnwritable: (error: unknown) => void;
}

/** What the service says of every capture and every deliverable of an order. */
interface WirePart {
  status: string | null;
  updatedAt: string | null;
  captureId: string | null;
}

/** What tells the captures of orders from their deliverables, as they are stored. */
export interface PartDeclaration<Wire extends WirePart> {
  table: 'order_capture' | 'deliverable';
  /** The column of the identifier. */
  keyColumn: string;
  keyOf: (wire: Wire) => string;
  /** Lays an answer over the stored JSON text. */
  merge: (storedText: string | undefined, row: Row<Wire>) => Row<Wire>;
  /** The values of the other columns, by the names of the columns. */
  columns: (wire: Wire, state: PartState) => Params;
  /** Under which name a change of state is told. */
  observedAs: 'order-capture' | 'deliverable';
  /** When the state came about, where the service says it. */
  happenedAt: (wire: Wire, state: PartState) => string | null;
}

/** Where a part stands: its order, and what only its table knows of it. */
interface PartPlace {
  orderId: OrderId;
  further?: Params;
  isFirstRead?: boolean;
}

/** Returns how the captures or the deliverables of orders are written, as they are declared. */
export function createPartWriter<Wire extends WirePart>(
  { store, now, observed }: PartTableOptions,
  declared: PartDeclaration<Wire>,
) {
  const { table, keyColumn } = declared;
  /** Writes what an answer changes, and returns whether anything did; an answer that is older than what is stored does not. */
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

/** Returns how the captures, the deliverables or the events of an order are read, at most 1,000, and their raw JSON. */
export function createPartReader<Stored extends z.ZodType>(
  store: Store,
  stored: Stored,
  { table, columns, order }: { table: string; columns: string; order: string },
) {
  const read = (scope: Scope, orderId: OrderId) => ({ ...scopeParams(scope), orderId });
  return {
    /** The parts of an order, in their sequence. */
    list: (scope: Scope, orderId: OrderId): z.infer<Stored>[] =>
      readableRows(
        store,
        stored,
        `SELECT ${columns} FROM ${table} WHERE ${ofOrder} ORDER BY ${order} LIMIT 1000`,
        read(scope, orderId),
      ).rows,
    /** What the service said of each, without links. */
    raws: (scope: Scope, orderId: OrderId): unknown[] =>
      store
        .all(rawRow, `SELECT raw FROM ${table} WHERE ${ofOrder} LIMIT 1000`, read(scope, orderId))
        .map(({ raw }): unknown => storedRecord(raw)),
  };
}
