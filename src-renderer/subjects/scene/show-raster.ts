import { useEffect, useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import type { LibraryFileId, LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import type { SceneDetails, SceneFile } from '../../../src-preload/contract/library.ts';
import { type BandMode, isBandPreset, naturalBands, presetBands } from '../../raster/bands.ts';
import { mapStore, putRaster, takeRasterAway } from '../../state/map-store.ts';
import { select } from '../../state/selection.ts';

/** Draws the raster and goes to its own box, which may lie beside the scene's footprint. */
export function showRaster(scene: SceneDetails, file: SceneFile) {
  putRaster({
    fileId: file.fileId,
    librarySceneId: scene.librarySceneId,
    bandMode: 'true-colour',
    goThere: true,
  });
  select('scene', scene.librarySceneId);
}

/** When its file leaves the disk. */
export function hideRaster(fileId: LibraryFileId) {
  if (mapStore.getState().shownRaster?.fileId === fileId) takeRasterAway();
}

const isOnDisk = ({ kind, state }: SceneFile) => kind === 'raster' && state === 'on-disk';

/** The raster of a scene that a look at it begins with: one in colour before one of a single band; null when none is on disk. */
export function rasterOf({ files }: Pick<SceneDetails, 'files'>): SceneFile | null {
  const onDisk = files.filter(isOnDisk);
  const isColour = ({ bands }: SceneFile) => new Set(naturalBands(bands)?.bands).size === 3;
  return onDisk.find(isColour) ?? onDisk[0] ?? null;
}

/** The same bands as before where the scene has them on disk; bands by hand are those of one raster. */
function bandsOf({ files }: SceneDetails, wanted: BandMode): BandMode {
  if (!isBandPreset(wanted)) return 'true-colour';
  const isThere = files.some((file) => isOnDisk(file) && presetBands(file.bands, wanted) !== null);
  return isThere ? wanted : 'true-colour';
}

/**
 * While rasters are looked at, the pixels are those of the scene whose details are open: its own raster in the same
 * bands, or none where it has none on disk. Never those of another scene.
 */
export function useRasterOfSelection(librarySceneId: LibrarySceneId, scene: SceneDetails | undefined) {
  const bandMode = useStore(mapStore, (state) => state.followedBands);
  const isOther = useStore(
    mapStore,
    ({ shownRaster }) => shownRaster !== null && shownRaster.librarySceneId !== librarySceneId,
  );
  // Before the next picture: the scene's own raster follows when its files are known.
  useLayoutEffect(() => {
    if (isOther) mapStore.setState({ shownRaster: null });
  }, [isOther]);
  useEffect(() => {
    if (bandMode === null || scene?.librarySceneId !== librarySceneId) return;
    if (mapStore.getState().shownRaster !== null) return;
    const file = rasterOf(scene);
    if (file === null) return;
    // What was wanted stays wanted: the scene after this one may have it again.
    mapStore.setState({
      shownRaster: {
        fileId: file.fileId,
        librarySceneId,
        bandMode: bandsOf(scene, bandMode),
        goThere: false,
      },
    });
  }, [bandMode, librarySceneId, scene]);
}
