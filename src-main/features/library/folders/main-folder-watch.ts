import type { FolderState } from '../../../../src-preload/contract/library-folders.ts';
import { AppError, hasCode } from '../../../core/app-error.ts';
import { createFolderProber, type FolderProber, type StartProbeThread } from './folder-prober.ts';
import { asPrefix, canRead, freshMs, limitMs, probeEveryMs } from './folder-watch.ts';

/** The options of `createMainFolderWatch`. */
export interface MainFolderWatchOptions {
  /** Returns the folder of new downloads, absolute. */
  folder: () => string;
  /** Rejects with FOLDER_AWAY if what answers in its place is not the library, such as the empty folder below a mount point. */
  ensureKnown: () => Promise<void>;
  startThread: StartProbeThread;
  setTimer: (run: () => void, ms: number) => () => void;
  /** Returns the milliseconds of a monotonic clock. */
  monotonic: () => number;
  /** Called when the folder can be read again, or no longer. */
  changed: (folder: { path: string; state: FolderState }) => void;
  /** Called when the folder was away and can be read again. */
  isBack: () => void;
  onError: (error: unknown) => void;
}

/**
 * Creates the watch over the folder of new downloads: it is probed in a thread of its own, at intervals and before its files are used, as
 * the further folders are. While it is away none of its files counts as missing.
 */
export function createMainFolderWatch(options: MainFolderWatchOptions) {
  const { folder, startThread, setTimer, monotonic, onError } = options;
  let last: { path: string; state: FolderState; at: number } | null = null;
  let prober: { path: string; prober: FolderProber } | null = null;
  let stopTimer: (() => void) | null = null;
  let isClosed = false;

  const lastState = () => (last?.path === folder() ? last.state : null);

  function note(path: string, state: FolderState) {
    if (isClosed || path !== folder()) return;
    const before = lastState();
    last = { path, state, at: monotonic() };
    const couldRead = before === null || canRead(before);
    if (couldRead === canRead(state)) return;
    options.changed({ path, state });
    if (!couldRead) options.isBack();
  }

  function proberOf(path: string): FolderProber {
    if (prober?.path === path) return prober.prober;
    void prober?.prober.close();
    const created = createFolderProber({
      startThread,
      limitMs,
      setTimer,
      woke: () => void probe().catch(onError),
    });
    prober = { path, prober: created };
    return created;
  }

  async function findState(path: string): Promise<FolderState> {
    const state = await proberOf(path).probe(path, false);
    if (!canRead(state)) return state;
    try {
      await options.ensureKnown();
      return state;
    } catch (error) {
      if (hasCode(error, 'FOLDER_AWAY')) return 'away';
      throw error;
    }
  }

  async function probe(): Promise<FolderState> {
    const path = folder();
    const state = await findState(path);
    note(path, state);
    return state;
  }

  function wait() {
    stopTimer = setTimer(() => {
      void probe()
        .catch(onError)
        .finally(() => {
          if (!isClosed) wait();
        });
    }, probeEveryMs);
  }

  const contains = (path: string) => path.startsWith(asPrefix(folder()));

  async function ensureReadable(path: string, withinMs: number): Promise<void> {
    if (!contains(path)) return;
    const isFresh = last !== null && last.path === folder() && monotonic() - last.at < withinMs;
    const state = isFresh && last !== null ? last.state : await probe();
    if (!canRead(state)) throw new AppError('FOLDER_AWAY', { path: folder(), state });
  }

  return {
    probe,
    /** True for a path in the folder if that could not be read when it was last probed. Accesses no disk. */
    isAway(path: string): boolean {
      const state = lastState();
      return state !== null && !canRead(state) && contains(path);
    },
    /** Probes the folder of a path in it, unless that was just done; throws FOLDER_AWAY if it is away or asleep. */
    ensureThere: (path: string) => ensureReadable(path, freshMs),
    /** Does the same, and probes it in any case. */
    ensureThereNow: (path: string) => ensureReadable(path, 0),
    /** Probes the folder now and at intervals. */
    start() {
      void probe().catch(onError);
      wait();
    },
    /** True while the folder has not answered, because its thread may hang. */
    hangs: () => prober?.prober.hangs() ?? false,
    /** Resolves when the thread has ended, or after a moment if it hangs. */
    async close(): Promise<void> {
      isClosed = true;
      stopTimer?.();
      await prober?.prober.close();
    },
  };
}
