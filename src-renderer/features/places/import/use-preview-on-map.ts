import { useEffect, useRef } from 'react';
import { createFeatureStore } from '../../../formats/feature-store.ts';
import type { ImportedFeature, PackedPlaces } from '../../../formats/imported.ts';
import { mapStore, zoomToBox } from '../../../kit/state/map-store.ts';
import type { ImportFile } from './import-file.ts';

type Box = readonly [west: number, south: number, east: number, north: number];

function joined(boxes: readonly Box[]): Box | null {
  const [first, ...others] = boxes;
  if (!first) return null;
  return others.reduce(
    (all, box): Box => [
      Math.min(all[0], box[0]),
      Math.min(all[1], box[1]),
      Math.max(all[2], box[2]),
      Math.max(all[3], box[3]),
    ],
    first,
  );
}

/** The minimum width of the shown box in degrees, so that a single point is shown with its surroundings. */
const minWidthDegrees = 0.05;

/** Widens a box to the west by the part of the map that the dialog covers, so that all of it is visible. */
function besideDialog([west, south, east, north]: Box, dialogWidthPx: number): Box {
  const map = document.querySelector('[data-pane="map"]')?.getBoundingClientRect();
  const [left, right] = [west - minWidthDegrees / 2, east + minWidthDegrees / 2];
  if (!map || map.width === 0) return [left, south, right, north];
  const covered = Math.max(0, Math.min(dialogWidthPx - map.left, map.width * 0.7));
  return [right - (right - left) / (1 - covered / map.width), south, right, north];
}

/** Returns the previous array while the members are the same, so that effects run for new members only. */
function useSameList<Member>(next: readonly Member[]): readonly Member[] {
  const last = useRef(next);
  const isSame = last.current.length === next.length && next.every((member, i) => member === last.current[i]);
  if (!isSame) last.current = next;
  return last.current;
}

/** Packs the corrected places, which no worker has seen. */
function packed(corrected: readonly ImportedFeature[]): PackedPlaces[] {
  if (corrected.length === 0) return [];
  const store = createFeatureStore();
  for (const feature of corrected) store.add(feature);
  return [store.places()];
}

/** Shows the places of the files on the map while the import is open, and moves the map to them. */
export function usePreviewOnMap(files: readonly ImportFile[], dialogWidthPx: number) {
  const shown = useSameList(files.flatMap(({ places }): PackedPlaces[] => (places ? [places] : [])));
  const corrected = useSameList(
    files.flatMap((file) => [...file.corrected.values()].filter((each) => each !== null)),
  );
  useEffect(() => {
    if (shown.length > 0) mapStore.setState({ preview: [...shown, ...packed(corrected)] });
    return () => mapStore.setState({ preview: null });
  }, [shown, corrected]);
  useEffect(() => {
    const box = joined(shown.flatMap((places) => (places.box ? [places.box] : [])));
    if (box) zoomToBox(besideDialog(box, dialogWidthPx));
  }, [shown, dialogWidthPx]);
}
