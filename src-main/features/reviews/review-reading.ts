import {
  mostNewScenes,
  mostReviewProblems,
  type ReviewProblem,
} from '../../../src-preload/contract/reviews.ts';
import { hasCode } from '../../core/app-error.ts';
import type { FoundReviews } from './disk/read-reviews.ts';
import { createMergeFoundReviews, type MergeFoundOptions } from './merge-found-reviews.ts';
import { type ReviewThread, ReviewTroubleError } from './review-thread.ts';

/** The progress of reading a folder. */
export interface ReadState {
  state: 'idle' | 'running' | 'done' | 'cancelled' | 'failed';
  path: string;
  files: number;
  newFiles: number;
  newScenes: string[];
  newSceneCount: number;
  problemCount: number;
  problems: { path: string; problem: ReviewProblem }[];
}

/** The options of `createReviewReading`. */
export interface ReviewReadingOptions extends MergeFoundOptions {
  thread: ReviewThread;
  library: () => string;
  /** Called when the state changed; `hasNew` if a review said something new, `isToWrite` if there are files to write. */
  changed: (what: { hasNew: boolean; isToWrite: boolean }) => void;
}

const nothingRead: ReadState = {
  state: 'idle',
  path: '',
  files: 0,
  newFiles: 0,
  newScenes: [],
  newSceneCount: 0,
  problemCount: 0,
  problems: [],
};

/** Creates the reading of all review files of a folder. Reviews that are read are merged and replace none. */
export function createReviewReading(options: ReviewReadingOptions) {
  const { table, thread, library, changed } = options;
  const merge = createMergeFoundReviews(options);
  let status: ReadState = nothingRead;
  let turns = 0;
  /** The scenes of the present reading of which a file said something new. */
  let namesOfNew = new Set<string>();
  let isCancelled = false;
  let running: Promise<void> | null = null;

  function addProblems(problems: ReadState['problems']) {
    const room = Math.max(0, mostReviewProblems - status.problems.length);
    status = {
      ...status,
      problemCount: status.problemCount + problems.length,
      problems: [...status.problems, ...problems.slice(0, room)],
    };
  }

  /** Merges one batch of a folder and adds it to the status. */
  async function take({ reviews, problems }: FoundReviews, isElsewhere: boolean) {
    const { newFiles, newScenes, refused, isToWrite } = await merge(reviews, {
      isElsewhere,
      isBesideScene: !isElsewhere,
      isCancelled: () => isCancelled,
    });
    for (const name of newScenes) namesOfNew.add(name);
    status = {
      ...status,
      files: status.files + reviews.length,
      newFiles: status.newFiles + newFiles,
      newScenes: [...namesOfNew].slice(0, mostNewScenes),
      newSceneCount: namesOfNew.size,
    };
    addProblems([...problems, ...refused]);
    changed({ hasNew: newFiles > 0, isToWrite });
  }

  async function readAll(root: string, isElsewhere: boolean): Promise<ReadState['state']> {
    turns += 1;
    const turn = turns;
    try {
      for (;;) {
        const found = await thread.ask({ ask: 'read', root, turn });
        if (isCancelled) return 'cancelled';
        if (found === null) return 'done';
        await take(found, isElsewhere);
        if (isCancelled) return 'cancelled';
      }
    } catch (error) {
      if (isCancelled || hasCode(error, 'CANCELLED')) return 'cancelled';
      if (!(error instanceof ReviewTroubleError)) options.onError(error);
      return 'failed';
    }
  }

  async function run(path: string | null): Promise<void> {
    const wanted = path === null ? table.requestedRead() : null;
    const root = path ?? library();
    status = { ...nothingRead, state: 'running', path: root };
    namesOfNew = new Set();
    changed({ hasNew: false, isToWrite: false });
    const state = await readAll(root, path !== null);
    status = { ...status, state };
    if (state === 'done' && wanted !== null) table.markRead(wanted);
    // The thread has the list of a folder in memory.
    await thread.end();
    changed({ hasNew: false, isToWrite: false });
  }

  return {
    status: (): ReadState => status,
    /** Starts to read a folder or a file, or the library folder for null, after cancelling the reading in progress. */
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
    /** Cancels the reading; reviews that were already merged stay. */
    async cancel() {
      isCancelled = true;
      await running;
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
