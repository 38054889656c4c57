import type { Feasibility } from '../../../src-preload/contract/feasibility.ts';
import type { CaptureId, ConnectionId, OrderId, Scope, TaskId } from '../../../src-preload/contract/ids.ts';
import type { TaskRequest } from '../../../src-preload/contract/task-request.ts';
import type { Client } from '../../../src-preload/contract/tasking.ts';
import type { Receiver } from '../http/receive.ts';
import type { WireDeliverable, WireOrder, WireOrderCapture, WireOrderEvent } from './orders-wire.ts';
import type { WireCapture, WireContract, WireProduct, WireScene, WireTask } from './wire.ts';

/** A row the service sent: parsed for use, raw for keeping (promise 5). */
export interface Row<T> {
  parsed: T;
  raw: Record<string, unknown>;
}

/** A page of a list of the service (service §2.2), each row with its raw JSON. */
export interface Page<T> {
  rows: Row<T>[];
  /** `count` of the page object; null where the answer is a bare list. */
  total: number | null;
  /** Rows that could not be read at all (no identifier); counted, logged, never silently dropped. */
  unreadable: number;
}

/** All pages of a listing. */
export interface Listing<T> {
  rows: Row<T>[];
  /** False where rows could not be read, or fewer came than were counted: then what is missing may be there. */
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
  /** ISO 8601, UTC; what was updated then or later. */
  updatedSince?: string;
}

/**
 * The V2 calls (service §4.11, §10.4). Without an address for them all throw ADDRESS_REFUSED. A call that is
 * not found below the configured prefix is tried once the other way (`/v2` or none); what answered is used from then on.
 */
export interface OrderCalls {
  /** From `offset` on, as far as the service pages; bounded. */
  orderPages(filter: OrderListFilter, signal: AbortSignal, offset?: number): AsyncIterable<Page<WireOrder>>;
  /** All orders' deliverables, or one's. */
  deliverablePages(
    filter: { orderId?: OrderId; updatedSince?: string },
    signal: AbortSignal,
    offset?: number,
  ): AsyncIterable<Page<WireDeliverable>>;
  order(orderId: OrderId, signal: AbortSignal): Promise<Row<WireOrder>>;
  orderCaptures(orderId: OrderId, signal: AbortSignal): Promise<Row<WireOrderCapture>[]>;
  orderDeliverables(orderId: OrderId, signal: AbortSignal): Promise<Row<WireDeliverable>[]>;
  orderEvents(orderId: OrderId, signal: AbortSignal): Promise<Row<WireOrderEvent>[]>;
  /**
   * Sends once, never repeats. The answer may be one order or a list. Throws OUTCOME_UNKNOWN (submissionId '') whenever
   * the body may have reached the service and no readable order came back; any other code means it holds no such order.
   */
  submitOrder(feature: OrderFeature, signal: AbortSignal): Promise<Row<WireOrder>[]>;
}

/** The V1 calls: tasks, captures and the scenes of the catalog (service §4.1–§4.10). */
export interface TaskingCalls {
  products(signal: AbortSignal): Promise<Row<WireProduct>[]>;
  clients(signal: AbortSignal): Promise<Client[]>;
  /** Newest pages as the service orders them; bounded in pages. */
  taskPages(
    filter: { projectName?: string; status?: string },
    signal: AbortSignal,
  ): AsyncIterable<Page<WireTask>>;
  task(taskId: TaskId, signal: AbortSignal): Promise<Row<WireTask>>;
  captures(taskId: TaskId, signal: AbortSignal): Promise<Listing<WireCapture>>;
  /**
   * Sends once, never repeats (service §4.5). Throws OUTCOME_UNKNOWN (submissionId '') whenever the body may have
   * reached the service and no readable answer came back; any other code means the service holds no such task.
   */
  submitTask(request: TaskRequest, signal: AbortSignal): Promise<Row<WireTask>>;
  /** Asks whether a task could be done (service §10.3); orders nothing. `not-offered` where the service has no such call. */
  feasibility(request: TaskRequest, signal: AbortSignal): Promise<Feasibility>;
  /** PATCH (service §4.8); the body of the answer is not relied upon. */
  cancelTask(taskId: TaskId, signal: AbortSignal): Promise<void>;
  /** Scenes of a capture with fresh links: older links of these scenes die by this call (service §4.10). */
  scenes(captureId: CaptureId, signal: AbortSignal): Promise<Row<WireScene>[]>;
}

/** The service as seen with one connection and contract. All calls throw AppError; all can be aborted. */
export type ServiceClient = TaskingCalls & OrderCalls;

/** The service as a whole: contracts of a connection, and the calls under one of them. */
export interface Service {
  forScope(scope: Scope): ServiceClient;
  contracts(connectionId: ConnectionId, signal: AbortSignal): Promise<Row<WireContract>[]>;
}

/** One GET of a download link, redirects followed by hand, no credentials attached (service §4.10, §10.5). */
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

/** Both throw ADDRESS_REFUSED when the link is neither on an origin of the connection nor an asset's, or leads where it may not. */
export interface LinkFetcher {
  get(request: LinkRequest, signal: AbortSignal): Promise<LinkResponse>;
  /** For large bodies: piece by piece, without a stream; resolves when the body is whole or was left. */
  receive(request: LinkRequest, receiver: Receiver, signal: AbortSignal): Promise<void>;
}
