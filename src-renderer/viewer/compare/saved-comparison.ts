import { useEffect } from 'react';
import { z } from 'zod';
import { libraryFileIdSchema, librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { rasterStyleSchema } from '../../../src-preload/contract/raster-styles.ts';
import { useApi, useSettings } from '../../kit/client/api.tsx';
import type { MainClient } from '../../kit/client/connect.ts';
import { createWorkspaceSaver } from '../../kit/client/workspace-saver.ts';
import { compareModes, compareStore, maxShownRasters } from '../../kit/state/compare-store.ts';
import { mapStore } from '../../kit/state/map-store.ts';

const savedSchema = z.object({
  librarySceneId: librarySceneIdSchema,
  above: z
    .array(
      z.object({
        fileId: libraryFileIdSchema,
        librarySceneId: librarySceneIdSchema,
        // A style in the format of another version is ignored.
        style: rasterStyleSchema.nullable().catch(null),
        opacity: z.number().min(0).max(1),
      }),
    )
    .min(1)
    .max(maxShownRasters - 1),
  mode: z.enum(compareModes),
  swipe: z.number().min(0).max(1),
  isStretchShared: z.boolean(),
  isStripOpen: z.boolean(),
});
type SavedComparison = z.infer<typeof savedSchema>;

/** Returns the comparison as it is saved. Blinking is not saved, because it must not start without an action of the user. */
function comparisonToSave(): SavedComparison | null {
  const { comparison, mode, swipe, isStretchShared, isStripOpen } = compareStore.getState();
  if (comparison === null) return null;
  const { librarySceneId, above } = comparison;
  return { librarySceneId, above: [...above], mode, swipe, isStretchShared, isStripOpen };
}

/** Resolves with the rasters above that are still on disk. */
async function rastersOnDisk(
  client: MainClient,
  { above }: SavedComparison,
): Promise<SavedComparison['above']> {
  const found = await Promise.all(
    above.map(async (raster) => {
      const scene = await client.library.get({ librarySceneId: raster.librarySceneId }).catch(() => null);
      const isThere = scene?.files.some(
        ({ fileId, state }) => fileId === raster.fileId && state === 'on-disk',
      );
      return isThere ? [raster] : [];
    }),
  );
  return found.flat();
}

/**
 * Restores the comparison of the last run, if its raster is the first one that is shown and the user has not compared anything
 * since.
 */
export async function restoreComparison(client: MainClient, saved: unknown): Promise<void> {
  const restored = savedSchema.safeParse(saved).data;
  const isShown = () => mapStore.getState().shownRaster?.librarySceneId === restored?.librarySceneId;
  if (restored === undefined || !isShown()) return;
  const above = await rastersOnDisk(client, restored);
  if (above.length === 0 || !isShown() || compareStore.getState().comparison !== null) return;
  const { librarySceneId, mode, swipe, isStretchShared, isStripOpen } = restored;
  compareStore.setState({
    comparison: { librarySceneId, above },
    mode,
    swipe,
    isStretchShared,
    isStripOpen,
  });
}

/** Restores the comparison of the last run once, and saves it whenever it changes. */
export function useSavedComparison() {
  const { client } = useApi();
  const settings = useSettings();
  const isReady = settings !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the settings of the start
  useEffect(() => {
    if (!isReady) return;
    const saver = createWorkspaceSaver(client, () => ({ comparison: comparisonToSave() }));
    let unfollow = () => {};
    let isOver = false;
    const { isRestored } = compareStore.getState();
    const restored = isRestored
      ? Promise.resolve()
      : restoreComparison(client, settings.workspace.comparison);
    compareStore.setState({ isRestored: true });
    void restored.then(() => {
      if (isOver) return;
      let before = JSON.stringify(comparisonToSave());
      unfollow = compareStore.subscribe(() => {
        const now = JSON.stringify(comparisonToSave());
        if (now === before) return;
        before = now;
        saver.saveSoon();
      });
    });
    return () => {
      isOver = true;
      unfollow();
      saver.stop();
    };
  }, [client, isReady]);
}
