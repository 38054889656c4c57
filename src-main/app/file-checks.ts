import type { FileOwners } from '../core/file-claims.ts';
import { startTimer } from '../core/start-timer.ts';
import { createFileCheck } from '../features/library/holdings/check-files.ts';
import { createCheckSchedule } from '../features/library/holdings/check-schedule.ts';
import { createCheckScheduleTable } from '../features/library/holdings/check-schedule-table.ts';
import type { HoldingsTable } from '../features/library/holdings/holdings-table.ts';
import { createHoldingsThread, startHoldingsWorker } from '../features/library/holdings/holdings-thread.ts';
import { createRepair } from '../features/library/holdings/repair.ts';
import type { Store } from '../store/store.ts';
import type { AppContext } from './app-context.ts';
import type { DownloadsModule } from './downloads.ts';
import type { FolderWatchModule } from './folder-watch.ts';
import type { LibraryModule } from './library.ts';
import type { SettingsModule } from './settings.ts';

interface FileChecksOptions {
  context: Pick<AppContext, 'now' | 'notices' | 'publish'>;
  store: Store;
  table: HoldingsTable;
  settings: Pick<SettingsModule, 'libraryFolder' | 'get'>;
  scenes: Pick<LibraryModule, 'library' | 'table'>;
  owners: FileOwners;
  downloads: Pick<DownloadsModule, 'delivery'>;
  folderWatch: Pick<FolderWatchModule, 'isAway' | 'isFurther'>;
  /** True while the folder is read into the index: no check starts then. */
  isRebuilding: () => boolean;
  changed: () => void;
  onError: (error: unknown) => void;
}

/** Creates the check of all files of the library, its schedule, and the repair of the bad files that it finds. */
export function createFileChecks(options: FileChecksOptions) {
  const { context, store, table, settings, scenes, downloads, folderWatch, changed, onError } = options;
  const { now } = context;
  const library = settings.libraryFolder;
  const { absolute } = scenes.library;
  let known = table.countBad();
  const check = createFileCheck({
    store,
    table,
    library,
    absolute,
    changed() {
      changed();
      const found = table.countBad();
      // Details and reports say which files are bad.
      if (found !== known) context.publish('scenes');
      known = found;
    },
    onError,
    thread: createHoldingsThread(startHoldingsWorker),
    isAway: folderWatch.isAway,
  });
  const schedule = createCheckSchedule({
    check,
    table: createCheckScheduleTable({ store }),
    period: () => settings.get().verifyLibrary,
    isIdle: () => downloads.delivery.summary().running === 0 && !options.isRebuilding(),
    hasFiles: table.hasFiles,
    ended() {
      const count = table.countBad();
      if (count > 0) context.notices.add('files-damaged', { total: String(count) });
    },
    now,
    onError,
    setTimer: startTimer,
  });
  const repair = createRepair({
    table,
    library,
    absolute,
    isReadInPlace: folderWatch.isFurther,
    claimsOn: options.owners.claimsOn,
    markMissing: (fileId) => scenes.table.markMissing(fileId, true),
    download: (fileIds) => downloads.delivery.download(fileIds),
    changed() {
      changed();
      context.publish('library');
    },
  });
  return { check, schedule, repair };
}
