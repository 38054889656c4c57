import { orderIdSchema, type Scope, taskIdSchema } from '../../src-preload/contract/ids.ts';
import type { OrderRequest } from '../../src-preload/contract/order-request.ts';
import type { TaskRequest } from '../../src-preload/contract/task-request.ts';
import { isAppError } from '../app-error.ts';
import { isoTime } from '../service/api/iso-time.ts';
import type { WireOrder } from '../service/api/orders-wire.ts';
import type { Page, Row, Service } from '../service/api/service-client.ts';
import type { WireTask } from '../service/api/wire.ts';
import type { CommandRow } from './command-row.ts';
import { orderDiffers, serviceTimeOf, taskDiffers, taskDistance } from './match.ts';

/** Functions that the domains provide: to store what a look-up has read, and to list what was known before a sending began. */
export interface RemoteStores {
  tasks: {
    put: (scope: Scope, row: Row<WireTask>) => void;
    /** Returns the tasks of a project with this name. */
    knownIds: (scope: Scope, project: string, name: string) => Iterable<number>;
  };
  orders?: {
    put: (scope: Scope, row: Row<WireOrder>) => void;
    knownIds: (scope: Scope, name: string) => Iterable<string>;
  };
}

/** A task or an order at the service that a command may have made. */
export interface Remote {
  id: string;
  name: string;
  project: string;
  createdAt: string | null;
  /** The service's time of creation; NaN if it is missing or unreadable. */
  createdMs: number;
  /** Set if an order mirrors a task of V1: none of our orders made it (service §10.4). */
  mirrors: string | null;
  /** As in match.ts: null if it has another name. */
  differsFrom: (row: CommandRow) => string[] | null;
  distanceTo: (row: CommandRow) => number;
  keep: () => void;
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
      return request === null ? null : taskDiffers(parsed, request);
    },
    distanceTo(command) {
      const request = taskOf(command);
      return request === null ? 0 : taskDistance(parsed, request);
    },
    keep: () => remoteStores.tasks.put(scope, row),
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
      return request === null ? null : orderDiffers(parsed, request);
    },
    distanceTo: () => 0,
    keep: () => remoteStores.orders?.put(scope, row),
  };
}

interface RemotePage {
  remotes: Remote[];
  unreadable: number;
  total: number | null;
}

async function* seen<T>(
  pages: AsyncIterable<Page<T>>,
  remoteOf: (row: Row<T>) => Remote,
): AsyncGenerator<RemotePage> {
  for await (const { rows, unreadable, total } of pages)
    yield { remotes: rows.map(remoteOf), unreadable, total };
}

/** Yields everything at the service among which a command's task or order would be. */
export function remotePages(
  options: { service: Pick<Service, 'forScope'>; remoteStores: RemoteStores },
  { scope, kind, key }: { scope: Scope; kind: 'task' | 'order'; key: string },
  signal: AbortSignal,
): AsyncGenerator<RemotePage> {
  const client = options.service.forScope(scope);
  return kind === 'task'
    ? seen(client.taskPages({ projectName: key }, signal), (row) =>
        remoteTask(options.remoteStores, scope, row),
      )
    : seen(client.orderPages({ name: key }, signal), (row) => remoteOrder(options.remoteStores, scope, row));
}

/**
 * Asks the service for one task or order by its id; null if the service has none with it under this contract. Throws the error of
 * the service if it cannot be asked.
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

/** Returns the listing that would show a command: the tasks of a project, or the orders with a name. Null for a cancellation. */
export function listingOf({ scope, input, name, project }: CommandRow) {
  if (input.kind === 'cancel-task') return null;
  return { scope, kind: input.kind, key: input.kind === 'task' ? project : name };
}

/** Returns the tasks or orders of the same name in the local store: a sending that begins now made none of them. */
export function knownIds(remoteStores: RemoteStores, { scope, input, name, project }: CommandRow): string[] {
  if (input.kind === 'task') return [...remoteStores.tasks.knownIds(scope, project, name)].map(String);
  return input.kind === 'order' ? [...(remoteStores.orders?.knownIds(scope, name) ?? [])] : [];
}
