import { act, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { CancelPlan, CommandState } from '../../../src-preload/contract/outbox.ts';
import { pageScope } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { cancelStore } from '../../kit/state/cancel-store.ts';
import { uiStore } from '../../kit/state/ui-store.ts';
import { CancelMany } from './cancel-many.tsx';

const plan: CancelPlan = {
  selected: 9,
  taskIds: '1\u001f2\u001f3',
  leftOut: 0,
  captures: 4,
  published: 1,
  verdicts: [
    { verdict: 'cancellable', count: 3, first: ['Quay', 'Reef'] },
    { verdict: 'completed', count: 6, first: ['Dunes'] },
  ],
};
const batch = { first: 11, last: 13, count: 3 };
const noStates: Record<CommandState, number> = {
  draft: 0,
  waiting: 0,
  sending: 0,
  sent: 0,
  refused: 0,
  unknown: 0,
  failed: 0,
};

async function show(given: Partial<CancelPlan> = {}, states: Partial<typeof noStates> = {}) {
  const onDone = vi.fn();
  const world = { states: { ...noStates, ...states } };
  const page = await showPage(<CancelMany onDone={onDone} />, {
    answers: (os) => ({
      outbox: {
        planCancel: os.outbox.planCancel.handler(() => ({ ...plan, ...given })),
        cancelTasks: os.outbox.cancelTasks.handler(() => batch),
        batchStates: os.outbox.batchStates.handler(() => world.states),
      },
    }),
  });
  return { ...page, onDone, world };
}

const ask = () =>
  act(() => cancelStore.setState({ asked: { scope: pageScope, kind: 'task', ids: '1\u001f2\u001f3' } }));

it('says what can be cancelled, what not and why, and writes only what it said', async () => {
  const { user, main, onDone } = await show();
  ask();
  const dialog = await screen.findByRole('dialog', { name: 'Cancel the selected tasks?' });
  expect(await within(dialog).findByText('3 tasks can be cancelled')).toBeDefined();
  expect(within(dialog).getByText('Quay, Reef and 1 other')).toBeDefined();
  expect(within(dialog).getByText('6 are already completed and will not be cancelled')).toBeDefined();
  expect(within(dialog).getByText(/4 captures, 1 of them published/)).toBeDefined();
  expect(main.asked('outbox.cancelTasks')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: /^Cancel 3 tasks under / }));
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(main.asked('outbox.cancelTasks')).toEqual([{ scope: pageScope, taskIds: plan.taskIds }]);
});

it('changes nothing when the tasks are kept', async () => {
  const { user, main } = await show();
  ask();
  await user.click(await screen.findByRole('button', { name: 'Keep the tasks' }));
  expect(cancelStore.getState().asked).toBeNull();
  expect(main.asked('outbox.cancelTasks')).toEqual([]);
});

it('offers nothing where nothing can be cancelled', async () => {
  await show({ taskIds: '', verdicts: [{ verdict: 'no-task', count: 2, first: ['Archive'] }] });
  ask();
  expect(await screen.findByText('2 orders have no task. The service cancels tasks only')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Cancel \d/ })).toBeNull();
});

it('says how many are too many at once', async () => {
  await show({ leftOut: 1, verdicts: [{ verdict: 'cancellable', count: 4, first: [] }] });
  ask();
  expect(await screen.findByText(/1 is left out/)).toBeDefined();
  expect(screen.getByRole('button', { name: /^Cancel 3 tasks under / })).toBeDefined();
});

it('tells what became of them, and leads to the outbox', async () => {
  const { user, world, main } = await show({}, { waiting: 2, sent: 1 });
  act(() => cancelStore.setState({ batch: { scope: pageScope, batch } }));
  expect(await screen.findByText('3 cancellations: 1 done · 2 to be sent')).toBeDefined();
  expect(screen.getByRole('progressbar')).toBeDefined();
  world.states = { ...noStates, sent: 2, refused: 1 };
  main.change('outbox');
  expect(await screen.findByText('3 cancellations: 2 done · 1 rejected')).toBeDefined();
  expect(screen.queryByRole('progressbar')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show in the outbox' }));
  expect(uiStore.getState().workspace).toBe('outbox');
  await user.click(screen.getByRole('button', { name: 'Hide this summary' }));
  expect(cancelStore.getState().batch).toBeNull();
});
