import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { LibraryFileId } from '../../src-preload/contract/ids.ts';
import type { RasterInfo, SceneDetails } from '../../src-preload/contract/library.ts';
import { useApi } from '../client/api.tsx';
import { type BandStyle, infraredBands, naturalBands } from '../raster/bands.ts';
import type { RasterDisplay } from '../raster/raster-messages.ts';
import { mapStore } from '../state/map-store.ts';

interface ShownRaster {
  info: RasterInfo | null;
  /** The scene of the raster; null while it is being read. */
  scene: SceneDetails | null;
  display: RasterDisplay | null;
  /** The style of the raster in its natural bands. */
  natural: BandStyle | null;
  /** True if a near-infrared view is possible, with this raster or with another raster of the scene on the disk. */
  nearInfrared: boolean;
  error: unknown;
  loading: boolean;
}

function useRasterInfo(fileId: LibraryFileId | null) {
  return useQuery(
    useApi().query.library.rasterInfo.queryOptions({ input: fileId === null ? skipToken : { fileId } }),
  );
}

/**
 * Returns the raster on the map and its bands; near-infrared is read from another raster of the scene if the visual
 * one has none.
 */
export function useShownRaster(): ShownRaster {
  const { query } = useApi();
  const shown = useStore(mapStore, (state) => state.shownRaster);
  const chosen = useRasterInfo(shown?.fileId ?? null);
  const info = chosen.data ?? null;
  const librarySceneId = shown?.librarySceneId;
  const scene = useQuery(
    query.library.get.queryOptions({ input: librarySceneId === undefined ? skipToken : { librarySceneId } }),
  ).data;
  const own = info === null ? null : infraredBands(info.bands);
  const siblingId =
    own === null
      ? (scene?.files.find(
          (file) =>
            file.kind === 'raster' &&
            file.state === 'on-disk' &&
            file.fileId !== info?.fileId &&
            infraredBands(file.bands) !== null,
        )?.fileId ?? null)
      : null;
  const wanted = shown?.bandMode ?? 'true-colour';
  const chosenBands = shown?.chosenBands ?? null;
  const sibling = useRasterInfo(wanted === 'near-infrared' && own === null ? siblingId : null);
  const drawn = wanted === 'near-infrared' && own === null ? (sibling.data ?? null) : info;
  const display = useMemo(() => {
    if (!drawn) return null;
    const natural = naturalBands(drawn.bands)?.bands ?? null;
    const inMode = {
      'true-colour': natural,
      'near-infrared': infraredBands(drawn.bands),
      chosen: chosenBands ?? natural,
    };
    const bands = inMode[wanted];
    // Bands kept from another raster may not exist in this one.
    return bands?.every((band) => band < drawn.bands.length) ? { info: drawn, bands } : null;
  }, [drawn, wanted, chosenBands]);
  return {
    info: drawn ?? info,
    scene: scene ?? null,
    display: shown === null ? null : display,
    natural: info === null ? null : (naturalBands(info.bands)?.style ?? null),
    nearInfrared: own !== null || siblingId !== null,
    error: chosen.error ?? sibling.error,
    loading: chosen.isFetching || sibling.isFetching,
  };
}
