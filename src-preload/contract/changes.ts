import { z } from 'zod';
import { connectionIdSchema } from './ids.ts';

/** A part of the local store that has changed; the renderer reads that part again. */
export const changeTopicSchema = z.enum([
  'settings',
  'connections',
  'contracts',
  'reference',
  'tasks',
  // The progress of a sync of tasks, without a change of their rows.
  'sync',
  'captures',
  'orders',
  // The progress of a sync of orders, without a change of their rows.
  'order-sync',
  // A time of a task, order or scene has changed; sent from time to time.
  'timeline',
  // The contracts that are kept up to date besides the active one.
  'followed',
  'scenes',
  'transfers',
  'rules',
  'library',
  // The progress of overviews that are built.
  'overviews',
  'outbox',
  'notices',
  'requests',
  // The data that bills are made of; saved bills do not change.
  'bills',
  'snapshots',
  // Places, their lists, and the steps that can be undone.
  'places',
  // The columns and tags that occur among places; told some time after a change, because counting them reads all places.
  'place-facets',
  'templates',
  // Tasks and orders that are prepared from places and not sent, and the steps that can be undone.
  'prepared',
  // Flags, and the changes since the last run.
  'tracking',
  'tracking-notices',
  // The user's own maps, with the state of each.
  'maps',
  // Packages that are made or opened, and what is known of what was handed over.
  'handover',
  // The catalog in the library folder, and the checks of its files.
  'holdings',
  // The list of further library folders, and the state of each.
  'library-folders',
  // What the library uses of its disk, and the freeing of space.
  'disk-use',
  // Imports of scenes: what they find, and how far they are.
  'scene-imports',
  // Whether other programs read the library.
  'sharing',
  // The saved views of lists.
  'views',
  // Saved styles of rasters, and the defaults of products.
  'raster-styles',
  // Reviews of scenes, their queues, and what is read and written of them.
  'reviews',
]);

const changeSchema = z.object({
  topic: changeTopicSchema,
  connectionId: connectionIdSchema.nullable(),
});

/** A change as it is sent to the page, with the procedures (`tasking.list`) whose answers it makes stale. */
export const toldChangeSchema = changeSchema.extend({ staleQueries: z.array(z.string()) });

/**
 * A part of the local store that has changed; each query of the contract declares which of them make its answer
 * stale.
 */
export type ChangeTopic = z.infer<typeof changeTopicSchema>;
/** A change as it is sent to the page. */
export type ToldChange = z.infer<typeof toldChangeSchema>;
/**
 * Reports that a topic has changed. It carries no data; `connectionId` is null if the change concerns all
 * connections.
 */
export type Change = z.infer<typeof changeSchema>;
