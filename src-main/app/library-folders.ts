import type { Implementer } from '../core/implementer.ts';
import { createFolderList } from '../features/library/folders/folder-list.ts';
import { createFolderReadings } from '../features/library/folders/folder-readings.ts';
import {
  createHoldingsThread,
  type HoldingsThread,
  startHoldingsWorker,
} from '../features/library/holdings/holdings-thread.ts';
import { createRebuild } from '../features/library/holdings/rebuild.ts';
import type { Store } from '../store/store.ts';
import type { FoldersContext, FolderWatchModule } from './folder-watch.ts';
import type { HoldingsModule } from './holdings.ts';
import type { SettingsModule } from './settings.ts';

interface LibraryFoldersModuleOptions {
  context: FoldersContext;
  store: Store;
  folderWatch: FolderWatchModule;
  settings: Pick<SettingsModule, 'libraryFolder' | 'set'>;
  holdings: Pick<HoldingsModule, 'restoreIn'>;
  createThread?: () => HoldingsThread;
}

/**
 * Creates the further library folders: their scenes are read into the index, and their files are used without being copied. Listens for
 * folders that come back, which it reads again. Emits `library-folder.read`.
 */
export function createLibraryFoldersModule(options: LibraryFoldersModuleOptions) {
  const { context, store, folderWatch, settings, holdings } = options;
  const { createThread = () => createHoldingsThread(startHoldingsWorker) } = options;
  const { publish, events } = context;
  const { table } = folderWatch;
  const onError = context.onError('reading of a library folder');
  const changed = () => publish('library-folders');
  const filesChanged = () => {
    publish('scenes');
    publish('library');
    // Wakes the writing of the catalog, which drops the notes of scenes in further folders.
    events.emit('library.changed');
  };
  const readings = createFolderReadings({
    createReading: ({ path }, stateChanged) =>
      createRebuild({
        store,
        onError,
        library: () => path,
        // Nadir writes no items in further folders.
        table: { noteFound: () => undefined, noteItem: () => undefined },
        thread: createThread(),
        restore: (found) => holdings.restoreIn(path, found),
        ended: () => undefined,
        changed(hasNew) {
          stateChanged();
          if (hasNew) filesChanged();
        },
      }),
    read({ id, path }, scenes) {
      table.setScenes(id, scenes);
      folderWatch.reload();
      events.emit('library-folder.read', path);
    },
    changed,
    ended: filesChanged,
  });
  const list = createFolderList({
    store,
    table,
    readings,
    changed,
    filesChanged,
    watch: folderWatch,
    mainFolder: settings.libraryFolder,
    setMainFolder: (path) => settings.set({ libraryFolder: path }),
  });
  events.on('library-folder.back', list.isBack);
  events.on('library-folder.moved', list.endLostReadings);

  return {
    list,
    /** Returns the absolute paths of the further folders. */
    paths: () => folderWatch.rows().map(({ path }) => path),
    start: folderWatch.start,
    close: readings.close,
    procedures: (os: Implementer) => ({
      libraryFolders: {
        list: os.libraryFolders.list.handler(list.list),
        add: os.libraryFolders.add.handler(({ input }) => list.add(input.path)),
        remove: os.libraryFolders.remove.handler(({ input }) => list.remove(input.id)),
        relocate: os.libraryFolders.relocate.handler(({ input }) => list.relocate(input.id, input.path)),
        use: os.libraryFolders.use.handler(({ input }) => list.use(input.id)),
        read: os.libraryFolders.read.handler(({ input }) => list.read(input.id)),
      },
    }),
  };
}

/** What `createLibraryFoldersModule` returns. */
export type LibraryFoldersModule = ReturnType<typeof createLibraryFoldersModule>;
