import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import type { ReviewQueueId } from '../../../src-preload/contract/reviews.ts';
import { reviewStore } from '../../state/review-store.ts';
import { selectedOf } from '../../state/selection.ts';
import { takesText } from '../../ui/outside-of-text.ts';

/** More keys than a person presses while a few scenes are loaded. */
const mostDeferred = 100;
/** Nobody expects that a key which was pressed longer ago still does something. In milliseconds. */
const longestDeferredMs = 15_000;

/**
 * The keys that put the focus into a text field, with what Enter writes there: what follows them is text, and no command. A comma ends
 * a tag as Enter does (`review-tags.tsx`), and a field of one line can hold it.
 */
const enterOf = new Map([
  ['T', ','],
  ['E', '\n'],
]);

interface DeferredKey {
  key: string;
  /** What was typed after a key that puts the focus into a text field. */
  text: string;
  pressedAt: number;
}
let deferred: DeferredKey[] = [];

/** Adds a key to the text that is typed after the last key, if that one puts the focus into a text field; returns whether it did. */
function typeText(key: string): boolean {
  const last = deferred.at(-1);
  const enter = last && enterOf.get(last.key);
  if (last === undefined || enter === undefined) return false;
  const written = key === 'Enter' ? enter : key;
  if (key === 'Backspace') last.text = last.text.slice(0, -1);
  else if (written.length === 1 && last.text.length < mostDeferred) last.text += written;
  return true;
}

function onKey(event: KeyboardEvent) {
  const { key, target, timeStamp, ctrlKey, altKey, metaKey } = event;
  if (ctrlKey || altKey || metaKey || takesText(target)) return;
  if (typeText(key)) {
    // Its letters would be commands of the map and of the lists.
    event.preventDefault();
    event.stopImmediatePropagation();
  } else if (key.length === 1 && deferred.length < mostDeferred)
    deferred.push({ key: key.toUpperCase(), text: '', pressedAt: timeStamp });
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
 * another scene, those after it stay deferred for that one. `text` is what was typed for the field that the key goes to.
 */
export function arriveAt(librarySceneId: LibrarySceneId, run: (key: string, text: string) => void) {
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
    run(next.key, next.text);
  }
}
