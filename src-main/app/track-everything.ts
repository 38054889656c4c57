import { type LibraryFileId, libraryFileIdSchema, type Scope } from '../../src-preload/contract/ids.ts';
import type { LanguageChoice } from '../../src-preload/contract/languages.ts';
import type { TellMe } from '../../src-preload/contract/settings.ts';
import { hasCode } from '../core/app-error.ts';
import { wordsFor } from '../core/words.ts';
import { createRemovedFiles } from '../features/library/removed-files.ts';
import type { SceneTable } from '../features/library/scene-table.ts';
import { createOrderChecks } from '../features/orders/order-checks.ts';
import type { createOrderLoader } from '../features/orders/order-loader.ts';
import type { OrderTable } from '../features/orders/order-table.ts';
import type { PartTable } from '../features/orders/part-table.ts';
import { createSentCommands } from '../features/outbox/sent-commands.ts';
import type { TaskTable } from '../features/tasks/task-table.ts';
import type { ChangeFeed } from '../features/timeline/tracking/change-feed.ts';
import {
  type ComposedTracking,
  type ComposeTrackingOptions,
  composeTracking,
} from '../features/timeline/tracking/compose-tracking.ts';
import type { Platform } from '../host/platform.ts';
import type { Store } from '../store/store.ts';

/** The checks for what needs attention; they run in the list reader's thread. */
export interface TrackingLists {
  tasking: ComposeTrackingOptions['tasks'];
  orders: ComposeTrackingOptions['orders'];
  library: ComposeTrackingOptions['scenes'];
}

interface TrackEverythingOptions
  extends Pick<
    ComposeTrackingOptions,
    'store' | 'now' | 'changeFeed' | 'hasOrders' | 'nowMs' | 'changed' | 'onError'
  > {
  store: Store;
  changeFeed: ChangeFeed;
  tasks: TaskTable;
  orders: OrderTable;
  orderLoader: Pick<ReturnType<typeof createOrderLoader>, 'get'>;
  parts: PartTable;
  scenes: SceneTable;
  lists: TrackingLists;
  settings: () => { tellMe: TellMe; language: LanguageChoice };
  platform: Pick<Platform, 'notify' | 'languages'>;
}

/** Returns what `read` returns, or null if it throws NOT_FOUND; histories leave that out. */
function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (hasCode(error, 'NOT_FOUND')) return null;
    throw error;
  }
}

/** Creates the tracking from functions of the other domains. */
export function trackEverything(options: TrackEverythingOptions): ComposedTracking {
  const { store, tasks, orders, parts, scenes, orderLoader, lists, settings, platform } = options;
  const sent = createSentCommands({ store });
  const orderChecks = createOrderChecks({ store });

  function words(counts: Parameters<ComposeTrackingOptions['words']>[0], only: string | null) {
    const { t } = wordsFor(settings().language, platform.languages?.() ?? []);
    const body = counts.map(([kind, count]) => t(`tracking.notice.${kind}`, { count })).join(' ');
    return { title: only ?? t('tracking.notice.title'), body };
  }

  return composeTracking({
    ...options,
    tasks: lists.tasking,
    orders: lists.orders,
    scenes: lists.library,
    wasCancelled: (scope, taskId) => tasks.brief(scope, taskId)?.statusKind === 'cancelled',
    captureFacts: tasks.captureFacts,
    orderedFacts: parts.captureFacts,
    sources: {
      task: (scope, taskId) => orNull(() => tasks.get(scope, taskId)),
      taskOfCapture: (scope, captureId) => tasks.taskOfCapture(scope, captureId)?.taskId ?? null,
      order: (scope, orderId) => orNull(() => orderLoader.get(scope, orderId)),
      ordersOfTask: (scope, taskId) => orders.ofTask(scope, taskId).map(({ orderId }) => orderId),
      ordersOfCapture: orders.ofCapture,
      scene: scenes.get,
      scenesOfCapture: scenes.ofCapture,
      removedFiles: createRemovedFiles({ store, now: options.now }).ofScene,
      sent: sent.thatMade,
    },
    names: {
      task(scope, taskId) {
        const task = tasks.brief(scope, taskId);
        return task && { name: task.name, project: task.project, cancelled: task.statusKind === 'cancelled' };
      },
      order: orderChecks.brief,
      command: sent.name,
      file: (id) =>
        orNull(() => {
          const { fileName, librarySceneId } = scenes.file(libraryFileIdSchema.parse(Number(id)));
          const { project } = scenes.get(librarySceneId);
          return { name: fileName, project: project ?? '', subject: { kind: 'scene', librarySceneId } };
        }),
    },
    inTrouble: sent.inTrouble,
    settings: () => settings().tellMe,
    minuteOfDay() {
      const at = options.now();
      return at.getHours() * 60 + at.getMinutes();
    },
    words,
    notify: platform.notify,
  });
}

/** Creates the function that records the arrival of a file of a rule, of which the user is notified later. */
export function noteArrival(options: {
  changeFeed: ChangeFeed;
  scenes: SceneTable;
  isOfRule: (fileId: LibraryFileId) => boolean;
}) {
  return (fileId: LibraryFileId) => {
    const file = options.scenes.file(fileId);
    if (file.name === 'thumbnail' || !options.isOfRule(fileId)) return;
    const { connectionId, contractId } = options.scenes.get(file.librarySceneId);
    const scope: Scope = { connectionId, contractId };
    options.changeFeed.observe(scope, {
      kind: 'file',
      id: String(fileId),
      parentId: String(file.librarySceneId),
      state: 'arrived',
    });
  };
}
