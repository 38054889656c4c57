import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../src-main/core/app-error.ts';
import { submissionIdSchema } from '../../../src-preload/contract/ids.ts';
import type { CommandInput } from '../../../src-preload/contract/outbox.ts';
import { commandOf, orderRequest, pageScope } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { sampleTask } from '../../../testing/sample-task.ts';
import { outboxStore } from '../outbox/outbox-store.ts';
import { ReviewFrame } from './review-frame.tsx';

const task: CommandInput = { kind: 'task', request: sampleTask };
const order: CommandInput = { kind: 'order', request: orderRequest };
const ids = ['sub-1', 'sub-2'].map((id) => submissionIdSchema.parse(id));

interface ShowOptions {
  inputs?: readonly CommandInput[];
  /** True for a row of the outbox that is being edited. */
  edited?: boolean;
  release?: () => Promise<void>;
  addDrafts?: () => Promise<void>;
}

async function show({ inputs = [task], edited = false, release, addDrafts }: ShowOptions = {}) {
  outboxStore.setState({ made: [] });
  const onMade = vi.fn();
  const page = await showPage(
    <ReviewFrame
      scope={pageScope}
      inputs={inputs}
      commandId={edited ? submissionIdSchema.parse('sub-9') : null}
      title="Review before sending"
      sendLabel="Submit under North"
      onBack={vi.fn()}
      onMade={onMade}
    >
      what is asked for
    </ReviewFrame>,
    {
      answers: (os) => ({
        prepared: { checkCommands: os.prepared.checkCommands.handler(() => []) },
        outbox: {
          addDrafts: os.outbox.addDrafts.handler(async ({ input }) => {
            await addDrafts?.();
            return { ids: ids.slice(0, input.commands.length) };
          }),
          update: os.outbox.update.handler(({ input }) => commandOf({ id: input.id })),
          release: os.outbox.release.handler(async ({ input }) => {
            await release?.();
            return { released: input.ids.length };
          }),
        },
      }),
    },
  );
  await waitFor(() => expect(screen.getByTestId('spending').textContent).toContain('North'));
  const press = (name: string) => page.user.click(screen.getByRole('button', { name }));
  return { ...page, onMade, press };
}

it('moves the focus to its heading, and shows what may be charged', async () => {
  await show({ inputs: [order, order] });
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Review before sending' }));
  expect(screen.getByTestId('spending').textContent).toContain('2 captures');
});

describe('what is sent', () => {
  it('is stored in the outbox, and released under the contract that was shown', async () => {
    const { main, press, onMade } = await show();
    await press('Submit under North');
    await waitFor(() => expect(onMade).toHaveBeenCalledOnce());
    expect(main.asked('outbox.addDrafts')).toEqual([{ scope: pageScope, commands: [task] }]);
    expect(main.asked('outbox.release')).toEqual([
      { ids: ids.slice(0, 1), contractId: pageScope.contractId },
    ]);
    expect(outboxStore.getState().made).toEqual(ids.slice(0, 1));
    await screen.findByText('Sending under North has begun.');
  });

  it('stays a draft with the reason if it cannot be released, and is not stored twice', async () => {
    const { main, press, onMade } = await show({
      inputs: [task, order],
      release: () => Promise.reject(new AppError('OUTCOME_UNKNOWN', { submissionId: 'sub-7' })),
    });
    await press('Submit under North');
    await waitFor(() => expect(onMade).toHaveBeenCalledOnce());
    await screen.findByText('An identical request is waiting, was just sent or is unconfirmed');
    await screen.findByText('2 items are in the outbox as drafts. Nothing was sent.');
    expect(main.asked('outbox.addDrafts')).toHaveLength(1);
    expect(outboxStore.getState().made).toEqual(ids);
  });
});

describe('a draft', () => {
  it('is stored in the outbox, and nothing is released', async () => {
    const { main, press, onMade } = await show({ inputs: [order] });
    await press('Add to the outbox');
    await waitFor(() => expect(onMade).toHaveBeenCalledOnce());
    expect(main.asked('outbox.addDrafts')).toEqual([{ scope: pageScope, commands: [order] }]);
    expect(main.asked('outbox.release')).toEqual([]);
    await screen.findByText('It is in the outbox as a draft. Nothing was sent.');
  });

  it('is stored once by a double click, whose second click comes before the page shows the first one', async () => {
    for (const name of ['Add to the outbox', 'Submit under North']) {
      const { main, onMade, unmount } = await show({ inputs: [order] });
      const button = screen.getByRole('button', { name });
      act(() => {
        button.click();
        button.click();
      });
      await waitFor(() => expect(onMade).toHaveBeenCalledOnce());
      expect(main.asked('outbox.addDrafts')).toHaveLength(1);
      unmount();
    }
  });

  it('that cannot be stored stays in the review, which shows the reason and can be retried', async () => {
    let isFull = true;
    const { press, onMade } = await show({
      addDrafts: async () => {
        if (isFull) throw new AppError('DISK_FULL', { path: '/data', neededBytes: null });
      },
    });
    await press('Add to the outbox');
    expect((await screen.findByRole('alert')).textContent).toContain('disk');
    expect(onMade).not.toHaveBeenCalled();
    isFull = false;
    await press('Add to the outbox');
    await waitFor(() => expect(onMade).toHaveBeenCalledOnce());
  });
});

it('the edited row receives the first order; further ones, for example of a divided area, become new rows', async () => {
  const { main, press, onMade } = await show({ inputs: [order, order, order], edited: true });
  await press('Keep in the outbox');
  await waitFor(() => expect(onMade).toHaveBeenCalledOnce());
  expect(main.asked('outbox.update')).toEqual([{ id: 'sub-9', command: order }]);
  expect(main.asked('outbox.addDrafts')).toEqual([{ scope: pageScope, commands: [order, order] }]);
  expect(outboxStore.getState().made).toEqual(['sub-9', ...ids]);
});
