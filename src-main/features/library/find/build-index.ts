import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { IndexedRows } from './indexed-rows.ts';
import { makeIndex, pack, putScene, type SceneIndex } from './scene-index.ts';

const rowsPerRead = 2_000;

/** An index and the number of the last change of the database that it certainly has. */
export interface BuiltIndex {
  index: SceneIndex;
  seq: number;
}

/** Creates the function that builds the index from all rows of the database, in steps between which other queries run. */
export function createIndexBuild(rows: Pick<IndexedRows, 'after' | 'lastId' | 'state'>) {
  let share: number | null = null;

  return {
    /** Builds the index. Changes that come while rows are read have larger numbers than `seq`. */
    async build(): Promise<BuiltIndex> {
      const index = makeIndex();
      const { seq } = rows.state();
      const lastId = rows.lastId();
      try {
        for (let last = 0; ; ) {
          share = lastId === 0 ? 1 : Math.min(1, last / lastId);
          const next = rows.after(last, rowsPerRead);
          if (next === null) break;
          for (const scene of next.scenes) putScene(index, scene);
          last = next.last;
          await yieldToEventLoop();
        }
        return { index: pack(index), seq };
      } finally {
        share = null;
      }
    },
    /** Returns which part of all rows has been read, 0 to 1; null while no index is built. */
    share: () => share,
  };
}
