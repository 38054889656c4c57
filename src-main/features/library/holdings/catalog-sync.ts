import { relative, sep } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { HoldingsTrouble } from '../../../../src-preload/contract/holdings.ts';
import { hasCode } from '../../../core/app-error.ts';
import type { CatalogScene, CatalogSource } from '../../../core/catalog-scene.ts';
import { createPendingWork } from '../../../core/pending-work.ts';
import type { Store } from '../../../store/store.ts';
import type { PendingHolding } from './catalog-notes.ts';
import type { HoldingEntry, HoldingResult } from './disk/write-holdings.ts';
import { itemPathBeside } from './format/layout.ts';
import type { HoldingsTable } from './holdings-table.ts';
import { DiskTroubleError, type HoldingsThread } from './holdings-thread.ts';

/** The scenes of one batch, small enough to be read within a few milliseconds of the main loop. */
const batchScenes = 20;

/** The options of `createCatalogSync`. */
export interface CatalogSyncOptions {
  store: Pick<Store, 'transaction'>;
  table: HoldingsTable;
  /** Returns a scene with its files below the library folder; see `library/catalog-scenes.ts`. */
  described: (
    library: string,
    sceneRow: number,
  ) => { source: CatalogSource; scene: CatalogScene | null } | null;
  /** Records what a person has entered of a scene on another computer; see `library/entered-facts.ts`. Called within a transaction. */
  adopt: (sceneRow: number, scene: CatalogScene) => void;
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

/** Creates the sync of the catalog: it writes the items of all scenes that were noted as changed, in batches, and retries failed ones. */
export function createCatalogSync(options: CatalogSyncOptions) {
  const { store, table, thread, library, instance, changed } = options;
  /** Returns the entries for the thread to write, and the scenes for which no file has to change. */
  function entriesOf(folder: string, pending: readonly PendingHolding[]) {
    const entries: HoldingEntry[] = [];
    const nothing: PendingHolding[] = [];
    for (const each of pending) {
      const { sceneRow, itemPath, pagePath } = each;
      const described = options.described(folder, sceneRow);
      if (described === null || (described.scene === null && itemPath === null)) nothing.push(each);
      else {
        const released = table.released(sceneRow).map((path) => relative(folder, path).split(sep).join('/'));
        entries.push({ sceneRow, itemPath, pagePath, released, ...described });
      }
    }
    return { entries, nothing };
  }

  /** Writes one batch; resolves with the results and whether a catalog was damaged. */
  async function writeBatch(folder: string, pending: readonly PendingHolding[]) {
    const { entries, nothing } = entriesOf(folder, pending);
    // Stored before the item is written: after a crash an item without a record could not be removed with its scene.
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
        if (result === undefined) continue;
        table.markWritten(folder, each, result);
        if (result.outcome === 'written' && result.entered !== undefined)
          options.adopt(each.sceneRow, result.entered);
      }
      for (const each of nothing)
        table.markWritten(folder, each, { sceneRow: each.sceneRow, outcome: 'removed' });
      if (written.isDamaged) table.noteAll();
    }, 'passing');
    return written;
  }

  /** Writes the items of all scenes that are noted now; resolves with why some could not be written, or null. */
  async function writeAll(): Promise<HoldingsTrouble | null> {
    const folder = library();
    let failed: HoldingsTrouble | null = null;
    for (let left = table.countPending(); left > 0 && !noted.isClosed() && folder === library(); ) {
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

  const noted = createPendingWork<HoldingsTrouble>({
    work: writeAll,
    troubleOf(error) {
      if (hasCode(error, 'CANCELLED')) return null;
      if (error instanceof DiskTroubleError) return error.trouble;
      options.onError(error);
      return 'failed';
    },
    changed,
    debounceMs: options.debounceMs,
    setTimer: options.setTimer,
  });
  const { wake, trouble, idle } = noted;
  return {
    wake,
    trouble,
    idle,
    async close() {
      // A thread that waits for a drive does not answer, so that the work would never end.
      await Promise.race([noted.close(), thread.end()]);
      await thread.end();
    },
  };
}

/** What `createCatalogSync` returns. */
export type CatalogSync = ReturnType<typeof createCatalogSync>;
