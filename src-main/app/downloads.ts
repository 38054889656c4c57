import { join } from 'node:path';
import { readFolderPattern } from '../../src-preload/contract/folder-pattern.ts';
import { wordsFor } from '../core/words.ts';
import type { Session } from '../features/connections/session.ts';
import { createDelivery } from '../features/downloads/queue/delivery.ts';
import { placeOf } from '../features/downloads/queue/transfer-runner.ts';
import type { TransferTable } from '../features/downloads/queue/transfer-table.ts';
import { createRulesTable } from '../features/downloads/rules/rules-table.ts';
import { createDeliverableFiles, newestFile } from '../features/library/deliverable-files.ts';
import type { LibraryPresence } from '../features/settings/library-presence.ts';
import { createLinkFetcher } from '../service/api/link-fetcher.ts';
import type { Store } from '../store/store.ts';
import { placeFolder } from '../transfer/storage/final-place.ts';
import { safeName } from '../transfer/storage/safe-name.ts';
import type { AppContext } from './app-context.ts';
import { createDownloadWatch } from './download-watch.ts';
import { createFetchHosts } from './fetch-hosts.ts';
import type { HttpModule } from './http.ts';
import type { WorkWatch } from './keep-awake.ts';
import type { LibraryModule } from './library.ts';
import { isMetered } from './metered.ts';
import type { SettingsModule } from './settings.ts';
import { noteArrival } from './track-everything.ts';
import type { TrackingRecords } from './tracking-records.ts';

interface DownloadsModuleOptions {
  context: AppContext;
  store: Store;
  http: HttpModule;
  settings: SettingsModule;
  presence: Pick<LibraryPresence, 'ensureThere'>;
  session: Pick<Session, 'record'>;
  scenes: Pick<LibraryModule, 'library' | 'table' | 'assets' | 'links' | 'instance'>;
  transfers: TransferTable;
  records: Pick<TrackingRecords, 'changeFeed'>;
  workWatch: WorkWatch;
}

/** Returns the texts of the notification that a batch of downloads has ended, in the user's language. */
function batchEndWords(
  settings: SettingsModule,
  systemLanguages: readonly string[],
  { done, failed }: { done: number; failed: number },
) {
  const { t } = wordsFor(settings.get().language, systemLanguages);
  const body = [
    ...(done > 0 ? [t('downloads.batchDone.body', { count: done })] : []),
    ...(failed > 0 ? [t('downloads.batchDone.failed', { count: failed })] : []),
  ];
  return { title: t('downloads.batchDone.title'), body: body.join(' ') };
}

/**
 * Creates the download queue and its limits. Emits `file.saved` and `download-limits.changed`; listens for missing thumbnails,
 * which it downloads automatically, for the settings and for a new library folder. Downloads begin with `delivery.start()`.
 */
export function createDownloadsModule(options: DownloadsModuleOptions) {
  const { context, store, http, settings, session, scenes, transfers, records } = options;
  const { platform, folder, now, publish, events, onError } = context;
  const { library, table, assets, links, instance } = scenes;
  const watch = createDownloadWatch({
    settings: () => settings.get().downloads,
    now,
    isMetered: () => isMetered(process.platform),
    words: (end) => batchEndWords(settings, platform.languages?.() ?? [], end),
    platform,
    underWay: (isUnderWay) => options.workWatch.note('downloads', isUnderWay),
    changed() {
      events.emit('download-limits.changed');
      publish('transfers');
    },
  });
  const files = createDeliverableFiles({ store });
  const rulesTable = createRulesTable({ store, now });
  const noteArrived = noteArrival({
    changeFeed: records.changeFeed,
    scenes: table,
    isOfRule: (fileId) => rulesTable.ofFiles([fileId]).some(({ state }) => state !== 'removed'),
  });
  const hosts = createFetchHosts({ links, file: table.file, session });
  const delivery = createDelivery({
    table: transfers,
    files,
    links: { link: hosts.link },
    fetcher: createLinkFetcher({
      httpClient: http.clientFor('downloads'),
      connection: session.record,
      isAsset: assets.isAsset,
    }),
    folder: settings.libraryFolder,
    folderPattern: () => settings.get().downloads.folderPattern,
    ensureLibrary: options.presence.ensureThere,
    instance,
    dataFolder: folder,
    saved(fileId, saved) {
      // Stored in the same transaction as the transfer.
      library.saved(fileId, { ...saved, fetchedFrom: hosts.of(fileId) });
      noteArrived(fileId);
      events.emit('file.saved', fileId);
    },
    changed() {
      publish('transfers');
      publish('scenes');
    },
    onError: onError('delivery'),
    limits: watch.limits,
    now: Date.now,
    random: Math.random,
  });
  events.on('settings.changed', watch.check);
  events.on('download-limits.changed', delivery.limitsChanged);
  events.on('library-folder.changed', delivery.folderChanged);
  events.on('thumbnails.missing', (fileIds) => {
    delivery.downloadAutomatically(fileIds).catch(onError('thumbnails'));
  });

  return {
    delivery,
    files,
    rulesTable,
    watch,
    /** Returns the path below the library folder that the newest file would get by a pattern; null if it would get none. */
    examplePath(pattern: string): string | null {
      const file = newestFile(store);
      if (file === null || 'problem' in readFolderPattern(pattern)) return null;
      const { folders, fileName } = placeOf(file, pattern);
      return join(placeFolder('', folders), safeName(fileName, 'file'));
    },
    close: delivery.close,
  };
}

/** What `createDownloadsModule` returns. */
export type DownloadsModule = ReturnType<typeof createDownloadsModule>;
