import { useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { LibraryFileId } from '../../../src-preload/contract/ids.ts';
import { mostOffsetPx, type PixelOffset } from '../../../src-preload/contract/raster-styles.ts';
import { useApi } from '../../client/api.tsx';
import { useAct } from '../../ui/use-act.ts';

/** The offset of a raster that was not moved. */
export const noOffset: PixelOffset = [0, 0];

/** The offsets of this session, because a repeated key must not wait for the store. */
const newOffsets = createStore<{ byFile: ReadonlyMap<LibraryFileId, PixelOffset> }>(() => ({
  byFile: new Map(),
}));

/** Returns the function that returns the offset of a raster in its own pixels. */
export function useOffsets(
  fileIds: readonly LibraryFileId[],
): (fileId: LibraryFileId | undefined) => PixelOffset {
  const { query } = useApi();
  const { data } = useQuery({
    ...query.rasterStyles.offsets.queryOptions({ input: { fileIds: [...fileIds] } }),
    enabled: fileIds.length > 0,
  });
  const byFile = useStore(newOffsets, (state) => state.byFile);
  return (fileId) => {
    if (fileId === undefined) return noOffset;
    const offset = byFile.get(fileId) ?? data?.find((each) => each.fileId === fileId)?.offset;
    // All rasters that were not moved share one array, so that none is painted again.
    return offset === undefined || (offset[0] === 0 && offset[1] === 0) ? noOffset : offset;
  };
}

const bounded = (pixels: number) => Math.max(-mostOffsetPx, Math.min(mostOffsetPx, pixels));

/** Returns the function that moves a raster by so many pixels, and stores that. */
export function useSetOffset() {
  const { client } = useApi();
  const act = useAct();
  return (fileId: LibraryFileId, [right, down]: PixelOffset) => {
    const offset: PixelOffset = [bounded(right), bounded(down)];
    newOffsets.setState(({ byFile }) => ({ byFile: new Map(byFile).set(fileId, offset) }));
    act(() => client.rasterStyles.setOffset({ fileId, offset }));
  };
}
