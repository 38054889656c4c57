import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src-main/core/app-error.ts';
import { factOf } from '../../../testing/page/look.ts';
import { commandOf, orderRequest, pageScope } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { sampleTask } from '../../../testing/sample-task.ts';
import { mapStore } from '../../kit/state/map-store.ts';
import { select, selectedOf } from '../../kit/state/selection.ts';
import { uiStore } from '../../kit/state/ui-store.ts';
import { CommandDetailsPane } from './command-details.tsx';
import { outboxStore } from './outbox-store.ts';

type Fields = Parameters<typeof commandOf>[0];
/** What the main process does before it answers; the answer waits for it. */
type Act = () => Promise<unknown>;

/** What a package reported about the command. */
const sentByBen = {
  what: 'sent' as const,
  by: 'Ben',
  at: '2026-02-21T08:00:00Z',
  instance: 'ben',
  remoteId: '4711',
  isClaim: false,
};

async function show(
  fields: Fields = {},
  acts: {
    reconcile?: Act;
    resolve?: Act;
    moveToDrafts?: Act;
    movedCount?: number;
    isReported?: boolean;
  } = {},
) {
  const world = { command: commandOf(fields) };
  const answer = (act: Act | undefined) => async () => {
    await act?.();
    return world.command;
  };
  const clients = [{ name: 'north-office', maxPriority: 10, minPriority: 90, defaultPriority: 50 }];
  const page = await showPage(<CommandDetailsPane id={world.command.id} />, {
    answers: (os) => ({
      handover: {
        trails: os.handover.trails.handler(() =>
          acts.isReported ? [{ id: world.command.id, events: [sentByBen], isApproved: false }] : [],
        ),
      },
      outbox: {
        get: os.outbox.get.handler(({ input }) => (input.ids[0] === world.command.id ? [world.command] : [])),
        overview: os.outbox.overview.handler(() => [
          {
            scope: pageScope,
            contractName: 'North',
            states: { draft: 1, waiting: 0, sending: 0, sent: 0, refused: 0, unknown: 0, failed: 0 },
            queue: { running: false, done: 0, resumesAt: null, canTryNow: false, error: null },
          },
        ]),
        moveToDrafts: os.outbox.moveToDrafts.handler(async () => {
          await acts.moveToDrafts?.();
          return { movedCount: acts.movedCount ?? 1 };
        }),
        remove: os.outbox.remove.handler(({ input }) => ({ removed: input.ids.length })),
        reconcile: os.outbox.reconcile.handler(answer(acts.reconcile)),
        resolve: os.outbox.resolve.handler(answer(acts.resolve)),
      },
      tasking: {
        reference: os.tasking.reference.handler(() => ({
          products: [{ pk: 169, name: 'Multispectral' }],
          clients,
          projects: [],
          fetchedAt: null,
          problems: { products: null, clients: null },
        })),
      },
    }),
  });
  await screen.findByRole('heading', { level: 2 });
  return { ...page, world };
}

const button = (name: string) => screen.getByRole('button', { name });
const buttons = () => screen.getAllByRole('button').map((each) => each.textContent);
const orderInput = { kind: 'order' as const, request: orderRequest };
const refusal = {
  code: 'REFUSED',
  data: {
    status: 400,
    detail: 'bad request',
    fields: { priority: ['out of range'], 'properties.sku': ['gone'] },
  },
};

