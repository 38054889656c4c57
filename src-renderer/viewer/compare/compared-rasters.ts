import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { RasterInfo, SceneDetails } from '../../../src-preload/contract/library.ts';
import type { PixelOffset } from '../../../src-preload/contract/raster-styles.ts';
import { useApi } from '../../kit/client/api.tsx';
import { compareStore, type RasterAbove, rastersAbove } from '../../kit/state/compare-store.ts';
import { mapStore } from '../../kit/state/map-store.ts';
import type { NadirMap } from '../../map/nadir-map.ts';
import type { RasterStatistics } from '../raster/raster-messages.ts';
import { createRasterOnMap, type DisplayAbove } from '../raster-on-map.ts';
import {
  channelBounds,
  displayOf,
  needsStatisticsToDraw,
  type SceneDisplay,
  type StyledRaster,
  styledRaster,
} from '../raster-style/style-on-raster.ts';
import { rasterKey } from '../raster-tiles.ts';
import type { ShownRaster } from '../shown-raster.ts';
import { useOffsets } from './offsets.ts';
import { sharedBounds } from './shared-stretch.ts';
import { useStable } from './use-stable.ts';

/** A raster above that of the selection, with everything that is shown about it. */
export interface ComparedRaster {
  raster: RasterAbove;
  /** Null while it is being loaded. */
  scene: SceneDetails | null;
  info: RasterInfo | null;
  styled: StyledRaster | null;
  offset: PixelOffset;
  display: SceneDisplay | null;
  /** True until the ranges of the display are counted. */
  isProvisional: boolean;
  error: unknown;
}

/** Returns the display of a raster in a style, in the range without statistics until they are computed. */
function displayWith(
  styled: StyledRaster,
  statistics: RasterStatistics | null,
  offset: PixelOffset,
): SceneDisplay {
  const bounds =
    channelBounds(styled, statistics?.channels ?? null) ??
    styled.automatic.map((range) => range ?? ([0, 1] as const));
  return displayOf(styled, bounds, offset);
}

/** Returns the rasters that are compared with that of the selection, from the lowest, each in its style. */
export function useComparedRasters(
  map: NadirMap | null,
  { wanted, ...first }: Pick<ShownRaster, 'wanted' | 'styled' | 'bounds'>,
) {
  const { query } = useApi();
  const shownRaster = useStore(mapStore, (state) => state.shownRaster);
  const comparison = useStore(compareStore, (state) => state.comparison);
  const isStretchShared = useStore(compareStore, (state) => state.isStretchShared);
  const rasters = rastersAbove({ shownRaster }, { comparison });
  const infos = useQueries({
    queries: rasters.map(({ fileId }) => query.library.rasterInfo.queryOptions({ input: { fileId } })),
  });
  const scenes = useQueries({
    queries: rasters.map(({ librarySceneId }) =>
      query.library.get.queryOptions({ input: { librarySceneId } }),
    ),
  });
  const offsetOf = useOffsets(infos.map(({ data }) => data ?? null));
  const styled = rasters.map(({ style }, i) => {
    const info = infos[i]?.data;
    return info === undefined ? null : styledRaster(style ?? wanted, info);
  });
  const shared = styled.map((each) => (isStretchShared && each ? sharedBounds(each, first) : null));
  // Values can only be counted for rasters on the map.
  const [placed, setPlaced] = useState<ReadonlySet<string>>(new Set());
  const counted = useQueries({
    queries: styled.map((each, i) => {
      const isInView = each?.style.stretch.scope === 'view';
      const { expressions = [], style } = each ?? {};
      const display = each && displayWith(each, null, offsetOf(each.info));
      return {
        queryKey: [
          'raster-statistics',
          each && rasterKey(each),
          expressions,
          style?.hidesZeros,
          isInView,
          isInView && JSON.stringify(mapStore.getState().view),
        ],
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          (display &&
            (await map
              ?.rasterBy(createRasterOnMap)
              .statistics(
                { expressions, hidesZeros: style?.hidesZeros ?? false, isInView },
                signal,
                display,
              ))) ??
          null,
        enabled:
          shared[i] === null && each !== null && needsStatisticsToDraw(each) && placed.has(rasterKey(each)),
        gcTime: 60_000,
      };
    }),
  });
  const compared = rasters.map((raster, i): ComparedRaster => {
    const each = styled[i] ?? null;
    const offset = offsetOf(infos[i]?.data ?? null);
    return {
      raster,
      offset,
      styled: each,
      scene: scenes[i]?.data ?? null,
      info: infos[i]?.data ?? null,
      display:
        each &&
        (shared[i]
          ? displayOf(each, shared[i], offset)
          : displayWith(each, counted[i]?.data ?? null, offset)),
      isProvisional:
        each !== null && !shared[i] && needsStatisticsToDraw(each) && counted[i]?.isPending === true,
      error: infos[i]?.error ?? null,
    };
  });
  return { compared, isAwaited: infos.some(({ isPending }) => isPending), setPlaced };
}

interface DrawnAbove {
  displays: readonly DisplayAbove[];
  /** True until all of them are known; what is drawn stays meanwhile. */
  isAwaited: boolean;
  setPlaced: (keys: ReadonlySet<string>) => void;
}

/** Shows the rasters above on the map: all of them, or one that is drawn instead. */
export function useDrawnAbove(map: NadirMap | null, { displays, isAwaited, setPlaced }: DrawnAbove) {
  const drawn = useStable(displays);
  useEffect(() => {
    if (isAwaited) return;
    map?.rasterBy(createRasterOnMap).setAbove(drawn);
    setPlaced(new Set(drawn.map(({ display }) => rasterKey(display))));
  }, [map, drawn, isAwaited, setPlaced]);
}
