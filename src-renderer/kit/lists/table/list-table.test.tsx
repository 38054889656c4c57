import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { idSeparator } from '../../../../src-preload/contract/packed-places.ts';
import { savedViewSchema } from '../../../../src-preload/contract/views.ts';
import { packedTargets } from '../../../../testing/page/packed-targets.ts';
import { settingsOf, taskOf } from '../../../../testing/page/samples.ts';
import { showPage } from '../../../../testing/page/show-page.tsx';
import { TasksStage } from '../../../features/tasks/tasks-stage.tsx';
import { TasksWorkspace } from '../../../features/tasks/tasks-workspace.tsx';
import { exportStore } from '../../export/export-store.ts';
import { chooseRows, listOf, listStore } from '../../state/list-store.ts';
import { selectedOf } from '../../state/selection.ts';

const rows = ['harbour', 'pier', 'dunes'].map((name, i) =>
  taskOf({ taskId: i + 1, name, project: `P${3 - i}`, longitude: i, latitude: i }),
);
const viewId = 'b0f7c1de-1111-4222-8333-444455556666';

/** Shows the list of tasks with its table. The rows of a range are known only after `idsKnown`. */
async function show(workspace: Record<string, unknown> = {}, idsKnown: Promise<void> = Promise.resolve()) {
  const saved: unknown[] = [];
  const page = await showPage(
    <>
      <TasksWorkspace />
      <TasksStage />
    </>,
    {
      settings: settingsOf({ workspace }),
      answers: (os) => ({
        tasking: {
          list: os.tasking.list.handler(({ input: { filter, descending, offset, limit } }) => {
            const found = rows.filter(({ name }) => name.includes(filter.search ?? ''));
            const ordered = descending ? found : found.toReversed();
            return {
              total: ordered.length,
              rows: ordered.slice(offset, offset + limit),
              statusCounts: {
                received: 0,
                'in-progress': 3,
                completed: 0,
                cancelled: 0,
                failed: 0,
                other: 0,
              },
            };
          }),
          ids: os.tasking.ids.handler(async ({ input: { offset, limit } }) => {
            await idsKnown;
            return rows
              .slice(offset, offset + limit)
              .map(({ taskId }) => taskId)
              .join(idSeparator);
          }),
          targets: os.tasking.targets.handler(() => packedTargets(rows)),
          position: os.tasking.position.handler(() => null),
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
            unreadable: 0,
            unreadableCaptures: 0,
          })),
        },
        views: {
          save: os.views.save.handler(({ input }) => {
            saved.push(input);
            return savedViewSchema.parse({ ...input, viewId, updatedAt: '2026-03-01T00:00:00Z' });
          }),
        },
      }),
    },
  );
  await screen.findByRole('option', { name: /pier/ });
  return { ...page, saved };
}

const openTable = async (user: Awaited<ReturnType<typeof show>>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Table with all columns' }));
  return screen.findByRole('grid', { name: 'Table: Tasks' });
};
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
const columnsKept = () => listOf(listStore.getState(), 'tasks').columns?.map(({ key }) => key);
const chosen = () => [...listOf(listStore.getState(), 'tasks').chosen];

it('shows the columns of an export, those that the user chose and in his order', async () => {
  const { user } = await show();
  await openTable(user);
  expect(heads().slice(0, 4)).toEqual(['', 'Name', 'Task ID', 'Project']);
  await user.click(screen.getByRole('button', { name: 'Columns of the table' }));
  const group = within(await screen.findByRole('group', { name: 'Columns of the table' }));
  await user.click(group.getByRole('checkbox', { name: 'Task ID' }));
  await user.click(group.getByRole('button', { name: 'Move “Status” to the left' }));
  expect(columnsKept()?.slice(0, 3)).toEqual(['name', 'state', 'project']);
  expect(heads().slice(0, 4)).toEqual(['', 'Name', 'Status', 'Project']);
  // The export leaves out columns that the table hides, and has its order.
  const source = exportStore.getState().offered?.();
  expect(source?.leftOut).toEqual(['task_id']);
  expect(source?.columns.slice(0, 2).map(({ key }) => key)).toEqual(['state', 'project']);
  await user.click(group.getByRole('button', { name: 'Show the usual columns' }));
  expect(columnsKept()).toBeUndefined();
});

