import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import { reviewStore } from '../../kit/state/review-store.ts';
import { selectedOf, selectionStore } from '../../kit/state/selection.ts';
import { showWorkspace, uiStore, type Workspace } from '../../kit/state/ui-store.ts';
import { takesText } from '../../kit/ui/outside-of-text.ts';

/** The maximum number of deferred keys: more than a person presses while a few scenes load. */
const maxDeferred = 100;
/** The maximum length of the text of one of them. */
const maxTextLength = 2_000;
/** The key of a rejection (`verdict-buttons.tsx`). */
const rejection = 'X';
/**
 * Deferred keys expire if their scene takes longer than this to appear, in milliseconds, because nobody expects an effect of them any
 * more. The time of the scenes before it does not count: a person who works ahead on a slow computer loses nothing.
 */
const maxDeferredMs = 15_000;

/**
 * The keys that focus a text field, with the text that Enter writes there: keys after them are text and no commands. A comma ends a tag as
 * Enter does (`review-tags.tsx`), and a single-line field can hold it. After the key of a rejection, a digit selects a reason and anything
 * else is the text of a new one, until Enter.
 */
const enterOf = new Map([
  ['T', ','],
  ['E', '\n'],
  [rejection, '\n'],
]);

interface DeferredKey {
  key: string;
  /** The text that was typed after a key that focuses a text field. */
  text: string;
  /** True if Escape or Tab has left that field, so that the keys after it are commands again. */
  isLeft: boolean;
  pressedAt: number;
}
let deferred: DeferredKey[] = [];
/** The number of keys that were dropped since the user was told of them. */
let dropped = 0;
/** True once a key found no room. Later ones are dropped as well until all deferred ones have run, because a move may be among the dropped. */
let isFull = false;
/** When the last move began. */
let movedAt = 0;
/** A user who leaves the list while a scene takes longer than this to appear, in milliseconds, does not wait for it any more. */
const maxHeldMs = 3_000;
/** The workspace that was opened while scenes and keys were still catching up; it is shown after them. */
let leaveFor: Workspace | null = null;
/** The number of the last move. */
let moves = 0;

/** The browser, or Electron's main process, asks before the page is left. */
const refuseToLeave = (event: BeforeUnloadEvent) => event.preventDefault();

/** Shows how many keys wait. While any do, the page is not left without a question, because they would be lost with it. */
function showWaiting() {
  reviewStore.setState({ waitingKeys: deferred.length });
  if (deferred.length > 0) window.addEventListener('beforeunload', refuseToLeave);
  else window.removeEventListener('beforeunload', refuseToLeave);
}

/** Adds a key to the text of the last deferred key, if that one focuses a text field that was not left; returns true if it did. */
function typeText(key: string): boolean {
  const last = deferred.at(-1);
  const enter = last && enterOf.get(last.key);
  if (last === undefined || enter === undefined || last.isLeft) return false;
  if (last.key === rejection && (last.text === '' ? /^\d$/.test(key) : last.text.endsWith(enter)))
    return false;
  const written = key === 'Enter' ? enter : key;
  if (key === 'Escape' || key === 'Tab') last.isLeft = true;
  else if (key === 'Backspace') last.text = last.text.slice(0, -1);
  else if (written.length === 1 && last.text.length < maxTextLength) last.text += written;
  // No field is there that could compose its letter, so that the text will have a plain one: the user is told of the lost key.
  else if (written.length === 1 || key === 'Dead') dropped += 1;
  return true;
}

function onKey(event: KeyboardEvent) {
  const { key, target, ctrlKey, altKey, metaKey } = event;
  if (ctrlKey || altKey || metaKey || takesText(target)) return;
  if (typeText(key)) {
    // Otherwise its letters would be commands of the map and of the lists.
    event.preventDefault();
    event.stopImmediatePropagation();
  } else if (key.length === 1) {
    isFull ||= deferred.length >= maxDeferred;
    if (isFull) dropped += 1;
    else deferred.push({ key: key.toUpperCase(), text: '', isLeft: false, pressedAt: performance.now() });
    showWaiting();
  }
}

/** Tells the user how many keys were dropped, if any. */
function reportDropped() {
  if (dropped > 0) reviewStore.setState({ droppedKeys: dropped });
  dropped = 0;
  isFull = false;
}

function stopDeferring() {
  window.removeEventListener('keydown', onKey, true);
  reviewStore.setState({ goingTo: null });
}

/** Shows the workspace that was opened meanwhile. */
function leave() {
  const workspace = leaveFor;
  leaveFor = null;
  if (workspace !== null) showWorkspace(workspace);
}

// The next scene would take the screen away again, and without its fields the keys could not run: what was pressed last comes last.
uiStore.subscribe(({ workspace }, before) => {
  if (reviewStore.getState().goingTo === null) return;
  if (before.workspace !== 'library' || workspace === 'library') return;
  if (leaveFor !== null || performance.now() - movedAt > maxHeldMs) {
    leaveFor = null;
    cancelMove();
    return;
  }
  leaveFor = workspace;
  showWorkspace('library');
});

/**
 * Starts to defer keys: from now on they are meant for the next scene of the queue, or the first one of a queue that is being opened, while
 * something else is still on the screen. Keys that are already deferred stay. Returns the number of the move, for `isMoving`.
 */
export function startMove(): number {
  moves += 1;
  movedAt = performance.now();
  window.addEventListener('keydown', onKey, true);
  reviewStore.setState({ goingTo: 'asked' });
  return moves;
}

/** Returns false if another move has begun since, or the user has left the queue or selected another scene. */
export const isMoving = (move: number): boolean => move === moves && reviewStore.getState().goingTo !== null;

/** Drops the deferred keys, because there is no next scene; the user is told how many. */
export function cancelMove() {
  dropped += deferred.length;
  deferred = [];
  showWaiting();
  stopDeferring();
  reportDropped();
  leave();
}

// Who selects another scene while a move is under way goes there instead: the waiting keys were meant for the queue, and are dropped; those
// after the selection are for the selected scene.
selectionStore.subscribe(({ selected }, before) => {
  const { goingTo } = reviewStore.getState();
  const scene = selected.scene ?? null;
  if (goingTo === null || scene === (before.selected.scene ?? null) || scene === goingTo) return;
  cancelMove();
  if (scene === null) return;
  startMove();
  reviewStore.setState({ goingTo: scene });
});

/**
 * Runs the deferred keys of a scene; called when the scene's fields are on the screen. If one of them moves on to another scene, the later
 * ones stay deferred for that scene. `text` is what was typed for the field that the key focuses; `isLeft` is true if Escape or Tab has left
 * that field.
 */
export function runDeferredKeys(
  librarySceneId: LibrarySceneId,
  run: (key: string, text: string, isLeft: boolean) => void,
) {
  const { goingTo } = reviewStore.getState();
  if (goingTo === null || goingTo === 'asked') return;
  if (goingTo !== librarySceneId) {
    // A selected scene that is not the target was selected by the user meanwhile; any other is the previous scene.
    if (selectedOf('scene') === librarySceneId) cancelMove();
    return;
  }
  stopDeferring();
  while (reviewStore.getState().goingTo === null) {
    const [next] = deferred;
    if (next === undefined) {
      reportDropped();
      return leave();
    }
    // An expired key may have been a move, so the later keys would reach the wrong scene.
    if (performance.now() - Math.max(next.pressedAt, movedAt) > maxDeferredMs) return cancelMove();
    deferred.shift();
    showWaiting();
    run(next.key, next.text, next.isLeft);
  }
}
