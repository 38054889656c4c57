import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AppError } from '../../../src-main/core/app-error.ts';
import type { Command } from '../../../src-preload/contract/outbox.ts';
import { commandOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { choose, outboxStore } from './outbox-store.ts';
import { RemoveCommands } from './remove-commands.tsx';

const atOnce = Promise.resolve();

/** `before` runs in the main process before it removes anything; it may wait or fail. */
async function show(commands: readonly Command[], language: 'en' | 'es' = 'en', before = atOnce) {
  const close = vi.fn();
  const ids = commands.map(({ id }) => id);
  choose(ids);
  const page = await showPage(<RemoveCommands ids={ids} onClose={close} />, {
    language,
    answers: (os) => ({
      outbox: {
        get: os.outbox.get.handler(({ input }) => commands.filter(({ id }) => input.ids.includes(id))),
        remove: os.outbox.remove.handler(async ({ input }) => {
          await before;
          return { removed: input.ids.length };
        }),
      },
    }),
  });
  await screen.findByRole('dialog');
  return { ...page, close, ids };
}

const many = (state: Command['state'], count: number) =>
  Array.from({ length: count }, (_, i) => commandOf({ id: `${state}-${i}`, state }));

it('removes what may be removed and leaves what may have arrived', async () => {
  const commands = [...many('draft', 2), ...many('sent', 1), ...many('unknown', 1), ...many('sending', 1)];
  const answer = Promise.withResolvers<void>();
  const { user, main, close } = await show(commands, 'en', answer.promise);
  expect(await screen.findByText('2 items that were not sent will be deleted.')).toBeDefined();
  expect(screen.getByText(/^1 sent item is removed from this list only/)).toBeDefined();
  expect(
    screen.getByText('2 items are being sent or are unconfirmed. They stay in the outbox.'),
  ).toBeDefined();
  await user.dblClick(screen.getByRole('button', { name: 'Remove 3' }));
  answer.resolve();
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(main.asked('outbox.remove')).toEqual([{ ids: ['draft-0', 'draft-1', 'sent-0'] }]);
  expect([...outboxStore.getState().chosen]).toEqual(['unknown-0', 'sending-0']);
});

it('removes nothing where all of it may have arrived', async () => {
  await show(many('unknown', 1));
  await screen.findByText('1 item is being sent or is unconfirmed. It stays in the outbox.');
  expect(screen.getByRole('button', { name: 'Remove 0' }).hasAttribute('disabled')).toBe(true);
});

it('reads hundreds by parts, and counts them in the language of the screen', async () => {
  const { main } = await show(many('draft', 250), 'es');
  expect(await screen.findByText(/250/, { selector: 'p' })).toBeDefined();
  expect(main.asked('outbox.get')).toHaveLength(3);
  expect(screen.getByRole('button', { name: /250/ })).toBeDefined();
});

it('says why it was not removed and stays open', async () => {
  const answer = Promise.withResolvers<void>();
  const { user, close } = await show(many('draft', 1), 'en', answer.promise);
  await user.click(await screen.findByRole('button', { name: 'Remove 1' }));
  answer.reject(new AppError('CONFLICT', { detail: 'sending' }));
  expect((await screen.findByRole('alert')).textContent).toContain('it is being sent');
  expect(close).not.toHaveBeenCalled();
});
