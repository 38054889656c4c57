import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { templatesDomain } from '../../../../src-main/app/templates-domain.ts';
import { libraryDomain } from '../../../../src-main/features/library/library-domain.ts';
import { ordersDomain } from '../../../../src-main/features/orders/orders-domain.ts';
import { outboxDomain } from '../../../../src-main/features/outbox/outbox-domain.ts';
import { placesDomain } from '../../../../src-main/features/places/places-domain.ts';
import { templatesProcedures } from '../../../../src-main/features/plan/templates-procedures.ts';
import { taskingDomain } from '../../../../src-main/features/tasks/tasking-domain.ts';
import type { Scope } from '../../../../src-preload/contract/ids.ts';
import type { PreparedRow } from '../../../../src-preload/contract/prepared.ts';
import { atEnd } from '../../../../testing/page/at-end.ts';
import { openMemoryStore } from '../../../../testing/page/memory-store.ts';
import { settingsOf } from '../../../../testing/page/samples.ts';
import { showPage } from '../../../../testing/page/show-page.tsx';
import { templateContent } from '../../../../testing/prepared-rows.ts';
import { createTemplatesWorld } from '../../../../testing/templates-world.ts';
import { uiStore } from '../../../kit/state/ui-store.ts';
import { usePreparedEdits } from './edit-prepared.ts';
import { PreparedPlan } from './prepared-plan.tsx';
import { PreparedStage } from './prepared-stage.tsx';

/** Shows the rows that are prepared from three places, over the real domain. `beforeCheck` holds back the checks. */
async function show(
  beforeCheck: () => Promise<unknown> = async () => undefined,
  {
    isApprovalRequired = false,
    unapproved = () => [],
  }: { isApprovalRequired?: boolean; unapproved?: (rows: readonly PreparedRow[]) => string[] } = {},
) {
  let changed = () => undefined as unknown;
  const world = createTemplatesWorld({
    opened: openMemoryStore(
      [taskingDomain, ordersDomain, outboxDomain, libraryDomain, placesDomain, templatesDomain].flatMap(
        ({ migrations }) => migrations,
      ),
    ),
    onChange: () => changed(),
  });
  atEnd(() => void world.end());
  const placeIds = await world.addPlaces(3);
  const { templateId } = await world.templates.save(templateContent(), null);
  await world.prepared.make(world.scope, templateId, placeIds);
  uiStore.setState({ workspace: 'plan', planMode: 'prepared' });
  const { queries, templates, prepared, scope, terms } = world;
  const page = await showPage(
    <>
      <PreparedPlan scope={scope} />
      <PreparedStage />
      {world
        .rows()
        .slice(0, 1)
        .map((row) => (
          <Editor key={row.preparedId} scope={scope} row={row} />
        ))}
    </>,
    {
      settings: settingsOf({ requireApproval: isApprovalRequired }),
      answers: (os) => ({
        handover: {
          trails: os.handover.trails.handler(() => []),
          unapproved: os.handover.unapproved.handler(() => ({
            ids: unapproved(world.rows()),
            preparedBy: ['Ana'],
            sent: [],
          })),
        },
        ...templatesProcedures(os, {
          templates,
          prepared,
          terms: () => terms,
          attributes: async () => ['id'],
          queries: {
            page: async (_, range) => queries.page(scope, range),
            async check() {
              await beforeCheck();
              return queries.check(scope, terms);
            },
            ready: async () => queries.ready(scope, terms),
            checkCommands: async (_, __, given) => queries.checkCommands(scope, terms, given),
            checkDrafts: async (_, __, ids) => queries.checkDrafts(scope, terms, ids),
          },
        }),
        tasking: {
          reference: os.tasking.reference.handler(() => ({
            products: [{ pk: 169, name: 'Multispectral' }],
            clients: [],
            projects: ['Survey'],
            fetchedAt: null,
            problems: { products: null, clients: null },
          })),
        },
      }),
    },
  );
  changed = () => page.main.change('prepared');
  const grid = await screen.findByRole('grid', { name: 'Prepared tasks' });
  await waitFor(() => expect(within(grid).getByText('P-1 Plot 1')).toBeTruthy());
  return { ...page, world, grid, tellChanged: changed };
}

