import type { TaskRequest } from '../../../src-preload/contract/task-request.ts';
import type { TaskingReference } from '../../../src-preload/contract/tasking.ts';

/**
 * Returns the values that the service uses if a request leaves them out (service §2.6): the only client, and that
 * client's default priority. Null if the request gives the value or if Nadir cannot know the default.
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
