import type { Feasibility } from '../../../src-preload/contract/feasibility.ts';
import type { CaptureId, ConnectionId, OrderId, Scope, TaskId } from '../../../src-preload/contract/ids.ts';
import type { TaskRequest } from '../../../src-preload/contract/task-request.ts';
import type { Client } from '../../../src-preload/contract/tasking.ts';
import type { Receiver } from '../http/receive.ts';
import type { WireDeliverable, WireOrder, WireOrderCapture, WireOrderEvent } from './orders-wire.ts';
import type { WireCapture, WireContract, WireProduct, WireScene, WireTask } from './wire.ts';

/** A row of the service: parsed for use, raw for storage (promise 5). */
export interface Row<T> {
  parsed: T;
  raw: Record<string, unknown>;
}

/** A page of a list of the service (service §2.2), each row with its raw JSON. */
export interface Page<T> {
  rows: Row<T>[];
  /** `count` of the page object; the number of rows if the answer is a bare list; null if there is no count. */
  total: number | null;
  /** Rows that could not be read (no identifier); they are counted and logged, never silently dropped. */
  unreadable: number;
}

/** All pages of a listing. */
export interface Listing<T> {
  rows: Row<T>[];
  /** False if rows could not be read, or if fewer rows came than `count` says: a missing row may then still exist. */
  whole: boolean;
}

/** What an order is created with: a GeoJSON Feature whose properties hold `sku`, `parameters` and more (service §4.11). */
export interface OrderFeature {
  type: 'Feature';
  geometry: Record<string, unknown> | null;
  properties: Record<string, unknown>;
}

interface OrderListFilter {
  taskId?: TaskId;
  /** `order_name`; for an order that mirrors a task, the task's name. */
  name?: string;
  status?: string;
  /** ISO 8601, UTC; matches what was updated at this time or later. */
  updatedSince?: string;
}

/**
 * The V2 calls (service §4.11, §10.4). All throw ADDRESS_REFUSED if the connection has no address for them. If a call is not
 * found below the configured prefix, the other one (`/v2` or none) is tried once; the prefix that answered is used from then on.
 */
export interface OrderCalls {
  /** Yields the orders from `offset` on; the number of pages is limited. */
  orderPages(filter: OrderListFilter, signal: AbortSignal, offset?: number): AsyncIterable<Page<WireOrder>>;
  /** Yields the deliverables of all orders, or of one. */
  deliverablePages(
    filter: { orderId?: OrderId; updatedSince?: string },
    signal: AbortSignal,
    offset?: number,
  ): AsyncIterable<Page<WireDeliverable>>;
  order(orderId: OrderId, signal: AbortSignal): Promise<Row<WireOrder>>;
  orderCaptures(orderId: OrderId, signal: AbortSignal): Promise<Row<WireOrderCapture>[]>;
  orderDeliverables(orderId: OrderId, signal: AbortSignal): Promise<Listing<WireDeliverable>>;
  orderEvents(orderId: OrderId, signal: AbortSignal): Promise<Row<WireOrderEvent>[]>;
  /**
   * Sends once, never repeats. The answer may be one order or a list. Throws OUTCOME_UNKNOWN (submissionId '') whenever the body
   * may have reached the service but no readable order came back; with any other code the service has no such order.
   */
  submitOrder(feature: OrderFeature, signal: AbortSignal): Promise<Row<WireOrder>[]>;
}

/** The V1 calls: tasks, captures and the scenes of the catalog (service §4.1–§4.10). */
export interface TaskingCalls {
  products(signal: AbortSignal): Promise<Row<WireProduct>[]>;
  clients(signal: AbortSignal): Promise<Client[]>;
  /** Yields the newest pages, in the service's order; the number of pages is limited. */
  taskPages(
    filter: { projectName?: string; status?: string },
    signal: AbortSignal,
  ): AsyncIterable<Page<WireTask>>;
  task(taskId: TaskId, signal: AbortSignal): Promise<Row<WireTask>>;
  captures(taskId: TaskId, signal: AbortSignal): Promise<Listing<WireCapture>>;
  /**
   * Sends once, never repeats (service §4.5). Throws OUTCOME_UNKNOWN (submissionId '') whenever the body may have reached the
   * service but no readable answer came back; with any other code the service has no such task.
   */
  submitTask(request: TaskRequest, signal: AbortSignal): Promise<Row<WireTask>>;
  /** Asks whether a task is feasible (service §10.3); orders nothing. `not-offered` if the service has no such call. */
  feasibility(request: TaskRequest, signal: AbortSignal): Promise<Feasibility>;
  /** Sends a PATCH (service §4.8); the body of the answer is ignored. */
  cancelTask(taskId: TaskId, signal: AbortSignal): Promise<void>;
  /** Returns the scenes of a capture with fresh links. This call invalidates older links of these scenes (service §4.10). */
  scenes(captureId: CaptureId, signal: AbortSignal): Promise<Row<WireScene>[]>;
}

/** The calls of the service under one connection and contract. All calls throw AppError; all can be aborted. */
export type ServiceClient = TaskingCalls & OrderCalls;

/** The service as a whole: contracts of a connection, and the calls under one of them. */
export interface Service {
  forScope(scope: Scope): ServiceClient;
  /** Resolves with the contracts, and with how many others could not be read: they have no usable id. */
  contracts(
    connectionId: ConnectionId,
    signal: AbortSignal,
  ): Promise<{ rows: Row<WireContract>[]; unreadable: number }>;
}

/** The answer to one GET of a download link; redirects were followed, and no credentials were sent (service §4.10, §10.5). */
export interface LinkResponse {
  status: number;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  body: AsyncIterable<Uint8Array>;
  /** Frees the connection; safe to call more than once. */
  discard(): Promise<void>;
}

/** A download request to a link of the service. No credentials are added: the link has its own token. */
export interface LinkRequest {
  connectionId: ConnectionId;
  url: string;
  /** Range and If-Range only. */
  headers: Readonly<Record<string, string>>;
}

/**
 * Both throw ADDRESS_REFUSED if the link is neither on an origin of the connection nor an asset's, or if it leads to a forbidden
 * place.
 */
export interface LinkFetcher {
  get(request: LinkRequest, signal: AbortSignal): Promise<LinkResponse>;
  /**
   * For large bodies: passes the body on piece by piece, without a stream; resolves when the body is complete or was abandoned.
   */
  receive(request: LinkRequest, receiver: Receiver, signal: AbortSignal): Promise<void>;
}
