import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AppError } from '../../../src-main/core/app-error.ts';
import { taskIdSchema } from '../../../src-preload/contract/ids.ts';
import type { TaskRow } from '../../../src-preload/contract/tasking.ts';
import { packedTargets } from '../../../testing/page/packed-targets.ts';
import { pageScope, taskOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { taskMarks } from '../../features/tasks/task-marks.ts';
import { TasksWorkspace } from '../../features/tasks/tasks-workspace.tsx';
import { mapStore } from '../state/map-store.ts';
import { hover, select, selectedOf, selectionStore } from '../state/selection.ts';

const names = ['harbour', 'pier', 'dunes'];
const rows = names.map((name, i) => taskOf({ taskId: i + 1, name, longitude: i, latitude: i }));
const idOf = (id: number) => taskIdSchema.parse(id);

/** Shows the list of tasks, as an example of a declared list, with a store that searches by name. */
async function show(stored: TaskRow[] = rows, fail = false) {
  const world = { stored, fail };
  const found = (search = '') => world.stored.filter(({ name }) => name.includes(search));
  const page = await showPage(
    <>
      <div data-pane="list">
        <TasksWorkspace />
      </div>
      <div data-pane="details">
        <button type="button">Of the details</button>
      </div>
    </>,
    {
      answers: (os) => ({
        tasking: {
          list: os.tasking.list.handler(({ input: { filter, offset, limit } }) => {
            if (world.fail) throw new AppError('DEFECT', { reference: 'REF-3' });
            const all = found(filter.search);
            const counts = {
              received: 0,
              'in-progress': all.length,
              completed: 0,
              cancelled: 0,
              failed: 0,
              other: 0,
            };
            return { total: all.length, rows: all.slice(offset, offset + limit), statusCounts: counts };
          }),
          targets: os.tasking.targets.handler(({ input: { filter } }) => packedTargets(found(filter.search))),
          position: os.tasking.position.handler(({ input: { taskId } }) => {
            const at = world.stored.findIndex((task) => task.taskId === taskId);
            return at < 0 ? null : at;
          }),
          reference: os.tasking.reference.handler(() => ({
            products: [],
            clients: [],
            projects: [],
            fetchedAt: null,
            problems: { products: null, clients: null },
          })),
          syncState: os.tasking.syncState.handler(() => ({
            running: false,
            received: 0,
            total: null,
            missing: 0,
            lastFinishedAt: '2026-03-01T00:00:00Z',
            nextAt: null,
            error: null,
            unreadable: 1,
            unreadableCaptures: 0,
          })),
        },
        tracking: {
          flags: os.tracking.flags.handler(() => [
            { subject: { kind: 'task', taskId: idOf(2) }, flag: 'stuck', text: {}, raisedAt: '' },
          ]),
        },
      }),
    },
  );
  await screen.findByRole('heading', { name: /^Tasks \d/ });
  return { ...page, world };
}

const option = (name: string) => screen.findByRole('option', { name: new RegExp(name) });
const shown = () => screen.getAllByRole('option').map((each) => within(each).getByText(/^\w+$/).textContent);

it('lists rows with how many there are, and gives the same to the map', async () => {
  await show();
  await option('harbour');
  expect(shown()).toEqual(names);
  expect(screen.getByRole('heading', { name: 'Tasks 3' })).toBeDefined();
  await waitFor(() => expect(mapStore.getState().listedMarks.task).toEqual(taskMarks(packedTargets(rows))));
});

it('filters list, count and map together', async () => {
  const { user, main } = await show();
  await option('harbour');
  await user.type(screen.getByRole('textbox', { name: 'Search tasks' }), 'pier');
  await waitFor(() => expect(shown()).toEqual(['pier']));
  expect(screen.getByRole('heading', { name: 'Tasks 1' })).toBeDefined();
  await waitFor(() =>
    expect(mapStore.getState().listedMarks.task).toEqual(taskMarks(packedTargets(rows.slice(1, 2)))),
  );
  expect(main.asked('tasking.list').at(-1)).toMatchObject({
    scope: pageScope,
    filter: { search: 'pier' },
    sort: 'created',
  });
});

it('selects by keys and by a click, and opens the details by Enter', async () => {
  const { user } = await show();
  await user.click(await option('pier'));
  expect(selectedOf('task')).toBe(2);
  screen.getByRole('listbox', { name: 'Tasks' }).focus();
  await user.keyboard('{ArrowDown}');
  expect(selectedOf('task')).toBe(3);
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Of the details' }));
});

it('is in step with the map, both ways', async () => {
  const { user } = await show();
  await user.hover(await option('dunes'));
  expect(selectionStore.getState().hovered.task).toBe(3);
  select('task', idOf(1));
  await waitFor(() =>
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('harbour'),
  );
  hover('task', idOf(2));
  await waitFor(async () => expect((await option('pier')).dataset.hovered).toBe('true'));
});

it('marks what needs attention', async () => {
  await show();
  expect(within(await option('pier')).getByRole('img', { name: 'Processing is late' })).toBeDefined();
  expect(screen.getByRole('checkbox', { name: 'Needs attention 1' })).toBeDefined();
});

it('reads again what has changed', async () => {
  const { main, world } = await show();
  await option('harbour');
  world.stored = [taskOf({ taskId: 9, name: 'lagoon' })];
  main.change('tasks');
  await waitFor(() => expect(shown()).toEqual(['lagoon']));
});

it('says that nothing matches, and what could not be read', async () => {
  const { user } = await show();
  expect(await screen.findByText(/^1 row of the task list could not be read\./)).toBeDefined();
  await user.type(screen.getByRole('textbox', { name: 'Search tasks' }), 'nowhere');
  expect(await screen.findByText('No task matches. Clear the search or the filters.')).toBeDefined();
  expect(screen.queryByRole('listbox')).toBeNull();
});

it('says what to do where there are none', async () => {
  await show([]);
  expect(await screen.findByText('No tasks under this contract yet. Press N to plan one.')).toBeDefined();
});

it('says why the list cannot be read', async () => {
  await show(rows, true);
  expect((await screen.findByRole('alert')).textContent).toContain('REF-3');
});

it('takes its marks from the map and points at nothing when it is left', async () => {
  const { user, unmount } = await show();
  await user.hover(await option('dunes'));
  await waitFor(() => expect(mapStore.getState().listedMarks.task).toBeDefined());
  unmount();
  expect(mapStore.getState().listedMarks.task).toBeUndefined();
  expect(selectionStore.getState().hovered.task).toBeNull();
});
