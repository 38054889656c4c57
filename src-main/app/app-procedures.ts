import { arch, platform as osName, release } from 'node:os';
import type { ToldChange } from '../../src-preload/contract/changes.ts';
import type { Change } from '../../src-preload/contract/contract.ts';
import type { LibraryFileId } from '../../src-preload/contract/ids.ts';
import type { Implementer } from '../core/implementer.ts';
import { iterate } from '../core/iterate.ts';
import type { Notices } from '../features/support/notices.ts';
import type { Platform } from '../host/platform.ts';
import type { ChangeHub } from './change-hub.ts';
import { withStaleQueries } from './stale-queries.ts';

interface AppProceduresOptions {
  platform: Platform;
  libraryFolder: () => string;
  notices: Notices;
  subscribe: ChangeHub['subscribe'];
  /** Resolves with the path of a file, or of its unpacked folder if that is requested and exists. */
  pathOf: (fileId: LibraryFileId, isUnpacked: boolean) => Promise<string>;
  /** Logs an error of the page. */
  logPageError: (error: { stack: string; parts: string }) => void;
  closing: AbortSignal;
}

/** Returns changes without those that are there twice. There is one for each topic and connection at most, however many are told. */
const distinctChanges = (changes: readonly ToldChange[]): ToldChange[] => [
  ...new Map(changes.map((change) => [`${change.topic} ${change.connectionId ?? ''}`, change])).values(),
];

/** Tells a page of each change. A page that does not keep up hears of each kind of change at least once after it. */
export async function* tellChanges(
  subscribe: ChangeHub['subscribe'],
  signals: readonly (AbortSignal | undefined)[],
): AsyncGenerator<ToldChange, void, void> {
  const told = iterate<ToldChange[]>(
    (push) => {
      const tell = (change: Change) => push([withStaleQueries(change)]);
      tell({ topic: 'settings', connectionId: null });
      return subscribe(tell);
    },
    signals,
    (older, newer) => distinctChanges([...older, ...newer]),
  );
  for await (const changes of told) yield* changes;
}

/** Creates the procedures for the application as a whole and its host. */
export function appProcedures(
  os: Implementer,
  { platform, libraryFolder, notices, subscribe, pathOf, logPageError, closing }: AppProceduresOptions,
) {
  return {
    info: os.app.info.handler(() => ({
      version: platform.version,
      host: platform.host,
      os: `${osName()} ${release()} ${arch()}`,
      dataFolder: platform.dataFolder,
      libraryFolder: libraryFolder(),
      capabilities: {
        revealInFolder: platform.revealInFolder !== undefined,
        notify: platform.notify !== undefined,
        pickFolder: platform.pickFolder !== undefined,
        pickFile: platform.pickFile !== undefined,
        openFile: platform.openFile !== undefined,
        dragOut: platform.dragOut !== undefined,
        trash: platform.moveToTrash !== undefined,
        keepAwake: platform.keepAwake !== undefined,
        savePdf: platform.savePdf !== undefined,
        updates: platform.updates !== undefined,
      },
    })),
    notices: os.app.notices.handler(() => notices.list()),
    dismissNotice: os.app.dismissNotice.handler(({ input }) => notices.dismiss(input.id)),
    changes: os.app.changes.handler(({ signal }) => tellChanges(subscribe, [signal, closing])),
    revealFile: os.app.revealFile.handler(async ({ input }) => {
      await platform.revealInFolder?.(await pathOf(input.fileId, input.unpacked ?? false));
    }),
    reportPageError: os.app.reportPageError.handler(({ input }) => logPageError(input)),
    pickFolder: os.app.pickFolder.handler(async () => (await platform.pickFolder?.()) ?? null),
    savePdf: os.app.savePdf.handler(
      async ({ input }) => (await platform.savePdf?.(`${input.name}.pdf`)) ?? null,
    ),
    pickFile: os.app.pickFile.handler(async ({ input }) => (await platform.pickFile?.(input)) ?? null),
  };
}
