import { sep } from 'node:path';
import type { AwayFolder } from '../../../../src-preload/contract/library.ts';
import type { FolderState, LibraryFolderId } from '../../../../src-preload/contract/library-folders.ts';
import { AppError } from '../../../core/app-error.ts';
import { createFolderProber, type FolderProber, type StartProbeThread } from './folder-prober.ts';
import type { FolderRow, FoldersTable } from './folders-table.ts';

/** A folder that has not answered after this time is asleep. */
export const limitMs = 4_000;
/** The pause between two probes. */
export const probeEveryMs = 20_000;
/** An answer that is not older than this is used again. */
export const freshMs = 3_000;

/** Returns a folder with a separator at the end, as the prefix of the paths below it. */
export const asPrefix = (path: string): string => (path.endsWith(sep) ? path : path + sep);

/** True if the files of a folder in this state can be read. */
export const canRead = (state: FolderState): boolean => state === 'there' || state === 'read-only';

/** The options of `createFolderWatch`. */
export interface FolderWatchOptions {
  table: Pick<FoldersTable, 'all' | 'setState'>;
  startThread: StartProbeThread;
  setTimer: (run: () => void, ms: number) => () => void;
  /** Returns the milliseconds of a monotonic clock. */
  monotonic: () => number;
  changed: () => void;
  /** Called when a folder that was away can be read again. */
  isBack: (folder: FolderRow) => void;
  onError: (error: unknown) => void;
}

/**
 * Creates the watch over the further library folders: each is probed in its own thread, at intervals and before its files are used. The
 * list is held in memory, because it is needed for each tile of a raster.
 */
export function createFolderWatch(options: FolderWatchOptions) {
  const { table, changed, onError, setTimer, monotonic } = options;
  let rows: readonly (FolderRow & { prefix: string })[] = [];
  const probers = new Map<LibraryFolderId, FolderProber>();
  const probedAt = new Map<LibraryFolderId, number>();
  let stopTimer: (() => void) | null = null;
  let isClosed = false;

  function reload() {
    rows = table.all().map((row) => ({ ...row, prefix: asPrefix(row.path) }));
    for (const [id, prober] of probers)
      if (!rows.some((row) => row.id === id)) {
        void prober.close();
        probers.delete(id);
      }
  }

  const folderOf = (path: string) => rows.find(({ prefix }) => path.startsWith(prefix)) ?? null;

  function note(id: LibraryFolderId, state: FolderState) {
    probedAt.set(id, monotonic());
    const before = rows.find((row) => row.id === id);
    if (before === undefined || isClosed || before.state === state) return;
    table.setState(id, state);
    reload();
    changed();
    if (canRead(state) && !canRead(before.state)) options.isBack({ ...before, state });
  }

  function proberOf(id: LibraryFolderId): FolderProber {
    const present = probers.get(id);
    if (present) return present;
    const prober = createFolderProber({
      startThread: options.startThread,
      limitMs,
      setTimer,
      woke: (state) => note(id, state),
    });
    probers.set(id, prober);
    return prober;
  }

  async function probe({ id, path, scenes }: FolderRow): Promise<FolderState> {
    const state = await proberOf(id).probe(path, scenes > 0);
    note(id, state);
    return state;
  }

  async function probeAll(): Promise<void> {
    await Promise.all(rows.map(probe));
  }

  async function ensureReadable(path: string, withinMs: number): Promise<void> {
    const folder = folderOf(path);
    if (folder === null) return;
    const isFresh = monotonic() - (probedAt.get(folder.id) ?? Number.NEGATIVE_INFINITY) < withinMs;
    const state = isFresh ? folder.state : await probe(folder);
    if (!canRead(state)) throw new AppError('FOLDER_AWAY', { path: folder.path, state });
  }

  function wait() {
    stopTimer = setTimer(() => {
      void probeAll()
        .catch(onError)
        .finally(() => {
          if (!isClosed) wait();
        });
    }, probeEveryMs);
  }

  reload();
  return {
    rows: (): readonly FolderRow[] => rows,
    /** Loads the list again after it was changed. */
    reload,
    probe,
    probeAll,
    /** Returns the further folder that contains a path; null for any other path. Accesses no disk. */
    folderOf,
    /** True for a path in a further folder that could not be read when it was last probed. Accesses no disk. */
    isAway(path: string): boolean {
      const folder = folderOf(path);
      return folder !== null && !canRead(folder.state);
    },
    /** Returns the further folders that could not be read when they were last probed. Accesses no disk. */
    awayFolders: (): AwayFolder[] =>
      rows.flatMap(({ path, state }) => (state === 'away' || state === 'sleeping' ? [{ path, state }] : [])),
    /** Probes the further folder of a path, unless that was just done; throws FOLDER_AWAY if it is away or asleep. */
    ensureThere: (path: string) => ensureReadable(path, freshMs),
    /** Does the same, and probes it in any case. */
    ensureThereNow: (path: string) => ensureReadable(path, 0),
    /** Probes all folders now and at intervals. */
    start() {
      void probeAll().catch(onError);
      wait();
    },
    /** True while a folder has not answered, because its thread may hang. */
    hangs: () => [...probers.values()].some((prober) => prober.hangs()),
    /** Resolves when the threads have ended, or after a moment for those that hang. */
    async close(): Promise<void> {
      isClosed = true;
      stopTimer?.();
      await Promise.all([...probers.values()].map((prober) => prober.close()));
    },
  };
}

/** What `createFolderWatch` returns. */
export type FolderWatch = ReturnType<typeof createFolderWatch>;
