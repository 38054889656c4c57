import type { CaptureId, LibraryFileId, Scope } from '../../src-preload/contract/ids.ts';
import type { Observed } from '../core/observed-state.ts';
import type { Store } from '../store/store.ts';
import { createSceneDetails } from './scene-details.ts';
import { createSceneFiles } from './scene-files.ts';
import { createSceneList } from './scene-list.ts';
import { createSceneWriter, type SceneTask } from './scene-writer.ts';

/** Returns the scenes of all connections and their files: what was seen and what is on disk. No network, no pixels. */
export function createSceneTable({
  store,
  now,
  taskOfCapture,
  transferring,
  observed,
  flagged,
}: {
  store: Store;
  now: () => Date;
  taskOfCapture: (scope: Scope, captureId: CaptureId) => SceneTask | null;
  /** Files that a transfer is fetching right now or will. */
  transferring: (fileId: LibraryFileId) => boolean;
  observed?: Observed;
  /** The scenes that need attention, of all connections. */
  flagged?: () => readonly string[];
}) {
  const files = createSceneFiles({ store, now });
  return {
    ...createSceneWriter({ store, now, taskOfCapture, observed }),
    ...createSceneList({ store, flagged }),
    ...createSceneDetails({ store, filesOf: files.filesOf, transferring }),
    ...files,
  };
}

/** What `createSceneTable` returns. */
export type SceneTable = ReturnType<typeof createSceneTable>;
