import { useEffect } from 'react';
import { useStore } from 'zustand';
import { mapStore } from '../state/map-store.ts';
import { selectedOf } from '../state/selection.ts';
import type { MarkKey } from '../state/subject-marks.ts';
import type { MapSubject } from './map-subject.ts';
import { momentsStore } from './moments-store.ts';
import type { NadirMap } from './nadir-map.ts';

const useNothing = () => null;
const noKeys: ReadonlySet<MarkKey> = new Set();
const useNoKeys = () => noKeys;

/** Sets the marks of a subject on the map: those of its open list, or else those that are always shown. Renders nothing. */
export function ShownMarks({ map, declared }: { map: NadirMap | null; declared: MapSubject }) {
  const { subject, hiddenBy, revealsSelected } = declared;
  const listed = useStore(mapStore, ({ listedMarks }) => listedMarks[subject]);
  const isCovered = useStore(mapStore, ({ listedMarks }) => hiddenBy.some((other) => other in listedMarks));
  const isByTime = useStore(momentsStore, ({ display }) => display !== null) && hiddenBy.includes('moment');
  const unlisted = (declared.useUnlisted ?? useNothing)();
  const isHidden = isCovered || isByTime;
  const marks = isHidden ? null : (listed ?? unlisted);
  const isDrawn = !isHidden && (listed !== undefined || declared.useUnlisted !== undefined);
  useEffect(() => map?.marks.set(subject, marks), [map, subject, marks]);
  const chosen = (declared.useChosen ?? useNoKeys)();
  useEffect(() => map?.marks.setSelected(subject, chosen), [map, subject, chosen]);
  // An object that was selected in another list gets its mark only now. The arrival of marks must not move the map, because at
  // the start that would discard the view of the last run.
  useEffect(() => {
    const selected = selectedOf(subject);
    if (revealsSelected && isDrawn && selected !== null) map?.marks.reveal(subject, selected);
  }, [map, subject, revealsSelected, isDrawn]);
  return null;
}
