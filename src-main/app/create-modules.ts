import { startTimer } from '../core/start-timer.ts';
import { createTransferTable } from '../features/downloads/queue/transfer-table.ts';
import { createActiveScopeWatch } from './active-scope.ts';
import type { AppContext } from './app-context.ts';
import { createDiskUseModule } from './disk-use.ts';
import { domains } from './domains.ts';
import { createDownloadRulesModule } from './download-rules.ts';
import { createDownloadsModule } from './downloads.ts';
import { createFileOwnersModule } from './file-owners.ts';
import { createFolderWatchModule } from './folder-watch.ts';
import { createApprovalGuard, createHandedOver, createHandoverModule } from './handover.ts';
import { createHoldingsModule } from './holdings.ts';
import { createHttpModule } from './http.ts';
import { createKeepAwake, type WorkWatch } from './keep-awake.ts';
import { createLibraryModule } from './library.ts';
import { createLibraryFoldersModule } from './library-folders.ts';
import { createMapsModule } from './maps.ts';
import { createOpenedFilesModule } from './opened-files.ts';
import { createOrdersModule } from './orders.ts';
import { createOutboxModule } from './outbox.ts';
import { createPlacesModule } from './places.ts';
import { createPracticeModule } from './practice.ts';
import { createPresenceModule } from './presence.ts';
import { createReviewsModule } from './reviews.ts';
import { createSceneImportsModule } from './scene-imports.ts';
import { createSessionsModule } from './sessions.ts';
import { createSettingsModule } from './settings.ts';
import { createSharingModule } from './sharing.ts';
import { createStorageModule } from './storage.ts';
import { createTakeawayModule } from './takeaway.ts';
import { createTasksModule } from './tasks.ts';
import { createTemplatesModule } from './templates.ts';
import { createTimelineModule } from './timeline.ts';
import { createTrackingModule } from './tracking.ts';
import { createTrackingRecords } from './tracking-records.ts';
import { createUpdatesModule } from './updates.ts';

/**
 * Creates the modules of all domains, each from those above it; those that need no other module are in `domains`. The order is also
 * that in which they receive an event: the outbox looks up what it sent before tracking records that all tasks were read. No request
 * is sent yet.
 *
 * A module declares what it offers to the whole application: the router adds its `procedures`, and its `close` is called when Nadir
 * closes.
 */
export function createModules(context: AppContext) {
  const { now } = context;
  const settings = createSettingsModule(context);
  const storage = createStorageModule(context);
  const { store, reader } = storage;
  // The practice service starts in its own thread while the rest is created.
  const practice = createPracticeModule(context);
  const http = createHttpModule(context);
  const sessions = createSessionsModule({ context, store, http });
  const { session, contracts, scopes, serviceFor } = sessions;
  const records = createTrackingRecords(context, store);
  const common = { context, store, lists: reader.lists, records, settings, scopes, serviceFor };

  const tasks = createTasksModule(common);
  const orders = createOrdersModule({ ...common, sessions, tasks: tasks.table });
  const handedOver = createHandedOver({ store, folder: context.folder, now });
  const { assertApproved, carryApprovals } = createApprovalGuard({
    store,
    isRequired: () => settings.get().requireApproval,
  });
  const keepAwake = createKeepAwake({
    platform: context.platform,
    isWanted: () => settings.get().downloads.keepAwake,
    setTimer: startTimer,
  });
  context.events.on('settings.changed', keepAwake.apply);
  const openedFiles = createOpenedFilesModule(context);
  const updates = createUpdatesModule({ context, settings, http });
  /** Hears of what is under way: then the computer stays awake, and Nadir is not updated. */
  const workWatch: WorkWatch = {
    note(work, isUnderWay) {
      keepAwake.note(work, isUnderWay);
      updates.note(work, isUnderWay);
    },
  };
  const outbox = createOutboxModule({
    ...common,
    workWatch,
    sessions,
    tasks,
    orders: orders.table,
    handedOver,
    assertApproved,
  });
  const transfers = createTransferTable({ store, now });
  const presence = createPresenceModule({ context, store, settings });
  const folderWatch = createFolderWatchModule({ context, store, settings, presence });
  const fileOwners = createFileOwnersModule({ context, store, settings, session });
  const { owners } = fileOwners;
  const scenes = createLibraryModule({
    ...common,
    owners,
    drives: folderWatch.drives,
    transfers,
    tasks: tasks.table,
    orders: orders.table,
  });
  const { library } = scenes;
  const takeaway = createTakeawayModule({ context, scenes, settings });
  const downloads = createDownloadsModule({
    ...common,
    workWatch,
    presence,
    http,
    session,
    scenes,
    transfers,
  });
  const downloadRules = createDownloadRulesModule({
    ...common,
    library,
    scenes,
    downloads,
    tasks,
    owners,
  });
  const holdings = createHoldingsModule({
    ...common,
    session,
    scenes,
    downloads,
    folderWatch,
    owners,
  });
  const libraryFolders = createLibraryFoldersModule({ context, store, folderWatch, settings, holdings });
  const diskUse = createDiskUseModule({
    context,
    lists: reader.lists,
    settings,
    session,
    downloads,
    downloadRules,
    instance: scenes.instance,
    folders: libraryFolders,
  });
  const reviews = createReviewsModule({ ...common, session, folderWatch, holdings });
  const sceneImports = createSceneImportsModule({
    ...common,
    presence,
    http,
    scenes,
    owners,
    reviews,
    connectionOf: holdings.connectionOf,
  });
  const sharing = createSharingModule({
    ...common,
    scenes,
    folderWatch,
    reviews,
    takeaway,
    vault: sessions.vault,
  });
  const registered = Object.values(domains).flatMap((domain) =>
    'createModule' in domain ? [domain.createModule(common)] : [],
  );
  const places = createPlacesModule(common);
  const templates = createTemplatesModule({
    ...common,
    tasks,
    outbox: outbox.outbox,
    assertApproved,
    carryApprovals,
  });
  const timeline = createTimelineModule({ ...common, contracts, tasks, orders });
  const tracking = createTrackingModule({
    ...common,
    tasks: tasks.table,
    orders,
    scenes: scenes.table,
  });
  const maps = createMapsModule({ context, store, http, vault: sessions.vault });
  const handover = createHandoverModule({ ...common, places, templates, outbox, maps });
  const watchActiveScope = createActiveScopeWatch({ context, scopes, tasks, orders, outbox, tracking });

  // The modules that are closed at the same time start to close in this order.
  return {
    settings,
    presence,
    storage,
    practice,
    http,
    sessions,
    registered,
    handover,
    places,
    templates,
    timeline,
    tasks,
    orders,
    outbox,
    downloadRules,
    downloads,
    diskUse,
    libraryFolders,
    keepAwake,
    updates,
    openedFiles,
    folderWatch,
    fileOwners,
    holdings,
    sceneImports,
    reviews,
    sharing,
    scenes,
    takeaway,
    tracking,
    maps,
    watchActiveScope,
  };
}

/** What `createModules` returns. */
export type Modules = ReturnType<typeof createModules>;
