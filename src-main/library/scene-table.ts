import type { CaptureId, LibraryFileId, Scope } from '../../src-preload/contract/ids.ts';
import type { Observed } from '../core/observed-state.ts';
import type { Store } from '../store/store.ts';
import { createSceneDetails } from './scene-details.ts';
import { createSceneFiles } from './scene-files.ts';
import { createSceneList } from './scene-list.ts';
import { createSceneWriter, type SceneTask } from './scene-writer.ts';

/**
 * Creates the table of the scenes of all connections and their files: what was listed and what is on disk. It accesses neither
 * the network nor pixels.
 */
export function createSceneTable({
  store,
  now,
  taskOfCapture,
  transferring,
  observed,
  flagged,
  isAway = () => false,
  indexPath,
}: {
  store: Store;
  now: () => Date;
  taskOfCapture: (scope: Scope, captureId: CaptureId) => SceneTask | null;
  /** True for a file that a transfer is fetching now or will fetch. */
  transferring: (fileId: LibraryFileId) => boolean;
  observed?: Observed;
  /** Returns the scenes of all connections that need attention. */
  flagged?: () => readonly string[];
  /** True for a stored path in a library folder that is not there now. */
  isAway?: (path: string) => boolean;
  /** The file of the index of scenes; null or left out for one that is not saved. */
  indexPath?: string | null;
}) {
  const files = createSceneFiles({ store, now });
  return {
    ...createSceneWriter({ store, now, taskOfCapture, observed }),
    ...createSceneList({ store, flagged, indexPath: indexPath ?? null }),
    ...createSceneDetails({ store, filesOf: files.filesOf, transferring, isAway }),
    ...files,
  };
}

/** What `createSceneTable` returns. */
export type SceneTable = ReturnType<typeof createSceneTable>;
