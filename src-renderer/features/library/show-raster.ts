import { useEffect, useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import type { LibraryFileId, LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import type { SceneDetails, SceneFile } from '../../../src-preload/contract/library.ts';
import { readPlaceRemarks } from '../../../src-preload/contract/place-remarks.ts';
import { naturalBands } from '../../../src-shared/raster/raster-bands.ts';
import { stopComparingWith } from '../../kit/state/compare-store.ts';
import { hideShownRaster, mapStore, putRaster } from '../../kit/state/map-store.ts';
import { select } from '../../kit/state/selection.ts';

/** Shows a raster on the map, in the style that is followed, and moves the map to its box, which may differ from the scene's footprint. */
export function showRaster(scene: SceneDetails, file: SceneFile) {
  putRaster({
    fileId: file.fileId,
    librarySceneId: scene.librarySceneId,
    style: mapStore.getState().followed?.style ?? null,
    goThere: true,
  });
  select('scene', scene.librarySceneId);
}

/** Removes the raster of a file from the map, for example when the file is deleted. */
export function hideRaster(fileId: LibraryFileId) {
  if (mapStore.getState().shownRaster?.fileId === fileId) hideShownRaster();
  else stopComparingWith(fileId);
}

const isOnDisk = ({ kind, state }: SceneFile) => kind === 'raster' && state === 'on-disk';

/** Returns the raster to show first: a colour raster before a single band; null if none is on the disk. */
export function rasterOf({ files }: Pick<SceneDetails, 'files'>): SceneFile | null {
  const onDisk = files.filter(isOnDisk);
  const isColour = ({ bands }: SceneFile) => new Set(naturalBands(bands)?.bands).size === 3;
  return onDisk.find(isColour) ?? onDisk[0] ?? null;
}

/** Returns true for a scene whose raster lies away from its outline, so that who goes to the scene does not see it. */
const liesAway = ({ raw }: Pick<SceneDetails, 'raw'>): boolean =>
  readPlaceRemarks(raw).some(({ kind }) => kind === 'outline' || kind === 'rasters');

/**
 * While the user views rasters, shows the raster of the scene in the details, in the current style; none if the scene has none on the disk.
 * The raster of another scene is never shown.
 */
export function useRasterOfSelection(librarySceneId: LibrarySceneId, scene: SceneDetails | undefined) {
  const followed = useStore(mapStore, (state) => state.followed);
  const isOther = useStore(
    mapStore,
    ({ shownRaster }) => shownRaster !== null && shownRaster.librarySceneId !== librarySceneId,
  );
  // Before the next frame is painted; the scene's own raster follows once its files are loaded.
  useLayoutEffect(() => {
    if (isOther) mapStore.setState({ shownRaster: null });
  }, [isOther]);
  useEffect(() => {
    if (followed === null || scene?.librarySceneId !== librarySceneId) return;
    if (mapStore.getState().shownRaster !== null) return;
    const file = rasterOf(scene);
    if (file === null) return;
    // `followed` is unchanged: where this scene lacks a band of the style, the next one may have it again.
    mapStore.setState({
      shownRaster: {
        fileId: file.fileId,
        librarySceneId,
        style: followed.style,
        // The map is at the outline of the scene, where there is nothing to see of such a raster.
        goThere: liesAway(scene),
      },
    });
  }, [followed, librarySceneId, scene]);
}
