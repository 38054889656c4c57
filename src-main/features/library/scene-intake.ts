import type { CaptureId, LibrarySceneId, Scope } from '../../../src-preload/contract/ids.ts';
import type { Row } from '../../service/api/service-client.ts';
import type { WireScene } from '../../service/api/wire.ts';
import type { Store } from '../../store/store.ts';
import type { SceneTable } from './scene-table.ts';

/** Stores the scenes that the service listed for a capture, and returns their ids in the same sequence. */
export type SceneIntake = (scope: Scope, captureId: CaptureId, rows: Row<WireScene>[]) => LibrarySceneId[];

/**
 * Creates the function that stores scenes in the library. It is separate from the library because the links of scenes need it,
 * and the library needs the links. Scenes of one answer are stored together or not at all; `changed` is called after that.
 */
export function createSceneIntake({
  store,
  table,
  changed,
}: {
  store: Store;
  table: Pick<SceneTable, 'put'>;
  changed: () => void;
}): SceneIntake {
  return (scope, captureId, rows) => {
    const ids = store.transaction(() => rows.map((row) => table.put(scope, captureId, row)));
    changed();
    return ids;
  };
}
