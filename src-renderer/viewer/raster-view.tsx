import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { compareStore } from '../kit/state/compare-store.ts';
import { mapStore } from '../kit/state/map-store.ts';
import type { NadirMap } from '../map/nadir-map.ts';
import { isRasterInView } from '../map/raster-in-view.ts';
import { Captions, isAboveLeft } from './compare/captions.tsx';
import { hasNoCapture, useCaptures } from './compare/captures.ts';
import { CompareSection } from './compare/compare-section.tsx';
import { FilmTools } from './compare/film/film-tools.tsx';
import { Filmstrip } from './compare/filmstrip.tsx';
import { useSavedComparison } from './compare/saved-comparison.ts';
import { SideView } from './compare/side-view.tsx';
import { SwipeHandle } from './compare/swipe-handle.tsx';
import { useCompareActions, useCompareCommands, useCompareKeys } from './compare/use-compare-keys.ts';
import { useDrawnComparison } from './compare/use-drawn-comparison.ts';
import { usePartAbove } from './compare/use-part-above.ts';
import { listComparedOnMap, usePictured } from './compare/use-pictured.ts';
import { useWriteShownRasters } from './compare/use-write-shown-rasters.ts';
import { useWriteReadableRasters } from './pixels/use-write-readable-rasters.ts';
import type { RasterFailure } from './raster/raster-messages.ts';
import type { RasterCounter } from './raster-counter.ts';
import { createRasterOnMap } from './raster-on-map.ts';
import { RasterPanel } from './raster-panel.tsx';
import { rasterKey } from './raster-tiles.ts';
import { useShownRaster } from './shown-raster.ts';

/** Loaded when needed, because few rasters have no place. */
const UnplacedRaster = lazy(async () => ({
  default: (await import('./unplaced/unplaced-raster.tsx')).UnplacedRaster,
}));

/** Loaded when needed, because few users open a series. */
const SeriesPanel = lazy(async () => ({
  default: (await import('./compare/series/series-panel.tsx')).SeriesPanel,
}));

/** Returns the size of the map, which is a sibling of this element; null if there is none. */
function sizeOf(ground: HTMLElement | null) {
  const box = ground?.parentElement?.querySelector('[data-testid="map"]')?.getBoundingClientRect();
  return box ? { widthPx: box.width, heightPx: box.height } : null;
}

interface RasterViewProps {
  map: NadirMap | null;
  /** The element over the map that shows a raster without a place, or the second half of the map. */
  ground: HTMLElement | null;
  /** The element over the map that contains its panels. */
  column: HTMLElement | null;
  pending: boolean;
  failure: RasterFailure | null;
  setFailure: (failure: RasterFailure | null) => void;
  /** Receives whether a raster without a place covers the map. */
  onUnplaced: (isUnplaced: boolean) => void;
}

/**
 * Draws the raster of the map store on the map, and those compared with it above; a raster without a place is drawn over the map
 * in its own pixels. It also has the panel of their styles. It is loaded with the first raster.
 */
export function RasterView({
  map,
  ground,
  column,
  pending,
  failure,
  setFailure,
  onUnplaced,
}: RasterViewProps) {
  const [isEdited, setEdited] = useState(false);
  const [counter, setCounter] = useState<RasterCounter | null>(null);
  const onDisplay = useCallback(() => setFailure(null), [setFailure]);
  const { unplaced, ...shown } = useShownRaster(map, { isEdited, unplacedCounter: counter, onDisplay });
  const isUnplaced = unplaced !== null;
  useEffect(() => {
    onUnplaced(isUnplaced);
    return () => onUnplaced(false);
  }, [isUnplaced, onUnplaced]);
  useEffect(() => () => void map?.rasterBy(createRasterOnMap).set(null), [map]);

  const isShown = useStore(mapStore, ({ shownRaster }) => shownRaster !== null);
  const mode = useStore(compareStore, (state) => state.mode);
  const areSidesExchanged = useStore(compareStore, (state) => state.areSidesExchanged);
  const isStripOpen = useStore(compareStore, (state) => state.isStripOpen);
  const isSeriesOpen = useStore(compareStore, (state) => state.isSeriesOpen);
  const captures = useCaptures();
  const actions = useCompareActions(captures);
  useCompareKeys(actions, { isShown, ground });
  useCompareCommands(actions);
  const { compared, difference, isAwaited } = useDrawnComparison(map, shown, mode);
  const { pictured, isWhole } = usePictured(
    map,
    { mode, areSidesExchanged, shown, compared, difference },
    isAwaited,
  );
  useWriteShownRasters(pictured);
  useSavedComparison();
  const above = pictured && !isUnplaced ? listComparedOnMap(pictured.compared) : [];
  const isDifferenceMissing = pictured?.mode === 'difference' && pictured.difference.display === null;
  const isComparing = above.length > 0 && !isDifferenceMissing;
  const isInView = useStore(mapStore, ({ viewBox }) =>
    [pictured?.shown.styled?.info ?? null, ...above.map(({ info }) => info)].some((info) =>
      isRasterInView(info, viewBox),
    ),
  );
  const [side, setSide] = useState<HTMLElement | null>(null);
  const drawnMode = pictured?.mode ?? mode;
  const scenesAbove = isComparing ? above.map(({ scene }) => scene) : [];
  const isLeft = isAboveLeft({
    base: pictured?.shown.scene ?? null,
    above: scenesAbove,
    areExchanged: pictured?.areSidesExchanged ?? false,
  });
  const { isUp } = usePartAbove(map, { mode: drawnMode, side, isComparing, isAboveLeft: isLeft });

  useWriteReadableRasters(map);
  return (
    <>
      {isUnplaced &&
        ground !== null &&
        createPortal(
          <Suspense>
            <UnplacedRaster
              key={rasterKey(unplaced)}
              display={unplaced}
              onFailure={setFailure}
              onCounter={setCounter}
            />
          </Suspense>,
          ground,
        )}
      {isComparing &&
        drawnMode === 'side' &&
        ground !== null &&
        createPortal(<SideView isLeft={isLeft} onElement={setSide} />, ground)}
      {isComparing && drawnMode === 'swipe' && <SwipeHandle />}
      {isShown && isInView && !isUnplaced && pictured !== null && pictured.shown.display !== null && (
        <Captions
          mode={drawnMode}
          base={pictured.shown}
          above={isComparing ? above : []}
          isUp={isUp}
          isAboveLeft={isLeft}
        />
      )}
      {column !== null &&
        createPortal(
          <>
            <RasterPanel
              map={map}
              shown={shown}
              pictured={pictured?.shown ?? null}
              pending={pending || !isWhole}
              failure={failure}
              isEdited={isEdited}
              onEdit={setEdited}
            >
              {!isUnplaced && (
                <CompareSection
                  shown={shown}
                  captures={captures}
                  compared={compared}
                  difference={difference}
                  actions={actions}
                />
              )}
            </RasterPanel>
            {isShown && isSeriesOpen && (
              <Suspense>
                <SeriesPanel map={map} />
              </Suspense>
            )}
          </>,
          column,
        )}
      {isShown && isStripOpen && !isUnplaced && !hasNoCapture(captures) && (
        <Filmstrip
          captures={captures}
          tools={
            <FilmTools
              captures={captures}
              style={shown.wanted}
              pending={pending || shown.loading || !isWhole}
              mapSize={() => sizeOf(ground)}
            />
          }
        />
      )}
    </>
  );
}
