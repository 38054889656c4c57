import { z } from 'zod';
import { connectionIdSchema } from './ids.ts';

/** What has moved in the local store; the renderer reads that part again. */
export const changeTopicSchema = z.enum([
  'settings',
  'connections',
  'contracts',
  'reference',
  'tasks',
  // How a sync of tasks goes: no row of theirs.
  'sync',
  'captures',
  'orders',
  // How a sync of orders goes: no row of theirs.
  'order-sync',
  // Something moved in time: of tasks, orders or scenes, told now and then.
  'timeline',
  // Which contracts are kept up to date beside the one in force.
  'followed',
  'scenes',
  'transfers',
  'rules',
  'library',
  'submissions',
  'outbox',
  'notices',
  'requests',
  // What bills are made of; kept bills stand.
  'bills',
  'snapshots',
  // Flags, and what changed since the last time.
  'tracking',
  'tracking-notices',
]);

export const changeSchema = z.object({
  topic: changeTopicSchema,
  connectionId: connectionIdSchema.nullable(),
});

/** The part of the local store that has changed. The page knows from it which queries are stale (`keysOf`). */
export type ChangeTopic = z.infer<typeof changeTopicSchema>;
/**
 * Tells the page that a topic is stale. It carries no data; `connectionId` is null where the change concerns all
 * connections.
 */
export type Change = z.infer<typeof changeSchema>;
