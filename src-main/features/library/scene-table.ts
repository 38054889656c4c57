import type { CaptureId, LibraryFileId, Scope } from '../../../src-preload/contract/ids.ts';
import type { AwayFolder } from '../../../src-preload/contract/library.ts';
import type { Observed } from '../../core/observed-state.ts';
import type { Store } from '../../store/store.ts';
import { createSceneDetails } from './scene-details.ts';
import { createSceneFiles } from './scene-files.ts';
import { createSceneList } from './scene-list.ts';
import { createSceneWriter, type SceneTask } from './scene-writer.ts';

/**
 * Creates the table of the scenes of all connections and their files: which were listed, and which are on disk. It accesses neither the
 * network nor pixels.
 */
export function createSceneTable({
  store,
  now,
  taskOfCapture,
  transferring,
  observed,
  flagged,
  awayFolders = () => [],
  indexPath,
}: {
  store: Store;
  now: () => Date;
  taskOfCapture: (scope: Scope, captureId: CaptureId) => SceneTask | null;
  /** Returns true for a file in the download queue. */
  transferring: (fileId: LibraryFileId) => boolean;
  observed?: Observed;
  /** Returns the scenes of all connections that need attention. */
  flagged?: () => readonly string[];
  /** Returns the further library folders that cannot be read now; missing if there are none. */
  awayFolders?: () => readonly AwayFolder[];
  /** The file of the index of scenes; null or missing if it is not saved. */
  indexPath?: string | null;
}) {
  const files = createSceneFiles({ store, now });
  return {
    ...createSceneWriter({ store, now, taskOfCapture, observed }),
    ...createSceneList({ store, flagged, awayFolders, indexPath: indexPath ?? null }),
    ...createSceneDetails({ store, filesOf: files.filesOf, transferring, awayFolders }),
    ...files,
  };
}

/** What `createSceneTable` returns. */
export type SceneTable = ReturnType<typeof createSceneTable>;
