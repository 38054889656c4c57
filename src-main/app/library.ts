import { join } from 'node:path';
import type { LibraryFileId } from '../../src-preload/contract/ids.ts';
import { areBandsEntered } from '../core/entered-facts.ts';
import type { FileOwners } from '../core/file-claims.ts';
import type { Implementer } from '../core/implementer.ts';
import { startTimer } from '../core/start-timer.ts';
import type { TransferTable } from '../features/downloads/queue/transfer-table.ts';
import { createEnteredBands } from '../features/library/entered-bands.ts';
import { createEnteredFacts } from '../features/library/entered-facts.ts';
import type { LibraryDrives } from '../features/library/files-on-disk.ts';
import { createIndexUpkeep } from '../features/library/find/index-upkeep.ts';
import { createBadFiles } from '../features/library/holdings/bad-files.ts';
import { createLibrary, type Library } from '../features/library/library.ts';
import { libraryProcedures } from '../features/library/library-procedures.ts';
import { createRasterPictures } from '../features/library/pictures/raster-pictures.ts';
import { createRemovedFiles } from '../features/library/removed-files.ts';
import { createSceneAssets } from '../features/library/scene-assets.ts';
import { createSceneIntake } from '../features/library/scene-intake.ts';
import { createSceneLinks } from '../features/library/scene-links.ts';
import { createSceneTable } from '../features/library/scene-table.ts';
import { createTrashedFiles } from '../features/library/trashed-files.ts';
import { createUnreadScenes } from '../features/library/unread-scenes.ts';
import type { OrderTable } from '../features/orders/order-table.ts';
import { isOfOneTask } from '../features/tasks/capture-sync.ts';
import type { TaskTable } from '../features/tasks/task-table.ts';
import { createRasterWorkerClient } from '../raster/raster-worker-client.ts';
import { instanceIdOf } from '../store/instance-id.ts';
import type { Store } from '../store/store.ts';
import type { AppContext } from './app-context.ts';
import type { Lists } from './list-reader.ts';
import type { SessionsModule } from './sessions.ts';
import type { SettingsModule } from './settings.ts';
import type { TrackingRecords } from './tracking-records.ts';

interface LibraryModuleOptions {
  context: AppContext;
  store: Store;
  lists: Pick<Lists, 'library'>;
  settings: Pick<SettingsModule, 'libraryFolder'>;
  serviceFor: SessionsModule['serviceFor'];
  records: TrackingRecords;
  tasks: Pick<TaskTable, 'taskOfCapture' | 'published'>;
  orders: Pick<OrderTable, 'find'>;
  /** The folders of its files. */
  drives: LibraryDrives;
  /** The stored queue of downloads. */
  transfers: Pick<TransferTable, 'isTransferring'>;
  owners: FileOwners;
}

/** How often files that are missing or in the trash are looked for, and whether the next files of the library are still there. */
const checkMissingMs = 20_000;

/** So many files are checked in a moment. */
const fewFiles = 500;
/** The check of more files begins so late that the window usually has its lists and its map: they would share the main loop with it. */
const sweepAfterStartMs = 12_000;

/**
 * Creates the scenes, their links and their files on disk. Emits `thumbnails.missing`, `library.changed`, `library.swept` and
 * `files.missing`; listens for saved files, whose overviews it builds at once, and for a new library folder.
 */
