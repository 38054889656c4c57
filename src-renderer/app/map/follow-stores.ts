import { widened } from '../../../src-shared/geometry/box-of-places.ts';
import { mapDisplayStore } from '../../kit/state/map-display-store.ts';
import { listedSubjects, mapStore, type ViewRequest, zoomToBox } from '../../kit/state/map-store.ts';
import { finishMeasure, measureStore } from '../../kit/state/measure-store.ts';
import { pixelsStore } from '../../kit/state/pixels-store.ts';
import {
  allSubjects,
  hover,
  readKey,
  type Subject,
  select,
  selectionStore,
} from '../../kit/state/selection.ts';
import type { MarkKey } from '../../kit/state/subject-marks.ts';
import { timelineStore } from '../../kit/state/timeline-store.ts';
import { showWorkspace, uiStore } from '../../kit/state/ui-store.ts';
import { choiceStore } from '../../map/choice-store.ts';
import { type MapClick, type MapHit, selectableHits, subjectOfHit } from '../../map/map-hit.ts';
import type { MapSubject } from '../../map/map-subject.ts';
import { momentsStore } from '../../map/moments-store.ts';
import type { NadirMap } from '../../map/nadir-map.ts';

/** Selects an object by the key of its mark. */
const selectKey = <S extends Subject>(subject: S, key: MarkKey) => select(subject, readKey(subject, key));

/** Sets the object under the pointer by the key of its mark; null for none. */
const hoverKey = <S extends Subject>(subject: S, key: MarkKey | null) =>
  hover(subject, key === null ? null : readKey(subject, key));

/** Returns what a click with Shift on a hit does; null for a hit that it treats like a click without Shift. */
function shiftClickOf(mapSubjects: readonly MapSubject[], hit: MapHit): (() => void) | null {
  if (!('key' in hit)) return null;
  const onShiftClick = mapSubjects.find(({ subject }) => subject === hit.subject)?.onShiftClick;
  return onShiftClick ? () => onShiftClick(hit.key) : null;
}

/**
 * Applies a click on one hit: it zooms to the marks of a cluster, gives a scene to the form that waits for one, or selects an
 * object and shows its workspace. `isExtending` is true for a click with Shift.
 */
export function applyHit(mapSubjects: readonly MapSubject[], hit: MapHit, isExtending = false) {
  const extend = isExtending ? shiftClickOf(mapSubjects, hit) : null;
  if (extend !== null) return extend();
  if ('moment' in hit) {
    timelineStore.setState({ hit: hit.moment });
    return;
  }
  if ('cluster' in hit) {
    zoomToBox(hit.cluster.box());
    return;
  }
  if (mapStore.getState().pickingScene) {
    mapStore.setState({ pickedSceneId: readKey('scene', hit.key), pickingScene: false });
    return;
  }
  selectKey(hit.subject, hit.key);
  const opens = mapSubjects.find(({ subject }) => subject === hit.subject)?.opens;
  if (opens && uiStore.getState().workspace !== opens.unlessIn) showWorkspace(opens.workspace);
}

/**
 * Handles a click on the map: it gives the place to the form that waits for one, applies the hit, or opens a list if there are
 * several hits. Returns false if the click had no effect.
 */
export function selectOnMap(
  mapSubjects: readonly MapSubject[],
  { hits, place, at, isExtending = false }: MapClick,
): boolean {
  const { picking, pickingScene, areaTool } = mapStore.getState();
  if (areaTool !== null || measureStore.getState().measure?.isAdding) return true;
  if (pixelsStore.getState().isAddingPoints) return true;
  if (picking && !pickingScene) {
    mapStore.setState({ pickedPoint: place, picking: false });
    return true;
  }
  // A scene can be picked even if marks of other subjects cover it.
  const meant = pickingScene
    ? hits.filter((hit) => 'key' in hit && hit.subject === 'scene')
    : selectableHits(hits);
  // A click with Shift means the marks that it can add to the selection, unless there are none.
  const extendable = isExtending ? meant.filter((hit) => shiftClickOf(mapSubjects, hit) !== null) : [];
  const addsToSelection = extendable.length > 0;
  const [first, ...others] = addsToSelection ? extendable : meant;
  if (first === undefined) return pickingScene;
  if (others.length > 0 || ('cluster' in first && !first.cluster.splits))
    choiceStore.setState({ choice: { hits: [first, ...others], place, at, isExtending: addsToSelection } });
  else applyHit(mapSubjects, first, addsToSelection);
  return true;
}

/**
 * Writes the objects under the pointer to the selection store, so that the lists highlight them. Of several objects of a subject
 * none is highlighted, because the topmost one is as likely to be meant as those below it; the tip names them all.
 */
