import 'ol/ol.css';
import { Text } from '@mantine/core';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { FeatureTip } from '../../features/maps/own-features.tsx';
import { useOwnMaps } from '../../features/maps/use-own-maps.ts';
import { mapStore } from '../../kit/state/map-store.ts';
import { addDroppedMaps, openOwnMaps, ownMapsStore } from '../../kit/state/own-maps-store.ts';
import { reviewStore } from '../../kit/state/review-store.ts';
import { useFileDrop } from '../../kit/ui/file-drop.ts';
import { BasemapSources } from '../../map/basemap-sources.tsx';
import type { DescriptionOf } from '../../map/described-mark.ts';
import { LineNote } from '../../map/line-note.tsx';
import type { MapClick } from '../../map/map-hit.ts';
import { handleMapKey } from '../../map/map-keys.ts';
import classes from '../../map/map-pane.module.css';
import type { MapSubject } from '../../map/map-subject.ts';
import { ThinnedNote } from '../../map/thinned-note.tsx';
import { useMapHints } from '../../map/use-map-hints.ts';
import { useSavedDisplay } from '../../map/use-saved-display.ts';
import { MapMenu } from './map-menu.tsx';
import { MapPanels } from './map-panels.tsx';
import { MapTip } from './map-tip.tsx';
import { MapTools } from './map-tools.tsx';
import { MarkChoice } from './mark-choice.tsx';
import { NearTown } from './near-town.tsx';
import { PlaceSearch } from './place-search.tsx';
import { ShownMarks } from './shown-marks.tsx';
import { useNadirMap } from './use-nadir-map.ts';

/** The code that draws rasters is loaded with the first one. */
const RasterView = lazy(() =>
  import('../../viewer/raster-view.tsx').then((module) => ({ default: module.RasterView })),
);

/** The code that draws remarks of reviews is loaded with the first one. */
const RemarksOnMap = lazy(() =>
  import('../../features/reviews/remarks/remarks-on-map.tsx').then((module) => ({
    default: module.RemarksOnMap,
  })),
);

/** Returns true for files of tiles and GeoTIFFs, which are added as maps. Other files are for the current screen. */
const isMapFile = (name: string) => /\.(?:mbtiles|pmtiles|tiff?)$/i.test(name);

/** Returns true once a raster was shown, so that the viewer stays loaded. */
function useIsViewerNeeded(): boolean {
  const [wasNeeded, setNeeded] = useState(false);
  const isNeeded = useStore(mapStore, ({ shownRaster }) => shownRaster !== null);
  if (isNeeded && !wasNeeded) setNeeded(true);
  return isNeeded || wasNeeded;
}

interface MapPaneProps {
  /** The drawn subjects, from the highest to the lowest; the list never changes. */
  subjects: readonly MapSubject[];
  descriptionOf: DescriptionOf;
}

/** The map with its tools. Its content comes from the stores, the lists and the library. */
export function MapPane({ subjects, descriptionOf }: MapPaneProps) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const scaleBar = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<MapClick | null>(null);
  const { hint, description, isPicking } = useMapHints();
  const focusMap = () => container.current?.focus();
  const { map, pending, failure, setFailure, hasBasemapFailed } = useNadirMap({
    container,
    scaleBar,
    subjects,
    onMenu: setMenu,
  });
  const isViewerNeeded = useIsViewerNeeded();
  const [isUnplaced, setUnplaced] = useState(false);
  const [ground, setGround] = useState<HTMLElement | null>(null);
  const [column, setColumn] = useState<HTMLElement | null>(null);

  const hasRemarks = useStore(reviewStore, ({ onMap }) => onMap.length > 0);
  useSavedDisplay();
  const maps = useOwnMaps(map);
  const isListOpen = useStore(ownMapsStore, ({ isOpen }) => isOpen);
  const closeList = () => {
    ownMapsStore.setState({ isOpen: false, adding: null, dropped: [] });
    frame.current?.querySelector<HTMLElement>('[data-own-maps]')?.focus();
  };
  useFileDrop(addDroppedMaps, isMapFile);

  return (
    <div ref={frame} className={classes.frame}>
      <div
        ref={container}
        className={classes.map}
        role="application"
        aria-label={t('map.title')}
        aria-description={description}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the map moves by keys
        tabIndex={0}
        data-testid="map"
        inert={isUnplaced}
        data-picking={isPicking}
        onKeyDown={(event) => handleMapKey(event, map)}
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
          subjects={subjects}
          isListOpen={isListOpen}
          onList={() => (isListOpen ? closeList() : openOwnMaps())}
        />
      )}
      <MapMenu
        click={menu}
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
          <RasterView
            map={map}
            ground={ground}
            column={column}
            pending={pending}
            failure={failure}
            setFailure={setFailure}
            onUnplaced={setUnplaced}
          />
        </Suspense>
      )}
      <MapPanels
        map={map}
        maps={maps}
        isListOpen={isListOpen}
        isUnplaced={isUnplaced}
        onCloseList={closeList}
        onColumn={setColumn}
        onFocusMap={focusMap}
      />
      {hint !== null && (
        <Text className={`${classes.panel} ${classes.hint}`} size="xs" role="status">
          {hint}
        </Text>
      )}
      <div className={classes.foot} style={isUnplaced ? { display: 'none' } : undefined}>
        <div ref={scaleBar} />
        <NearTown />
        <div className={classes.notes}>
          <ThinnedNote />
          <LineNote />
        </div>
      </div>
      {!isUnplaced && <BasemapSources hasFailed={hasBasemapFailed} maps={maps.map(({ own }) => own)} />}
    </div>
  );
}
