import { createTransferTable } from '../delivery/queue/transfer-table.ts';
import { createActiveScopeWatch } from './active-scope.ts';
import type { AppContext } from './app-context.ts';
import { createDownloadRulesModule } from './download-rules.ts';
import { createDownloadsModule } from './downloads.ts';
import { createHttpModule } from './http.ts';
import { createLibraryModule } from './library.ts';
import { createOrdersModule } from './orders.ts';
import { createOutboxModule } from './outbox.ts';
import { createPracticeModule } from './practice.ts';
import { createSessionsModule } from './sessions.ts';
import { createSettingsModule } from './settings.ts';
import { createStorageModule } from './storage.ts';
import { createTasksModule } from './tasks.ts';
import { createTimelineModule } from './timeline.ts';
import { createTrackingModule } from './tracking.ts';
import { createTrackingRecords } from './tracking-records.ts';
import { createUsageModule } from './usage.ts';

/**
 * Creates the modules of all domains, each from those above it. The order is also that in which they receive an event: the outbox
 * looks for what it sent before tracking records that all tasks were read. No service is asked yet.
 */
export function createModules(context: AppContext) {
  const { now } = context;
  const settings = createSettingsModule(context);
  const storage = createStorageModule(context);
  const { store, reader } = storage;
  // It starts in its own thread while the rest is created.
  const practice = createPracticeModule(context);
  const http = createHttpModule(context);
  const sessions = createSessionsModule({ context, store, http });
  const { session, contracts, scopes, serviceFor } = sessions;
  const common = { context, store, lists: reader.lists, records: createTrackingRecords(context, store) };

  const tasks = createTasksModule({ ...common, serviceFor });
  const orders = createOrdersModule({ ...common, sessions, tasks: tasks.table });
  const outbox = createOutboxModule({ ...common, sessions, tasks, orders: orders.table });
  const transfers = createTransferTable({ store, now });
  const scenes = createLibraryModule({
    ...common,
    settings,
    serviceFor,
    transfers,
    tasks: tasks.table,
    orders: orders.table,
  });
  const { library } = scenes;
  const downloads = createDownloadsModule({ ...common, http, settings, session, scenes, transfers });
  const downloadRules = createDownloadRulesModule({ ...common, library, downloads, tasks });
  const usage = createUsageModule({ ...common, scopes });
  const timeline = createTimelineModule({ ...common, settings, scopes, contracts, tasks, orders });
  const tracking = createTrackingModule({
    ...common,
    settings,
    scopes,
    tasks: tasks.table,
    orders,
    scenes: scenes.table,
  });
  const watchActiveScope = createActiveScopeWatch({ context, scopes, tasks, orders, outbox, tracking });

  return {
    settings,
    storage,
    practice,
    http,
    sessions,
    tasks,
    orders,
    outbox,
    scenes,
    downloads,
    downloadRules,
    usage,
    timeline,
    tracking,
    watchActiveScope,
  };
}

/** What `createModules` returns. */
export type Modules = ReturnType<typeof createModules>;
