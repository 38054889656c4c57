import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { createSceneReviews } from '../src-main/features/library/scene-review-table.ts';
import { libraryMigrations } from '../src-main/features/library/tables.ts';
import { createBesideReading } from '../src-main/features/reviews/beside-reading.ts';
import type { ReviewDisk } from '../src-main/features/reviews/disk/review-disk.ts';
import type { Review, ReviewedScene } from '../src-main/features/reviews/model/review.ts';
import { createReviewReading } from '../src-main/features/reviews/review-reading.ts';
import { createReviewSteps } from '../src-main/features/reviews/review-steps.ts';
import { createReviewTable } from '../src-main/features/reviews/review-table.ts';
import {
  createReviewWork,
  type ReviewThread,
  ReviewTroubleError,
  reviewTroubleOf,
} from '../src-main/features/reviews/review-thread.ts';
import { createReviewWriting } from '../src-main/features/reviews/review-writing.ts';
import { createReviews } from '../src-main/features/reviews/reviews.ts';
import { reviewsMigrations } from '../src-main/features/reviews/tables.ts';
import { migrate } from '../src-main/store/migrate.ts';
import { createStore, type Store } from '../src-main/store/store.ts';
import { type LibrarySceneId, librarySceneIdSchema } from '../src-preload/contract/ids.ts';
import { type ReviewerId, reviewerIdSchema } from '../src-preload/contract/reviews.ts';

/** The library folder of every reviewer of a test: only its content differs. */
export const reviewLibrary = '/library';
export const reviewFolder = '/library/Coast/S1';
const sceneFolder = 'Coast/S1';

const failure = (code: string) => Object.assign(new Error(code), { code });

/** A disk in memory, with the files of one folder. `fault` is asked before each access; it returns the code of an error. */
export function createMemoryDisk(fault: (access: 'read' | 'replace' | 'list') => string | null = () => null) {
  const files = new Map<string, string>();
  const folders = new Set([reviewLibrary, '/library/Coast', reviewFolder]);
  const check = (access: 'read' | 'replace' | 'list') => {
    const code = fault(access);
    if (code !== null) throw failure(code);
  };
  const disk: ReviewDisk = {
    async read(path, mostBytes) {
      check('read');
      const text = files.get(path) ?? null;
      if (text !== null && text.length > mostBytes) throw new Error('too large');
      return text;
    },
    async replace(path, text) {
      check('replace');
      files.set(path, text);
    },
    async list(folder) {
      check('list');
      return [...files.keys()]
        .filter((path) => dirname(path) === folder)
        .map((path) => path.slice(folder.length + 1));
    },
    isFile: async (path) => files.has(path),
    isFolder: async (path) => folders.has(path),
    sync: async () => undefined,
  };
  return { disk, files, folders };
}

const idOf = (n: number, kind: string) => `${kind}${n.toString(16).padStart(12 - kind.length, '0')}`;
export const reviewerIdOf = (n: number): ReviewerId => reviewerIdSchema.parse(idOf(n, 'a'));

interface ReviewNadirOptions {
  reviewer: Review['reviewer'];
  /** Makes the name of the database as a writer. */
  writer: number;
  disk: ReviewDisk;
  now: () => Date;
  scenes: readonly string[];
}

const reviewedScene = (sceneId: string, connectionId: string): ReviewedScene => ({
  sceneId,
  contractId: 'cont.1',
  service: 'https://catalog.example',
  connectionId,
});

/** The thread of reviews, within this process. */
function threadInProcess(disk: ReviewDisk): ReviewThread {
  const work = createReviewWork(disk);
  async function ask<Name extends never>(question: Name): Promise<never>;
  async function ask(question: Parameters<typeof work>[0]): Promise<unknown> {
    try {
      return await work(question);
    } catch (error) {
      const trouble = reviewTroubleOf(error);
      throw trouble === null ? error : new ReviewTroubleError(trouble);
    }
  }
  return { ask, end: async () => undefined };
}

