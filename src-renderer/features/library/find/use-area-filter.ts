import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { mostAreaVertices, type SceneFilter } from '../../../../src-preload/contract/scene-filter.ts';
import type { Area } from '../../../../src-shared/geometry/area.ts';
import { mapStore } from '../../../kit/state/map-store.ts';
import { focusPane } from '../../../kit/ui/panes.ts';
import type { SceneTerms } from '../scene-filters.ts';
import { findStore } from './find-store.ts';

type Box = NonNullable<SceneFilter['box']>;

/**
 * Shows the area of the filter on the map, and sets the filter when an area is drawn or its vertices are dragged. The area is removed from
 * the map with the list, because the map shows the areas of one screen at a time.
 */
export function useAreaFilter(
  { area }: Pick<SceneTerms, 'area'>,
  change: (patch: Partial<SceneTerms>) => void,
) {
  const key = JSON.stringify(area);
  const shown = useRef<readonly Area[] | null>(null);
  const latest = useRef(change);
  latest.current = change;

  // biome-ignore lint/correctness/useExhaustiveDependencies: for each new area; the same one may be another object
  useEffect(() => {
    shown.current = area === null ? null : [[area]];
    mapStore.setState({ areas: shown.current, areasEditable: area !== null });
  }, [key]);

  useEffect(() => {
    const stop = mapStore.subscribe((state, before) => {
      if (state.areas !== before.areas && state.areas !== shown.current) {
        const ring = state.areas?.[0]?.[0];
        if (ring === undefined || ring.length < 3 || ring.length > mostAreaVertices) return;
        shown.current = state.areas;
        // Deferred, because the map's interaction is still handling the event.
        queueMicrotask(() => {
          findStore.setState({ isDrawing: false });
          latest.current({ area: ring.map(([x, y]): [number, number] => [x, y]), box: null });
        });
      }
      if (before.areaTool !== null && state.areaTool === null) findStore.setState({ isDrawing: false });
    });
    return () => {
      stop();
      findStore.setState({ isDrawing: false });
      mapStore.setState({ areas: null, areaTool: null, areasEditable: false });
    };
  }, []);

  const isDrawing = useStore(findStore, (state) => state.isDrawing);
  return {
    isDrawing,
    /** Starts to draw an area; a second call stops it. */
    draw() {
      findStore.setState({ isDrawing: !isDrawing });
      mapStore.setState({ areaTool: isDrawing ? null : 'polygon', picking: false });
      if (!isDrawing) focusPane('map');
    },
  };
}

/** Returns the box of the map's view, at most once around the globe; null before the map was drawn. */
export function boxInView(): Box | null {
  const { viewBox } = mapStore.getState();
  if (viewBox === null) return null;
  const [west, south, east, north] = viewBox;
  const round = (value: number) => Math.round(value * 1e4) / 1e4;
  if (east - west >= 360) return [-180, round(south), 180, round(north)];
  const turns = 360 * Math.floor((west + 180) / 360);
  return [round(west - turns), round(south), round(east - turns), round(north)];
}
