import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src-main/core/app-error.ts';
import { submissionIdSchema } from '../../../src-preload/contract/ids.ts';
import type { Command } from '../../../src-preload/contract/outbox.ts';
import type { TaskDetails } from '../../../src-preload/contract/tasking.ts';
import { factOf } from '../../../testing/page/look.ts';
import { captureOf, commandOf, pageScope, settingsOf, taskOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { mapStore } from '../../kit/state/map-store.ts';
import { select, selectedOf } from '../../kit/state/selection.ts';
import { uiStore } from '../../kit/state/ui-store.ts';
import { TaskDetailsPane } from './task-details.tsx';

interface World {
  task: TaskDetails;
  cancelling: Command | null;
  /** Replaces the service's answer. */
  refresh: () => TaskDetails;
  /** Resolves before the outbox answers. */
  written: Promise<void>;
}

async function show(fields: Parameters<typeof taskOf>[0] = {}, part: Partial<World> = {}) {
  const task = taskOf(fields);
  const world: World = {
    task,
    cancelling: null,
    refresh: () => world.task,
    written: Promise.resolve(),
    ...part,
  };
  const page = await showPage(
    <>
      <div data-pane="list">
        <div role="listbox" aria-label="Tasks" tabIndex={0} />
      </div>
      <TaskDetailsPane taskId={task.taskId} />
    </>,
    {
      answers: (os) => ({
        tasking: {
          get: os.tasking.get.handler(() => world.task),
          refreshTask: os.tasking.refreshTask.handler(() => world.refresh()),
        },
        orders: { ofTask: os.orders.ofTask.handler(() => []) },
        outbox: {
          cancellation: os.outbox.cancellation.handler(() => world.cancelling),
          send: os.outbox.send.handler(async () => {
            await world.written;
            world.cancelling = commandOf({
              id: 'sub-9',
              state: 'waiting',
              input: { kind: 'cancel-task', taskId: task.taskId },
            });
            return { id: submissionIdSchema.parse('sub-9') };
          }),
        },
        library: {
          ofCapture: os.library.ofCapture.handler(() => []),
          refreshCapture: os.library.refreshCapture.handler(() => []),
        },
      }),
    },
  );
  await screen.findByRole('heading', { level: 2 });
  return { ...page, world };
}

const button = (name: string) => screen.getByRole('button', { name });

describe('facts', () => {
  it('says what was ordered, with times in UTC and the local time on hover', async () => {
    const { user } = await show({ altitude: 1_234.56 });
    expect(screen.getByRole('heading', { name: 'harbour' })).toBeDefined();
    expect(factOf('Status')).toBe('In progress');
    expect(factOf('Product')).toBe('Multispectral');
    expect(factOf('Altitude')).toBe('1,234.6 m');
    expect(factOf('Recurrence')).toBe('Once');
    expect(factOf('Start')).toBe('Mar 1, 2026, 00:00 UTC');
    await user.hover(within(screen.getAllByRole('definition')[5] ?? document.body).getByText(/UTC/));
    expect((await screen.findByRole('tooltip')).textContent).toBe('Feb 28, 2026, 20:00 AST');
  });

  it('says when Nadir read the task, which is not when the service changed it', async () => {
    await show({ fetchedAt: '2026-03-05T06:00:00Z' });
    expect(factOf('Read from the service')).toBe('Mar 5, 2026, 06:00 UTC');
    expect(screen.queryByText('Last updated')).toBeNull();
  });

  it('says that the service does not have the task any more', async () => {
    await show({ goneAt: '2026-03-05T06:00:00Z' });
    expect(
      screen.getByText(/^The service does not have this task any more.*Mar 5, 2026, 06:00 UTC/),
    ).toBeDefined();
  });

  it('says of what the service does not repeat that it is as it was requested', async () => {
    await show({ expectedAge: '7 00:00:00', fromRequest: ['expectedAge', 'maxCaptures'] });
    expect(factOf('Recurrence')).toBe('7 days (as requested; the service does not return it)');
    expect(factOf('Captures')).toBe('2 (as requested; the service does not return it)');
    expect(factOf('Simultaneous captures')).toBe('2');
  });

  it('has a dash for what nobody said, and the number of a product without a name', async () => {
    await show({
      client: null,
      project: '',
      productName: null,
      longitude: null,
      priority: null,
      start: null,
    });
    expect(['Client', 'Project', 'Place', 'Priority', 'Start'].map(factOf)).toEqual(Array(5).fill('—'));
    expect(factOf('Product')).toBe('169');
    expect(screen.queryByRole('button', { name: 'Zoom to' })).toBeNull();
  });

  it('shows a status that nobody knows in the words of the service, and the whole answer on demand', async () => {
    const { user } = await show({ statusKind: 'other', status: 'ON_HOLD', raw: { unheard_of: 'x' } });
    expect(factOf('Status')).toBe('ON HOLD');
    await user.click(button('Raw response'));
    expect(screen.getByRole('region', { name: 'Raw response' }).textContent).toContain('unheard_of');
  });

  it('writes the place in the format of the settings', async () => {
    await showPage(<TaskDetailsPane taskId={taskOf().taskId} />, {
      settings: settingsOf({ coordinateFormat: 'mgrs' }),
      answers: (os) => ({
        tasking: {
          get: os.tasking.get.handler(() => taskOf()),
          refreshTask: os.tasking.refreshTask.handler(() => taskOf()),
        },
        orders: { ofTask: os.orders.ofTask.handler(() => []) },
      }),
    });
    await waitFor(() => expect(factOf('Place')).toMatch(/^33U/));
  });
});

describe('head', () => {
  it('goes to the place on the map', async () => {
    const { user } = await show();
    await user.click(button('Zoom to'));
    expect(mapStore.getState().viewRequest).toMatchObject({ kind: 'point', at: [16.37, 48.2] });
  });

  it('closes, and gives the keys back to the list', async () => {
    const { user, world } = await show();
    select('task', world.task.taskId);
    await user.click(button('Close'));
    expect(selectedOf('task')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('listbox', { name: 'Tasks' }));
  });

  it('asks the service again, and shows what it answers', async () => {
    const { user, world, main } = await show({ statusKind: 'completed' });
    await waitFor(() => expect(main.asked('tasking.refreshTask')).toHaveLength(1));
    world.task = taskOf({ name: 'harbour, renamed', statusKind: 'completed' });
    await user.click(button('Refresh this task'));
    expect(await screen.findByRole('heading', { name: 'harbour, renamed' })).toBeDefined();
    expect(main.asked('tasking.refreshTask')).toEqual(
      Array(2).fill({ scope: pageScope, taskId: world.task.taskId }),
    );
  });

  it('keeps what is known when the service does not answer, says why, and tries again', async () => {
    const { user, world } = await show(
      {},
      {
        refresh: () => {
          throw new AppError('OFFLINE', { host: 'api.test' });
        },
      },
    );
    const note = await screen.findByRole('alert');
    expect(note.textContent).toContain('No network');
    expect(factOf('Status')).toBe('In progress');
    world.refresh = () => world.task;
    await user.click(within(note).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('asks no more for a task that is not looked at any longer', async () => {
    const { main, unmount } = await show({}, { refresh: () => taskOf() });
    await waitFor(() => expect(main.asked('tasking.refreshTask')).toHaveLength(1));
    unmount();
    expect(main.signals('tasking.refreshTask')[0]?.aborted).toBe(true);
  });
});

describe('cancelling', () => {
  it('names task and contract before it cancels, and does nothing by Enter', async () => {
    const { user, main } = await show();
    await user.click(button('Cancel task'));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel this task?' });
    expect(dialog.textContent).toContain('“harbour” under North');
    await waitFor(() => expect(document.activeElement).toBe(button('Keep the task')));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(main.asked('outbox.send')).toEqual([]);
  });

  it('sends one cancellation on a double click, shows it under way and offers no second one', async () => {
    const written = Promise.withResolvers<void>();
    const { user, main, world } = await show({}, { written: written.promise });
    await user.click(button('Cancel task'));
    await user.dblClick(await screen.findByRole('button', { name: 'Cancel task under North' }));
    written.resolve();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(main.asked('outbox.send')).toEqual([
      { scope: pageScope, command: { kind: 'cancel-task', taskId: world.task.taskId } },
    ]);
    main.change('outbox');
    expect(
      await screen.findByText('The cancellation is sent as soon as the service can be reached.'),
    ).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Cancel task' })).toBeNull();
    await user.click(button('Show in the outbox'));
    expect([uiStore.getState().workspace, selectedOf('command')]).toEqual(['outbox', 'sub-9']);
  });

  it('says that the service refused, why, and offers it again', async () => {
    const refused = { code: 'REFUSED', data: { status: 409, detail: 'already imaged', fields: {} } };
    await show({}, { cancelling: commandOf({ state: 'refused', error: refused }) });
    expect(await screen.findByText('The task was not cancelled.')).toBeDefined();
    expect(screen.getByRole('alert').textContent).toContain('already imaged');
    expect(button('Cancel task')).toBeDefined();
  });

  it.each(['completed', 'cancelled', 'failed'] as const)(
    'is not offered for what is %s',
    async (statusKind) => {
      await show({ statusKind });
      expect(screen.queryByRole('button', { name: 'Cancel task' })).toBeNull();
    },
  );

  it('is offered for a status that nobody knows: something may still happen to it', async () => {
    await show({ statusKind: 'other', status: 'ON_HOLD' });
    expect(button('Cancel task')).toBeDefined();
  });
});

describe('captures', () => {
  it.each([
    [null, 'The captures of this task have not been loaded from the service yet.'],
    ['2026-02-21T00:00:00Z', 'No captures planned yet. They appear here as the service plans them.'],
  ])('tells none from not known: read at %s', async (capturesReadAt, words) => {
    await show({ capturesReadAt });
    expect(screen.getByText(words)).toBeDefined();
  });

  it('asks for the scenes of a published one at once, and not for those of a planned one', async () => {
    const captures = [
      captureOf(),
      captureOf({ captureId: 'capture-2', statusKind: 'queued', fragmentId: 'f7' }),
    ];
    const { main } = await show({ captures });
    expect(screen.getByText('Published')).toBeDefined();
    expect(screen.getByText('Queued')).toBeDefined();
    expect(screen.getByText(/Area fragment f7/)).toBeDefined();
    expect(await screen.findByText('The service has no scenes for this capture yet.')).toBeDefined();
    expect(main.asked('library.refreshCapture')).toEqual([{ scope: pageScope, captureId: 'capture-1' }]);
  });

  it('asks for those of one with an unknown status only when the user wants it', async () => {
    const { main, user } = await show({ captures: [captureOf({ statusKind: 'other', status: 'ARCHIVED' })] });
    expect(screen.getByText('ARCHIVED')).toBeDefined();
    const ask = await screen.findByRole('button', { name: 'Request scenes anyway' });
    expect(main.asked('library.refreshCapture')).toEqual([]);
    await user.click(ask);
    await waitFor(() => expect(main.asked('library.refreshCapture')).toHaveLength(1));
  });
});

it('says that a task is gone, and reads it again on demand', async () => {
  let gone = true;
  const { user } = await showPage(<TaskDetailsPane taskId={taskOf().taskId} />, {
    answers: (os) => ({
      tasking: {
        get: os.tasking.get.handler(() => {
          if (gone) throw new AppError('NOT_FOUND', { what: 'task 4711' });
          return taskOf();
        }),
        refreshTask: os.tasking.refreshTask.handler(() => taskOf()),
      },
      orders: { ofTask: os.orders.ofTask.handler(() => []) },
    }),
  });
  expect((await screen.findByRole('alert')).textContent).toContain('The task 4711');
  gone = false;
  await user.click(button('Try again'));
  expect(await screen.findByRole('heading', { name: 'harbour' })).toBeDefined();
});
