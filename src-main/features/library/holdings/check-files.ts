import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { HoldingsStatus, HoldingsTrouble } from '../../../../src-preload/contract/holdings.ts';
import { hasCode } from '../../../core/app-error.ts';
import type { Store } from '../../../store/store.ts';
import type { FileToCheck } from './check-table.ts';
import type { HoldingsTable } from './holdings-table.ts';
import { DiskTroubleError, type HoldingsThread } from './holdings-thread.ts';

const filesPerPage = 50;

/** The options of `createFileCheck`. */
export interface CheckFilesOptions {
  store: Pick<Store, 'transaction'>;
  table: HoldingsTable;
  thread: Pick<HoldingsThread, 'ask' | 'end'>;
  library: () => string;
  /** Returns the absolute form of a recorded path. */
  absolute: (path: string) => string;
  /** True for a file whose folder is away: it counts as neither good nor bad and is checked the next time. */
  isAway?: (path: string) => boolean;
  changed: () => void;
  onError: (error: unknown) => void;
}

/** Creates the check of all files against their checksums. It can be paused and continued, also in the next session. */
export function createFileCheck(options: CheckFilesOptions) {
  const { store, table, thread, library, absolute, changed } = options;
  let running: Promise<void> | null = null;
  let isPaused = false;
  let isGentle = false;
  let trouble: HoldingsTrouble | null = null;

  // A check that an earlier session left running waits for the user or the schedule.
  if (table.check()?.state === 'running') table.setCheckState('paused');

  /** Resolves with true if a file of the library is missing only because the library is away. */
  async function isLibraryGone(file: FileToCheck): Promise<boolean> {
    const folder = library();
    if (!absolute(file.path).startsWith(folder)) return false;
    const hadCatalog = table.countScenes(folder) > 0;
    return !(await thread.ask({ ask: 'is-there', library: folder, hadCatalog }));
  }

  async function checkOne(file: FileToCheck): Promise<void> {
    const { sizeBytes, sha256 } = file;
    const path = absolute(file.path);
    if (options.isAway?.(path) === true) return table.noteSkipped(file);
    const check = () => thread.ask({ ask: 'check', file: { path, sizeBytes, sha256 }, isGentle });
    let verdict = await check();
    // The folder may have gone away meanwhile.
    if (verdict !== 'good' && options.isAway?.(path) === true) return table.noteSkipped(file);
    if (verdict === 'missing' || verdict === 'unreadable') {
      if (await isLibraryGone(file)) throw new DiskTroubleError('library-missing');
      // The drive may have been away only for a moment, so the file is checked once more.
      verdict = await check();
    }
    if (isPaused) return;
    store.transaction(() => table.noteChecked(file, verdict === 'good' ? null : verdict), 'passing');
    changed();
  }

  async function checkAll(): Promise<'done' | 'paused'> {
    for (;;) {
      const files = table.filesToCheck(table.check()?.cursor ?? 0, filesPerPage);
      if (files.length === 0) return 'done';
      for (const file of files) {
        if (isPaused) return 'paused';
        await checkOne(file);
        await yieldToEventLoop();
      }
    }
  }

  async function run(): Promise<void> {
    let state: 'done' | 'paused' = 'paused';
    try {
      state = await checkAll();
    } catch (error) {
      if (!hasCode(error, 'CANCELLED') && !isPaused) {
        trouble = error instanceof DiskTroubleError ? error.trouble : 'failed';
        if (!(error instanceof DiskTroubleError)) options.onError(error);
      }
    }
    table.setCheckState(state);
    await thread.end();
    changed();
  }

  return {
    /** Starts with the first file, or continues after the last checked one. With `gently` it reads slowly and leaves the disk to others. */
    start(fromStart: boolean, { gently = false }: { gently?: boolean } = {}) {
      isGentle = gently;
      if (running !== null) return;
      const stored = table.check();
      if (fromStart || stored === null || stored.state === 'done') table.beginCheck();
      else table.setCheckState('running');
      isPaused = false;
      trouble = null;
      changed();
      running = run()
        .catch(options.onError)
        .finally(() => {
          running = null;
        });
    },
    /** Pauses the check; the file that is being read is read again later. */
    async pause() {
      isPaused = true;
      await thread.end();
      await running;
    },
    status(): Omit<HoldingsStatus['check'], 'nextAt' | 'isScheduled'> {
      const stored = table.check();
      if (stored === null)
        return {
          state: 'none',
          trouble,
          files: 0,
          total: 0,
          bytes: 0,
          bad: 0,
          unverified: 0,
          startedAt: null,
          endedAt: null,
        };
      const { cursor: _, ...shown } = stored;
      // Only after a check: before the first one it would be every file.
      return { ...shown, trouble, unverified: stored.state === 'done' ? table.countUnverified() : 0 };
    },
    idle: async () => {
      await running;
    },
  };
}

/** What `createFileCheck` returns. */
export type FileCheck = ReturnType<typeof createFileCheck>;
