import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import type { RasterInfo } from '../../../src-preload/contract/library.ts';
import {
  mostOffsetPx,
  type PixelOffset,
  type StoredOffset,
} from '../../../src-preload/contract/raster-styles.ts';
import { useApi } from '../../kit/client/api.tsx';
import { useAct } from '../../kit/ui/use-act.ts';

/** The offset of a raster that was not moved. */
export const noOffset: PixelOffset = [0, 0];

/** The part of a raster's description that its offset needs. */
export type MovedRaster = Pick<RasterInfo, 'fileId' | 'librarySceneId' | 'heightPx' | 'placement'>;

/** Returns the height of a pixel in degrees; null for a raster without a place, which is not moved. */
function pixelDegreesOf({ placement, heightPx }: MovedRaster): number | null {
  if (placement.kind === 'unplaced') return null;
  const [, south, , north] = placement.box;
  return north > south ? (north - south) / heightPx : null;
}

const bounded = (pixels: number) => Math.max(-mostOffsetPx, Math.min(mostOffsetPx, pixels));

/**
 * Returns the offset of a raster in its own pixels. All rasters of a scene are moved by the same distance on the ground; an offset that
 * an earlier version stored counts for its raster alone, until one is stored for the scene.
 */
export function offsetOf(stored: readonly StoredOffset[], raster: MovedRaster): PixelOffset {
  const ofScene = stored.find(({ librarySceneId }) => librarySceneId === raster.librarySceneId);
  const found = ofScene ?? stored.find(({ fileId }) => fileId === raster.fileId);
  if (found?.fileId === raster.fileId) return found.offset;
  const pixelDegrees = pixelDegreesOf(raster);
  if (ofScene === undefined || ofScene.pixelDegrees === null || pixelDegrees === null) return noOffset;
  const factor = ofScene.pixelDegrees / pixelDegrees;
  const [right, down] = ofScene.offset;
  return [bounded(right * factor), bounded(down * factor)];
}

/** The offsets of this session, because a repeated key must not wait for the store. */
const newOffsets = createStore<{ byScene: ReadonlyMap<LibrarySceneId, StoredOffset> }>(() => ({
  byScene: new Map(),
}));

/** Returns the function that returns the offset of one of the given rasters in its own pixels. */
export function useOffsets(
  rasters: readonly (MovedRaster | null)[],
): (raster: MovedRaster | null) => PixelOffset {
  const { query } = useApi();
  const asked = rasters.flatMap((raster) =>
    raster === null ? [] : [{ fileId: raster.fileId, librarySceneId: raster.librarySceneId }],
  );
  const { data } = useQuery({
    ...query.rasterStyles.offsets.queryOptions({ input: { rasters: asked } }),
    enabled: asked.length > 0,
  });
  const byScene = useStore(newOffsets, (state) => state.byScene);
  // Equal offsets are one array, so that no raster is painted again without a need.
  const known = useMemo(() => new Map([[String(noOffset), noOffset]]), []);
  return (raster) => {
    if (raster === null) return noOffset;
    const own = byScene.get(raster.librarySceneId);
    const offset = offsetOf(own === undefined ? (data ?? []) : [own], raster);
    const same = known.get(String(offset)) ?? offset;
    known.set(String(offset), same);
    return same;
  };
}

/** Returns the function that moves the rasters of a scene by so many pixels of the given one, and stores that. */
export function useSetOffset() {
  const { client } = useApi();
  const act = useAct();
  return (raster: MovedRaster, [right, down]: PixelOffset) => {
    const { fileId, librarySceneId } = raster;
    const pixelDegrees = pixelDegreesOf(raster);
    if (pixelDegrees === null) return;
    const offset: PixelOffset = [bounded(right), bounded(down)];
    const stored = { fileId, librarySceneId, offset, pixelDegrees };
    newOffsets.setState(({ byScene }) => ({ byScene: new Map(byScene).set(librarySceneId, stored) }));
    act(() => client.rasterStyles.setOffset(stored));
  };
}
