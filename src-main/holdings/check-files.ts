import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { HoldingsStatus, HoldingsTrouble } from '../../src-preload/contract/holdings.ts';
import { hasCode } from '../app-error.ts';
import type { Store } from '../store/store.ts';
import type { FileToCheck } from './check-table.ts';
import type { HoldingsTable } from './holdings-table.ts';
import { DiskTrouble, type HoldingsThread } from './holdings-thread.ts';

const filesPerPage = 50;

/** What the check of all files needs. */
export interface CheckFilesOptions {
  store: Pick<Store, 'transaction'>;
  table: HoldingsTable;
  thread: Pick<HoldingsThread, 'ask' | 'end'>;
  library: () => string;
  /** Returns the absolute path of a recorded one. */
  absolute: (path: string) => string;
  /** True for a file whose folder is not there now: it is not bad, and it is checked the next time. */
  isAway?: (path: string) => boolean;
  changed: () => void;
  onError: (error: unknown) => void;
}

/** Creates the check of all files against their checksums. It goes on where it was paused, also in the next session. */
export function createFileCheck(options: CheckFilesOptions) {
  const { store, table, thread, library, absolute, changed } = options;
  let running: Promise<void> | null = null;
  let isPaused = false;
  let isGentle = false;
  let trouble: HoldingsTrouble | null = null;

  // What a session that ended left behind goes on when the user says so.
  if (table.check()?.state === 'running') table.setCheckState('paused');

  /** Whether the drive of the library is gone: then no file of it is bad. */
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
    // Its folder may have gone meanwhile.
    if (verdict !== 'good' && options.isAway?.(path) === true) return table.noteSkipped(file);
    if (verdict === 'missing' || verdict === 'unreadable') {
      if (await isLibraryGone(file)) throw new DiskTrouble('library-missing');
      // A drive that went away for a moment is back now, with the file.
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
        trouble = error instanceof DiskTrouble ? error.trouble : 'failed';
        if (!(error instanceof DiskTrouble)) options.onError(error);
      }
    }
    table.setCheckState(state);
    await thread.end();
    changed();
  }

  return {
    /** Begins with the first file, or goes on after the last one that was checked; slowly if nobody waits for it. */
    start(anew: boolean, { gently = false }: { gently?: boolean } = {}) {
      isGentle = gently;
      if (running !== null) return;
      const stored = table.check();
      if (anew || stored === null || stored.state === 'done') table.beginCheck();
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
    /** Ends it; the file that is being read is read again later. */
    async pause() {
      isPaused = true;
      await thread.end();
      await running;
    },
    status(): Omit<HoldingsStatus['check'], 'nextAt' | 'isScheduled'> {
      const stored = table.check();
      if (stored === null)
        return { state: 'none', trouble, files: 0, total: 0, bytes: 0, startedAt: null, endedAt: null };
      const { cursor: _, ...shown } = stored;
      return { ...shown, trouble };
    },
    idle: async () => {
      await running;
    },
  };
}

/** What `createFileCheck` returns. */
export type FileCheck = ReturnType<typeof createFileCheck>;
