import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { LibraryFileId } from '../../src-preload/contract/ids.ts';
import type { RasterInfo, SceneDetails } from '../../src-preload/contract/library.ts';
import { useApi } from '../client/api.tsx';
import {
  type BandPreset,
  type BandStyle,
  type BandTriple,
  bandPresets,
  isBandPreset,
  naturalBands,
  presetBands,
} from '../raster/bands.ts';
import { mapStore } from '../state/map-store.ts';

/** A raster of the library in the bands that are drawn. */
export interface SceneDisplay {
  info: RasterInfo;
  bands: BandTriple;
}

interface ShownRaster {
  info: RasterInfo | null;
  /** The scene of the raster; null while it is being read. */
  scene: SceneDetails | null;
  display: SceneDisplay | null;
  /** The style of the raster in its natural bands. */
  natural: BandStyle | null;
  /** The presets that can be had: of this raster or of another one of the scene on disk. */
  presets: readonly BandPreset[];
  error: unknown;
  loading: boolean;
}

function useRasterInfo(fileId: LibraryFileId | null) {
  return useQuery(
    useApi().query.library.rasterInfo.queryOptions({ input: fileId === null ? skipToken : { fileId } }),
  );
}

/** The chosen raster and which of its bands are drawn; a preset comes from a sibling where the visual lacks a colour of it. */
export function useShownRaster(): ShownRaster {
  const { query } = useApi();
  const shown = useStore(mapStore, (state) => state.shownRaster);
  const chosen = useRasterInfo(shown?.fileId ?? null);
  const info = chosen.data ?? null;
  const librarySceneId = shown?.librarySceneId;
  const scene = useQuery(
    query.library.get.queryOptions({ input: librarySceneId === undefined ? skipToken : { librarySceneId } }),
  ).data;
  const isOwn = (preset: BandPreset) => info !== null && presetBands(info.bands, preset) !== null;
  const siblingWith = (preset: BandPreset) =>
    scene?.files.find(
      (file) =>
        file.kind === 'raster' &&
        file.state === 'on-disk' &&
        file.fileId !== info?.fileId &&
        presetBands(file.bands, preset) !== null,
    )?.fileId ?? null;
  const wanted = shown?.bandMode ?? 'true-colour';
  const chosenBands = shown?.chosenBands ?? null;
  const lacking = isBandPreset(wanted) && !isOwn(wanted) ? wanted : null;
  const sibling = useRasterInfo(lacking === null ? null : siblingWith(lacking));
  const drawn = lacking === null ? info : (sibling.data ?? null);
  const display = useMemo(() => {
    if (!drawn) return null;
    const natural = naturalBands(drawn.bands)?.bands ?? null;
    const inMode = wanted === 'chosen' ? (chosenBands ?? natural) : natural;
    const bands = isBandPreset(wanted) ? presetBands(drawn.bands, wanted) : inMode;
    // Kept from another raster, they may be more than this one has.
    return bands?.every((band) => band < drawn.bands.length) ? { info: drawn, bands } : null;
  }, [drawn, wanted, chosenBands]);
  return {
    info: drawn ?? info,
    scene: scene ?? null,
    display: shown === null ? null : display,
    natural: info === null ? null : (naturalBands(info.bands)?.style ?? null),
    presets: bandPresets.filter((preset) => isOwn(preset) || siblingWith(preset) !== null),
    error: chosen.error ?? sibling.error,
    loading: chosen.isFetching || sibling.isFetching,
  };
}
