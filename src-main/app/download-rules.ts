import { randomUUID } from 'node:crypto';
import { ruleIdSchema } from '../../src-preload/contract/ids.ts';
import { importedConnectionId } from '../../src-preload/contract/library.ts';
import type { FileOwners } from '../core/file-claims.ts';
import type { Implementer } from '../core/implementer.ts';
import { startTimer } from '../core/start-timer.ts';
import { deliveryProcedures } from '../features/downloads/queue/delivery-procedures.ts';
import { createRules } from '../features/downloads/rules/rules.ts';
import { rulesProcedures } from '../features/downloads/rules/rules-procedures.ts';
import type { Library } from '../features/library/library.ts';
import { ensureWritable } from '../features/settings/settings.ts';
import type { Store } from '../store/store.ts';
import type { AppContext } from './app-context.ts';
import { createArchiveUnpacking } from './archive-unpacking.ts';
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
 * Creates what happens to downloads automatically: rules that download new captures, and the unpacking of delivery archives.
 * Listens for changed captures. Nothing happens before `unpacking.start()` and `rules.start()`.
 */
export function createDownloadRulesModule(options: DownloadRulesModuleOptions) {
  const { context, store, library, downloads, tasks, scenes, owners } = options;
  const { closing, publish, events, notices, onError } = context;
  const { delivery, files, rulesTable, watch } = downloads;
  const { unpacking, forUser } = createArchiveUnpacking({
    context,
    store,
    library,
    owners,
    scenes: scenes.table,
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
        unpacking: forUser,
        pauseReason: watch.pauseReason,
        examplePath: downloads.examplePath,
        closing,
      }),
      rules: rulesProcedures(os, rules),
    }),
  };
}

/** What `createDownloadRulesModule` returns. */
export type DownloadRulesModule = ReturnType<typeof createDownloadRulesModule>;