describe('what will be sent', () => {
  it('says the whole request, and what the service takes where it says nothing', async () => {
    await show();
    await waitFor(() => expect(factOf('Product')).toBe('Multispectral (169)'));
    expect(factOf('Contract')).toBe('North');
    expect(factOf('Client')).toBe('north-office (default, not requested)');
    expect(factOf('Priority')).toBe('50 (default, not requested)');
    expect(factOf('Captures')).toBe('1 (default, not requested)');
    expect(factOf('Start')).toBe('Feb 28, 2026, 23:00 UTC');
    expect(factOf('API call')).toBe('POST /tasking/tasks/');
  });

  it('says what was requested where it was, and not what else would be taken', async () => {
    const asked = { client: 'south-office', priority: 7, max_captures: 5, max_simultaneous_captures: 6 };
    await show({ input: { kind: 'task', request: { ...sampleTask, ...asked } } });
    await waitFor(() => expect(factOf('Product')).toBe('Multispectral (169)'));
    const names = ['Client', 'Priority', 'Captures', 'Simultaneous captures'];
    expect(names.map(factOf)).toEqual(['south-office', '7', '5', '6']);
  });

  it('shows the body word for word, with the offset that was typed', async () => {
    const { user } = await show();
    await user.click(button('Request body'));
    const body: unknown = JSON.parse(screen.getByRole('region', { name: 'Request body' }).textContent);
    expect(body).toEqual(sampleTask);
    expect(sampleTask.start).toContain('+01:00');
  });

  it('puts the reason of the service beside the field that it is of', async () => {
    await show({
      state: 'refused',
      error: refusal,
      input: { kind: 'task', request: { ...sampleTask, priority: 500 } },
    });
    expect(factOf('Priority')).toBe('500out of range');
    expect(factOf('Project')).toBe('coast');
    expect(screen.getByRole('alert').textContent).toContain('bad request');
  });

  it('says parameters of an order under their own names, and finds reasons within its properties', async () => {
    const properties = {
      ...orderRequest.properties,
      parameters: { revisit_period: 'P7D', tide: { low: 1 } },
    };
    const input = { ...orderInput, request: { ...orderRequest, properties } };
    await show({ input, state: 'refused', error: refusal });
    expect(factOf('Revisit period')).toBe('7 days');
    expect(factOf('tide')).toBe('{"low":1}');
    expect(factOf('SKU')).toBe('TSKPOI-Mgone');
    expect(factOf('API call')).toBe('POST /orders');
  });

  it('says which task a cancellation is of, and has no place on the map', async () => {
    await show({ input: { kind: 'cancel-task', taskId: 4_711 }, taskName: 'harbour' });
    expect(factOf('Task')).toBe('harbour');
    expect(factOf('API call')).toBe('PATCH /tasking/tasks/4711/cancel/');
    expect(screen.queryByRole('button', { name: 'Zoom to' })).toBeNull();
  });

  it('goes to the place of it', async () => {
    const { user } = await show({ input: orderInput });
    await user.click(button('Zoom to'));
    expect(mapStore.getState().viewRequest).toMatchObject({ at: [16.37, 48.2] });
  });
});