it('sorts by a head, and turns the order round', async () => {
  const { user, main } = await show();
  const grid = await openTable(user);
  await user.click(within(grid).getByRole('columnheader', { name: 'Project' }));
  expect(main.asked('tasking.list').at(-1)).toMatchObject({ sort: 'project', descending: false });
  await user.click(within(grid).getByRole('columnheader', { name: 'Project' }));
  expect(main.asked('tasking.list').at(-1)).toMatchObject({ sort: 'project', descending: true });
  const before = main.asked('tasking.list').length;
  await user.click(within(grid).getByRole('columnheader', { name: 'Task ID' }));
  expect(main.asked('tasking.list')).toHaveLength(before);
});

it('gives a column another width by keys and by a drag', async () => {
  const { user } = await show();
  const grid = await openTable(user);
  const widthOf = (key: string) =>
    listOf(listStore.getState(), 'tasks').columns?.find((each) => each.key === key)?.width;
  act(() => grid.focus());
  await user.keyboard('{ArrowUp}+');
  expect(widthOf('name')).toBe(236);
  const [edge] = within(grid).getAllByTestId('column-edge');
  if (!edge) throw new Error('no edge');
  edge.setPointerCapture = () => undefined;
  fireEvent.pointerDown(edge, { clientX: 100, pointerId: 1 });
  fireEvent.pointerMove(edge, { clientX: 100_000, pointerId: 1 });
  expect(widthOf('name')).toBe(900);
});

it('selects all that match, in list and table alike, and none again', async () => {
  const { user } = await show();
  const grid = await openTable(user);
  screen.getByRole('listbox', { name: 'Tasks' }).focus();
  await user.keyboard('{Control>}a{/Control}');
  expect(await screen.findByText('3 rows selected')).toBeDefined();
  expect(chosen()).toEqual(['1', '2', '3']);
  expect(within(grid).getByRole('row', { name: /pier/ }).getAttribute('aria-selected')).toBe('true');
  expect(screen.getAllByRole('option', { selected: true })).toHaveLength(3);
  await user.keyboard('{Escape}');
  expect(chosen()).toEqual([]);
  expect(screen.queryByText('3 rows selected')).toBeNull();
});

it.each(['no row is', 'rows are'])(
  'selects nothing after Escape while the ids of all rows are awaited and %s selected',
  async (before) => {
    const ids = Promise.withResolvers<void>();
    const { user, main } = await show({}, ids.promise);
    await openTable(user);
    if (before === 'rows are') chooseRows('tasks', ['1']);
    act(() => screen.getByRole('listbox', { name: 'Tasks' }).focus());
    await user.keyboard('{Control>}a{/Control}');
    await waitFor(() => expect(main.asked('tasking.ids')).toHaveLength(1));
    await user.keyboard('{Escape}');
    expect(chosen()).toEqual([]);
    const sizes = new Set<number>();
    const forget = listStore.subscribe(() => sizes.add(chosen().length));
    ids.resolve();
    // The answer to a later question arrives after the awaited one.
    act(() => screen.getByRole('option', { name: /dunes/ }).click());
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
    await waitFor(() => expect(chosen()).toHaveLength(2));
    forget();
    expect(sizes).not.toContain(3);
  },
);

it('marks the row whose details are open', async () => {
  const { user } = await show();
  const grid = await openTable(user);
  const marked = () => [...grid.querySelectorAll('[role="row"][aria-current="true"]')];
  expect(marked()).toEqual([]);
  await user.click(screen.getByRole('option', { name: /dunes/ }));
  expect(marked()).toEqual([within(grid).getByRole('row', { name: /dunes/ })]);
});

it('adds a row to the one whose details are open, by a click with Ctrl', async () => {
  const { user } = await show();
  await user.click(screen.getByRole('option', { name: /harbour/ }));
  expect(chosen()).toEqual([]);
  await user.keyboard('{Control>}');
  await user.click(screen.getByRole('option', { name: /dunes/ }));
  await user.keyboard('{/Control}');
  expect(chosen()).toEqual(['1', '3']);
  expect(selectedOf('task')).toBe(3);
});

it('is as it was in the last run', async () => {
  const lists = {
    tasks: {
      terms: { search: 'pier' },
      columns: [{ key: 'state', width: 90 }],
      isTable: true,
      contract: null,
    },
  };
  const { user, saved } = await show({ lists: { lists, tableShare: 0.3 } });
  expect(screen.getByDisplayValue('pier')).toBeDefined();
  await screen.findByRole('grid', { name: 'Table: Tasks' });
  expect(heads()).toEqual(['', 'Name', 'Status']);
  await user.click(screen.getByRole('button', { name: 'Views' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save this view…' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Piers{Enter}');
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toMatchObject({ list: 'tasks', name: 'Piers', content: { isTable: true } });
});
