import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { LibrarySceneId } from '../../src-preload/contract/ids.ts';
import {
  mostReviewProblems,
  type ReviewerId,
  type ReviewProblem,
} from '../../src-preload/contract/reviews.ts';
import { hasCode } from '../app-error.ts';
import type { Store } from '../store/store.ts';
import type { FoundReviews } from './disk/read-reviews.ts';
import { TooManyVersionsError } from './model/merge-reviews.ts';
import type { Review, ReviewedScene } from './model/review.ts';
import type { ReviewTable } from './review-table.ts';
import { type ReviewThread, ReviewTroubleError } from './review-thread.ts';

/** How far the reading of a folder is. */
export interface ReadState {
  state: 'idle' | 'running' | 'done' | 'cancelled' | 'failed';
  path: string;
  files: number;
  newFiles: number;
  problemCount: number;
  problems: { path: string; problem: ReviewProblem }[];
}

/** What the reading of review files needs. */
export interface ReviewReadingOptions {
  store: Pick<Store, 'transaction'>;
  table: ReviewTable;
  thread: ReviewThread;
  library: () => string;
  /** Finds the scene of a review among those of the library; null if it is not there. */
  find: (scene: ReviewedScene) => LibrarySceneId | null;
  /** Merges a review; true if it said something new. `isElsewhere` if it is not in the library folder. Within a transaction. */
  accept: (librarySceneId: LibrarySceneId, review: Review, isElsewhere: boolean) => boolean;
  /** Notes what the files of a folder do not say; see `reviews.ts`. True if there is something to write. Within a transaction. */
  noteMissing: (librarySceneId: LibrarySceneId, inFiles: readonly Review[], of?: ReviewerId) => boolean;
  /** Called when the state changed; `hasNew` if a statement was taken up, `isToWrite` if there are files to write. */
  changed: (what: { hasNew: boolean; isToWrite: boolean }) => void;
  onError: (error: unknown) => void;
}

const nothingRead: ReadState = {
  ...{ state: 'idle', path: '', files: 0, newFiles: 0, problemCount: 0 },
  problems: [],
};

/** Creates the reading of review files: all of a folder, or those beside one scene. What is read is merged, never replaced. */
export function createReviewReading(options: ReviewReadingOptions) {
  const { store, table, thread, library, find, accept, noteMissing, changed } = options;
  let status: ReadState = nothingRead;
  let turns = 0;
  let isCancelled = false;
  let running: Promise<void> | null = null;

  function note(problems: ReadState['problems']) {
    const room = Math.max(0, mostReviewProblems - status.problems.length);
    status = {
      ...status,
      problemCount: status.problemCount + problems.length,
      problems: [...status.problems, ...problems.slice(0, room)],
    };
  }

  /**
   * Takes up what was found, one review a turn: each may have megabytes. The answer says whether anything was new, and whether there is
   * something to write.
   */
  async function take({ reviews, problems }: FoundReviews, isElsewhere: boolean) {
    let newFiles = 0;
    let isToWrite = isElsewhere;
    const ownWriter = table.writer();
    const refused: ReadState['problems'] = [];
    function takeOne({ path, review, writer }: FoundReviews['reviews'][number]) {
      const librarySceneId = find(review.scene);
      if (librarySceneId === null) {
        refused.push({ path, problem: 'unknown-scene' });
        return;
      }
      try {
        if (accept(librarySceneId, review, isElsewhere)) newFiles += 1;
        const isOwnFile = !isElsewhere && writer === ownWriter;
        if (isOwnFile && noteMissing(librarySceneId, [review], review.reviewer.id)) isToWrite = true;
      } catch (error) {
        if (!(error instanceof TooManyVersionsError)) options.onError(error);
        refused.push({ path, problem: 'too-many' });
      }
    }
    for (const each of reviews) {
      // What is lost with the power is still in its file, and what comes later makes it lasting.
      store.transaction(() => takeOne(each), 'passing');
      await yieldToEventLoop();
      if (isCancelled) break;
    }
    status = { ...status, files: status.files + reviews.length, newFiles: status.newFiles + newFiles };
    note([...problems, ...refused]);
    return { hasNew: newFiles > 0, isToWrite };
  }

  async function readAll(root: string, isElsewhere: boolean): Promise<ReadState['state']> {
    turns += 1;
    const turn = turns;
    try {
      for (;;) {
        const found = await thread.ask({ ask: 'read', root, turn });
        if (isCancelled) return 'cancelled';
        if (found === null) return 'done';
        changed(await take(found, isElsewhere));
        if (isCancelled) return 'cancelled';
      }
    } catch (error) {
      if (isCancelled || hasCode(error, 'CANCELLED')) return 'cancelled';
      if (!(error instanceof ReviewTroubleError)) options.onError(error);
      return 'failed';
    }
  }

  async function run(path: string | null): Promise<void> {
    const wanted = path === null ? table.wantedRead() : null;
    const root = path ?? library();
    status = { ...nothingRead, state: 'running', path: root };
    changed({ hasNew: false, isToWrite: false });
    const state = await readAll(root, path !== null);
    status = { ...status, state };
    if (state === 'done' && wanted !== null) table.markRead(wanted);
    // The thread holds the list of a folder in memory.
    await thread.end();
    changed({ hasNew: false, isToWrite: false });
  }

  return {
    status: (): ReadState => status,
    /** Begins to read a folder or a file, or the library folder for null. What is under way ends first. */
    start(path: string | null) {
      const before = running;
      if (before !== null) isCancelled = true;
      const begun = (before ?? Promise.resolve()).then(() => {
        isCancelled = false;
        return run(path);
      });
      const ended = begun.finally(() => {
        if (running === ended) running = null;
      });
      running = ended;
    },
    /** Ends it; what was read stays. */
    async cancel() {
      isCancelled = true;
      await running;
    },
    /** Reads the files beside a scene; resolves when that is done. Does nothing while the folder is away. */
    async beside(librarySceneId: LibrarySceneId, folder: string): Promise<void> {
      const found = await thread.ask({ ask: 'beside', folder });
      const { problems } = found;
      // Two scenes may be in one folder; reviews of the other one are read with it.
      const own = found.reviews.filter(({ review }) => find(review.scene) === librarySceneId);
      let hasNew = false;
      for (const { path, review } of own) {
        try {
          hasNew = store.transaction(() => accept(librarySceneId, review, false), 'passing') || hasNew;
        } catch (error) {
          if (!(error instanceof TooManyVersionsError)) throw error;
          problems.push({ path, problem: 'too-many' });
        }
        await yieldToEventLoop();
        if (isCancelled) return;
      }
      const isToWrite = store.transaction(() => {
        table.setProblems(librarySceneId, problems);
        const inFiles = own.map(({ review }) => review);
        return noteMissing(librarySceneId, inFiles);
      });
      const told = { hasNew, isToWrite };
      if (told.hasNew || told.isToWrite || problems.length > 0) changed(told);
    },
    /** Resolves when nothing is being read. */
    idle: async () => {
      while (running !== null) await running;
    },
    async close() {
      isCancelled = true;
      await thread.end();
      await running;
    },
  };
}

/** What `createReviewReading` returns. */
export type ReviewReading = ReturnType<typeof createReviewReading>;
