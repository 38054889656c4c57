import { orderIdSchema, type Scope, taskIdSchema } from '../../../src-preload/contract/ids.ts';
import type { OrderRequest } from '../../../src-preload/contract/order-request.ts';
import type { TaskRequest } from '../../../src-preload/contract/task-request.ts';
import { isAppError } from '../../core/app-error.ts';
import { isoTime } from '../../service/api/iso-time.ts';
import type { WireOrder } from '../../service/api/orders-wire.ts';
import type { Page, Row, Service } from '../../service/api/service-client.ts';
import type { WireTask } from '../../service/api/wire.ts';
import type { CommandRow } from './command-row.ts';
import {
  arePositionsWithin,
  differingOrderFields,
  differingTaskFields,
  geometrySchema,
  serviceTimeOf,
  taskDistance,
} from './match.ts';

/** Functions of the domains that store what a look-up has fetched, and list what was stored before a sending began. */
export interface RemoteStores {
  tasks: {
    put: (scope: Scope, row: Row<WireTask>) => void;
    /** Returns the tasks of a project with this name. */
    idsWithName: (scope: Scope, project: string, name: string) => Iterable<number>;
  };
  orders?: {
    put: (scope: Scope, row: Row<WireOrder>) => void;
    idsWithName: (scope: Scope, name: string) => Iterable<string>;
  };
}

/** A task or an order at the service that a command may have created. */
export interface Remote {
  id: string;
  name: string;
  project: string;
  createdAt: string | null;
  /** The service's time of creation; NaN if it is missing or unreadable. */
  createdMs: number;
  /** The V1 task that an order mirrors; no command created such an order (service §10.4). Null if it mirrors none. */
  mirrors: string | null;
  /** Returns the fields in which it differs from a command; null if it is of another kind. */
  differsFrom: (row: CommandRow) => string[] | null;
  /** Returns true if it is within about a kilometre of where a command asks for a capture. */
  isNearby: (row: CommandRow) => boolean;
  distanceTo: (row: CommandRow) => number;
  /** Stores it in its domain. */
  save: () => void;
}

const taskOf = ({ input }: CommandRow): TaskRequest | null => (input.kind === 'task' ? input.request : null);
const orderOf = ({ input }: CommandRow): OrderRequest | null =>
  input.kind === 'order' ? input.request : null;

function remoteTask(remoteStores: RemoteStores, scope: Scope, row: Row<WireTask>): Remote {
  const { parsed } = row;
  return {
    id: String(parsed.task_id),
    name: parsed.task_name ?? '',
    project: parsed.project_name ?? '',
    createdAt: isoTime(parsed.created_time),
    createdMs: serviceTimeOf(parsed.created_time),
    mirrors: null,
    differsFrom(command) {
      const request = taskOf(command);
      return request === null ? null : differingTaskFields(parsed, request);
    },
    isNearby(command) {
      const request = taskOf(command);
      return request !== null && arePositionsWithin(parsed.target?.coordinates, request.target.coordinates);
    },
    distanceTo(command) {
      const request = taskOf(command);
      return request === null ? 0 : taskDistance(parsed, request);
    },
    save: () => remoteStores.tasks.put(scope, row),
  };
}

function remoteOrder(remoteStores: RemoteStores, scope: Scope, row: Row<WireOrder>): Remote {
  const { parsed } = row;
  const taskId = parsed.parameters?.task_id;
  return {
    id: parsed.orderId,
    name: parsed.name ?? '',
    project: parsed.project ?? '',
    createdAt: isoTime(parsed.createdAt),
    createdMs: serviceTimeOf(parsed.createdAt),
    mirrors: typeof taskId === 'number' || typeof taskId === 'string' ? String(taskId) : null,
    differsFrom(command) {
      const request = orderOf(command);
      return request === null ? null : differingOrderFields(parsed, request);
    },
    isNearby(command) {
      const request = orderOf(command);
      const geometry = geometrySchema.safeParse(parsed.geometry);
      return (
        request !== null &&
        geometry.success &&
        arePositionsWithin(geometry.data.coordinates, request.geometry.coordinates)
      );
    },
    distanceTo: () => 0,
    save: () => remoteStores.orders?.put(scope, row),
  };
}

/** A listing of the service: the tasks or the orders of a contract. */
export interface Listing {
  scope: Scope;
  kind: 'task' | 'order';
}

interface RemotePage {
  remotes: Remote[];
  unreadable: number;
  total: number | null;
}

async function* pagesOf<T>(
  pages: AsyncIterable<Page<T>>,
  remoteOf: (row: Row<T>) => Remote,
): AsyncGenerator<RemotePage> {
  for await (const { rows, unreadable, total } of pages)
    yield { remotes: rows.map(remoteOf), unreadable, total };
}

/**
 * Yields the pages of the whole listing of tasks or orders. It is not filtered: the interface does not show what the service compares
 * a filter with (service §4.4), and a name may come back in another spelling than it was sent in.
 */
export function remotePages(
  options: { service: Pick<Service, 'forScope'>; remoteStores: RemoteStores },
  { scope, kind }: Listing,
  signal: AbortSignal,
): AsyncGenerator<RemotePage> {
  const client = options.service.forScope(scope);
  return kind === 'task'
    ? pagesOf(client.taskPages({}, signal), (row) => remoteTask(options.remoteStores, scope, row))
    : pagesOf(client.orderPages({}, signal), (row) => remoteOrder(options.remoteStores, scope, row));
}

/**
 * Fetches one task or order by its id; resolves with null if the service has none with this id under the contract. Throws the error
 * of the service if it cannot be asked.
 */
export async function remoteById(
  options: { service: Pick<Service, 'forScope'>; remoteStores: RemoteStores },
  { scope, kind, id }: { scope: Scope; kind: 'task' | 'order'; id: string },
  signal: AbortSignal,
): Promise<Remote | null> {
  const client = options.service.forScope(scope);
  try {
    if (kind === 'order') {
      const orderId = orderIdSchema.safeParse(id);
      if (!orderId.success) return null;
      return remoteOrder(options.remoteStores, scope, await client.order(orderId.data, signal));
    }
    const taskId = taskIdSchema.safeParse(Number(id));
    if (!taskId.success) return null;
    return remoteTask(options.remoteStores, scope, await client.task(taskId.data, signal));
  } catch (error) {
    if (isAppError(error) && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

/** Returns the listing of the service that would show a command; null for a cancellation. */
export function listingOf({ scope, input }: CommandRow): Listing | null {
  return input.kind === 'cancel-task' ? null : { scope, kind: input.kind };
}

/** Returns the stored tasks or orders of the same name: a sending that begins now has created none of them. */
export function idsWithName(
  remoteStores: RemoteStores,
  { scope, input, name, project }: CommandRow,
): string[] {
  if (input.kind === 'task') return [...remoteStores.tasks.idsWithName(scope, project, name)].map(String);
  return input.kind === 'order' ? [...(remoteStores.orders?.idsWithName(scope, name) ?? [])] : [];
}
