import { allMigrations } from '../src-main/app/all-migrations.ts';
import { trackEverything } from '../src-main/app/track-everything.ts';
import { createSceneTable } from '../src-main/features/library/scene-table.ts';
import { createOrderLoader } from '../src-main/features/orders/order-loader.ts';
import { createOrderTable } from '../src-main/features/orders/order-table.ts';
import { createPartTable } from '../src-main/features/orders/part-table.ts';
import { createTaskTable } from '../src-main/features/tasks/task-table.ts';
import { createChangeFeed } from '../src-main/features/timeline/tracking/change-feed.ts';
import type { TellMe } from '../src-preload/contract/settings.ts';
import { directLists } from './direct-lists.ts';
import { openTestStore } from './open-test-store.ts';
import { testScope } from './task-rows.ts';
import { unusedClient } from './unused-client.ts';

/** Tables of all domains on one database, tracked as in the application; the clock stands until it is set. */
export function createTrackingHarness() {
  const opened = openTestStore(allMigrations);
  const harness = {
    opened,
    clock: Date.parse('2026-03-10T12:00:00Z'),
    tellMe: {
      capturePublished: true,
      orderClosed: true,
      flagRaised: true,
      outboxTrouble: true,
      project: null,
      quietHours: null,
    } as TellMe,
    told: [] as { title: string; body: string }[],
    errors: [] as unknown[],
    hasOrders: false,
    ...make(),
    /** Ends this life as a crash does, unless `calm`, and begins the next. */
    async restart(how: 'crash' | 'calm') {
      if (how === 'calm') await harness.tracking.close();
      opened.reopen();
      Object.assign(harness, make());
    },
    /** A first sync that found this, or a later one. */
    synced() {
      harness.tracking.synced(testScope, 'tasks');
    },
    async remove() {
      await harness.tracking.close();
      opened.remove();
    },
  };

  function make() {
    const { store } = opened;
    const now = () => new Date(harness.clock);
    const changeFeed = createChangeFeed({ store, now, changed: (scope) => tracking.touched(scope) });
    const { observe: observed } = changeFeed;
    const tasks = createTaskTable({
      store,
      now,
      observed,
      flagged: (scope) => tracking.flags.ids(scope, 'task'),
    });
    const orders = createOrderTable({
      store,
      now,
      observed,
      flagged: (scope) => tracking.flags.ids(scope, 'order'),
    });
    const parts = createPartTable({ store, now, observed, orders });
    const scenes = createSceneTable({
      store,
      now,
      observed,
      taskOfCapture: tasks.taskOfCapture,
      transferring: () => false,
      flagged: () => tracking.flags.sceneIds(),
    });
    const orderLoader = createOrderLoader({
      orders,
      parts,
      service: { forScope: () => unusedClient },
      task: tasks.brief,
      changed: () => undefined,
    });
    const tracking = trackEverything({
      store,
      now,
      changeFeed,
      tasks,
      orders,
      parts,
      scenes,
      orderLoader,
      lists: directLists(store),
      settings: () => ({ tellMe: harness.tellMe, language: 'en' }),
      platform: { notify: (notice) => harness.told.push(notice) },
      hasOrders: () => harness.hasOrders,
      nowMs: () => harness.clock,
      changed: () => undefined,
      onError: (error) => harness.errors.push(error),
    });
    return { changeFeed, tasks, orders, parts, scenes, tracking };
  }

  return harness;
}
