import { type RefObject, useEffect, useState } from 'react';
import { z } from 'zod';
import { useApi, useSettings } from '../../kit/client/api.tsx';
import { createWorkspaceSaver } from '../../kit/client/workspace-saver.ts';
import type { LonLat } from '../../kit/i18n/coordinates.ts';
import { mapStore, showHere } from '../../kit/state/map-store.ts';
import { addVertex, finishMeasure } from '../../kit/state/measure-store.ts';
import { noteMissing, ownMapsStore } from '../../kit/state/own-maps-store.ts';
import { addPoint, pixelsStore } from '../../kit/state/pixels-store.ts';
import { mapContentStore } from '../../map/map-content-store.ts';
import type { MapClick } from '../../map/map-hit.ts';
import type { MapSubject } from '../../map/map-subject.ts';
import { NadirMap } from '../../map/nadir-map.ts';
import type { NadirMapEvents } from '../../map/nadir-map-options.ts';
import { tipStore } from '../../map/tip-store.ts';
import type { RasterFailure } from '../../viewer/raster/raster-messages.ts';
import {
  followDisplay,
  followRequests,
  followSelection,
  followTimeline,
  hoverOnMap,
  selectOnMap,
} from './follow-stores.ts';

const savedViewSchema = z.object({
  centre: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]),
  zoom: z.number().min(0).max(24),
});

/**
 * Describes the features of the user's own maps at a place where a click has hit no mark. Features of common basemaps are
 * ignored.
 */
async function showFeaturesAt(map: NadirMap, place: LonLat) {
  const found = await map.ownMaps.hits(place);
  if (found.some(({ feature }) => !feature.isKnown)) showHere({ at: place, name: null });
}

interface NadirMapOptions {
  container: RefObject<HTMLDivElement | null>;
  scaleBar: RefObject<HTMLDivElement | null>;
  /** The drawn subjects, from the highest to the lowest; the list never changes. */
  subjects: readonly MapSubject[];
  /** Called when the user opens a menu at a place. */
  onMenu: (click: MapClick) => void;
}

/**
 * Creates the map in its element when the settings with the saved view are loaded. The map follows the stores while it exists.
 */
export function useNadirMap({ container, scaleBar, subjects, onMenu }: NadirMapOptions) {
  const { client } = useApi();
  const settings = useSettings();
  const [map, setMap] = useState<NadirMap | null>(null);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<RasterFailure | null>(null);
  const [hasBasemapFailed, setBasemapFailed] = useState(false);
  const ready = settings !== null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the map is created once, when the saved view is loaded
  useEffect(() => {
    if (!ready || !container.current || !scaleBar.current) return;
    const savedView = savedViewSchema.safeParse(settings?.workspace.mapView);
    const saver = createWorkspaceSaver(client, () => ({ mapView: mapStore.getState().view }));
    const events: NadirMapEvents = {
      onCursor: (cursor) => mapStore.setState({ cursor }),
      onHover: hoverOnMap,
      onTip: (tip) => tipStore.setState({ tip }),
      onClick(clicked) {
        if (pixelsStore.getState().isAddingPoints) return addPoint(clicked.place);
        if (!selectOnMap(subjects, clicked)) void showFeaturesAt(nadirMap, clicked.place);
      },
      onMissing: noteMissing,
      onLegend: () => ownMapsStore.setState(({ legendVersion }) => ({ legendVersion: legendVersion + 1 })),
      onMoved(view, viewBox) {
        mapStore.setState({ view, viewBox });
        saver.saveSoon();
      },
      isBusy() {
        const { picking, pickingScene, areaTool } = mapStore.getState();
        return picking || pickingScene || areaTool !== null || pixelsStore.getState().isAddingPoints;
      },
      onVertex: addVertex,
      onLastVertex: finishMeasure,
      onThinned: (arePlacesThinned) => mapStore.setState({ arePlacesThinned }),
      onViews: (canGo) => mapStore.setState({ canGo }),
      onLoading: (count) => setPending(count > 0),
      onFailure: setFailure,
      onBasemapFailed: () => setBasemapFailed(true),
      onAreas: (areas) => mapStore.setState({ areas }),
      onToolDone: () => mapStore.setState({ areaTool: null }),
      onMenu,
    };
    // The view of the map before this one, if another window had it.
    const start = mapStore.getState().view ?? (savedView.success ? savedView.data : null);
    const nadirMap = new NadirMap(container.current, scaleBar.current, { start, subjects, events });
    const unfollow = [
      followRequests(nadirMap),
      followSelection(nadirMap, subjects),
      followTimeline(nadirMap),
      followDisplay(nadirMap),
    ];
    setMap(nadirMap);
    mapContentStore.setState({ read: () => nadirMap.content() });
    return () => {
      saver.stop();
      for (const stop of unfollow) stop();
      mapContentStore.setState({ read: null });
      nadirMap.destroy();
      setMap(null);
    };
  }, [ready, client]);

  return { map, pending, failure, setFailure, hasBasemapFailed };
}
