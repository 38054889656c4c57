import { useEffect } from 'react';
import { reviewStore } from '../../../kit/state/review-store.ts';
import type { NadirMap } from '../../../map/nadir-map.ts';
import { createRemarksLayer } from './remarks-layer.ts';

/** Draws the remarks of the selected scene on the map. */
export function RemarksOnMap({ map }: { map: NadirMap | null }) {
  useEffect(() => {
    if (map === null) return;
    const { overlay, remove } = map.overlay(createRemarksLayer);
    const draw = () => overlay.set(reviewStore.getState().onMap);
    draw();
    const unfollow = reviewStore.subscribe(draw);
    return () => {
      unfollow();
      remove();
    };
  }, [map]);
  return null;
}
