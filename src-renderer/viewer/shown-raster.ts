import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { LibraryFileId } from '../../src-preload/contract/ids.ts';
import type { RasterInfo, SceneDetails } from '../../src-preload/contract/library.ts';
import {
  defaultRasterStyle,
  type PixelOffset,
  type RasterPreset,
  type RasterStyle,
} from '../../src-preload/contract/raster-styles.ts';
import { type BandStyle, naturalBands } from '../../src-shared/raster/raster-bands.ts';
import { useApi } from '../kit/client/api.tsx';
import { mapStore } from '../kit/state/map-store.ts';
import type { NadirMap } from '../map/nadir-map.ts';
import { useOffsets } from './compare/offsets.ts';
import type { RasterStatistics } from './raster/raster-messages.ts';
import { expressionsOf } from './raster/style/presets.ts';
import type { Bounds } from './raster/style/stretch.ts';
import type { RasterCounter } from './raster-counter.ts';
import { createRasterOnMap } from './raster-on-map.ts';
import {
  channelBounds,
  displayOf,
  needsStatisticsToDraw,
  presetsOf,
  type SceneDisplay,
  type StyledRaster,
  siblingFor,
  styledRaster,
} from './raster-style/style-on-raster.ts';
import { rasterKey } from './raster-tiles.ts';

/** The raster on the map, with everything that its panel shows. */
export interface ShownRaster {
  info: RasterInfo | null;
  /** The scene of the raster; null while it is being loaded. */
  scene: SceneDetails | null;
  /** The style that the user wants, even if the raster lacks a band of it. */
  wanted: RasterStyle;
  /** The raster in the style that is drawn; null while it is being loaded. */
  styled: StyledRaster | null;
  /** The values that are drawn dark and bright in each channel; null while they are being computed. */
  bounds: readonly Bounds[] | null;
  /** The statistics of each channel; null if they are not needed or not computed yet. */
  statistics: RasterStatistics | null;
  /** The style that shows the raster in its natural bands. */
  natural: BandStyle | null;
  /** The available presets: of this raster or of another one of the scene on disk. */
  presets: readonly RasterPreset[];
  /** What the map draws; null while it is being computed. */
  display: SceneDisplay | null;
  /** True until the ranges of the display are counted. */
  isProvisional: boolean;
  /** True until it is known whether the raster can be read. */
  isAwaited: boolean;
  offset: PixelOffset;
  error: unknown;
  loading: boolean;
}

function useRasterInfo(fileId: LibraryFileId | null) {
  return useQuery(
    useApi().query.library.rasterInfo.queryOptions({ input: fileId === null ? skipToken : { fileId } }),
  );
}

/** Returns the saved styles, and the default styles of products. */
export const useRasterStyles = () => useQuery(useApi().query.rasterStyles.list.queryOptions());

/** Returns the wanted style of the raster on the map: its own, else the default of its product. */
function useWantedStyle(
  scene: SceneDetails | undefined,
  isSceneRead: boolean,
): { wanted: RasterStyle; isKnown: boolean } {
  const own = useStore(mapStore, ({ shownRaster }) => shownRaster?.style ?? null);
  const { data, isPending } = useRasterStyles();
  const product = scene?.productName ?? null;
  const ofProduct = data?.products.find((each) => each.product === product)?.style;
  // Otherwise the raster would first be drawn in the default style.
  const isKnown = own !== null || (isSceneRead && !isPending);
  return { wanted: own ?? ofProduct ?? defaultRasterStyle, isKnown };
}

/** Returns what counts values of the raster on the map; null until the raster is shown. */
function useCounterOnMap(map: NadirMap | null, isInView: boolean) {
  const [keyOnMap, setKeyOnMap] = useState<string | null>(null);
  const view = useStore(mapStore, (state) => (isInView ? JSON.stringify(state.view) : ''));
  const onMap: RasterCounter | null =
    map === null || keyOnMap === null
      ? null
      : {
          raster: keyOnMap,
          view,
          count: (request, signal) => map.rasterBy(createRasterOnMap).statistics(request, signal),
        };
  return { onMap, setKeyOnMap };
}

/** Returns the statistics of the drawn raster; the last ones of the same raster until the next are computed. */
function useStatistics(counter: RasterCounter | null, styled: StyledRaster | null, isWanted: boolean) {
  const isInView = styled?.style.stretch.scope === 'view';
  const expressions = styled?.expressions ?? [];
  const hidesZeros = styled?.style.hidesZeros ?? false;
  const raster = styled && rasterKey(styled);
  const { data, isError } = useQuery({
    queryKey: ['raster-statistics', raster, expressions, hidesZeros, isInView, isInView && counter?.view],
    queryFn: async ({ signal }) =>
      (await counter?.count({ expressions, hidesZeros, isInView }, signal)) ?? null,
    enabled: isWanted && counter !== null && counter.raster === raster,
    placeholderData: (before, query) =>
      query?.queryKey[1] === raster && String(query.queryKey[2]) === String(expressions) ? before : undefined,
    gcTime: 60_000,
  });
  // If counting fails, the range without statistics is used.
  const none: RasterStatistics = { channels: [], isComplete: false };
  return isError ? none : (data ?? null);
}

