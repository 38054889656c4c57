import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { mapDisplayStore } from '../../kit/state/map-display-store.ts';
import { mapStore } from '../../kit/state/map-store.ts';
import { selectedOf, selectionStore } from '../../kit/state/selection.ts';
import type { MarkKey } from '../../kit/state/subject-marks.ts';
import { uiStore } from '../../kit/state/ui-store.ts';
import type { MapSubject } from '../../map/map-subject.ts';
import type { MarksOnMap } from '../../map/marks-on-map.ts';
import { momentsStore } from '../../map/moments-store.ts';

const useNothing = () => null;
const noKeys: ReadonlySet<MarkKey> = new Set();
const useNoKeys = () => noKeys;

interface ShownMarksProps {
  /** The map; null until it is created. */
  map: { readonly marks: Pick<MarksOnMap, 'set' | 'setSelected' | 'reveal'> } | null;
  declared: MapSubject;
}

const lastRequest = () => mapStore.getState().viewRequest?.nonce ?? 0;

/** Returns a reference to the last request to the map at the moment when the open workspace was opened. */
function useRequestAtOpening() {
  const request = useRef(lastRequest());
  useEffect(
    () =>
      uiStore.subscribe((now, before) => {
        if (now.workspace !== before.workspace) request.current = lastRequest();
      }),
    [],
  );
  return request;
}

/** Sets the marks of a subject on the map: those of its open list, or else those that are always shown. Renders nothing. */
export function ShownMarks({ map, declared }: ShownMarksProps) {
  const { subject, hiddenBy, listedIn, revealsSelected } = declared;
  const listed = useStore(mapStore, ({ listedMarks }) => listedMarks[subject]);
  const isCovered = useStore(mapStore, ({ listedMarks }) => hiddenBy.some((other) => other in listedMarks));
  const isByTime = useStore(momentsStore, ({ drawnAs }) => drawnAs !== null) && hiddenBy.includes('moment');
  const unlisted = (declared.useUnlisted ?? useNothing)();
  const isUnwanted = useStore(mapDisplayStore, ({ hiddenMarks }) => hiddenMarks.has(subject));
  const isHidden = isCovered || isByTime || (isUnwanted && listed === undefined);
  const marks = isHidden ? null : (listed ?? unlisted);
  const isDrawn = !isHidden && (listed !== undefined || declared.useUnlisted !== undefined);
  useEffect(() => map?.marks.set(subject, marks), [map, subject, marks]);
  const chosen = (declared.useChosen ?? useNoKeys)();
  useEffect(() => map?.marks.setSelected(subject, chosen), [map, subject, chosen]);
  // An object that was selected earlier gets its mark only now, or had one out of view in another workspace. In the workspace of
  // another subject the marks come into view only because its list no longer hides them, and the open details are those of
  // another object. The selection is read and not followed, so that restoring it at the start keeps the view of the last run.
  // A command that opens a workspace to show another place on its map wins.
  const isOpen = useStore(uiStore, ({ workspace }) => workspace === listedIn);
  const requestAtOpening = useRequestAtOpening();
  /** True until the workspace is left that was open at the start, or when it is another one. */
  const isAsAtStart = useRef(true);
  useEffect(() => {
    const selected = selectedOf(subject);
    if (!isOpen) isAsAtStart.current = false;
    if (!isOpen || !revealsSelected || !isDrawn || selected === null) return;
    // It may have been restored before the map and the marks were there.
    if (isAsAtStart.current && selectionStore.getState().restored[subject] === selected) return;
    if (lastRequest() === requestAtOpening.current) map?.marks.reveal(subject, selected);
  }, [map, subject, isOpen, revealsSelected, isDrawn, requestAtOpening]);
  return null;
}
