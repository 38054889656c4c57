import type { LibraryFileId } from '../../../src-preload/contract/ids.ts';
import type { SceneDetails, SceneFile } from '../../../src-preload/contract/library.ts';
import { mapStore, zoomToBox } from '../../state/map-store.ts';

/** Draws the raster and goes there. */
export function showRaster(scene: SceneDetails, file: SceneFile) {
  mapStore.setState({
    shownRaster: { fileId: file.fileId, bandMode: 'true-colour' },
    selectedSceneId: scene.librarySceneId,
  });
  if (scene.bbox) zoomToBox(scene.bbox);
}

/** When its file leaves the disk. */
export function hideRaster(fileId: LibraryFileId) {
  if (mapStore.getState().shownRaster?.fileId === fileId) mapStore.setState({ shownRaster: null });
}
