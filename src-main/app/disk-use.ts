import { sep } from 'node:path';
import { hasCode } from '../core/app-error.ts';
import type { Implementer } from '../core/implementer.ts';
import type { Session } from '../features/connections/session.ts';
import type { DiskUseQueries, FreeableFilter } from '../features/library/disk-use/disk-use-queries.ts';
import { createFreeing } from '../features/library/disk-use/freeing.ts';
import { createOwnFiles } from '../features/library/disk-use/own-files.ts';
import type { AsyncQueries } from '../store/async-queries.ts';
import { freeBytesOf } from '../transfer/storage/free-space.ts';
import type { AppContext } from './app-context.ts';
import type { DownloadRulesModule } from './download-rules.ts';
import type { DownloadsModule } from './downloads.ts';
import type { LibraryFoldersModule } from './library-folders.ts';
import type { SettingsModule } from './settings.ts';
import { soon } from './soon.ts';

interface DiskUseModuleOptions {
  context: AppContext;
  lists: { diskUse: AsyncQueries<DiskUseQueries> };
  settings: Pick<SettingsModule, 'libraryFolder'>;
  session: Pick<Session, 'named'>;
  instance: string;
  downloads: Pick<DownloadsModule, 'delivery'>;
  downloadRules: Pick<DownloadRulesModule, 'deleteFile' | 'unpacking'>;
  folders: Pick<LibraryFoldersModule, 'paths'>;
}

/** While files change the page asks at most once in this time, because the answer reads all records. */
const publishAfterMs = 1_000;
const monthsToMs = (months: number) => months * 30.44 * 86_400_000;

/** Creates the report of what the library uses of its disk, and the freeing of space. Listens for changes of files. */
export function createDiskUseModule(options: DiskUseModuleOptions) {
  const { context, lists, settings, session, downloads, downloadRules, folders } = options;
  const { publish, events, now } = context;
  const changed = soon(() => publish('disk-use'), publishAfterMs);
  const ownFiles = createOwnFiles({
    folder: settings.libraryFolder,
    instance: options.instance,
    isInUse: async (fileId) => {
      const [transfer] = await downloads.delivery.transfersOf([fileId]);
      return transfer !== undefined && transfer.state !== 'done';
    },
  });
  const filter = (months: number): FreeableFilter => ({
    before: months === 0 ? null : new Date(now().getTime() - monthsToMs(months)).toISOString(),
    connections: session.named().map(({ id }) => id),
    others: folders.paths().map((path) => (path.endsWith(sep) ? path : path + sep)),
  });
  const freeing = createFreeing({
    queries: lists.diskUse,
    ownFiles,
    filter,
    async deleteFile(fileId) {
      try {
        const how = { permanently: false, ifShared: 'keep' } as const;
        return (await downloadRules.deleteFile(fileId, how)).keptFor === null;
      } catch (error) {
        if (hasCode(error, 'OWNER_UNKNOWN')) return false;
        throw error;
      }
    },
    isUnpacked: async (fileId) => (await downloadRules.unpacking.unpacked(fileId)) !== null,
    changed() {
      changed();
      // The page prepares a raster again whose display copy was deleted.
      if (freeing.status()?.kind === 'display' && freeing.status()?.state !== 'running') publish('library');
    },
    onError: context.onError('freeing of space'),
  });
  events.on('library.changed', changed);

  async function report(months: number) {
    const [records, display, partial, freeBytes] = await Promise.all([
      lists.diskUse.report(filter(months)),
      ownFiles.use('display'),
      ownFiles.use('partial'),
      freeBytesOf(settings.libraryFolder()),
    ]);
    return {
      ...records,
      freeable: [
        { kind: 'display' as const, ...display },
        { kind: 'partial' as const, ...partial },
        ...records.freeable,
      ],
      freeBytes,
    };
  }

  return {
    close: freeing.cancel,
    procedures: (os: Implementer) => ({
      diskUse: {
        report: os.diskUse.report.handler(({ input }) => report(input.months)),
        freeing: os.diskUse.freeing.handler(() => freeing.status()),
        free: os.diskUse.free.handler(({ input }) => freeing.start(input.kind, input)),
        cancelFreeing: os.diskUse.cancelFreeing.handler(() => freeing.cancel()),
      },
    }),
  };
}
