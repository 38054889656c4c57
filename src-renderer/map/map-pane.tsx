import 'ol/ol.css';
import { Text } from '@mantine/core';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { mapStore, showHere } from '../state/map-store.ts';
import { addVertex, leaveMeasure, measureStore, removeLastVertex } from '../state/measure-store.ts';
import { addDroppedMaps, openOwnMaps, ownMapsStore } from '../state/own-maps-store.ts';
import { addPoint, endPixelTool, pixelsStore, removePoint, setAddingPoints } from '../state/pixels-store.ts';
import { reviewStore } from '../state/review-store.ts';
import { useFileDrop } from '../ui/file-drop.ts';
import { BasemapSources } from './basemap-sources.tsx';
import type { DescriptionOf } from './described-mark.ts';
import { HerePanel } from './here-panel.tsx';
import type { MapClick } from './map-hit.ts';
import { MapMenu } from './map-menu.tsx';
import classes from './map-pane.module.css';
import type { MapSubject } from './map-subject.ts';
import { MapTip } from './map-tip.tsx';
import { MapTools } from './map-tools.tsx';
import { MarkChoice } from './mark-choice.tsx';
import { MeasurePanel } from './measure/measure-panel.tsx';
import type { NadirMap } from './nadir-map.ts';
import { NearTown } from './near-town.tsx';
import { FeatureTip } from './own-maps/own-features.tsx';
import { useOwnMaps } from './own-maps/use-own-maps.ts';
import { PlaceSearch } from './place-search.tsx';
import { ShownMarks } from './shown-marks.tsx';
import { useNadirMap } from './use-nadir-map.ts';

/** What draws rasters is loaded with the first one. */
const RasterView = lazy(() => import('./raster-view.tsx').then((module) => ({ default: module.RasterView })));

/** What reads pixels is loaded when it is first used. */
const PixelPanels = lazy(() =>
  import('./pixels/pixel-panels.tsx').then((module) => ({ default: module.PixelPanels })),
);

/** Remarks of reviews are drawn when the first one is shown. */
const RemarksOnMap = lazy(() =>
  import('./remarks/remarks-on-map.tsx').then((module) => ({ default: module.RemarksOnMap })),
);

/** The list is opened by few, and not at the start. */
const OwnMapsPanel = lazy(() =>
  import('./own-maps/own-maps-panel.tsx').then((module) => ({ default: module.OwnMapsPanel })),
);

/** Files of tiles and GeoTIFFs are maps; all others are for the screen that reads them. */
const isMapFile = (name: string) => /\.(?:mbtiles|pmtiles|tiff?)$/i.test(name);

/** Returns a hint about what the next click on the map does; null for the usual selection. */
function useHint(): string | null {
  const { t } = useTranslation();
  const picking = useStore(mapStore, (state) => state.picking);
  const areaTool = useStore(mapStore, (state) => state.areaTool);
  const pickingScene = useStore(mapStore, (state) => state.pickingScene);
  if (areaTool !== null) return areaTool === 'box' ? t('orderForm.boxHint') : t('orderForm.drawHint');
  if (pickingScene) return t('orderForm.pickSceneHint');
  return picking ? t('map.pickHint') : null;
}

/** Handles the keys while an area is drawn; returns true if the key was one of them. */
function drawByKey(key: string, map: NadirMap | null): boolean {
  if (key === 'Enter') map?.areas.finish();
  else if (key === 'Escape') mapStore.setState({ areaTool: null });
  else if (key === 'Backspace') map?.areas.takeLastCorner();
  else if (key === ' ') map?.areas.addCorner(map.centre());
  else return false;
  return true;
}

/** Handles the keys while something is measured; returns true if the key was one of them. */
function measureByKey(key: string, map: NadirMap | null): boolean {
  const { measure } = measureStore.getState();
  if (measure === null) return false;
  if (key === 'Escape') leaveMeasure();
  else if (key === 'Backspace') removeLastVertex();
  else if (key === 'Enter' && measure.isAdding && map) addVertex(map.centre());
  else return false;
  return true;
}

/** Handles the keys while points are set whose values are compared; returns true if the key was one of them. */
function pointsByKey(key: string, map: NadirMap | null): boolean {
  const { isAddingPoints, tool, points } = pixelsStore.getState();
  const last = points.at(-1);
  if (key === 'Escape' && isAddingPoints) setAddingPoints(false);
  else if (key === 'Escape' && tool === 'spectra') endPixelTool();
  else if (!isAddingPoints) return false;
  else if (key === 'Enter' && map) addPoint(map.centre());
  else if (key === 'Backspace' && last) removePoint(last.id);
  else return false;
  return true;
}

/** Returns true from the first raster on: its parts are loaded once and stay. */
function useIsViewerNeeded(): boolean {
  const [wasNeeded, setNeeded] = useState(false);
  const isNeeded = useStore(mapStore, ({ shownRaster }) => shownRaster !== null);
  if (isNeeded && !wasNeeded) setNeeded(true);
  return isNeeded || wasNeeded;
}

interface MapPaneProps {
  /** What is drawn, from the highest to the lowest; it never changes. */
  subjects: readonly MapSubject[];
  descriptionOf: DescriptionOf;
}

