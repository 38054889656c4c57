import type { LibrarySceneId } from '../../src-preload/contract/ids.ts';
import type { LonLat } from '../i18n/coordinates.ts';
import { mapStore } from '../state/map-store.ts';
import { hover, select, selectionStore } from '../state/selection.ts';
import { timelineStore } from '../state/timeline-store.ts';
import { showWorkspace, uiStore } from '../state/ui-store.ts';
import type { MapHit } from './marks-on-map.ts';
import { type MomentsDisplay, momentsStore } from './moments-store.ts';
import type { NadirMap } from './nadir-map.ts';

/**
 * Handles a click on the map: it answers the form that waits for a place, or else selects the mark that was hit and
 * shows its workspace.
 */
export function selectOnMap(
  { taskId, sceneId, orderId, commandId, moment }: MapHit,
  place: LonLat,
  sceneBelow: LibrarySceneId | null,
) {
  const { picking, pickingScene, areaTool } = mapStore.getState();
  if (areaTool !== null) return;
  if (pickingScene) {
    if (sceneBelow !== null) mapStore.setState({ pickedSceneId: sceneBelow, pickingScene: false });
    return;
  }
  if (picking) {
    mapStore.setState({ pickedPoint: place, picking: false });
    return;
  }
  const { workspace } = uiStore.getState();
  if (moment !== null) timelineStore.setState({ hit: moment });
  else if (taskId !== null) {
    select('task', taskId);
    if (workspace !== 'plan') showWorkspace('tasks');
  } else if (orderId !== null) select('order', orderId);
  else if (commandId !== null) select('command', commandId);
  else if (sceneId !== null) {
    select('scene', sceneId);
    if (workspace !== 'downloads') showWorkspace('library');
  }
}

/** Writes the mark under the pointer to the selection store, so that the lists highlight it. */
export function hoverOnMap({ taskId, sceneId, orderId, commandId, moment }: MapHit) {
  hover('moment', moment?.key ?? null);
  hover('task', taskId);
  hover('scene', sceneId);
  hover('order', orderId);
  hover('command', commandId);
}

/**
 * Applies the requests of forms and commands to the map without a React render. Returns the function that stops it.
 */
export function followRequests(map: NadirMap): () => void {
  let lastNonce = 0;
  const apply = () => {
    const state = mapStore.getState();
    map.setPickedPoint(state.pickedPoint);
    map.setPicking(state.picking || state.areaTool === 'polygon');
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
export function followSelection(map: NadirMap): () => void {
  let last = selectionStore.getInitialState().selected;
  const apply = () => {
    const { selected, hovered, restoring } = selectionStore.getState();
    const { task, order, command } = selected;
    if (!restoring) {
      if (task !== null && task !== last.task) map.marks.revealTask(task);
      if (order !== null && order !== last.order) map.marks.revealOrder(order);
      if (command !== null && command !== last.command) map.marks.revealCommand(command);
    }
    last = selected;
    map.marks.setCommandEmphasis(hovered.command, command);
    map.marks.setOrderEmphasis(hovered.order, order);
    map.marks.setTaskEmphasis(hovered.task, task);
    map.marks.setSceneEmphasis(hovered.scene, selected.scene);
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
