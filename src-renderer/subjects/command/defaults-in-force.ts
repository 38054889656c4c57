import type { TaskRequest } from '../../../src-preload/contract/task-request.ts';
import type { TaskingReference } from '../../../src-preload/contract/tasking.ts';

/**
 * What the service takes where a request leaves it out (service §2.6): the only client there is, and that client's
 * default priority. Null where that cannot be known from here.
 */
export function defaultsInForce(
  { client, priority }: Pick<TaskRequest, 'client' | 'priority'>,
  clients: TaskingReference['clients'],
): { client: string | null; priority: number | null } {
  const only = clients.length === 1 ? clients[0] : undefined;
  const used = client === undefined ? only : clients.find(({ name }) => name === client);
  return {
    client: client === undefined ? (only?.name ?? null) : null,
    priority: priority === undefined ? (used?.defaultPriority ?? null) : null,
  };
}
