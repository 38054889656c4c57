import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { PlaceId } from '../../../src-preload/contract/ids.ts';
import { mostVerticesOfPlace, type PlaceGeometry } from '../../../src-preload/contract/place-geometry.ts';
import { type Area, toArea } from '../../../src-shared/geometry/area.ts';
import type { LonLat } from '../../../src-shared/geometry/lon-lat.ts';
import { useApi } from '../../kit/client/api.tsx';
import { validationMessage } from '../../kit/i18n/validation-message.ts';
import { mapStore } from '../../kit/state/map-store.ts';
import { select } from '../../kit/state/selection.ts';
import { useAct, useSay } from '../../kit/ui/use-act.ts';
import { latestRow, rowOfPlace, usePlaceEdits } from './edit-places.ts';
import { movePoint } from './moved-point.ts';
import { placeStore, startPlaceTool } from './place-store.ts';
import { ringsOf } from './rings-of.ts';
import { pointAt, useAddPlace } from './use-add-place.ts';
import { useSayLostAltitude } from './use-say-lost-altitude.ts';

/** Returns a function that adds a drawn place to the list and resolves with its id. */
function useAdd() {
  const addPlace = useAddPlace();
  return async (geometry: PlaceGeometry): Promise<PlaceId | null> => (await addPlace(geometry, null)).placeId;
}

/**
 * Keeps the vertices on the map equal to those of the area, also after an undo. Returns the outline that it put there
 * last.
 */
function useReshapedArea(): React.RefObject<Area | null> {
  const { query } = useApi();
  const stored = useRef<Area | null>(null);
  const reshaped = useStore(placeStore, (state) => state.reshaped);
  const place = useQuery(
    query.places.get.queryOptions({ input: reshaped === null ? skipToken : { placeId: reshaped } }),
  ).data;
  const rings = place?.geometry?.kind === 'area' ? place.geometry.rings : null;
  const key = JSON.stringify(rings);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each new outline
  useEffect(() => {
    if (
      reshaped !== null &&
      rings !== null &&
      JSON.stringify(mapStore.getState().areas) !== JSON.stringify([rings])
    ) {
      stored.current = rings;
      mapStore.setState({ areas: [rings], areasEditable: true });
    }
  }, [reshaped, key]);
  return stored;
}

/** Stores what is drawn, dragged and reshaped on the map while Places is open, each as one step. */
export function useDrawnPlaces() {
  const { t } = useTranslation();
  const { client } = useApi();
  const add = useAdd();
  const edits = usePlaceEdits();
  const act = useAct();
  const say = useSay();
  const sayLost = useSayLostAltitude();
  const stored = useReshapedArea();
  /** The point that was drawn last, until it is selected. */
  const drawnPoint = useRef<PlaceId | null>(null);

  useEffect(() => {
    /**
     * Selects the last drawn point when the tool has ended. While points are drawn none is selected: its details would make the
     * map narrower, and the next click would hit another place than the user aims at.
     */
    const selectDrawnPoint = () => {
      const placeId = drawnPoint.current;
      if (placeId === null || placeStore.getState().tool === 'point') return;
      drawnPoint.current = null;
      // Another tool that was started instead needs the map as it is, too.
      if (placeStore.getState().tool === null) select('place', placeId);
    };
    const addPoint = (at: LonLat) =>
      act(async () => {
        drawnPoint.current = await add(pointAt(at));
        selectDrawnPoint();
      });
    const addArea = (area: PlaceGeometry) =>
      act(async () => {
        const placeId = await add(area);
        if (placeId !== null) select('place', placeId);
      });
    const stopTools = placeStore.subscribe(selectDrawnPoint);

    const move = (placeId: PlaceId, to: LonLat) =>
      act(async () => {
        const place = await client.places.get({ placeId });
        const { point, lostMetres } = movePoint(place.geometry, to);
        await edits.update('move', [{ row: latestRow(rowOfPlace(place)), patch: { geometry: point } }]);
        sayLost(lostMetres);
      });
    const reshape = (placeId: PlaceId, geometry: PlaceGeometry) =>
      act(async () => {
        const row = latestRow(rowOfPlace(await client.places.get({ placeId })));
        await edits.update('reshape', [{ row, patch: { geometry } }]);
      });
    const stopDrags = placeStore.subscribe(({ dragged }) => {
      if (dragged === null) return;
      placeStore.setState({ dragged: null });
      move(dragged.placeId, dragged.to);
    });

    /** Keeps why an outline cannot be stored; it stays on the map, so that its vertices can be dragged. */
    const readArea = (area: Area | undefined): PlaceGeometry | null => {
      if (area === undefined) return null;
      const made = toArea(area, mostVerticesOfPlace);
      placeStore.setState({ outlineProblem: 'area' in made ? null : made.problem });
      return 'area' in made ? { kind: 'area', rings: ringsOf(made.area) } : null;
    };

    const stop = mapStore.subscribe((state, before) => {
      const { tool, reshaped } = placeStore.getState();
      if (tool === 'point' && state.pickedPoint !== null && state.pickedPoint !== before.pickedPoint) {
        addPoint(state.pickedPoint);
        // The tool stays active for the next point.
        mapStore.setState({ pickedPoint: null, picking: true });
      } else if (tool === 'point' && !state.picking && state.pickedPoint === null)
        placeStore.setState({ tool: null });
      if (tool === 'area' && state.areas !== null && state.areas !== before.areas) {
        const area = readArea(state.areas[0]);
        // Deferred, because the interaction of the map is still handling the event.
        queueMicrotask(() => {
          if (area === null) return mapStore.setState({ areaTool: null, areasEditable: true });
          startPlaceTool(null);
          addArea(area);
        });
      } else if (tool === 'area' && state.areaTool === null && state.areas === null)
        placeStore.setState({ tool: null, outlineProblem: null });
      if (
        reshaped !== null &&
        state.areas !== null &&
        state.areas !== before.areas &&
        before.areas !== null &&
        // An undo changes the outline here too, but is not an edit.
        state.areas[0] !== stored.current
      ) {
        const area = readArea(state.areas[0]);
        if (area) reshape(reshaped, area);
      }
    });
    return () => {
      stop();
      stopTools();
      stopDrags();
    };
  }, [client, add, edits, act, sayLost, stored]);

  useEffect(() => {
    const stop = placeStore.subscribe((state, { outlineProblem, tool, reshaped }) => {
      const isLeft = state.tool !== tool || state.reshaped !== reshaped;
      if (outlineProblem === null || !isLeft) return;
      const { message, values } = outlineProblem;
      say({
        title: t('places.outlineDropped'),
        message: validationMessage(t, message, values),
        color: 'orange',
      });
    });
    return () => {
      const { tool, reshaped } = placeStore.getState();
      if (tool !== null || reshaped !== null) startPlaceTool(null);
      stop();
    };
  }, [t, say]);
}
