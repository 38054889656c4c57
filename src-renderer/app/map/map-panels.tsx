import { lazy, Suspense, useState } from 'react';
import { useStore } from 'zustand';
import { pixelsStore } from '../../kit/state/pixels-store.ts';
import classes from '../../map/map-pane.module.css';
import { MeasurePanel } from '../../map/measure/measure-panel.tsx';
import type { NadirMap } from '../../map/nadir-map.ts';
import type { DrawnMap } from '../../map/own-maps/own-maps-layers.ts';
import { HerePanel } from './here-panel.tsx';

/** The code that reads pixels is loaded when it is first used. */
const PixelPanels = lazy(() =>
  import('../../viewer/pixels/pixel-panels.tsx').then((module) => ({ default: module.PixelPanels })),
);

/** Few users open the list, and not at the start. */
const OwnMapsPanel = lazy(() =>
  import('../../features/maps/own-maps-panel.tsx').then((module) => ({ default: module.OwnMapsPanel })),
);

interface MapPanelsProps {
  map: NadirMap | null;
  /** The user's own maps, the highest first. */
  maps: readonly DrawnMap[];
  isListOpen: boolean;
  onCloseList: () => void;
  /** True while a raster without a place covers the map. */
  isUnplaced: boolean;
  /** Receives the element for the panels of rasters, which are loaded later. */
  onColumn: (element: HTMLElement | null) => void;
  onFocusMap: () => void;
}

/**
 * The panels over the map, which share its height one below the other, so that none covers another; and the dock below the map for
 * the large panels about its pixels, which would cover what they are about.
 */
export function MapPanels({
  map,
  maps,
  isListOpen,
  onCloseList,
  isUnplaced,
  onColumn,
  onFocusMap,
}: MapPanelsProps) {
  const [dock, setDock] = useState<HTMLElement | null>(null);
  const arePixelsRead = useStore(pixelsStore, ({ tool, isValueShown }) => tool !== null || isValueShown);
  return (
    <>
      <div className={classes.column}>
        <div ref={onColumn} className={classes.slot} />
        {isListOpen && (
          <Suspense fallback={null}>
            <OwnMapsPanel map={map} maps={maps} onClose={onCloseList} />
          </Suspense>
        )}
        <div className={classes.corner}>
          <HerePanel map={map} onClosed={onFocusMap} />
          <MeasurePanel map={map} />
          {arePixelsRead && !isUnplaced && (
            <Suspense>
              <PixelPanels map={map} dock={dock} />
            </Suspense>
          )}
        </div>
      </div>
      <div ref={setDock} className={classes.dock} />
    </>
  );
}
