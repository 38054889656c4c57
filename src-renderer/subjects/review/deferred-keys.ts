import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import type { ReviewQueueId } from '../../../src-preload/contract/reviews.ts';
import { reviewStore } from '../../state/review-store.ts';
import { selectedOf } from '../../state/selection.ts';
import { takesText } from '../../ui/outside-of-text.ts';

/** More keys than a person presses while a few scenes are loaded. */
const mostDeferred = 100;
/** Nobody expects that a key which was pressed longer ago still does something. In milliseconds. */
const longestDeferredMs = 15_000;

let deferred: { key: string; pressedAt: number }[] = [];

function onKey({ key, target, timeStamp, ctrlKey, altKey, metaKey }: KeyboardEvent) {
  if (ctrlKey || altKey || metaKey || key.length !== 1 || takesText(target)) return;
  if (deferred.length < mostDeferred) deferred.push({ key: key.toUpperCase(), pressedAt: timeStamp });
}

function endMove() {
  window.removeEventListener('keydown', onKey, true);
  reviewStore.setState({ goingTo: null });
}

/**
 * Begins to defer the keys that are pressed, if this queue is open: from now on they are meant for its next scene, and the scene before
 * is still on the screen. Keys that are deferred already stay.
 */
export function beginMove(queueId: ReviewQueueId) {
  if (reviewStore.getState().queueId === queueId) window.addEventListener('keydown', onKey, true);
  reviewStore.setState({ goingTo: 'asked' });
}

/** Forgets the keys that were deferred: there is no next scene. */
export function giveUpMove() {
  deferred = [];
  endMove();
}

/**
 * To be called when the fields of a scene are on the screen: runs the keys that were pressed for it. Where one of them goes on to
 * another scene, those after it stay deferred for that one.
 */
export function arriveAt(librarySceneId: LibrarySceneId, run: (key: string) => void) {
  const { goingTo } = reviewStore.getState();
  if (goingTo === null || goingTo === 'asked') return;
  if (goingTo !== librarySceneId) {
    // The user has selected another scene meanwhile; otherwise this is the scene before.
    if (selectedOf('scene') === librarySceneId) giveUpMove();
    return;
  }
  endMove();
  while (reviewStore.getState().goingTo === null) {
    const next = deferred.shift();
    if (next === undefined) return;
    // Those after it would be for another scene without it.
    if (performance.now() - next.pressedAt > longestDeferredMs) return giveUpMove();
    run(next.key);
  }
}
