import type { Scope } from '../../src-preload/contract/ids.ts';
import { createSceneChecks } from '../library/scene-checks.ts';
import { createSceneTable } from '../library/scene-table.ts';
import { sceneTimeSources } from '../library/scene-times.ts';
import { createOrderChecks } from '../orders/order-checks.ts';
import { createOrderTable } from '../orders/order-table.ts';
import { orderTimeSources } from '../orders/order-times.ts';
import { createCommandReading } from '../outbox/command-reading.ts';
import type { Store } from '../store/store.ts';
import type { Terms, TimeSource } from '../store/time-source.ts';
import { createTaskChecks } from '../tasking/task-checks.ts';
import { createTaskTable } from '../tasking/task-table.ts';
import { taskTimeSources } from '../tasking/task-times.ts';
import { createFlagTable } from '../tracking/flag-table.ts';

const now = () => new Date();

/** Returns the time sources of all tables, in a fixed order. */
export const timeSourcesOf = (store: Store): TimeSource[] => [
  ...taskTimeSources(store),
  ...orderTimeSources(store),
  ...sceneTimeSources(store),
];

/**
 * Creates the database queries of lists and maps, by name. They may read a hundred thousand rows, so they run in the thread of
 * `list-reader-worker.ts` on a read-only connection; they return plain data that can be cloned.
 */
export function createListQueries(store: Store) {
  const flags = createFlagTable({ store, now });
  const flagged = (kind: 'task' | 'order') => (scope: Scope) => flags.ids(scope, kind);
  const tasks = createTaskTable({ store, now, flagged: flagged('task') });
  const orders = createOrderTable({ store, now, flagged: flagged('order') });
  const scenes = createSceneTable({
    store,
    now,
    // Only used for writing and for the files of one scene.
    taskOfCapture: () => null,
    transferring: () => false,
    flagged: flags.sceneIds,
  });
  const commands = createCommandReading(store);
  const taskIssues = createTaskChecks({ store });
  const orderIssues = createOrderChecks({ store });
  const sceneIssues = createSceneChecks({ store });
  const timeSources = timeSourcesOf(store);
  /** Returns one of the sources by its position. */
  function timeSource(index: number): TimeSource {
    const source = timeSources[index];
    if (source === undefined) throw new Error(`there is no time source ${index}`);
    return source;
  }
  return {
    'tasks.list': tasks.list,
    'tasks.targets': tasks.targets,
    'tasks.position': tasks.position,
    'orders.list': orders.list,
    'orders.places': orders.places,
    'orders.position': orders.position,
    'orders.skus': orders.skus,
    'scenes.list': scenes.list,
    'scenes.footprints': scenes.footprints,
    'commands.list': commands.list,
    'commands.ids': commands.ids,
    'commands.position': commands.position,
    'commands.places': commands.places,
    'commands.counts': commands.counts,
    'commands.overview': commands.overview,
    'taskIssues.endingWithoutCapture': taskIssues.endingWithoutCapture,
    'taskIssues.processing': taskIssues.processing,
    'taskIssues.moreThanNeeded': taskIssues.moreThanNeeded,
    'orderIssues.endingWithoutCapture': orderIssues.endingWithoutCapture,
    'orderIssues.processing': orderIssues.processing,
    'orderIssues.closedEmpty': orderIssues.closedEmpty,
    'orderIssues.withoutLinks': orderIssues.withoutLinks,
    'sceneIssues.filesMissing': sceneIssues.filesMissing,
    'sceneIssues.withoutLinks': sceneIssues.withoutLinks,
    'times.cut': (source: number, terms: Terms) => timeSource(source).cut(terms),
    'times.counts': (source: number, terms: Terms) => timeSource(source).counts(terms),
    'times.first': (source: number, terms: Terms, limit: number) => timeSource(source).first(terms, limit),
    'times.places': (source: number, terms: Terms) => timeSource(source).places(terms),
  };
}

/** The queries for lists and maps, by name; the list reader calls them in its thread. */
export type ListQueries = ReturnType<typeof createListQueries>;