describe('what may be done', () => {
  const sentTask = { state: 'sent' as const, remoteId: '4711' };
  it.each<[string, Fields, string[]]>([
    ['a draft', {}, ['Send…', 'Edit', 'Remove…']],
    ['what waits', { state: 'waiting' }, ['Move to drafts', 'Edit', 'Remove…']],
    ['what is being sent', { state: 'sending' }, []],
    ['what was sent', sentTask, ['Show the task', 'Remove…']],
    ['what was rejected', { state: 'refused' }, ['Edit', 'Remove…']],
    ['what was not sent', { state: 'failed' }, ['Send…', 'Edit', 'Remove…']],
    [
      'a draft of another contract',
      { scope: { ...pageScope, contractId: 'cont.south' } },
      ['Send…', 'Remove…'],
    ],
  ])('offers for %s what fits', async (_name, fields, offered) => {
    await show(fields);
    const all = ['Send…', 'Move to drafts', 'Edit', 'Show the task', 'Remove…'];
    await waitFor(() => expect(buttons().filter((name) => all.includes(name ?? ''))).toEqual(offered));
  });

  it('says whose it is where it is of another contract', async () => {
    await show({ scope: { ...pageScope, contractId: 'cont.south' }, contractName: 'South' });
    expect(screen.getByText(/^This belongs to South\./)).toBeDefined();
  });

  it('sends nothing by its own button: the review comes first', async () => {
    const { user, world } = await show();
    await user.click(button('Send…'));
    expect(outboxStore.getState().reviewed).toEqual([world.command.id]);
  });

  it('makes a draft of what waits, once, and keeps the keys at its buttons', async () => {
    const answer = Promise.withResolvers<void>();
    const { user, main, world } = await show({ state: 'waiting' }, { moveToDrafts: () => answer.promise });
    await user.dblClick(button('Move to drafts'));
    expect(main.asked('outbox.moveToDrafts')).toEqual([{ ids: [world.command.id] }]);
    answer.resolve();
    world.command = commandOf({ state: 'draft' });
    main.change('outbox');
    await waitFor(() => expect(document.activeElement).toBe(button('Send…')));
  });

  it('says why it cannot be made a draft', async () => {
    const moveToDrafts = () => Promise.reject(new AppError('CONFLICT', { detail: 'sending' }));
    const { user } = await show({ state: 'waiting' }, { moveToDrafts });
    await user.click(button('Move to drafts'));
    expect((await screen.findByRole('alert')).textContent).toContain('it is being sent');
  });

  it('leads to what it became', async () => {
    const { user } = await show({ ...sentTask, input: orderInput, remoteId: '000042' });
    expect(factOf('ID at the service')).toBe('000042');
    await user.click(await screen.findByRole('button', { name: /000042/ }));
    expect([selectedOf('order'), uiStore.getState().workspace]).toEqual(['000042', 'orders']);
  });

  it('makes a draft of what waits before it is edited, so that it is not sent meanwhile', async () => {
    uiStore.setState({ workspace: 'outbox' });
    const { user, main, world } = await show({ state: 'waiting' });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await waitFor(() => expect(uiStore.getState().workspace).toBe('plan'));
    expect(main.asked('outbox.moveToDrafts')).toEqual([{ ids: [world.command.id] }]);
  });

  it('opens no form for what is being sent by now', async () => {
    uiStore.setState({ workspace: 'outbox' });
    const { user, main } = await show({ state: 'waiting' }, { movedCount: 0 });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await waitFor(() => expect(main.asked('outbox.moveToDrafts')).toHaveLength(1));
    expect(uiStore.getState().workspace).toBe('outbox');
  });

  it('opens the form that it was written with', async () => {
    const { user } = await show({ state: 'refused' });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    expect(uiStore.getState()).toMatchObject({ workspace: 'plan', planMode: 'task' });
  });

  it('says what is lost before it removes anything', async () => {
    const { user, main, world } = await show(sentTask);
    await user.click(button('Remove…'));
    const dialog = await screen.findByRole('dialog', { name: 'Remove from the outbox?' });
    expect(await within(dialog).findByText(/^1 sent item is removed from this list only/)).toBeDefined();
    expect(main.asked('outbox.remove')).toEqual([]);
    await user.click(button('Remove 1'));
    await waitFor(() => expect(main.asked('outbox.remove')).toEqual([{ ids: [world.command.id] }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('an answer that was lost', () => {
  const lost = { state: 'unknown' as const, attempts: 1, beganAt: '2026-02-20T08:16:00Z' };
  const candidate = {
    id: '4712',
    name: 'harbour',
    project: 'coast',
    createdAt: '2026-02-20T08:17:00Z',
    older: false,
    differs: ['priority'],
  };
  const checked = { ...lost, checkedAt: '2026-02-20T09:00:00Z' };
  const evidence = () => screen.getByRole('region', { name: 'What is known' });

  it('may neither be sent like a draft nor removed', async () => {
    await show(lost);
    expect(evidence().textContent).toContain('It was sent under North, but the response was lost.');
    expect(evidence().textContent).toContain('Not checked with the service yet.');
    for (const name of ['Send…', 'Remove…', 'Edit'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  const read = { read: 1_234, total: 1_234, isComplete: true, absentLookups: 1, absentMs: 0 };

  it('tells what was read, that it may still appear, and when Nadir looks again', async () => {
    await show({ ...checked, lookup: read, nextCheckAt: '2026-02-20T09:05:00Z' });
    expect(evidence().textContent).toContain('Nadir has read all 1,234 tasks of this contract.');
    expect(evidence().textContent).toContain('It may still appear');
    expect(evidence().textContent).toContain('Next check: Feb 20, 2026, 09:05 UTC');
    expect(evidence().textContent).toContain('Nadir never sends it again automatically');
  });

  it('tells after a quarter of an hour of complete checks that it has probably not arrived', async () => {
    await show({ ...checked, lookup: { ...read, absentLookups: 6, absentMs: 16 * 60_000 } });
    expect(evidence().textContent).toContain('Nothing like it was found in 6 complete checks (16 min).');
    expect(evidence().textContent).toContain('It has probably not arrived.');
  });

  it('tells that an incomplete list says nothing', async () => {
    await show({ ...checked, lookup: { ...read, read: 200, isComplete: false } });
    expect(evidence().textContent).toContain('Nadir could read only 200 of 1,234 tasks');
    expect(evidence().textContent).not.toContain('complete check');
  });

  it('checks with the service once on a double click, and says why it could not', async () => {
    const answer = Promise.withResolvers<void>();
    const { user, main } = await show(lost, { reconcile: () => answer.promise });
    await user.dblClick(button('Check now'));
    answer.reject(new AppError('OFFLINE', { host: 'api.test' }));
    expect((await screen.findByRole('alert')).textContent).toContain('No network');
    expect(main.asked('outbox.reconcile')).toHaveLength(1);
  });

  it('lets the user link what is found, with what differs, and only once', async () => {
    const answer = Promise.withResolvers<void>();
    const other = { ...candidate, id: '9', older: true, differs: [] };
    const fields = { ...checked, candidates: [candidate, other] };
    const { user, main, world } = await show(fields, { resolve: () => answer.promise });
    const [first, second] = screen.getAllByTestId('candidate');
    expect(first?.textContent).toContain('Values that differ from what you sent: priority.');
    expect(second?.textContent).toContain('Identical to what was sent.');
    expect(second?.textContent).toContain('It existed before this was sent.');
    expect(evidence().textContent).toContain('Nadir does not guess whether one of these is yours.');
    await user.dblClick(within(first ?? document.body).getByRole('button', { name: 'Link to this task' }));
    expect(main.asked('outbox.resolve')).toEqual([{ id: world.command.id, how: 'adopt', remoteId: '4712' }]);
    const link = within(second ?? document.body).getByRole('button', { name: 'Link to this task' });
    expect(link.hasAttribute('disabled')).toBe(true);
    answer.resolve();
    await waitFor(() => expect(link.hasAttribute('disabled')).toBe(false));
  });

  it('warns of paying twice, with the contract on the button, before it sends again', async () => {
    const answer = Promise.withResolvers<void>();
    const { user, main, world } = await show(lost, { resolve: () => answer.promise });
    await user.click(button('Send again…'));
    const dialog = await screen.findByRole('dialog', { name: 'Send it again?' });
    expect(dialog.textContent).toContain('you order and pay twice');
    await waitFor(() => expect(document.activeElement).toBe(button('Back')));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(main.asked('outbox.resolve')).toEqual([]);
    await user.click(button('Send again…'));
    await user.dblClick(await screen.findByRole('button', { name: 'Send again under North' }));
    expect(main.asked('outbox.resolve')).toEqual([{ id: world.command.id, how: 'send-again' }]);
    answer.resolve();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says what stays in force before it is discarded', async () => {
    const { user, main, world } = await show(lost);
    await user.click(button('Discard…'));
    const dialog = await screen.findByRole('dialog', { name: 'Discard it?' });
    expect(dialog.textContent).toContain('it stays in force at the service');
    await user.click(within(dialog).getByRole('button', { name: 'Discard' }));
    await waitFor(() =>
      expect(main.asked('outbox.resolve')).toEqual([{ id: world.command.id, how: 'discard' }]),
    );
  });
});

describe('a draft that somebody else has sent', () => {
  const data = {
    kind: 'task' as const,
    name: 'harbour',
    remoteId: '4711',
    by: 'Ben',
    at: '2026-02-21T08:00:00Z',
  };
  const keptBack = { state: 'failed' as const, error: { code: 'SENT_ELSEWHERE' as const, data } };

  it('is not said to wait on this computer only', async () => {
    await show({}, { isReported: true });
    expect(await screen.findByText(/^According to a package, Ben has already sent it/)).toBeDefined();
    expect(screen.queryByText(/^Saved on this computer only/)).toBeNull();
  });

  it('is kept back without an invitation to send it again', async () => {
    await show(keptBack);
    expect(screen.getByText(/^Kept back: somebody else has probably sent it/)).toBeDefined();
    expect(screen.queryByText(/Send it again/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Send…' })).toBeNull();
  });

  it('is not called identical to what the service was not asked for', async () => {
    const candidate = {
      id: '4711',
      name: 'harbour',
      project: '',
      createdAt: null,
      older: false,
      differs: [],
    };
    await show({ ...keptBack, candidates: [{ ...candidate, isUnchecked: true }] });
    const shown = screen.getByTestId('candidate').textContent;
    expect(shown).toContain('Nadir has not checked with the service yet');
    expect(shown).not.toContain('Identical');
  });
});

it('closes when the command is gone', async () => {
  const { main, world } = await show();
  select('command', world.command.id);
  world.command = commandOf({ id: 'another' });
  main.change('outbox');
  await waitFor(() => expect(selectedOf('command')).toBeNull());
});