/** What reviews need in tests: a database, a disk, a reviewer, and the scenes of the library. */
interface ReviewPartsOptions {
  store: Store;
  disk: ReviewDisk;
  now: () => Date;
  library: () => string;
  /** The name of the database as a writer. */
  writer: string;
  me: () => ReviewNadirOptions['reviewer'];
  scene: Parameters<typeof createReviews>[0]['scene'];
  find: Parameters<typeof createReviewReading>[0]['find'];
  folderOf: Parameters<typeof createReviewWriting>[0]['folderOf'];
}

/** Creates the reviews of one process: what is stated, read and written. */
export function createReviewParts({ store, disk, now, library, writer, me, ...scenes }: ReviewPartsOptions) {
  const table = createReviewTable({ store, newWriter: () => writer });
  const steps = createReviewSteps({ store });
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const reviews = createReviews({
    store,
    table,
    steps,
    now,
    me,
    scene: scenes.scene,
    putSummary: createSceneReviews({ store }).put,
    changed: () => undefined,
  });
  const readingOptions = {
    store,
    table,
    library,
    find: scenes.find,
    accept: reviews.accept,
    onError,
    thread: threadInProcess(disk),
    noteMissing: reviews.noteMissing,
    changed: () => undefined,
  };
  const reading = {
    ...createReviewReading(readingOptions),
    beside: createBesideReading(readingOptions).read,
  };
  let timer: (() => void) | null = null;
  const writing = createReviewWriting({
    store,
    table,
    library,
    onError,
    thread: threadInProcess(disk),
    debounceMs: 1,
    folderOf: scenes.folderOf,
    accept: reviews.acceptWritten,
    changed: () => undefined,
    setTimer(run) {
      timer = run;
      return () => {
        timer = null;
      };
    },
  });
  return {
    reviews,
    table,
    steps,
    reading,
    writing,
    errors,
    /** Writes what is noted, once: a failure waits for the next call. */
    async write() {
      if (timer === null) writing.wake();
      const run = timer;
      timer = null;
      (run as (() => void) | null)?.();
      await writing.idle();
    },
  };
}

/** What one Nadir does with reviews: its database, its library folder, without a window. */
export function openReviewNadir({ reviewer, writer, disk, now, scenes }: ReviewNadirOptions) {
  const database = new DatabaseSync(':memory:');
  migrate(database, [...libraryMigrations, ...reviewsMigrations]);
  const store = createStore(database, ':memory:');
  const ids = scenes.map((sceneId, i) => {
    store.run(
      `INSERT INTO scene (connection_id, contract_id, scene_id, folded, raw, seen_at) VALUES (:c, 'cont.1', :sceneId, '', '{}', '')`,
      { c: `connection-${writer}`, sceneId },
    );
    return librarySceneIdSchema.parse(i + 1);
  });
  const sceneIdOf = (id: LibrarySceneId) => scenes[id - 1] ?? '';
  const me = { current: reviewer };
  const files = { has: true };
  const parts = createReviewParts({
    store,
    disk,
    now,
    library: () => reviewLibrary,
    writer: idOf(writer, 'b'),
    me: () => me.current,
    scene: (id) => ({ scene: reviewedScene(sceneIdOf(id), `connection-${writer}`), name: sceneIdOf(id) }),
    find({ sceneId, contractId }) {
      const id = contractId === 'cont.1' ? ids[scenes.indexOf(sceneId)] : undefined;
      return id === undefined ? [] : [id];
    },
    folderOf: () => (files.has ? sceneFolder : null),
  });
  return {
    ...parts,
    store,
    ids,
    me,
    files,
    /** Reads the files beside all scenes. */
    async readBeside() {
      for (const id of ids) await parts.reading.beside(id, reviewFolder);
    },
    /** The row of the list of scenes. */
    listed: (id: LibrarySceneId) =>
      store.get(
        z.object({
          state: z.string().nullable(),
          rating: z.number().nullable(),
          tags: z.string(),
          conflicts: z.number(),
        }),
        'SELECT state, rating, tags, conflicts FROM scene_review WHERE scene_row = :id',
        { id },
      ) ?? null,
    close: () => database.close(),
  };
}

/** What `openReviewNadir` returns. */
export type ReviewNadir = ReturnType<typeof openReviewNadir>;
