import type { Notice } from '../../src-preload/contract/app.ts';
import { startTimer } from '../core/start-timer.ts';
import type { LibraryDrives } from '../features/library/files-on-disk.ts';
import { type StartProbeThread, startProbeWorker } from '../features/library/folders/folder-prober.ts';
import { createFolderWatch } from '../features/library/folders/folder-watch.ts';
import { createFoldersTable } from '../features/library/folders/folders-table.ts';
import { createMainFolderWatch } from '../features/library/folders/main-folder-watch.ts';
import type { LibraryPresence } from '../features/settings/library-presence.ts';
import type { Store } from '../store/store.ts';
import type { AppContext } from './app-context.ts';
import type { SettingsModule } from './settings.ts';

/** The parts of the application that library folders need. */
export type FoldersContext = Pick<
  AppContext,
  'publish' | 'events' | 'notices' | 'now' | 'monotonic' | 'onError'
>;

interface FolderWatchOptions {
  context: FoldersContext;
  store: Store;
  settings: Pick<SettingsModule, 'libraryFolder'>;
  presence: Pick<LibraryPresence, 'ensureThere'>;
  startThread?: StartProbeThread;
}

/** The notice that the library folder is away, which is taken back when the folder is there again. */
const awayNotice = 'library-folder-away';
/** The notices that name the library folder, and say nothing of another one that a person selects. */
const folderNotices: readonly Notice['kind'][] = [awayNotice, 'library-folder-not-writable'];

/**
 * Creates the list of further library folders and the watch over them and the folder of new downloads. Emits `library-folder.moved`,
 * `library-folder.back` and `library-folder.returned`.
 */
export function createFolderWatchModule(options: FolderWatchOptions) {
  const { context, store, settings, presence, startThread = startProbeWorker } = options;
  const { publish, events, notices, now, monotonic } = context;
  const table = createFoldersTable({ store, now });
  const onError = context.onError('library folders');
  const common = { monotonic, startThread, setTimer: startTimer, onError };
  const watch = createFolderWatch({
    ...common,
    table,
    changed() {
      publish('library-folders');
      // Files can be read again, or no longer.
      publish('library');
      events.emit('library-folder.moved');
    },
    isBack: ({ id }) => events.emit('library-folder.back', id),
  });
  const main = createMainFolderWatch({
    ...common,
    folder: settings.libraryFolder,
    ensureKnown: presence.ensureThere,
    changed({ path, state }) {
      // Files can be read again, or no longer.
      publish('library');
      if (state === 'away') notices.replace(awayNotice, () => ({ path }));
    },
    isBack() {
      for (const { id, kind } of notices.list()) if (kind === awayNotice) notices.dismiss(id);
      events.emit('library-folder.returned');
    },
  });
  events.on('library-folder.changed', () => {
    const folder = settings.libraryFolder();
    for (const { id, kind, data } of notices.list())
      if (folderNotices.includes(kind) && data.path !== folder) notices.dismiss(id);
  });
  const isFurther = (path: string) => watch.folderOf(path) !== null;
  const drives: LibraryDrives = {
    folderOf: watch.folderOf,
    isFurther,
    awayFolders: watch.awayFolders,
    isAway: (path) => watch.isAway(path) || main.isAway(path),
    ensureThere: (path) => (isFurther(path) ? watch.ensureThere(path) : main.ensureThere(path)),
    ensureThereNow: (path) => (isFurther(path) ? watch.ensureThereNow(path) : main.ensureThereNow(path)),
  };
  return {
    ...watch,
    table,
    isFurther,
    main,
    /** All folders of the library. */
    drives,
    start() {
      watch.start();
      main.start();
    },
    hangs: () => watch.hangs() || main.hangs(),
    close: () => Promise.all([watch.close(), main.close()]),
  };
}

/** What `createFolderWatchModule` returns. */
export type FolderWatchModule = ReturnType<typeof createFolderWatchModule>;
