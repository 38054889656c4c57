import type { HoldingsStatus } from '../../../../src-preload/contract/holdings.ts';
import { mostNamedProblems } from '../../../../src-preload/contract/holdings.ts';
import { hasCode } from '../../../core/app-error.ts';
import type { CatalogScene } from '../../../core/catalog-scene.ts';
import type { Store } from '../../../store/store.ts';
import type { FoundScene, ScannedBatch } from './disk/scan-library.ts';
import type { HoldingsTable } from './holdings-table.ts';
import { DiskTroubleError, type HoldingsThread } from './holdings-thread.ts';

type RebuildStatus = HoldingsStatus['rebuild'];

/** The options of `createRebuild`. */
export interface RebuildOptions {
  store: Pick<Store, 'transaction'>;
  table: Pick<HoldingsTable, 'noteFound' | 'noteItem'>;
  thread: Pick<HoldingsThread, 'ask' | 'end'>;
  library: () => string;
  /** Records a scene, unless another one has its name; see `library/scene-restore.ts`. Called within a transaction. */
  restore: (found: {
    scene: CatalogScene;
    missing: readonly string[];
  }) => { sceneRow: number; isNew: boolean; files: number } | 'same-name';
  /** Called when the state changed, and when scenes were recorded. */
  changed: (hasNew: boolean) => void;
  onError: (error: unknown) => void;
  /** Called at the end if scenes were found: other files of the folder, such as reviews, may be about them. */
  ended: () => void;
}

const idle: RebuildStatus = {
  state: 'idle',
  entries: 0,
  scenes: 0,
  newScenes: 0,
  newFiles: 0,
  problemCount: 0,
  problems: [],
};

/** Creates the reading of a library folder into the index. It adds records, and changes those that exist by what a person entered later elsewhere only. */
export function createRebuild(options: RebuildOptions) {
  const { store, table, thread, library, changed } = options;
  let status = idle;
  let scans = 0;
  let running: Promise<void> | null = null;
  let isCancelled = false;

  function note(problems: RebuildStatus['problems']) {
    status.problemCount += problems.length;
    status.problems.push(...problems.slice(0, Math.max(0, mostNamedProblems - status.problems.length)));
  }

  function restoreOne(folder: string, { itemPath, scene, missing }: FoundScene) {
    try {
      const restored = options.restore({ scene, missing });
      if (restored === 'same-name') return note([{ path: itemPath, problem: restored }]);
      const { sceneRow, isNew, files } = restored;
      // An old record may have more than the item, so its item is still to be written.
      if (isNew) table.noteFound(folder, sceneRow, itemPath);
      else
        table.noteItem(
          folder,
          sceneRow,
          itemPath,
          scene.files.map(({ path }) => path),
        );
      status.scenes += 1;
      status.newScenes += isNew ? 1 : 0;
      status.newFiles += files;
    } catch (error) {
      options.onError(error);
      note([{ path: itemPath, problem: 'not-recorded' }]);
    }
  }

  function take(folder: string, { scenes, problems, entries }: ScannedBatch) {
    status.entries = entries;
    note(problems);
    if (scenes.length > 0)
      store.transaction(() => {
        for (const found of scenes) restoreOne(folder, found);
      });
    changed(scenes.length > 0);
  }

  async function run(): Promise<void> {
    const folder = library();
    scans += 1;
    const scan = scans;
    try {
      for (;;) {
        const batch = await thread.ask({ ask: 'scan', library: folder, scan });
        if (isCancelled || folder !== library()) {
          status.state = 'cancelled';
          break;
        }
        if (batch === null) {
          status.state = 'done';
          break;
        }
        take(folder, batch);
      }
    } catch (error) {
      status.state = isCancelled || hasCode(error, 'CANCELLED') ? 'cancelled' : 'failed';
      if (status.state === 'failed' && !(error instanceof DiskTroubleError)) options.onError(error);
    }
    // The thread has the list of a folder in memory.
    await thread.end();
    changed(false);
    if (status.scenes > 0) options.ended();
  }

  return {
    status: (): RebuildStatus => status,
    /** Starts to read, unless that is in progress. */
    start() {
      if (running !== null) return;
      isCancelled = false;
      status = { ...idle, state: 'running', problems: [] };
      changed(false);
      running = run().finally(() => {
        running = null;
      });
    },
    /** Cancels the reading; recorded scenes stay. */
    async cancel() {
      isCancelled = true;
      await thread.end();
      await running;
    },
    /** Resolves when no reading is in progress. */
    idle: async () => {
      await running;
    },
  };
}

/** What `createRebuild` returns. */
export type Rebuild = ReturnType<typeof createRebuild>;
