import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { reviewQueueIdSchema, type Statement } from '../../../src-preload/contract/reviews.ts';
import { sceneOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { reviewStore } from '../../kit/state/review-store.ts';
import { uiStore } from '../../kit/state/ui-store.ts';
import { outsideOfText } from '../../kit/ui/outside-of-text.ts';
import { ReviewPanel } from './review-panel.tsx';
import { holdTyping, releaseTyping } from './typed-ahead.ts';

const queueId = reviewQueueIdSchema.parse(1);
const librarySceneId = librarySceneIdSchema.parse(7);
const viewerCommand = vi.fn();
const runViewer = outsideOfText(viewerCommand, true);
/** The viewer has other letters than the review. */
const onKey = (event: KeyboardEvent) => {
  if ('bcfvmnalrsp,.'.includes(event.key)) runViewer(event);
};
beforeEach(() => {
  viewerCommand.mockReset();
  reviewStore.setState({ queueId });
  document.documentElement.addEventListener('keydown', onKey);
  // jsdom has none: everything that is drawn is visible.
  Object.defineProperty(Element.prototype, 'checkVisibility', { configurable: true, value: () => true });
});
afterEach(() => {
  document.documentElement.removeEventListener('keydown', onKey);
});

/** Shows the review of a scene in a queue; `stated` are the statements that were recorded. */
async function show({ isFurther = false, hasContract = true } = {}) {
  const stated: Statement[] = [];
  const page = await showPage(<ReviewPanel scene={sceneOf({ librarySceneId })} />, {
    answers: (os) => ({
      ...(hasContract ? {} : { connections: { list: os.connections.list.handler(() => []) } }),
      reviews: {
        ofScene: os.reviews.ofScene.handler(() => ({
          librarySceneId,
          reviews: [],
          problems: [],
          isWaiting: false,
          staysHere: isFurther,
          summary: { state: null, rating: null, tags: [], conflicts: 0, remarks: 0, reviewers: 0 },
        })),
        state: os.reviews.state.handler(({ input }) => {
          stated.push(input.statement);
          return null;
        }),
        self: os.reviews.self.handler(() => ({
          reviewerId: '00000000000a',
          name: 'Ana',
          isUnnamed: false,
          known: [],
        })),
        history: os.reviews.history.handler(() => ({ undo: null, redo: null })),
        queues: os.reviews.queues.handler(() => []),
        queuePosition: os.reviews.queuePosition.handler(() => ({ position: null })),
      },
    }),
  });
  await screen.findByRole('button', { name: /^Reject/ });
  return { ...page, stated };
}

/** Presses keys in whatever has the focus; a letter that nothing took is typed into a focused field. */
function press(...keys: readonly string[]) {
  for (const key of keys) {
    const at = document.activeElement ?? document.body;
    const isFree = fireEvent.keyDown(at, { key });
    if (isFree && key.length === 1 && at instanceof HTMLInputElement)
      fireEvent.input(at, { target: { value: at.value + key } });
  }
}

it('a reason that is typed at once is the reason of this scene, and no letter of it a command', async () => {
  const { stated } = await show();
  press('x', ...'smoke by vamp, 1 jkyxq', 'Enter');
  await waitFor(() => expect(stated).toHaveLength(1));
  expect(stated).toEqual([
    { field: 'verdict', value: { verdict: 'rejected', reason: 'smoke by vamp, 1 jkyxq' } },
  ]);
  expect(viewerCommand).not.toHaveBeenCalled();
  expect(reviewStore.getState()).toMatchObject({ isRejecting: false, typedReason: '' });
});

it('that a scene needs a new task is recorded without leaving the queue where no contract is selected', async () => {
  uiStore.setState({ workspace: 'library' });
  const { stated } = await show({ hasContract: false });
  press('w');
  await waitFor(() => expect(stated).toHaveLength(1));
  expect(stated).toEqual([{ field: 'verdict', value: { verdict: 'needs-task', reason: '' } }]);
  await screen.findByText(/can be prepared here once a contract is selected/);
  expect(uiStore.getState().workspace).toBe('library');
});

it('E goes on behind the notes that are there', async () => {
  await show();
  const notes = document.querySelector('textarea');
  if (notes === null) throw new Error('there are no notes');
  fireEvent.input(notes, { target: { value: 'haze in the west' } });
  notes.setSelectionRange(0, 0);
  press('e');
  expect(document.activeElement).toBe(notes);
  expect(notes.selectionStart).toBe('haze in the west'.length);
});

it('a digit selects a reason at once, and the next one is a rating', async () => {
  const { stated } = await show();
  press('x', '2', '4');
  await waitFor(() => expect(stated).toHaveLength(2));
  expect(stated).toEqual([
    { field: 'verdict', value: { verdict: 'rejected', reason: 'Blurred' } },
    { field: 'rating', value: 4 },
  ]);
});

it('an open list of reasons is closed with its scene, so that it rejects no other one', async () => {
  const { unmount } = await show();
  press('x');
  expect(reviewStore.getState().isRejecting).toBe(true);
  unmount();
  expect(reviewStore.getState().isRejecting).toBe(false);
});

it('what is typed before the field of a drawn remark is on the screen is held for it, and runs no command', async () => {
  const { stated } = await show();
  holdTyping();
  press(...'cracks, by x1', 'Backspace');
  expect(releaseTyping()).toEqual({ text: 'cracks, by x', isLeft: false });
  expect(viewerCommand).not.toHaveBeenCalled();
  expect(stated).toEqual([]);
  press('b');
  expect(viewerCommand).toHaveBeenCalledTimes(1);
  for (const leaving of ['Enter', 'Escape', 'Tab']) {
    holdTyping();
    press(...'rust', leaving, 'b');
    expect(releaseTyping()).toEqual({ text: 'rust', isLeft: true });
  }
  expect(viewerCommand).toHaveBeenCalledTimes(4);
});

it('the review of a scene outside of the library folder says that it stays on this computer', async () => {
  await show({ isFurther: true });
  expect(screen.getByText(/is kept on this computer until they are there/)).toBeDefined();
});
