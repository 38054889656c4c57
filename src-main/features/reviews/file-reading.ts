import type { ReviewProblem } from '../../../src-preload/contract/reviews.ts';
import { AppError } from '../../core/app-error.ts';
import { createMergeFoundReviews, type MergeFoundOptions } from './merge-found-reviews.ts';
import type { Review } from './model/review.ts';
import type { ReviewThread } from './review-thread.ts';

/** The options of `createFileReading`. */
interface FileReadingOptions extends MergeFoundOptions {
  thread: ReviewThread;
  /** Called after a change; `hasNew` if a review said something new, `isToWrite` if there are files to write. */
  changed: (what: { hasNew: boolean; isToWrite: boolean }) => void;
}

/** What reading some review files has found. */
interface FilesRead {
  /** The number of files that were merged, and of those that said something new. */
  read: number;
  new: number;
  /** Files that were not merged, and those that somebody has changed by hand. */
  problems: { path: string; problem: ReviewProblem }[];
}

/** Creates the reading of single review files outside of the library folder: those beside scenes that are imported. */
export function createFileReading(options: FileReadingOptions) {
  const { thread, changed } = options;
  const merge = createMergeFoundReviews(options);
  let isClosed = false;

  /** Returns a review with the name that the library has for its scene; null if that cannot be told. */
  function withName(review: Review, nameInLibrary: (sceneId: string) => string | null): Review | null {
    const sceneId = nameInLibrary(review.scene.sceneId);
    return sceneId === null ? null : { ...review, scene: { ...review.scene, sceneId } };
  }

  return {
    /**
     * Reads and merges these files. `nameInLibrary` returns the name that the library has for the scene which a file calls `sceneId`, null
     * if that cannot be told. Rejects with CANCELLED when `signal` is aborted; what was merged until then stays.
     */
    async read(
      paths: readonly string[],
      { nameInLibrary, signal }: { nameInLibrary: (sceneId: string) => string | null; signal: AbortSignal },
    ): Promise<FilesRead> {
      const result: FilesRead = { read: 0, new: 0, problems: [] };
      const isCancelled = () => isClosed || signal.aborted;
      for (const path of paths) {
        // A question would start the thread again.
        if (isCancelled()) throw new AppError('CANCELLED', {});
        const found = await thread.ask({ ask: 'file', path });
        result.problems.push(...found.problems);
        for (const { review, writer } of found.reviews) {
          const named = withName(review, nameInLibrary);
          if (named === null) {
            result.problems.push({ path, problem: 'unknown-scene' });
            continue;
          }
          const merged = await merge([{ path, writer, review: named }], {
            isElsewhere: true,
            isBesideScene: true,
            isCancelled,
          });
          result.read += merged.refused.length === 0 ? 1 : 0;
          result.new += merged.newFiles;
          result.problems.push(...merged.refused);
          changed({ hasNew: merged.newFiles > 0, isToWrite: merged.isToWrite });
        }
      }
      return result;
    },
    /** Ends the thread and a reading in progress. */
    async close() {
      isClosed = true;
      await thread.end();
    },
  };
}
