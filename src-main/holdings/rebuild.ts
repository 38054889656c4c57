import type { HoldingsStatus } from '../../src-preload/contract/holdings.ts';
import { mostNamedProblems } from '../../src-preload/contract/holdings.ts';
import { hasCode } from '../app-error.ts';
import type { CatalogScene } from '../core/catalog-scene.ts';
import type { Store } from '../store/store.ts';
import type { FoundScene, ScannedStretch } from './disk/scan-library.ts';
import type { HoldingsTable } from './holdings-table.ts';
import { DiskTrouble, type HoldingsThread } from './holdings-thread.ts';

type RebuildStatus = HoldingsStatus['rebuild'];

/** What the reading of a library folder into the index needs. */
export interface RebuildOptions {
  store: Pick<Store, 'transaction'>;
  table: Pick<HoldingsTable, 'noteFound'>;
  thread: Pick<HoldingsThread, 'ask' | 'end'>;
  library: () => string;
  /** Records a scene; see `library/scene-restore.ts`. Called within a transaction. */
  restore: (found: { scene: CatalogScene; missing: readonly string[] }) => {
    sceneRow: number;
    isNew: boolean;
    files: number;
  };
  /** Called when the state changed, and when scenes were recorded. */
  changed: (hasNew: boolean) => void;
  onError: (error: unknown) => void;
  /** Called when it has ended and scenes were looked at: other files of the folder may be of them. */
  ended: () => void;
}

const idle: RebuildStatus = {
  state: 'idle',
  ...{ entries: 0, scenes: 0, newScenes: 0, newFiles: 0, problemCount: 0 },
  problems: [],
};

/** Creates the reading of a library folder into the index. What is recorded already is never changed by it. */
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
      const { sceneRow, isNew, files } = options.restore({ scene, missing });
      // A scene that was known may say more than its item.
      if (isNew) table.noteFound(folder, sceneRow, itemPath);
      status.scenes += 1;
      status.newScenes += isNew ? 1 : 0;
      status.newFiles += files;
    } catch (error) {
      options.onError(error);
      note([{ path: itemPath, problem: 'not-recorded' }]);
    }
  }

  function take(folder: string, { scenes, problems, entries }: ScannedStretch) {
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
        const stretch = await thread.ask({ ask: 'scan', library: folder, scan });
        if (isCancelled || folder !== library()) {
          status.state = 'cancelled';
          break;
        }
        if (stretch === null) {
          status.state = 'done';
          break;
        }
        take(folder, stretch);
      }
    } catch (error) {
      status.state = isCancelled || hasCode(error, 'CANCELLED') ? 'cancelled' : 'failed';
      if (status.state === 'failed' && !(error instanceof DiskTrouble)) options.onError(error);
    }
    // The thread holds the list of a folder in memory.
    await thread.end();
    changed(false);
    if (status.scenes > 0) options.ended();
  }

  return {
    status: (): RebuildStatus => status,
    /** Begins, unless it is under way. */
    start() {
      if (running !== null) return;
      isCancelled = false;
      status = { ...idle, state: 'running', problems: [] };
      changed(false);
      running = run().finally(() => {
        running = null;
      });
    },
    /** Ends it; what was recorded stays. */
    async cancel() {
      isCancelled = true;
      await thread.end();
      await running;
    },
    /** Resolves when it is not under way. */
    idle: async () => {
      await running;
    },
  };
}

/** What `createRebuild` returns. */
export type Rebuild = ReturnType<typeof createRebuild>;
