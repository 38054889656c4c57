import { randomUUID } from 'node:crypto';
import { ruleIdSchema } from '../../src-preload/contract/ids.ts';
import { AppError } from '../app-error.ts';
import { createUnpackTable } from '../delivery/archives/unpack-table.ts';
import { createUnpacking } from '../delivery/archives/unpacking.ts';
import { deliveryProcedures } from '../delivery/queue/delivery-procedures.ts';
import { createRules } from '../delivery/rules/rules.ts';
import { rulesProcedures } from '../delivery/rules/rules-procedures.ts';
import type { Implementer } from '../implementer.ts';
import type { Library } from '../library/library.ts';
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
}

/**
 * Creates what happens to downloads automatically: rules that download what is published, and the unpacking of delivery archives.
 * Listens for changed captures. Nothing happens before `unpacking.start()` and `rules.start()`.
 */
export function createDownloadRulesModule(options: DownloadRulesModuleOptions) {
  const { context, store, library, downloads, tasks, scenes } = options;
  const { now, closing, publish, events, notices, onError } = context;
  const { delivery, files, rulesTable, watch } = downloads;
  const unpacking = createUnpacking({
    table: createUnpackTable({ store, now }),
    archive(fileId) {
      const { file, path } = library.onDisk(fileId);
      if (file.name !== 'delivery_zip') throw new AppError('NOT_FOUND', { what: file.fileName });
      return { path, fileName: file.fileName, sha256: file.sha256 };
    },
    failed: (fileName) => notices.add('archive-not-unpacked', { fileName }),
    changed: () => publish('transfers'),
    onError: onError('unpacking'),
  });
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
  events.on('captures.changed', rules.capturesMoved);
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
      rules.deleted(fileId);
      return scene;
    },
    close: () => Promise.allSettled([rules.close(), unpacking.close()]),
    procedures: (os: Implementer) => ({
      delivery: deliveryProcedures(os, { delivery, unpacking, pauseReason: watch.pauseReason, closing }),
      rules: rulesProcedures(os, rules),
    }),
  };
}

/** What `createDownloadRulesModule` returns. */
export type DownloadRulesModule = ReturnType<typeof createDownloadRulesModule>;
