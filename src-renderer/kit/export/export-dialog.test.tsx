import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '../../../src-main/core/app-error.ts';
import type { TaskRow } from '../../../src-preload/contract/tasking.ts';
import { threadInProcess } from '../../../testing/page/export-to-file.ts';
import { packedTargets } from '../../../testing/page/packed-targets.ts';
import { taskOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { ListOutputs } from '../../app/list-outputs.tsx';
import { TasksWorkspace } from '../../features/tasks/tasks-workspace.tsx';
import { exportStore } from './export-store.ts';

const names = ['harbour', '=pier', 'dunes'];
const stored = names.map((name, i) => taskOf({ taskId: i + 1, name, longitude: i + 0.5, latitude: i }));

/** The files that were passed to the browser to be saved. */
const saved: { name: string; content: Blob }[] = [];

/** A worker in the page's own thread, because jsdom has none. */
function WorkerInProcess() {
  return threadInProcess();
}

beforeEach(() => {
  const content = new Map<string, Blob>();
  URL.createObjectURL = (blob) => {
    const address = `blob:test/${content.size}`;
    if (blob instanceof Blob) content.set(address, blob);
    return address;
  };
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = content.get(this.href);
    if (blob) saved.push({ name: this.download, content: blob });
  });
  vi.stubGlobal('Worker', WorkerInProcess);
});
afterEach(() => {
  saved.length = 0;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

interface World {
  rows: TaskRow[];
  /** Called before each page is loaded. */
  before: (offset: number) => void;
}

async function show(world: World = { rows: stored, before: () => undefined }) {
  const page = await showPage(
    <>
      <div data-pane="list">
        <TasksWorkspace />
      </div>
      <ListOutputs />
    </>,
    {
      answers: (os) => ({
        tasking: {
          list: os.tasking.list.handler(({ input: { offset, limit } }) => {
            if (limit > 100) world.before(offset);
            return {
              total: world.rows.length,
              rows: world.rows.slice(offset, offset + limit),
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
          targets: os.tasking.targets.handler(() => packedTargets(stored)),
          position: os.tasking.position.handler(() => 0),
          get: os.tasking.get.handler(({ input }) => taskOf({ taskId: input.taskId, name: 'harbour' })),
          geometries: os.tasking.geometries.handler(({ input: { taskIds } }) =>
            taskIds.map((id) => JSON.stringify({ type: 'Point', coordinates: [id, 10.123_456_7, 0] })),
          ),
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
      }),
    },
  );
  const { user } = page;
  await user.click(await screen.findByRole('button', { name: 'More actions for Tasks' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Export…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Export: Tasks' });
  return { ...page, dialog };
}

const inDialog = (dialog: HTMLElement) => ({
  format: (name: string) => within(dialog).getByRole('radio', { name }),
  attribute: (name: string) => within(dialog).getByRole('checkbox', { name }),
  start: () => within(dialog).getByRole('button', { name: /^Export \d/ }),
});

it('writes all that the list shows to a file, with exact places', async () => {
  const { user, dialog } = await show();
  await user.click(inDialog(dialog).start());
  await within(dialog).findByText(/^3 rows saved as tasks\.geojson/);
  expect(saved).toHaveLength(1);
  const { features } = JSON.parse((await saved[0]?.content.text()) ?? '');
  expect(features).toMatchObject([
    { geometry: { coordinates: [1, 10.123_456_7] }, properties: { name: 'harbour', task_id: 1 } },
    { geometry: { coordinates: [2, 10.123_456_7] }, properties: { name: '=pier', task_id: 2 } },
    { geometry: { coordinates: [3, 10.123_456_7] }, properties: { name: 'dunes', task_id: 3 } },
  ]);
});

it('leaves attributes out, and keeps the choice for the next export', async () => {
  const { user, dialog } = await show();
  const { attribute, format, start } = inDialog(dialog);
  await user.click(within(dialog).getByRole('button', { name: 'Leave out all' }));
  await user.click(attribute('Project'));
  await user.click(format('CSV'));
  await user.click(start());
  await within(dialog).findByText(/^3 rows saved as tasks\.csv/);
  const text = (await saved[0]?.content.text()) ?? '';
  expect(text.split('\r\n').slice(0, 3)).toEqual([
    'name,latitude,longitude,altitude,coordinates,wkt,project',
    'harbour,10.1234567,1,,"10.1234567° N, 1° E",POINT (1 10.1234567),coast',
    '\'=pier,10.1234567,2,,"10.1234567° N, 2° E",POINT (2 10.1234567),coast',
  ]);
  expect(exportStore.getState().format).toBe('csv');
});

it('reads the list again if it changed while it was read', async () => {
  let turns = 0;
  const many = Array.from({ length: 700 }, (_, i) => taskOf({ taskId: i + 1, name: `task ${i}` }));
  const world = {
    rows: many,
    before(offset: number) {
      turns += 1;
      if (offset === 500 && turns === 2) world.rows = many.slice(1);
    },
  };
  const { user, dialog } = await show(world);
  await user.click(inDialog(dialog).start());
  await within(dialog).findByText(/^699 rows saved/);
  expect(turns).toBe(4);
});

it('says what went wrong, and goes on when asked again', async () => {
  let fails = true;
  const before = () => {
    if (fails) throw new AppError('DISK_FULL', { path: '/data', neededBytes: null });
  };
  const { user, dialog } = await show({ rows: stored, before });
  await user.click(inDialog(dialog).start());
  expect((await within(dialog).findByRole('alert')).textContent).toMatch(/disk/i);
  expect(saved).toEqual([]);
  fails = false;
  await user.click(inDialog(dialog).start());
  await within(dialog).findByText(/^3 rows saved/);
});

it('ends an export that is cancelled, and saves nothing', async () => {
  const { promise: kept, resolve: release } = Promise.withResolvers<void>();
  const { user, dialog, main } = await show();
  const list = exportStore.getState().open?.source;
  if (!list) throw new Error('no source');
  exportStore.setState({
    open: {
      kind: 'file',
      source: {
        ...list,
        async *pages(rows, signal) {
          await kept;
          yield* list.pages(rows, signal);
        },
      },
    },
  });
  await user.click(inDialog(dialog).start());
  await within(dialog).findByText('0 of 3 rows written');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(within(dialog).queryByText('0 of 3 rows written')).toBeNull());
  release();
  expect(saved).toEqual([]);
  expect(main.asked('geopackage.begin')).toEqual([]);
});
