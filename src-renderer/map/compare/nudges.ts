import { useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { LibraryFileId } from '../../../src-preload/contract/ids.ts';
import { mostNudgePx, type Nudge } from '../../../src-preload/contract/raster-styles.ts';
import { useApi } from '../../client/api.tsx';
import { useAct } from '../../ui/use-act.ts';

/** A raster that lies in its place. */
export const noNudge: Nudge = [0, 0];

/** Nudges of this session: a key that is held must not wait for the store. */
const newNudges = createStore<{ byFile: ReadonlyMap<LibraryFileId, Nudge> }>(() => ({ byFile: new Map() }));

/** Returns the function that answers how far a raster is nudged. */
export function useNudges(fileIds: readonly LibraryFileId[]): (fileId: LibraryFileId | undefined) => Nudge {
  const { query } = useApi();
  const { data } = useQuery({
    ...query.rasterStyles.nudges.queryOptions({ input: { fileIds: [...fileIds] } }),
    enabled: fileIds.length > 0,
  });
  const byFile = useStore(newNudges, (state) => state.byFile);
  return (fileId) => {
    if (fileId === undefined) return noNudge;
    const kept = byFile.get(fileId) ?? data?.find((each) => each.fileId === fileId)?.nudge;
    // The same array for all rasters in their place, so that none is painted again.
    return kept === undefined || (kept[0] === 0 && kept[1] === 0) ? noNudge : kept;
  };
}

const bounded = (pixels: number) => Math.max(-mostNudgePx, Math.min(mostNudgePx, pixels));

/** Returns the function that draws a raster so many pixels beside its place, and keeps that. */
export function useSetNudge() {
  const { client } = useApi();
  const act = useAct();
  return (fileId: LibraryFileId, [right, down]: Nudge) => {
    const nudge: Nudge = [bounded(right), bounded(down)];
    newNudges.setState(({ byFile }) => ({ byFile: new Map(byFile).set(fileId, nudge) }));
    act(() => client.rasterStyles.setNudge({ fileId, nudge }));
  };
}
