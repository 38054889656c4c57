import { afterEach, expect, it, vi } from 'vitest';
import { librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { reviewQueueIdSchema } from '../../../src-preload/contract/reviews.ts';
import { reviewStore } from '../../kit/state/review-store.ts';
import { select } from '../../kit/state/selection.ts';
import { showWorkspace, uiStore } from '../../kit/state/ui-store.ts';
import { cancelMove, runDeferredKeys, startMove } from './deferred-keys.ts';

const queueId = reviewQueueIdSchema.parse(1);
const [before, next, after, other] = [
  librarySceneIdSchema.parse(1),
  librarySceneIdSchema.parse(2),
  librarySceneIdSchema.parse(3),
  librarySceneIdSchema.parse(4),
] as const;

/** Moves to a scene of the open queue, as `openQueueAt` does. */
function goTo(id: typeof next) {
  reviewStore.setState({ queueId });
  startMove();
  reviewStore.setState({ goingTo: id });
  select('scene', id);
}

const press = (key: string, options: KeyboardEventInit = {}) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...options }));

/** Returns the keys that run when the fields of a scene appear. */
function runAt(id: typeof next): string[] {
  const run: string[] = [];
  runDeferredKeys(id, (key) => {
    run.push(key);
    if (key === 'J') goTo(after);
  });
  return run;
}

afterEach(() => {
  vi.restoreAllMocks();
  cancelMove();
  reviewStore.setState({ queueId: null, droppedKeys: 0 });
});

it('runs keys for the scene that was gone to, and those after another move for the scene of that', () => {
  goTo(next);
  for (const key of ['x', '2', 'j', 'y']) press(key);
  press('z', { ctrlKey: true });
  expect(runAt(before)).toEqual([]);
  expect(runAt(next)).toEqual(['X', '2', 'J']);
  expect(runAt(next)).toEqual([]);
  expect(runAt(after)).toEqual(['Y']);
  press('1');
  expect(runAt(after)).toEqual([]);
  expect(reviewStore.getState().goingTo).toBeNull();
});

it('keeps what is typed after the key of a text field as its text, and lets no command run by it', () => {
  const command = vi.fn();
  window.addEventListener('keydown', command);
  goTo(next);
  for (const key of ['y', 'e', 'x', '1', ' ', 'Y', 'z', 'Backspace', 'Shift', 'Enter', 'j']) press(key);
  window.removeEventListener('keydown', command);
  const run: [string, string][] = [];
  runDeferredKeys(next, (key, text) => run.push([key, text]));
  expect(run).toEqual([
    ['Y', ''],
    ['E', 'x1 Y\nj'],
  ]);
  // The two keys before the text.
  expect(command).toHaveBeenCalledTimes(2);
});

it('takes the keys after Escape or Tab in a text field as commands again', () => {
  goTo(next);
  for (const key of ['e', 'a', 'Escape', 'y', 't', 'b', 'Enter', 'Tab', '4', 'x', 'c', 'Escape', 'j', '5'])
    press(key);
  const run: [string, string, boolean][] = [];
  runDeferredKeys(next, (...each) => {
    run.push(each);
    if (each[0] === 'J') goTo(after);
  });
  expect(run).toEqual([
    ['E', 'a', true],
    ['Y', '', false],
    ['T', 'b,', true],
    ['4', '', false],
    ['X', 'c', true],
    ['J', '', false],
  ]);
  expect(runAt(after)).toEqual(['5']);
});

it('tells of the letters for which a text had no room', () => {
  goTo(next);
  press('e');
  for (let i = 0; i < 2_010; i += 1) press('a');
  runAt(next);
  expect(reviewStore.getState().droppedKeys).toBe(10);
});

it('tells of a dead key, whose letter nothing composes while the scene is loading', () => {
  goTo(next);
  for (const key of ['e', 'a', 'Dead', 'e']) press(key);
  runAt(next);
  expect(reviewStore.getState().droppedKeys).toBe(1);
});

it('ends a tag by Enter, and a line of the notes', () => {
  goTo(next);
  for (const key of ['t', 'a', 'Enter', 'b', ' ', 'c', 'Enter']) press(key);
  const run: [string, string][] = [];
  runDeferredKeys(next, (key, text) => run.push([key, text]));
  expect(run).toEqual([['T', 'a,b c,']]);
});

it('takes Enter behind a rejection for one without a reason, and what follows for commands', () => {
  goTo(next);
  for (const key of ['x', 'Enter', 'j']) press(key);
  const run: [string, string][] = [];
  runDeferredKeys(next, (key, text) => run.push([key, text]));
  expect(run).toEqual([
    ['X', '\n'],
    ['J', ''],
  ]);
});