export function hoverOnMap(hits: readonly MapHit[]) {
  const findOnly = (subject: Subject): MapHit | null => {
    const [hit = null, ...others] = hits.filter((each) => subjectOfHit(each) === subject);
    return others.length === 0 ? hit : null;
  };
  const moment = findOnly('moment');
  hover('moment', moment !== null && 'moment' in moment ? moment.moment.key : null);
  for (const subject of allSubjects()) {
    const hit = findOnly(subject);
    if (subject !== 'moment') hoverKey(subject, hit !== null && 'key' in hit ? hit.key : null);
  }
}

/** Moves the map as a form or a command requests. */
function showRequested(map: NadirMap, request: ViewRequest) {
  const { animation, marks, views } = map;
  if (request.kind === 'reveal') animation.revealPoint(request.at);
  else if (request.kind === 'point') animation.zoomToPoint(request.at);
  else if (request.kind === 'box') animation.zoomToBox(request.box);
  else if (request.kind === 'back' || request.kind === 'forward') views[request.kind]();
  else {
    const box =
      request.kind === 'object'
        ? marks.boxOf(request.subject, request.key)
        : (marks.boxOfAll(listedSubjects()) ?? marks.boxOfAll(allSubjects()));
    if (box !== null) animation.zoomToBox(widened(box));
  }
}

/** Applies the requests of forms and commands to the map without a React render, until the returned function is called. */
export function followRequests(map: NadirMap): () => void {
  const apply = () => {
    const state = mapStore.getState();
    map.setPickedPoint(state.pickedPoint);
    map.setHere(state.here);
    map.setPicking(
      state.picking ||
        state.areaTool === 'polygon' ||
        measureStore.getState().measure?.isAdding === true ||
        pixelsStore.getState().isAddingPoints ||
        pixelsStore.getState().isAtCentre,
    );
    map.setPreview(state.preview);
    map.marks.setListed(state.listedMarks);
    map.nominal.set(Object.values(state.nominal));
    if (state.picking || state.pickingScene || state.areaTool !== null) finishMeasure();
    map.areas.set({ areas: state.areas, tool: state.areaTool, editable: state.areasEditable });
    const request = state.viewRequest;
    if (!request || request.nonce === state.shownRequest) return;
    mapStore.setState({ shownRequest: request.nonce });
    showRequested(map, request);
  };
  const applyMeasure = () => {
    const { measure } = measureStore.getState();
    map.measure.set(measure);
    map.setMeasuring(measure?.isAdding ?? false);
    apply();
  };
  applyMeasure();
  const unfollow = [
    mapStore.subscribe(apply),
    measureStore.subscribe(applyMeasure),
    pixelsStore.subscribe(apply),
  ];
  return () => {
    for (const stop of unfollow) stop();
  };
}

/** Shows or hides the names of the basemap as the user has chosen, until the returned function is called. */
export function followDisplay(map: Pick<NadirMap, 'setNamesVisible'>): () => void {
  const apply = () => map.setNamesVisible(mapDisplayStore.getState().hasNames);
  apply();
  return mapDisplayStore.subscribe(apply);
}

/**
 * Highlights the selected and hovered marks, and moves the map to a newly selected one, until the returned function is called.
 */
export function followSelection(
  map: { marks: Pick<NadirMap['marks'], 'reveal' | 'setEmphasis'> },
  mapSubjects: readonly MapSubject[],
): () => void {
  const initial = selectionStore.getInitialState();
  let last = initial.selected;
  let lastRestored = initial.restored;
  const apply = () => {
    const { selected, hovered, restored } = selectionStore.getState();
    // Also if it was restored before there was a map.
    if (restored !== lastRestored) last = { ...last, ...restored };
    lastRestored = restored;
    for (const { subject, revealsSelected } of mapSubjects) {
      const key = selected[subject] ?? null;
      if (revealsSelected && key !== null && key !== last[subject]) map.marks.reveal(subject, key);
    }
    last = selected;
    map.marks.setEmphasis(hovered, selected);
  };
  apply();
  return selectionStore.subscribe(apply);
}

/**
 * Shows the moments of the time map, highlights them and moves the map to the selected one, until the returned function is
 * called.
 */
export function followTimeline(map: NadirMap): () => void {
  let last: ReturnType<typeof momentsStore.getState> | null = null;
  let lastSelected: string | null = null;
  const apply = () => {
    const state = momentsStore.getState();
    const { moments, drawnAs } = state;
    if (state !== last) map.marks.setMoments(drawnAs === null ? null : { ...drawnAs, moments });
    last = state;
    if (drawnAs === null) return;
    const { selected, hovered } = selectionStore.getState();
    const key = selected.moment ?? null;
    map.marks.setMomentEmphasis(hovered.moment ?? null, key);
    if (key !== null && key !== lastSelected) map.marks.revealMoment(key);
    lastSelected = key;
  };
  apply();
  const unfollow = [momentsStore.subscribe(apply), selectionStore.subscribe(apply)];
  return () => {
    for (const stop of unfollow) stop();
  };
}
