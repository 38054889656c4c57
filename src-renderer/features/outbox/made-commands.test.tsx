import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contractIdSchema, submissionIdSchema } from '../../../src-preload/contract/ids.ts';
import type { Command, CommandState } from '../../../src-preload/contract/outbox.ts';
import { commandOf, orderRequest, pageScope } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { selectedOf } from '../../kit/state/selection.ts';
import { uiStore } from '../../kit/state/ui-store.ts';
import { MadeCommands } from './made-commands.tsx';
import { outboxStore } from './outbox-store.ts';

const refusal = { code: 'REFUSED', data: { status: 400, detail: 'no such product', fields: {} } };
const order = { kind: 'order' as const, request: orderRequest };

async function show(...commands: Command[]) {
  const world = { commands };
  outboxStore.setState({ made: commands.map(({ id }) => id) });
  const page = await showPage(<MadeCommands scope={pageScope} />, {
    answers: (os) => ({
      outbox: {
        get: os.outbox.get.handler(({ input }) => world.commands.filter(({ id }) => input.ids.includes(id))),
      },
    }),
  });
  return { ...page, world };
}
const rows = () => screen.findAllByRole('listitem');
const buttonsOf = (row: HTMLElement | undefined) =>
  row
    ? within(row)
        .getAllByRole('button')
        .map((each) => each.textContent)
    : [];

it('follows what becomes of a task, and opens it once the service has it', async () => {
  const { main, world, user } = await show(commandOf({ state: 'sending' }));
  const [sending] = await rows();
  expect(sending?.textContent).toContain('New task “harbour”');
  expect(sending?.textContent).toContain('Sending');
  expect(buttonsOf(sending)).toEqual(['Show in the outbox']);
  world.commands = [commandOf({ state: 'sent', remoteId: '4711' })];
  main.change('outbox');
  await user.click(await screen.findByRole('button', { name: 'Show the task' }));
  expect(selectedOf('task')).toBe(4_711);
  expect(uiStore.getState().workspace).toBe('tasks');
});

it('opens an order as an order', async () => {
  const { user } = await show(commandOf({ input: order, state: 'sent', remoteId: '000042' }));
  await user.click(await screen.findByRole('button', { name: 'Show order 000042' }));
  expect(selectedOf('order')).toBe('000042');
  expect(uiStore.getState().workspace).toBe('orders');
});

it('shows the reasons of a refusal, and returns what was refused to the form', async () => {
  const { user } = await show(commandOf({ state: 'refused', error: refusal }));
  const [row] = await rows();
  expect(row?.textContent).toContain('no such product');
  await user.click(screen.getByRole('button', { name: 'Edit New task “harbour”' }));
  expect(uiStore.getState().workspace).toBe('plan');
});

it('offers to edit only what was not sent', async () => {
  const states: CommandState[] = ['draft', 'waiting', 'sending', 'refused', 'unknown', 'failed', 'sent'];
  await show(...states.map((state) => commandOf({ id: state, state })));
  const shown = await rows();
  const editable = shown.filter((row) => buttonsOf(row).includes('Edit')).map((row) => row.dataset.state);
  expect(editable).toEqual(['draft', 'refused', 'failed']);
  expect(shown[4]?.textContent).toContain('the response was lost');
});

it('is empty for another contract, and when it is closed', async () => {
  const elsewhere = { ...pageScope, contractId: contractIdSchema.parse('cont.south') };
  const { user } = await show(commandOf({ id: 'here' }), commandOf({ id: 'elsewhere', scope: elsewhere }));
  expect(await rows()).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Close this list' }));
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
  expect(outboxStore.getState().made).toEqual([]);
});

it('leads from an unconfirmed one to its row in the outbox, and does not advise to try again', async () => {
  const lost = { code: 'UNREACHABLE', data: { host: 'api.test', reason: 'reset' } };
  const { user } = await show(commandOf({ state: 'unknown', error: lost }));
  const [row] = await rows();
  expect(row?.textContent).toContain('Nadir checks with the service and never sends it again automatically.');
  expect(row?.textContent).not.toContain('try again');
  await user.click(await screen.findByRole('button', { name: 'Show in the outbox' }));
  expect(selectedOf('command')).toBe(submissionIdSchema.parse('sub-1'));
  expect(uiStore.getState().workspace).toBe('outbox');
});
