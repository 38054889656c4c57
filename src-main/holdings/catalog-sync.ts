import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { HoldingsTrouble } from '../../src-preload/contract/holdings.ts';
import { hasCode } from '../app-error.ts';
import type { CatalogScene, CatalogSource } from '../core/catalog-scene.ts';
import type { Store } from '../store/store.ts';
import type { HoldingEntry, HoldingResult } from './disk/write-holdings.ts';
import { itemPathBeside } from './format/layout.ts';
import type { HoldingsTable, PendingHolding } from './holdings-table.ts';
import { DiskTrouble, type HoldingsThread } from './holdings-thread.ts';

/** The scenes of one batch: reading them takes the main loop a few milliseconds. */
const batchScenes = 20;
const firstRetryMs = 30_000;
const lastRetryMs = 30 * 60_000;

/** What the writing of the catalog needs. */
export interface CatalogSyncOptions {
  store: Pick<Store, 'transaction'>;
  table: HoldingsTable;
  /** Returns a scene with its files below the library folder; see `library/catalog-scenes.ts`. */
  described: (
    library: string,
    sceneRow: number,
  ) => { source: CatalogSource; scene: CatalogScene | null } | null;
  thread: Pick<HoldingsThread, 'ask' | 'end'>;
  library: () => string;
  instance: string;
  changed: () => void;
  onError: (error: unknown) => void;
  /** Several changes of a scene within this time are written once. In milliseconds. */
  debounceMs: number;
  /** Calls back after this time; returns the function that cancels it. */
  setTimer: (run: () => void, ms: number) => () => void;
}

/** Creates the writing of the catalog: all scenes that were noted as changed, a batch at a time, and again after a failure. */
export function createCatalogSync(options: CatalogSyncOptions) {
  const { store, table, thread, library, instance, changed } = options;
  let running: Promise<void> | null = null;
  let isWanted = false;
  let isClosed = false;
  let trouble: HoldingsTrouble | null = null;
  let retryMs = firstRetryMs;
  let cancelTimer: (() => void) | null = null;

  function setTrouble(next: HoldingsTrouble | null) {
    if (next !== trouble) changed();
    trouble = next;
  }

  /** Returns what the disk is asked to do, and the scenes for which there is nothing to do on it. */
  function entriesOf(folder: string, pending: readonly PendingHolding[]) {
    const entries: HoldingEntry[] = [];
    const nothing: PendingHolding[] = [];
    for (const each of pending) {
      const { sceneRow, itemPath, pagePath } = each;
      const described = options.described(folder, sceneRow);
      if (described === null || (described.scene === null && itemPath === null)) nothing.push(each);
      else entries.push({ sceneRow, itemPath, pagePath, ...described });
    }
    return { entries, nothing };
  }

  /** Writes one batch; returns the results, and whether a catalog was damaged. */
  async function writeBatch(folder: string, pending: readonly PendingHolding[]) {
    const { entries, nothing } = entriesOf(folder, pending);
    // An item that is on disk and that nobody knows of could not be removed with its scene.
    store.transaction(() => {
      for (const { sceneRow, itemPath, scene } of entries) {
        const first = scene?.files[0];
        if (itemPath === null && first !== undefined)
          table.plan(folder, sceneRow, itemPathBeside(first.path));
      }
    });
    const written =
      entries.length === 0
        ? { results: [], isDamaged: false }
        : await thread.ask({ ask: 'write', library: folder, instance, entries });
    const results = new Map<number, HoldingResult>(written.results.map((each) => [each.sceneRow, each]));
    store.transaction(() => {
      for (const each of pending) {
        const result = results.get(each.sceneRow);
        if (result !== undefined) table.markWritten(folder, each, result);
      }
      for (const each of nothing)
        table.markWritten(folder, each, { sceneRow: each.sceneRow, outcome: 'removed' });
      if (written.isDamaged) table.noteAll();
    }, 'passing');
    return written;
  }

  /** Writes what is noted now; returns why some of it could not be written. */
  async function writeAll(): Promise<HoldingsTrouble | null> {
    const folder = library();
    let failed: HoldingsTrouble | null = null;
    for (let left = table.countPending(); left > 0 && !isClosed && folder === library(); ) {
      const pending = table.pending(folder, Math.min(left, batchScenes));
      if (pending.length === 0) break;
      left -= pending.length;
      const { results } = await writeBatch(folder, pending);
      if (results.some(({ outcome }) => outcome === 'no-files')) failed ??= 'files-missing';
      if (results.some(({ outcome }) => outcome === 'failed')) failed = 'failed';
      changed();
      await yieldToEventLoop();
    }
    return failed;
  }

  function retryLater() {
    cancelTimer?.();
    cancelTimer = options.setTimer(start, retryMs);
    retryMs = Math.min(retryMs * 2, lastRetryMs);
  }

  async function run(): Promise<void> {
    do {
      isWanted = false;
      try {
        const failed = await writeAll();
        setTrouble(failed);
        if (failed === null) retryMs = firstRetryMs;
        else retryLater();
      } catch (error) {
        if (isClosed || hasCode(error, 'CANCELLED')) return;
        if (!(error instanceof DiskTrouble)) options.onError(error);
        setTrouble(error instanceof DiskTrouble ? error.trouble : 'failed');
        retryLater();
        return;
      }
    } while (isWanted && !isClosed);
  }

  function start() {
    cancelTimer = null;
    if (isClosed) return;
    if (running !== null) {
      isWanted = true;
      return;
    }
    running = run().finally(() => {
      running = null;
    });
  }

  return {
    /** Writes what is noted, soon. While there is trouble the next attempt comes at its own time, but for a new folder. */
    wake(isFolderNew = false) {
      if (isClosed || (trouble !== null && cancelTimer !== null && !isFolderNew)) return;
      if (cancelTimer !== null && !isFolderNew) return;
      cancelTimer?.();
      if (isFolderNew) retryMs = firstRetryMs;
      cancelTimer = options.setTimer(start, options.debounceMs);
    },
    trouble: () => trouble,
    /** Resolves when nothing is being written. */
    idle: async () => {
      while (running !== null) await running;
    },
    async close() {
      isClosed = true;
      cancelTimer?.();
      // What is being written now ends; the rest is still noted at the next start.
      await Promise.race([running, thread.end()]);
      await thread.end();
    },
  };
}

/** What `createCatalogSync` returns. */
export type CatalogSync = ReturnType<typeof createCatalogSync>;
