import { join } from 'node:path';
import type { LibrarySceneId } from '../../src-preload/contract/ids.ts';
import type { FileOwners } from '../core/file-claims.ts';
import type { Implementer } from '../core/implementer.ts';
import { startTimer } from '../core/start-timer.ts';
import type { Session } from '../features/connections/session.ts';
import { createCatalogScenes } from '../features/library/catalog-scenes.ts';
import { adoptEntered } from '../features/library/entered-facts.ts';
import { isReachable } from '../features/library/files-on-disk.ts';
import { createCatalogSync } from '../features/library/holdings/catalog-sync.ts';
import { catalogFolder } from '../features/library/holdings/format/layout.ts';
import { holdingsProcedures } from '../features/library/holdings/holdings-procedures.ts';
import { createHoldingsTable } from '../features/library/holdings/holdings-table.ts';
import { createHoldingsThread, startHoldingsWorker } from '../features/library/holdings/holdings-thread.ts';
import { createRebuild } from '../features/library/holdings/rebuild.ts';
import { createSceneRestore, type SceneToRestore } from '../features/library/scene-restore.ts';
import { createReviewRows } from '../features/reviews/review-rows.ts';
import { createReviewsForItems } from '../features/reviews/reviews-for-items.ts';
import type { Store } from '../store/store.ts';
import type { AppContext } from './app-context.ts';
import { createConnections } from './connections.ts';
import type { DownloadsModule } from './downloads.ts';
import { createFileChecks } from './file-checks.ts';
import type { FolderWatchModule } from './folder-watch.ts';
import type { LibraryModule } from './library.ts';
import type { SettingsModule } from './settings.ts';
import { soon } from './soon.ts';

interface HoldingsModuleOptions {
  context: AppContext;
  store: Store;
  settings: Pick<SettingsModule, 'libraryFolder' | 'get'>;
  session: Pick<Session, 'named'>;
  scenes: Pick<LibraryModule, 'library' | 'table' | 'instance'>;
  owners: FileOwners;
  downloads: Pick<DownloadsModule, 'delivery'>;
  folderWatch: Pick<FolderWatchModule, 'isAway' | 'isFurther'>;
}

/** The catalog is written this long after a change; changes until then are written together. */
const debounceMs = 1_500;
/** The page is told of changes once in this time. */
const soonMs = 250;

/**
 * Creates the catalog in the library folder, and the check and repair of its files. Listens for changes of scenes and files, and for the
 * end of the library's sweep: if the index has no file, or the library folder is a new one, a folder with a catalog is read into the index. It
 * is read as well when more files are missing than before, because their folders may have other names.
 */
export function createHoldingsModule(options: HoldingsModuleOptions) {
  const { context, store, settings, session, scenes, downloads, folderWatch } = options;
  const { now, publish, events } = context;
  const library = settings.libraryFolder;
  const onError = context.onError('catalog of the library');
  const changed = soon(() => {
    publish('holdings');
    events.emit('catalog.written');
  }, soonMs);
  const table = createHoldingsTable({ store, now });
  const connections = createConnections(session);
  const described = createCatalogScenes({
    store,
    connection: connections.facts,
    reviewOf: createReviewsForItems(createReviewRows({ store })),
  });
  const { restoreFound, restoreBeside } = createSceneRestore({ store, now });
  const common = { store, table, library, changed, onError };

  const sync = createCatalogSync({
    ...common,
    described: described.get,
    adopt(sceneRow, scene) {
      if (adoptEntered(store, sceneRow, scene)) scenesChanged();
    },
    thread: createHoldingsThread(startHoldingsWorker),
    instance: scenes.instance,
    debounceMs,
    setTimer: startTimer,
  });
  const scenesChanged = soon(() => {
    publish('scenes');
    publish('library');
  }, soonMs);
  const rebuild = createRebuild({
    ...common,
    thread: createHoldingsThread(startHoldingsWorker),
    restore: (found) => restoreFound({ ...found, connectionId: connections.of(found.scene.source) }),
    changed(hasNew) {
      changed();
      if (hasNew) scenesChanged();
    },
    ended() {
      // Scenes of which only the place is new are noted, and nothing else may happen that wakes the sync.
      sync.wake();
      events.emit('library.rebuilt');
    },
  });
  const { check, schedule, repair } = createFileChecks({
    context,
    store,
    table,
    settings,
    scenes,
    downloads,
    folderWatch,
    changed,
    onError,
    owners: options.owners,
    isRebuilding: () => rebuild.status().state === 'running',
  });
  const clean = soon(() => void repair.clean().catch(onError), soonMs);

  /** True after the user has selected another library folder, until it has been swept. */
  let isFolderNew = false;
  events.on('library.changed', () => {
    sync.wake();
    clean();
  });
  events.on('library-folder.changed', () => {
    isFolderNew = true;
  });
  // Not at the end of a pause that has grown for as long as the drive was away.
  events.on('library-folder.returned', () => sync.wake(true));
  events.on('library.swept', async () => {
    const isRead = table.hasFiles() && !isFolderNew;
    sync.wake(isFolderNew);
    isFolderNew = false;
    if (!isRead && (await isReachable(join(library(), catalogFolder)))) rebuild.start();
  });

  // The item of a scene went with its folder: it says which scene it is, and the sums of its files.
  events.on('files.missing', async () => {
    if (await isReachable(join(library(), catalogFolder))) rebuild.start();
  });

  return {
    /** Records a scene that was found in a further folder; called within a transaction. */
    restoreIn: (folder: string, found: Pick<SceneToRestore, 'scene' | 'missing'>) =>
      restoreBeside({ ...found, folder, connectionId: connections.of(found.scene.source) }),
    /** Notes that the item of a scene is to be written again; called within a transaction. */
    noteScene(librarySceneId: LibrarySceneId) {
      table.note(librarySceneId);
      sync.wake();
    },
    startSchedule: schedule.start,
    /** Returns the connection of this data folder to which a scene belongs. */
    connectionOf: connections.of,
    async close() {
      schedule.close();
      await Promise.allSettled([sync.close(), rebuild.cancel(), check.pause()]);
    },
    procedures: (os: Implementer) => ({
      holdings: holdingsProcedures(os, {
        table,
        sync,
        rebuild,
        check,
        schedule,
        repair,
        library,
      }),
    }),
  };
}

/** What `createHoldingsModule` returns. */
export type HoldingsModule = ReturnType<typeof createHoldingsModule>;
