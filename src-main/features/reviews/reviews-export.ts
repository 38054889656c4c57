import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import { AppError } from '../../core/app-error.ts';
import type { ReviewTable } from './review-table.ts';
import type { ReviewThread } from './review-thread.ts';

/** An exported scene, and its folder below the exported one with `/` between its parts. */
export interface ReviewedExport {
  librarySceneId: LibrarySceneId;
  folder: string;
}

/**
 * Creates the function that writes the reviews of exported scenes beside their copies, those of all reviewers. Like the items there, they
 * do not name the service. It resolves with the number of scenes that have reviews. Throws ReviewTroubleError, FOLDER_NOT_WRITABLE.
 */
export function createReviewsExport({
  table,
  thread,
}: {
  table: Pick<ReviewTable, 'ofScene' | 'writer'>;
  thread: Pick<ReviewThread, 'ask'>;
}) {
  return async (library: string, scenes: readonly ReviewedExport[]): Promise<number> => {
    let reviewed = 0;
    // One scene after another: the remarks of each may have megabytes.
    for (const { librarySceneId, folder } of scenes) {
      const entries = table.ofScene(librarySceneId).map((review, seq) => ({
        seq,
        folder,
        review: { ...review, scene: { ...review.scene, service: null } },
      }));
      if (entries.length === 0) continue;
      const written = await thread.ask({ ask: 'write', library, writer: table.writer(), entries });
      const failed = written.find(({ outcome }) => outcome !== 'written');
      if (failed !== undefined)
        throw new AppError('FOLDER_NOT_WRITABLE', {
          path: library,
          detail: failed.outcome === 'failed' ? failed.code : failed.outcome,
        });
      reviewed += 1;
    }
    return reviewed;
  };
}