it('takes what follows a rejection as its reason until Enter, except a digit, which selects one', () => {
  goTo(next);
  for (const key of ['x', 'j', 'y', '1', 'Enter', '4', 'x', '2', 'y']) press(key);
  const run: [string, string][] = [];
  runDeferredKeys(next, (key, text) => run.push([key, text]));
  expect(run).toEqual([
    ['X', 'jy1\n'],
    ['4', ''],
    ['X', ''],
    ['2', ''],
    ['Y', ''],
  ]);
});

it('forgets them where another scene was selected, or there is no next one', () => {
  goTo(next);
  press('y');
  select('scene', other);
  expect(runAt(other)).toEqual([]);
  goTo(next);
  press('y');
  cancelMove();
  goTo(next);
  expect(runAt(next)).toEqual([]);
});

it('defers them for the first scene of a queue that is being opened', () => {
  startMove();
  for (const key of ['y', 'j']) press(key);
  reviewStore.setState({ queueId, goingTo: next });
  expect(runAt(next)).toEqual(['Y', 'J']);
});

/** Waits, while the scene that was gone to is loading. */
function load(ms: number) {
  const now = performance.now() + ms;
  vi.spyOn(performance, 'now').mockReturnValue(now);
}

it('drops keys whose scene took too long, and not those that only waited for the scenes before it', () => {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  goTo(next);
  for (const key of ['y', 'j', '4']) press(key);
  load(14_000);
  expect(runAt(next)).toEqual(['Y', 'J']);
  load(14_000);
  expect(runAt(after)).toEqual(['4']);
  goTo(next);
  press('y');
  load(16_000);
  expect(runAt(next)).toEqual([]);
});

it('tells how many keys had no effect: those of a scene that took too long, and those of a move to nowhere', () => {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  goTo(next);
  for (const key of ['y', '4']) press(key);
  load(16_000);
  runAt(next);
  expect(reviewStore.getState().droppedKeys).toBe(2);
  reviewStore.setState({ droppedKeys: 0 });
  goTo(next);
  press('y');
  cancelMove();
  expect(reviewStore.getState().droppedKeys).toBe(1);
  reviewStore.setState({ droppedKeys: 0 });
  goTo(next);
  press('y');
  expect(runAt(next)).toEqual(['Y']);
  expect(reviewStore.getState().droppedKeys).toBe(0);
});

it('takes no key after one that found no room, because that one may have been a move', () => {
  goTo(next);
  for (let i = 0; i < 100; i += 1) press('4');
  for (const key of ['j', 'x']) press(key);
  const run: string[] = [];
  runDeferredKeys(next, (key) => {
    run.push(key);
    if (run.length === 1) goTo(after);
  });
  press('y');
  runDeferredKeys(after, (key) => run.push(key));
  expect(run).toEqual(Array.from({ length: 100 }, () => '4'));
  expect(reviewStore.getState().droppedKeys).toBe(3);
});

it('shows a workspace that is opened meanwhile after the keys that were pressed before', () => {
  showWorkspace('library');
  goTo(next);
  for (const key of ['y', 'j', '4']) press(key);
  showWorkspace('tasks');
  expect(uiStore.getState().workspace).toBe('library');
  expect(runAt(next)).toEqual(['Y', 'J']);
  expect(uiStore.getState().workspace).toBe('library');
  expect(runAt(after)).toEqual(['4']);
  expect(uiStore.getState().workspace).toBe('tasks');
  expect(reviewStore.getState().droppedKeys).toBe(0);
});

it('holds nobody: at the second press, and where a scene takes long, the user leaves and is told of lost keys', () => {
  showWorkspace('library');
  goTo(next);
  press('y');
  showWorkspace('tasks');
  showWorkspace('outbox');
  expect(uiStore.getState().workspace).toBe('outbox');
  expect(reviewStore.getState()).toMatchObject({ goingTo: null, droppedKeys: 1 });
  showWorkspace('library');
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  goTo(next);
  load(3_001);
  showWorkspace('tasks');
  expect(uiStore.getState().workspace).toBe('tasks');
});

it('goes to a scene that is selected while a move is under way, with the keys after that alone', () => {
  reviewStore.setState({ queueId });
  startMove();
  for (const key of ['j', 'j', 'y']) press(key);
  select('scene', other);
  expect(reviewStore.getState()).toMatchObject({ goingTo: other, droppedKeys: 3 });
  press('4');
  expect(runAt(next)).toEqual([]);
  expect(runAt(other)).toEqual(['4']);
  expect(reviewStore.getState().goingTo).toBeNull();
});

it('shows how many keys wait, and lets nobody leave the page by accident until they have run', () => {
  const leave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  goTo(next);
  expect(leave()).toBe(false);
  for (const key of ['y', '4', 'j', 'x']) press(key);
  expect(reviewStore.getState().waitingKeys).toBe(4);
  expect(leave()).toBe(true);
  runAt(next);
  expect(reviewStore.getState().waitingKeys).toBe(1);
  expect(leave()).toBe(true);
  runAt(after);
  expect(reviewStore.getState().waitingKeys).toBe(0);
  expect(leave()).toBe(false);
});