export function createLibraryModule(options: LibraryModuleOptions) {
  const { context, store, lists, settings, serviceFor, records, tasks, orders, transfers, drives } = options;
  const { folder, now, closing, publish, events, onError } = context;
  const table = createSceneTable({
    store,
    now,
    taskOfCapture: tasks.taskOfCapture,
    transferring: transfers.isTransferring,
    observed: records.changeFeed.observe,
    flagged: records.flaggedScenes,
    awayFolders: drives.awayFolders,
  });
  /** Distinguishes the files of this data folder in a library that several data folders share. */
  const instance = instanceIdOf(folder, now);
  const rasters = createRasterWorkerClient({
    instance,
    folder: settings.libraryFolder,
    ownFolder: join(folder, 'display'),
    onBuild: () => publish('overviews'),
  });
  const changed = (topic: 'scenes' | 'library') => {
    publish(topic);
    events.emit('library.changed');
  };
  const recordEntered = createEnteredFacts({ store, now });
  const recordBands = createEnteredBands({ store, now });
  const wantThumbnails = (fileIds: LibraryFileId[]) => events.emit('thumbnails.missing', fileIds);
  const assets = createSceneAssets({
    service: serviceFor('scenes'),
    store,
    now,
    wantThumbnails,
    scene: table.get,
    order: orders.find,
    changed: () => changed('scenes'),
    closing,
  });
  const links = createSceneLinks({
    service: serviceFor('scenes'),
    store: createSceneIntake({ store, table, changed: () => changed('scenes') }),
    asset: assets.link,
    closing,
  });
  const library = createLibrary({
    store,
    table,
    links,
    rasters,
    folder: settings.libraryFolder,
    changed,
    wantThumbnails,
    described: () => events.emit('library.changed'),
    owners: options.owners,
    moveToTrash: context.platform.moveToTrash,
    trashed: createTrashedFiles({ store, now }),
    removed: createRemovedFiles({ store, now }),
    drives,
  });
  const unread = createUnreadScenes({
    store,
    published: (scope, range) => tasks.published(scope, {}, range),
    read: library.refreshCapture,
    isOfOne: isOfOneTask,
    changed: () => publish('unread-scenes'),
    closing,
  });
  const pictures = createRasterPictures({
    table,
    rasters,
    files: library,
    areBandsEntered: ({ librarySceneId, name }) => areBandsEntered(table.get(librarySceneId).raw, name),
  });
  /** How many files were missing when this was last looked at. */
  let missing = table.countMissing();
  function noticeMissing() {
    const before = missing;
    missing = table.countMissing();
    if (missing > before) events.emit('files.missing');
  }
  const sweep = async () => {
    await library.sweep(closing).catch(onError('library sweep'));
    events.emit('library.swept');
    noticeMissing();
  };
  const isSmall = () => table.savedFiles(0, fewFiles + 1).length <= fewFiles;
  let cancelSweep: () => void = () => undefined;
  let cancelCheck: () => void = () => undefined;
  async function checkMissing() {
    if (table.countMissing() > 0) await library.sweep(closing, 'missing');
    await library.sweep(closing, 'next');
    noticeMissing();
    await library.findRestored(closing);
  }
  /**
   * Looks at intervals for files that are missing or in the trash, because nobody tells when they are put back, and whether others are still
   * there, because nobody tells when they are deleted.
   */
  function checkMissingLater() {
    cancelCheck = startTimer(() => {
      void checkMissing()
        .catch(onError('check of missing files'))
        .finally(() => {
          if (!closing.aborted) checkMissingLater();
        });
    }, checkMissingMs);
  }
  const upkeep = createIndexUpkeep({
    store,
    closing,
    keepIndex: lists.library.keepIndex,
    onError: onError('index of scenes'),
  });
  events.on('library-folder.changed', library.folderChanged);
  events.on('file.saved', (fileId) => {
    // Overviews are built when the file arrives, so that they are ready when it is first opened.
    if (table.file(fileId).kind === 'raster') library.rasterInfo(fileId).catch(onError('raster preparation'));
  });

  return {
    library,
    table,
    assets,
    links,
    instance,
    /**
     * Checks all records now, or soon if they are many; when the drive of the library folder is back; and whenever that folder changes,
     * after all other listeners of that event. Those of files that are missing or in the trash it checks at intervals.
     */
    start() {
      events.on('library-folder.changed', sweep);
      events.on('library-folder.returned', sweep);
      if (isSmall()) void sweep();
      else cancelSweep = startTimer(sweep, sweepAfterStartMs);
      checkMissingLater();
      upkeep.start();
    },
    /** Answers requests for pictures of rasters. */
    answer: pictures.answer,
    close() {
      cancelSweep();
      cancelCheck();
      return Promise.all([rasters.close(), pictures.close()]);
    },
    /** Creates the procedures of the library, which delete files with the given function. */
    proceduresWith: (os: Implementer, deleteFile: Library['deleteFile']) =>
      libraryProcedures(os, {
        library: { ...library, deleteFile },
        table,
        assets,
        links,
        lists: lists.library,
        badFiles: createBadFiles({ store }).ofScene,
        enterFacts(facts) {
          const result = recordEntered(facts);
          if (result.changed > 0) changed('scenes');
          return result;
        },
        enterBands(entered) {
          const count = recordBands(entered);
          if (count > 0) changed('scenes');
          return count;
        },
        unread,
        closing,
      }),
  };
}

/** What `createLibraryModule` returns. */
export type LibraryModule = ReturnType<typeof createLibraryModule>;