/** The map with its tools; its content comes from the stores, the lists and the library. */
export function MapPane({ subjects, descriptionOf }: MapPaneProps) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const scaleBar = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<MapClick | null>(null);
  const picking = useStore(mapStore, (state) => state.picking);
  const hint = useHint();
  const isMeasuring = useStore(measureStore, ({ measure }) => measure?.isAdding === true);
  const isAddingPoints = useStore(pixelsStore, (state) => state.isAddingPoints);
  const toolHint = isMeasuring ? t('measure.hint') : isAddingPoints ? t('pixels.pointHint') : null;
  const focusMap = () => container.current?.focus();
  const { map, pending, failure, setFailure, hasBasemapFailed } = useNadirMap({
    container,
    scaleBar,
    subjects,
    onMenu: setMenu,
  });
  const isViewerNeeded = useIsViewerNeeded();
  const arePixelsRead = useStore(pixelsStore, ({ tool, isValueShown }) => tool !== null || isValueShown);
  const [isUnplaced, setUnplaced] = useState(false);
  const [ground, setGround] = useState<HTMLElement | null>(null);
  const [column, setColumn] = useState<HTMLElement | null>(null);

  const hasRemarks = useStore(reviewStore, ({ onMap }) => onMap.length > 0);
  const maps = useOwnMaps(map);
  const isListOpen = useStore(ownMapsStore, ({ isOpen }) => isOpen);
  const closeList = () => {
    ownMapsStore.setState({ isOpen: false, adding: null, dropped: [] });
    frame.current?.querySelector<HTMLElement>('[data-own-maps]')?.focus();
  };
  useFileDrop(addDroppedMaps, isMapFile);

  const onKeyDown = (event: React.KeyboardEvent) => {
    const { areaTool, pickingScene } = mapStore.getState();
    if (areaTool !== null && drawByKey(event.key, map)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (measureByKey(event.key, map) || pointsByKey(event.key, map)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (pickingScene && event.key === 'Escape') mapStore.setState({ pickingScene: false });
    else if (!picking && event.key === 'Escape') showHere(null);
    if (!picking) return;
    if (event.key === 'Enter' && map) {
      event.preventDefault();
      mapStore.setState({ pickedPoint: map.centre(), picking: false });
    } else if (event.key === 'Escape') mapStore.setState({ picking: false });
  };

  return (
    <div ref={frame} className={classes.frame}>
      <div
        ref={container}
        className={classes.map}
        role="application"
        aria-label={t('map.title')}
        aria-description={toolHint ?? hint ?? t('map.keyboardHint')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the map moves by keys
        tabIndex={0}
        data-testid="map"
        inert={isUnplaced}
        data-picking={hint !== null || isMeasuring || isAddingPoints}
        onKeyDown={onKeyDown}
      />
      {/* Where a raster without a place covers the map. */}
      <div ref={setGround} />
      {!isUnplaced && <PlaceSearch />}
      {subjects.map((declared) => (
        <ShownMarks key={declared.subject} map={map} declared={declared} />
      ))}
      {!isUnplaced && (
        <MapTools
          map={map}
          isListOpen={isListOpen}
          onList={() => (isListOpen ? closeList() : openOwnMaps())}
        />
      )}
      <MapMenu
        asked={menu}
        onClose={() => {
          setMenu(null);
          focusMap();
        }}
        onCentre={(place) => map?.animation.centreOn(place)}
        onZoomIn={(place) => map?.animation.zoomInAt(place)}
      />
      <MarkChoice subjects={subjects} descriptionOf={descriptionOf} onClosed={focusMap} />
      {hasRemarks && (
        <Suspense>
          <RemarksOnMap map={map} />
        </Suspense>
      )}
      <MapTip descriptionOf={descriptionOf} />
      <FeatureTip />
      {isViewerNeeded && (
        <Suspense>
          <RasterView {...{ map, ground, column, pending, failure, setFailure }} onUnplaced={setUnplaced} />
        </Suspense>
      )}
      {/* The panels are below each other and share the height, so that none covers another. */}
      <div className={classes.column}>
        <div ref={setColumn} className={classes.slot} />
        {isListOpen && (
          <Suspense fallback={null}>
            <OwnMapsPanel map={map} maps={maps} onClose={closeList} />
          </Suspense>
        )}
        <div className={classes.corner}>
          <HerePanel map={map} onClosed={focusMap} />
          <MeasurePanel map={map} />
          {arePixelsRead && !isUnplaced && (
            <Suspense>
              <PixelPanels map={map} />
            </Suspense>
          )}
        </div>
      </div>
      {hint !== null && (
        <Text className={`${classes.panel} ${classes.hint}`} size="xs" role="status">
          {hint}
        </Text>
      )}
      <div className={classes.foot} style={isUnplaced ? { display: 'none' } : undefined}>
        <div ref={scaleBar} />
        <NearTown />
      </div>
      {!isUnplaced && <BasemapSources hasFailed={hasBasemapFailed} maps={maps.map(({ own }) => own)} />}
    </div>
  );
}
