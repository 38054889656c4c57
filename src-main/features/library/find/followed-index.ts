import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Store } from '../../../store/store.ts';
import { loadIndex, type SavedIndex, saveIndex } from './index-file.ts';
import { createIndexedRows, type IndexedRows, type IndexedState } from './indexed-rows.ts';
import { makeIndex, pack, putScene, removeScene, type SceneIndex } from './scene-index.ts';

const rowsPerRead = 2_000;

/** An index and the number of the last change of the database that it certainly has. */
interface BuiltIndex {
  index: SceneIndex;
  seq: number;
}

/** Creates the function that builds the index from all rows of the database, in steps between which other queries run. */
function createIndexBuild(rows: Pick<IndexedRows, 'after' | 'lastId' | 'state'>) {
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

const changesPerRead = 1_000;
/** With more changes than this, and than half of all scenes, building the index again is faster than following them. */
const maxFollowed = 20_000;
/** Below this number of changes the file is not written again: following them at the next start is faster than writing. */
const fewChanges = 2_000;
/** The later rows are packed if they are more than this fraction of all; searching fewer one by one takes no noticeable time. */
const laterPart = 50;

/** The index as it is now; `version` increases with each change. */
export interface CurrentIndex {
  index: SceneIndex;
  version: number;
}

const isFarBehind = ({ count }: SceneIndex, changes: number) => changes > Math.max(maxFollowed, count / 2);

/** Returns the index in a file; null if there is none that fits the database, or if following it would take longer than building. */
function usableIndex(path: string, { databaseId, pruned, seq: newest }: IndexedState): SavedIndex | null {
  const saved = loadIndex(path);
  if (saved === null || saved.databaseId !== databaseId) return null;
  // An older copy of the database was put back, or one that has forgotten changes which the file lacks.
  if (saved.seq > newest || saved.seq < pruned) return null;
  return isFarBehind(saved.index, newest - saved.seq) ? null : saved;
}

/**
 * Creates the index that follows the database: the saved index is loaded once, and changes are read before each query. Without a usable
 * file the index is built from all rows, in steps between which other queries run. `path` is null if the index is never saved.
 */
export function createFollowedIndex({
  store,
  path,
}: {
  store: Pick<Store, 'all' | 'get'>;
  path: string | null;
}) {
  const rows = createIndexedRows(store);
  const builds = createIndexBuild(rows);
  let current: CurrentIndex | null = null;
  /** The numbers of the last changes that the index and its file have, and the version of the database at the last query. */
  let seq = 0;
  let savedSeq: number | null = null;
  let seen: string | null = null;

  /** Builds the index from all rows; it is not in the file yet. */
  async function build(): Promise<SceneIndex> {
    try {
      const built = await builds.build();
      seq = built.seq;
      return built.index;
    } finally {
      savedSeq = null;
    }
  }

  function load(): SceneIndex | null {
    const saved = path === null ? null : usableIndex(path, rows.state());
    if (saved === null) return null;
    seq = saved.seq;
    savedSeq = saved.seq;
    return saved.index;
  }

  /** Reads the changes of the database into the index. The version increases with each batch, because reading the next one may fail. */
  async function follow({ index, version: before }: CurrentIndex): Promise<void> {
    for (let version = before + 1; ; version += 1) {
      const changes = rows.changes(seq, changesPerRead);
      const last = changes.at(-1);
      if (last === undefined) return;
      const ids = changes.map(({ scene }) => scene);
      const scenes = rows.named(ids);
      const existing = new Set(scenes.map(({ id }) => id));
      current = { index, version };
      for (const id of ids) if (!existing.has(id)) removeScene(index, id);
      for (const scene of scenes) putScene(index, scene);
      seq = last.seq;
      if (changes.length < changesPerRead) return;
      await yieldToEventLoop();
    }
  }

  async function step(): Promise<CurrentIndex> {
    current ??= { index: load() ?? (await build()), version: 1 };
    const version = rows.version();
    if (version !== seen) {
      const { index, version: before } = current;
      if (isFarBehind(index, rows.state().seq - seq)) current = { index: await build(), version: before + 1 };
      else await follow(current);
    }
    seen = version;
    return current;
  }

  /** Steps run one after another, because two at the same time would both build the index. */
  let before: Promise<unknown> = Promise.resolve();
  function now(): Promise<CurrentIndex> {
    const next = before.then(step);
    before = next.catch(() => undefined);
    return next;
  }

  return {
    /** Returns the index with every change that is committed. */
    now,
    /** Returns which part of all scenes has been read, 0 to 1; null while the index is not being built. */
    buildShare: builds.share,
    /** Returns which part of the older scenes has its angles and resolution in columns, 0 to 1. */
    factsRead() {
      const { reached, last } = rows.state();
      return last === 0 ? 1 : Math.min(1, reached / last);
    },
    /**
     * Saves the index, packed, if many scenes have changed since the last time. Resolves with the number of the last change that the file
     * has, up to which changes can be deleted; null if there is no file.
     */
    async keep(): Promise<number | null> {
      const { index, version } = await now();
      const later = index.count - index.packed + index.removed;
      const isStale = savedSeq === null || seq - savedSeq > Math.max(fewChanges, index.count / laterPart);
      if (path === null || !isStale) return savedSeq;
      const packed = later === 0 ? index : pack(index);
      current = { index: packed, version: version + 1 };
      saveIndex(path, { index: packed, databaseId: rows.state().databaseId, seq });
      savedSeq = seq;
      return seq;
    },
  };
}