/** Returns the issue in the list, which is also shown below the table. */
const isPast = () =>
  waitFor(() => within(screen.getByTestId('prepared-issues')).getByText('The window is in the past.'));

it('shows the rows and their problems, fixes one by a click, and undoes that', async () => {
  const { world, grid } = await show();
  const [row] = world.rows();
  if (!row) throw new Error('no row');
  await world.change(row, { start: '2025-01-01T00:00:00Z', end: '2025-01-15T00:00:00Z' });
  await isPast();
  expect(screen.getByText(/2 can be sent/)).toBeTruthy();
  expect(within(grid).getByText('1 error')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Start the window now' }));
  await screen.findByText(/3 can be sent/);
  expect(world.rows()[0]?.values.end).toBe('2026-03-15T12:00:00Z');
  fireEvent.click(await screen.findByRole('button', { name: 'Undo: correct 1 row' }));
  await isPast();
});

it('offers nothing to send while a row has to be approved, and offers it once that is done', async () => {
  let isApproved = false;
  const { main, grid } = await show(undefined, {
    isApprovalRequired: true,
    unapproved: (rows) => (isApproved ? [] : rows.slice(0, 2).map(({ preparedId }) => preparedId)),
  });
  expect(await screen.findByText('2 rows have to be approved before any is sent.')).toBeTruthy();
  expect(screen.getByText(/0 can be sent/)).toBeTruthy();
  expect(within(grid).getAllByText('Needs approval')).toHaveLength(2);
  const send = screen.getByRole('button', { name: /^Send 3 under/ });
  expect(send.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(send);
  expect(main.asked('prepared.send')).toEqual([]);
  isApproved = true;
  main.change('handover');
  await screen.findByText(/3 can be sent/);
  expect(send.getAttribute('aria-disabled')).toBeNull();
});

it('lets rows of others be sent while the settings require no approval', async () => {
  await show(undefined, { unapproved: (rows) => rows.map(({ preparedId }) => preparedId) });
  await screen.findByText(/3 can be sent/);
  expect(screen.queryByText(/have to be approved/)).toBeNull();
});

it('sends the rows without an error under the contract on the button', async () => {
  const { world } = await show();
  const [, second] = world.rows();
  if (!second) throw new Error('no row');
  await world.change(second, { project: '' });
  const send = await screen.findByRole('button', { name: /^Send 2 under/ });
  expect(screen.getByTestId('spending').textContent).toContain('Orders 2 captures.');
  await waitFor(() => expect(send.getAttribute('aria-disabled')).toBeNull());
  fireEvent.click(send);
  await screen.findByText('1 prepared. 0 can be sent.');
  expect(world.sent).toHaveLength(2);
  expect(world.names()).toEqual(['P-2 Plot 2']);
});

it('keeps a row back of which a cell shows a text that it could not take, and shows that text', async () => {
  const { world, grid } = await show();
  const [first] = world.rows();
  if (!first) throw new Error('no row');
  await world.change(first, { unread: { position: '48, 10.4, 12 m xx' } });
  await screen.findByText(/2 can be sent/);
  const cell = within(grid).getByText('48, 10.4, 12 m xx');
  expect(cell.closest('[role="gridcell"]')?.getAttribute('aria-invalid')).toBe('true');
  expect(within(grid).getByText('1 error')).toBeTruthy();
  const send = screen.getByRole('button', { name: /^Send 2 under/ });
  await waitFor(() => expect(send.getAttribute('aria-busy')).toBe('false'));
  fireEvent.click(send);
  await screen.findByText('1 prepared. 0 can be sent.');
  expect(world.names()).toEqual(['P-1 Plot 1']);
});

it('refuses a copied block that has more rows than the table below the cell, and says so', async () => {
  const { user, world, grid } = await show();
  await user.click(within(grid).getByText('P-3 Plot 3'));
  fireEvent.paste(grid, { clipboardData: { getData: () => 'New 3\nNew 4\nNew 5\n\n' } });
  await screen.findByText(
    /The copied cells have 3 rows\. From this cell on, the table has 1\. Nothing was written\./,
  );
  expect(world.names()).toEqual(['P-1 Plot 1', 'P-2 Plot 2', 'P-3 Plot 3']);
});

it('shows a row as it is after its making was undone and done again, and not as it was edited before', async () => {
  const { world } = await show();
  const { scope } = world;
  fireEvent.click(screen.getByRole('button', { name: 'Change the project' }));
  await screen.findByText('Other');
  for (const what of ['change', 'make']) {
    const step = world.prepared.history(scope).undo;
    expect(step?.kind).toBe(what);
    await world.prepared.undo(scope, step?.stepId ?? 0);
  }
  await waitFor(() => expect(screen.queryByText('P-1 Plot 1')).toBeNull());
  await world.prepared.redo(scope, world.prepared.history(scope).redo?.stepId ?? 0);
  await screen.findByText('P-1 Plot 1');
  expect(world.rows()[0]?.values.project).toBe('Survey');
  expect(screen.queryByText('Other')).toBeNull();
});

/** Changes the project of a row as the table does. */
function Editor({ scope, row }: { scope: Scope; row: PreparedRow }) {
  const edits = usePreparedEdits(scope);
  return (
    <button type="button" onClick={() => void edits.update('change', [{ row, patch: { project: 'Other' } }])}>
      Change the project
    </button>
  );
}

describe('a press while the checks run again', () => {
  /** Shows a button that can be pressed, and the means to hold the next checks back. */
  async function ready() {
    const checks = { answered: Promise.resolve() };
    const shown = await show(() => checks.answered);
    const send = await screen.findByRole('button', { name: /^Send 3 under/ });
    const isBusy = (value: 'true' | 'false') =>
      waitFor(() => expect(send.getAttribute('aria-busy')).toBe(value));
    await isBusy('false');
    const answer = Promise.withResolvers<void>();
    checks.answered = answer.promise;
    return { ...shown, send, isBusy, answer };
  }

  it('says that it waits, and sends when they find what was shown', async () => {
    const { world, send, isBusy, answer, tellChanged } = await ready();
    tellChanged();
    await isBusy('true');
    fireEvent.click(send);
    expect(screen.getByText('Checking the rows, then sending…')).toBeTruthy();
    expect(world.sent).toEqual([]);
    answer.resolve();
    await waitFor(() => expect(world.sent).toHaveLength(3));
  });

  it('counts at once after an edit of the user, which it includes', async () => {
    const { world, send, answer } = await ready();
    const [row] = world.rows();
    if (!row) throw new Error('no row');
    const edit = await screen.findByRole('button', { name: 'Change the project' });
    fireEvent.click(edit);
    fireEvent.click(send);
    expect(screen.getByText('Checking the rows, then sending…')).toBeTruthy();
    answer.resolve();
    await waitFor(() => expect(world.sent).toHaveLength(3));
  });

  it('can be taken back', async () => {
    const { world, send, isBusy, answer, tellChanged } = await ready();
    tellChanged();
    await isBusy('true');
    fireEvent.click(send);
    fireEvent.click(screen.getByRole('button', { name: 'Do not send' }));
    answer.resolve();
    await isBusy('false');
    expect(screen.queryByText('Checking the rows, then sending…')).toBeNull();
    expect(world.sent).toEqual([]);
  });

  it('sends nothing when they find something else, and says so', async () => {
    const { world, send, isBusy, answer } = await ready();
    const [row] = world.rows();
    if (!row) throw new Error('no row');
    await world.change(row, { project: 'Other' });
    await isBusy('true');
    fireEvent.click(send);
    answer.resolve();
    await screen.findByText(/Nothing was sent/);
    expect(world.sent).toEqual([]);
    fireEvent.click(send);
    await waitFor(() => expect(world.sent).toHaveLength(3));
    expect(screen.queryByText(/Nothing was sent/)).toBeNull();
  });
});
