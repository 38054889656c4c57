import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { type LibraryFileId, ruleIdSchema } from '../../src-preload/contract/ids.ts';
import { importedConnectionId } from '../../src-preload/contract/library.ts';
import { AppError } from '../app-error.ts';
import type { FileOwners } from '../core/file-claims.ts';
import { createUnpackTable } from '../delivery/archives/unpack-table.ts';
import { createUnpacking } from '../delivery/archives/unpacking.ts';
import { deliveryProcedures } from '../delivery/queue/delivery-procedures.ts';
import { createRules } from '../delivery/rules/rules.ts';
import { rulesProcedures } from '../delivery/rules/rules-procedures.ts';
import type { Implementer } from '../implementer.ts';
import type { Library } from '../library/library.ts';
import { createUnpackedRasters, type UnpackedFolder } from '../library/unpacked-rasters.ts';
import { ensureWritable } from '../settings/settings.ts';
import { startTimer } from '../start-timer.ts';
import type { Store } from '../store/store.ts';
import type { AppContext } from './app-context.ts';
import { createArrivals } from './arrivals.ts';
import type { DownloadsModule } from './downloads.ts';
import type { LibraryModule } from './library.ts';
import type { TasksModule } from './tasks.ts';

interface DownloadRulesModuleOptions {
  context: AppContext;
  store: Store;
  library: Library;
  downloads: DownloadsModule;
  tasks: Pick<TasksModule, 'table' | 'sync'>;
  scenes: Pick<LibraryModule, 'table'>;
  owners: FileOwners;
}

/**
 * Creates what happens to downloads automatically: rules that download what is published, and the unpacking of delivery archives.
 * Listens for changed captures. Nothing happens before `unpacking.start()` and `rules.start()`.
 */
export function createDownloadRulesModule(options: DownloadRulesModuleOptions) {
  const { context, store, library, downloads, tasks, scenes, owners } = options;
  const { now, closing, publish, events, notices, onError } = context;
  const { delivery, files, rulesTable, watch } = downloads;
  const rasters = createUnpackedRasters({ store, now });
  const unpackTable = createUnpackTable({ store, now });
  const noteRasters = (fileId: LibraryFileId, unpacked: UnpackedFolder) => {
    const added = store.transaction(() => rasters.record(fileId, unpacked));
    for (const raster of added) events.emit('file.saved', raster);
    if (added.length > 0) filesChanged();
  };
  const filesChanged = () => {
    publish('library');
    events.emit('library.changed');
  };
  const unpacking = createUnpacking({
    table: {
      ...unpackTable,
      finish(fileId) {
        store.transaction(() => {
          unpackTable.finish(fileId);
          const row = unpackTable.get(fileId);
          if (row !== null && row.folder !== null)
            noteRasters(fileId, { folder: row.folder, files: row.files });
        });
      },
      clear(fileId) {
        store.transaction(() => {
          rasters.forget(fileId);
          unpackTable.clear(fileId);
        });
        filesChanged();
      },
    },
    archive(fileId) {
      const { file, path } = library.onDisk(fileId);
      if (file.name !== 'delivery_zip') throw new AppError('NOT_FOUND', { what: file.fileName });
      return { path, fileName: file.fileName, sha256: file.sha256 };
    },
    claimsOn: (fileId, paths) =>
      owners.claimsOn(paths, { sceneRow: scenes.table.file(fileId).librarySceneId }),
    failed: (fileName) => notices.add('archive-not-unpacked', { fileName }),
    changed: () => publish('transfers'),
    onError: onError('unpacking'),
  });
  /** What was unpacked before its rasters were recorded is recorded when it is asked about again. */
  const recorded: typeof unpacking = {
    ...unpacking,
    async unpack(fileId, signal) {
      const unpacked = await unpacking.unpack(fileId, signal);
      noteRasters(fileId, { folder: basename(unpacked.folder), files: unpacked.files });
      return unpacked;
    },
  };
  const rules = createRules({
    table: rulesTable,
    delivery,
    files,
    published: tasks.table.published,
    scenes: library.refreshCapture,
    refresh: tasks.sync.run,
    async deleteFile(fileId) {
      await unpacking.remove(fileId);
      // A rule makes room, which the trash would take.
      return library.deleteFile(fileId, { permanently: true });
    },
    checkFolder: ensureWritable,
    unpack: unpacking.want,
    changed: () => publish('rules'),
    onError: onError('rules'),
    newId: () => ruleIdSchema.parse(randomUUID()),
  });
  events.on('captures.changed', rules.capturesChanged);
  const arrivals = createArrivals({
    rules: rulesTable,
    scenes: scenes.table,
    prepare: library.rasterInfo,
    notices,
    setTimer: startTimer,
    onError: onError('arrivals'),
  });
  events.on('file.saved', arrivals.saved);

  return {
    unpacking,
    rules,
    /** Deletes a file for the user; no rule fetches it again. */
    deleteFile: async (...[fileId, how]: Parameters<Library['deleteFile']>) => {
      const scene = await library.deleteFile(fileId, how);
      if (scene.keptFor !== null && how.ifShared === 'keep') return scene;
      rules.deleted(fileId);
      if (scene.connectionId === importedConnectionId && scene.files.length === 0)
        events.emit('scene.emptied', scene.librarySceneId);
      return scene;
    },
    close: () => Promise.allSettled([rules.close(), unpacking.close()]),
    procedures: (os: Implementer) => ({
      delivery: deliveryProcedures(os, {
        delivery,
        unpacking: recorded,
        pauseReason: watch.pauseReason,
        closing,
      }),
      rules: rulesProcedures(os, rules),
    }),
  };
}

/** What `createDownloadRulesModule` returns. */
export type DownloadRulesModule = ReturnType<typeof createDownloadRulesModule>;