interface ShownRasterOptions {
  /** True while the panel shows the statistics. */
  isEdited: boolean;
  /** Counts values of a raster that is drawn without a place. */
  unplacedCounter: RasterCounter | null;
  /** Called when another raster or style is drawn. */
  onDisplay: () => void;
}

/**
 * Returns the selected raster in its style, and shows it on the map. A raster without a place is returned as `unplaced`, to be
 * drawn over the map. If the raster lacks a band of the style, another raster of the scene that has it is used.
 */
export function useShownRaster(
  map: NadirMap | null,
  { isEdited, unplacedCounter, onDisplay }: ShownRasterOptions,
): ShownRaster & { unplaced: SceneDisplay | null } {
  const { query } = useApi();
  const shown = useStore(mapStore, (state) => state.shownRaster);
  const chosen = useRasterInfo(shown?.fileId ?? null);
  const info = chosen.data ?? null;
  const librarySceneId = shown?.librarySceneId;
  const { data: scene, isPending } = useQuery(
    query.library.get.queryOptions({ input: librarySceneId === undefined ? skipToken : { librarySceneId } }),
  );
  const { wanted, isKnown } = useWantedStyle(scene, !isPending);
  const files = scene?.files ?? [];
  const isLacking = info !== null && expressionsOf(wanted, info) === null;
  const sibling = useRasterInfo(isLacking ? siblingFor(wanted, files, info) : null);
  const drawn = isLacking && (sibling.isFetching || sibling.data) ? (sibling.data ?? null) : info;
  const styled = useMemo(
    () => (shown !== null && isKnown && drawn !== null ? styledRaster(wanted, drawn) : null),
    [shown, isKnown, drawn, wanted],
  );
  const isCounted = styled !== null && (isEdited || needsStatisticsToDraw(styled));
  const isUnplaced = styled?.info.placement.kind === 'unplaced';
  const { onMap, setKeyOnMap } = useCounterOnMap(map, styled?.style.stretch.scope === 'view');
  const statistics = useStatistics(isUnplaced ? unplacedCounter : onMap, styled, isCounted);
  const bounds = useMemo(
    () => styled && channelBounds(styled, statistics?.channels ?? null),
    [styled, statistics],
  );

  // What is drawn stays until this raster can be read, or until it is known that it cannot.
  const isAwaited =
    shown !== null &&
    styled === null &&
    chosen.error === null &&
    (chosen.isPending || sibling.isFetching || !isKnown);
  const isProvisional = styled !== null && bounds === null;
  const last = useRef<SceneDisplay | null>(null);
  const offset = useOffsets([drawn])(drawn);
  const display = useMemo(() => {
    if (styled === null) return null;
    if (bounds !== null) return displayOf(styled, bounds, offset);
    // Until its values are counted, the raster keeps its drawing; a new one is opened, because counting needs it.
    if (last.current?.info === styled.info) return last.current;
    return displayOf(
      styled,
      styled.automatic.map((range) => range ?? [0, 1]),
      offset,
    );
  }, [styled, bounds, offset]);
  useEffect(() => {
    onDisplay();
    if (isAwaited) return;
    last.current = display;
    const box = map?.rasterBy(createRasterOnMap).set(display && { display, isProvisional }) ?? null;
    setKeyOnMap(box === null || display === null ? null : rasterKey(display));
    const { shownRaster } = mapStore.getState();
    if (box === null || shownRaster === null || !shownRaster.goThere) return;
    // The map moves only once, because a change of bands must not undo moves of the user.
    mapStore.setState({ shownRaster: { ...shownRaster, goThere: false } });
    map?.animation.zoomToBox(box);
  }, [map, display, isProvisional, isAwaited, onDisplay, setKeyOnMap]);

  return {
    display,
    isProvisional,
    isAwaited,
    offset,
    info: drawn ?? info,
    scene: scene ?? null,
    wanted,
    styled,
    bounds,
    statistics,
    unplaced: isUnplaced ? display : null,
    natural: info === null ? null : (naturalBands(info.bands)?.style ?? null),
    presets: presetsOf(wanted, files, info),
    error: chosen.error ?? sibling.error,
    loading: chosen.isFetching || sibling.isFetching,
  };
}
