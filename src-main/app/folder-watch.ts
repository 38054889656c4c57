import { type StartProbeThread, startProbeWorker } from '../library-folders/folder-prober.ts';
import { createFolderWatch } from '../library-folders/folder-watch.ts';
import { createFoldersTable } from '../library-folders/folders-table.ts';
import { startTimer } from '../start-timer.ts';
import type { Store } from '../store/store.ts';
import type { AppContext } from './app-context.ts';

/** The parts of the application that further library folders need. */
export type FoldersContext = Pick<AppContext, 'publish' | 'events' | 'now' | 'monotonic' | 'onError'>;

/** Creates the list of further library folders and the watch over them. Emits `library-folder.moved` and `library-folder.back`. */
export function createFolderWatchModule({
  context,
  store,
  startThread = startProbeWorker,
}: {
  context: FoldersContext;
  store: Store;
  startThread?: StartProbeThread;
}) {
  const { publish, events, now, monotonic } = context;
  const table = createFoldersTable({ store, now });
  const watch = createFolderWatch({
    ...{ table, monotonic, startThread, setTimer: startTimer },
    changed() {
      publish('library-folders');
      // Files can be read again, or no longer.
      publish('library');
      events.emit('library-folder.moved');
    },
    isBack: ({ id }) => events.emit('library-folder.back', id),
    onError: context.onError('library folders'),
  });
  return { ...watch, table, isFurther: (path: string) => watch.folderOf(path) !== null };
}

/** What `createFolderWatchModule` returns. */
export type FolderWatchModule = ReturnType<typeof createFolderWatchModule>;
