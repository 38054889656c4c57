import type { LonLat } from '../i18n/coordinates.ts';
import { mapStore } from '../state/map-store.ts';
import { hover, readKey, type Subject, select, selectionStore, subjects } from '../state/selection.ts';
import type { MarkKey } from '../state/subject-marks.ts';
import { timelineStore } from '../state/timeline-store.ts';
import { showWorkspace, uiStore } from '../state/ui-store.ts';
import type { MapSubject } from './map-subject.ts';
import type { MapHit } from './marks-on-map.ts';
import { type MomentsDisplay, momentsStore } from './moments-store.ts';
import type { NadirMap } from './nadir-map.ts';

/** Selects an object by the key that the map has of it. */
const selectKey = <S extends Subject>(subject: S, key: MarkKey) => select(subject, readKey[subject](key));

/** Sets the object under the pointer by the key that the map has of it; null for none. */
const hoverKey = <S extends Subject>(subject: S, key: MarkKey | null) =>
  hover(subject, key === null ? null : readKey[subject](key));

/**
 * Handles a click on the map: it answers the form that waits for a place, or else selects the object that was hit and
 * shows its workspace. `sceneBelow` is the scene there, even if another mark covers it; `isExtending` is true for a click
 * with Shift.
 */
export function selectOnMap(
  mapSubjects: readonly MapSubject[],
  clicked: { hit: MapHit; place: LonLat; sceneBelow: MarkKey | null; isExtending?: boolean },
) {
  const { hit, place, sceneBelow, isExtending = false } = clicked;
  const { picking, pickingScene, areaTool } = mapStore.getState();
  if (areaTool !== null) return;
  if (pickingScene) {
    if (sceneBelow !== null)
      mapStore.setState({ pickedSceneId: readKey.scene(sceneBelow), pickingScene: false });
    return;
  }
  if (picking) {
    mapStore.setState({ pickedPoint: place, picking: false });
    return;
  }
  if (hit === null) return;
  if ('moment' in hit) {
    timelineStore.setState({ hit: hit.moment });
    return;
  }
  const declared = mapSubjects.find(({ subject }) => subject === hit.subject);
  if (isExtending && declared?.onShiftClick) {
    declared.onShiftClick(hit.key);
    return;
  }
  selectKey(hit.subject, hit.key);
  const opens = declared?.opens;
  if (opens && uiStore.getState().workspace !== opens.unlessIn) showWorkspace(opens.workspace);
}

/** Writes the object under the pointer to the selection store, so that the lists highlight it. */
export function hoverOnMap(hit: MapHit) {
  const hovered = hit !== null && 'subject' in hit ? hit : null;
  hover('moment', hit !== null && 'moment' in hit ? hit.moment.key : null);
  for (const subject of subjects)
    if (subject !== 'moment') hoverKey(subject, hovered?.subject === subject ? hovered.key : null);
}

/**
 * Applies the requests of forms and commands to the map without a React render. Returns the function that stops it.
 */
export function followRequests(map: NadirMap): () => void {
  let lastNonce = 0;
  const apply = () => {
    const state = mapStore.getState();
    map.setPickedPoint(state.pickedPoint);
    map.setHere(state.here);
    map.setPicking(state.picking || state.areaTool === 'polygon');
    map.setPreview(state.preview);
    map.marks.setListed(state.listedMarks);
    map.areas.set({ areas: state.areas, tool: state.areaTool, editable: state.areasEditable });
    const request = state.viewRequest;
    if (!request || request.nonce === lastNonce) return;
    lastNonce = request.nonce;
    if (request.kind === 'reveal') map.animation.revealPoint(request.at);
    else if (request.kind === 'point') map.animation.zoomToPoint(request.at);
    else map.animation.zoomToBox(request.box);
  };
  apply();
  return mapStore.subscribe(apply);
}

/**
 * Highlights the marks that are selected and hovered, and moves the map to a newly selected one. Returns the function
 * that stops it.
 */
export function followSelection(map: NadirMap, mapSubjects: readonly MapSubject[]): () => void {
  let last = selectionStore.getInitialState().selected;
  const apply = () => {
    const { selected, hovered, restoring } = selectionStore.getState();
    for (const { subject, revealsSelected } of mapSubjects) {
      const key = selected[subject];
      if (!restoring && revealsSelected && key !== null && key !== last[subject])
        map.marks.reveal(subject, key);
    }
    last = selected;
    map.marks.setEmphasis(hovered, selected);
  };
  apply();
  return selectionStore.subscribe(apply);
}

/** Does the same for the time map, whose marks are moments. Returns the function that stops it. */
export function followTimeline(map: NadirMap): () => void {
  let lastDisplay: MomentsDisplay | null = null;
  let lastSelected: string | null = null;
  const apply = () => {
    const { display } = momentsStore.getState();
    if (display !== lastDisplay) map.marks.setMoments(display);
    lastDisplay = display;
    if (display === null) return;
    const { selected, hovered } = selectionStore.getState();
    const key = selected.moment;
    map.marks.setMomentEmphasis(hovered.moment, key);
    if (key !== null && key !== lastSelected) map.marks.revealMoment(key);
    lastSelected = key;
  };
  apply();
  const unfollow = [momentsStore.subscribe(apply), selectionStore.subscribe(apply)];
  return () => {
    for (const stop of unfollow) stop();
  };
}
