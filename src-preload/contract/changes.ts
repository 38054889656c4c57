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

const changeSchema = z.object({
  topic: changeTopicSchema,
  connectionId: connectionIdSchema.nullable(),
});

/** A change as the page is told of it: with the procedures (`tasking.list`) whose answers it makes stale. */
export const toldChangeSchema = changeSchema.extend({ staleQueries: z.array(z.string()) });

/** A part of the local store that has changed; each query of the contract says which of them make its answer stale. */
export type ChangeTopic = z.infer<typeof changeTopicSchema>;
/** A change as the page is told of it. */
export type ToldChange = z.infer<typeof toldChangeSchema>;
/** Says that a topic has changed. It carries no data; `connectionId` is null where the change concerns all connections. */
export type Change = z.infer<typeof changeSchema>;
