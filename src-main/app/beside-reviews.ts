import { join } from 'node:path';
import type { LibrarySceneId } from '../../src-preload/contract/ids.ts';
import { AppError } from '../core/app-error.ts';
import { createBesideReading } from '../features/reviews/beside-reading.ts';
import type { AppContext } from './app-context.ts';
import type { createReviewedScenes } from './reviewed-scenes.ts';

interface BesideReviewsOptions {
  context: Pick<AppContext, 'closing'>;
  library: () => string;
  scenes: Pick<ReturnType<typeof createReviewedScenes>, 'folderOf' | 'outsideFolderOf'>;
  /** With a thread of its own, so that a scene that is opened does not wait until a whole folder has been read. */
  reading: Parameters<typeof createBesideReading>[0];
}

/** Creates the reading of the review files in the folders of scenes of the library. */
export function createBesideReviews({ context, library, scenes, reading }: BesideReviewsOptions) {
  const besideReading = createBesideReading(reading);
  /** The scenes of which this computer has just written a review. */
  const written = new Set<LibrarySceneId>();

  async function read(librarySceneId: LibrarySceneId): Promise<void> {
    const below = scenes.folderOf(library(), librarySceneId);
    const folder =
      below === null
        ? scenes.outsideFolderOf(library(), librarySceneId)
        : join(library(), ...below.split('/'));
    if (folder === null) return;
    // The folder may be away, or Nadir may be closing: then the stored reviews stay as they are.
    await besideReading.read(librarySceneId, folder).catch(() => undefined);
  }

  async function readWritten() {
    for (const id of written) {
      if (context.closing.aborted) return;
      await read(id);
      written.delete(id);
    }
  }

  return {
    /** Reads the review files beside a scene; never rejects. */
    read,
    /** Reads the review files beside each of these scenes, one after another. CANCELLED if the signal is aborted. */
    async readAll(ids: readonly LibrarySceneId[], signal = context.closing): Promise<void> {
      for (const id of ids) {
        if (signal.aborted) throw new AppError('CANCELLED', {});
        await read(id);
      }
    },
    /**
     * Must be called when this computer has written a review of a scene: what others have said of it meanwhile is then read, so that the
     * items say the verdicts of all as they are now.
     */
    noteWritten(librarySceneId: LibrarySceneId) {
      if (written.size === 0) setImmediate(() => void readWritten());
      written.add(librarySceneId);
    },
    close: besideReading.close,
  };
}
