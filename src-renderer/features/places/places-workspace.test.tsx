import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { placesDomain } from '../../../src-main/features/places/places-domain.ts';
import { placesProcedures } from '../../../src-main/features/places/places-procedures.ts';
import { atEnd } from '../../../testing/page/at-end.ts';
import { openMemoryStore } from '../../../testing/page/memory-store.ts';
import { settingsOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { createPlacesWorld, placeAt, squareAt } from '../../../testing/places-world.ts';
import { addPlaceAt, mapStore } from '../../kit/state/map-store.ts';
import { selectedOf } from '../../kit/state/selection.ts';
import { uiStore } from '../../kit/state/ui-store.ts';
import { choosePlaces, placeStore } from './place-store.ts';
import { PlacesAddedOnMap } from './places-added-on-map.tsx';
import { PlacesStage } from './places-stage.tsx';
import { PlacesWorkspace } from './places-workspace.tsx';

/** The window of the tests is as wide as a list pane, so these columns are out of view. */
const hidden = ['kind', 'tags', 'notes'];

/** The button of a tool above the table; a list without places has another one of the same name below. */
function tool(name: string): HTMLElement {
  const [button] = screen
    .getAllByRole('button', { name })
    .filter((each) => each.hasAttribute('aria-pressed'));
  if (button === undefined) throw new Error(`no tool is called ${name}`);
  return button;
}

/** Shows the workspace over the real domain, with a list of some places. */
async function show(
  names: string[] = ['well', 'pier', 'dune'],
  isWide = true,
  untilCounted: () => Promise<void> = async () => undefined,
  beside: ReactNode = null,
) {
  let changed = () => undefined as unknown;
  const world = createPlacesWorld(openMemoryStore(placesDomain.migrations), () => changed());
  atEnd(() => void world.end());
  const listId = await world.places.createList({ name: 'Survey', colour: 'teal' });
  if (names.length > 0) await world.add(listId, ...names.map((name, i) => placeAt(i, i, { name })));
  uiStore.setState({ workspace: 'places' });
  const { queries, places } = world;
  const page = await showPage(
    <>
      <div data-pane="list">
        <PlacesWorkspace />
      </div>
      <section data-pane="map">
        <PlacesStage />
      </section>
      {beside}
    </>,
    {
      settings: settingsOf({
        workspace: { places: { isWide, listIds: [], sort: null, hidden, shown: [] } },
      }),
      answers: (os) => ({
        places: placesProcedures(os, {
          places,
          queries: {
            lists: async () => queries.lists(),
            page: async (...args) => queries.page(...args),
            position: async (...args) => queries.position(...args),
            ids: async (...args) => queries.ids(...args),
            facets: async (...args) => queries.facets(...args),
            onMap: async (...args) => queries.onMap(...args),
            byIds: async (...args) => queries.byIds(...args),
            exportPage: async (...args) => queries.exportPage(...args),
            async matches(...args) {
              await untilCounted();
              return queries.matches(...args);
            },
            duplicates: async (...args) => queries.duplicates(...args),
            repeated: async (...args) => queries.repeated(...args),
          },
        }),
        settings: { set: os.settings.set.handler(() => settingsOf()) },
      }),
    },
  );
  changed = () => page.main.change('places');
  const grid = await screen.findByRole('grid', { name: 'Places' });
  const table = () =>
    world.rows().map(({ name, longitude, tags, attributes }) => ({ name, longitude, tags, attributes }));
  /** From now on the page is not told of changes. */
  const hush = () => {
    changed = () => undefined;
  };
  return { ...page, world, listId, grid, table, hush };
}

const cell = async (text: string) => {
  const found = (await screen.findByText(text)).closest<HTMLElement>('[role="gridcell"]');
  if (!found) throw new Error(`no cell ${text}`);
  return found;
};

const paste = (target: HTMLElement, text: string) =>
  fireEvent.paste(target, {
    clipboardData: {
      getData: (type: string) => (type === 'text/plain' ? text : ''),
      setData: () => undefined,
    },
  });

/** Replaces the thread that reads files; returns what was sent to it. */
function stubReader(): unknown[] {
  const sources: unknown[] = [];
  vi.stubGlobal(
    'Worker',
    class {
      postMessage = (request: unknown) => void sources.push(request);
      addEventListener = () => undefined;
      terminate = () => undefined;
    },
  );
  atEnd(() => vi.unstubAllGlobals());
  return sources;
}

it('renames in the table, undoes and redoes it, and names the step', async () => {
  const { user, grid, world } = await show();
  await cell('well');
  grid.focus();
  await user.keyboard('North{Enter}');
  await waitFor(() => expect(world.names()).toEqual(['North', 'pier', 'dune']));
  await screen.findByRole('button', { name: 'Undo: change 1 place: “North”' });
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(world.names()).toEqual(['well', 'pier', 'dune']));
  await user.click(await screen.findByRole('button', { name: 'Redo: change 1 place: “North”' }));
  await waitFor(() => expect(world.names()).toEqual(['North', 'pier', 'dune']));
});

it('undoes step by step however fast the keys are pressed', async () => {
  const { user, world, listId } = await show();
  await cell('well');
  await world.add(listId, placeAt(7, 7, { name: 'last' }));
  await world.add(listId, placeAt(8, 8, { name: 'very last' }));
  await user.keyboard('{Control>}zzz{/Control}');
  await waitFor(() => expect(world.names()).toEqual([]));
  await user.keyboard('{Control>}yy{/Control}');
  await waitFor(() => expect(world.names()).toEqual(['well', 'pier', 'dune', 'last']));
});

it('edits a row again after an edit that changed nothing', async () => {
  const { user, grid, world } = await show(['well']);
  const row = world.rows()[0];
  const name = await cell('well');
  grid.focus();
  await user.keyboard('{F2}{End} {Enter}');
  await waitFor(() => expect(name.textContent).toBe('well'));
  await waitFor(() => expect(placeStore.getState().pending.size).toBe(0));
  expect(world.rows()[0]?.version).toBe(row?.version);
  grid.focus();
  await user.keyboard('North{Enter}');
  await waitFor(() => expect(world.names()).toEqual(['North']));
});

it('shows the undo of a reshaped area, and stores no edit for it', async () => {
  const { user, world, listId } = await show([]);
  const square = squareAt(0, 0, 1, { name: 'block' });
  const clockwise =
    square.geometry?.kind === 'area' ? square.geometry.rings.map((ring) => ring.toReversed()) : [];
  // Like an area from an imported file, whose ring would be reversed when it is drawn.
  const [placeId] = await world.add(listId, { ...square, geometry: { kind: 'area', rings: clockwise } });
  if (placeId === undefined) throw new Error('no place');
  await cell('block');
  const geometry = () => world.queries.byIds([placeId])[0]?.geometry;
  const before = geometry();
  const ring = [...(before?.kind === 'area' ? (before.rings[0] ?? []) : [])];
  placeStore.setState({ reshaped: placeId });
  await waitFor(() => expect(mapStore.getState().areas).toEqual([[ring]]));
  mapStore.setState({ areas: [[[[-1, 2], ...ring.slice(1)]]] });
  await waitFor(() => expect(geometry()).not.toEqual(before));
  const reshaped = geometry();
  await screen.findByRole('button', { name: /^Undo: edit 1 outline/ });
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(mapStore.getState().areas).toEqual([[ring]]));
  await screen.findByRole('button', { name: /^Redo: edit 1 outline/ });
  expect(geometry()).toEqual(before);
  await user.keyboard('{Control>}y{/Control}');
  await waitFor(() => expect(geometry()).toEqual(reshaped));
});

it('pastes rows, adds those beyond the last one, and marks cells that cannot be read', async () => {
  const { user, grid, table } = await show();
  await cell('dune');
  grid.focus();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  // The pasted headings do not become a place.
  paste(grid, 'name\tPosition\nDune\t5 N, 6 E\nNew\tnowhere\nOther\t1 S, 2 W\n');
  await waitFor(() => expect(table()).toHaveLength(5));
  expect(table().slice(2)).toMatchObject([
    { name: 'Dune', longitude: 6 },
    { name: 'New', longitude: null },
    { name: 'Other', longitude: -2 },
  ]);
  const bad = await cell('nowhere');
  expect(bad.getAttribute('aria-invalid')).toBe('true');
  await screen.findByText(/^1 cell could not be read/);
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(table()).toHaveLength(3));
});

it('undoes a rejected text together with the step that it belonged to', async () => {
  const { user, grid, world, listId } = await show([]);
  await world.add(listId, squareAt(10, 10, 1, { name: 'Field' }));
  await cell('Field');
  grid.focus();
  paste(grid, 'Meadow\tnowhere\n');
  await cell('Meadow');
  expect((await cell('nowhere')).getAttribute('aria-invalid')).toBe('true');
  await user.keyboard('{Control>}z{/Control}');
  await cell('Field');
  await waitFor(() => expect(screen.queryByText('nowhere')).toBeNull());
  await user.keyboard('{Control>}y{/Control}');
  await cell('nowhere');
});

it('writes nothing if the text is wider than the table, and passes it to the import unchanged', async () => {
  const { user, grid, table } = await show(['well'], false);
  await cell('well');
  grid.focus();
  paste(grid, 'name\tlat\tlon\tcrop\nDup\t48.1\t1.6\twheat\n');
  const question = await screen.findByRole('dialog', { name: 'More columns than the table shows' });
  expect(question.textContent).toContain(
    'The copied cells have 4 columns. From this cell on, the table shows 2 columns.',
  );
  expect(table()).toMatchObject([{ name: 'well' }]);
  const sources = stubReader();
  await user.click(within(question).getByRole('button', { name: 'Import them…' }));
  await screen.findByRole('dialog', { name: 'Import places' });
  const read = z.array(
    z.object({ source: z.object({ files: z.array(z.object({ blob: z.instanceof(Blob) })) }) }),
  );
  await waitFor(() => expect(sources).toHaveLength(1));
  const [blob] = read.parse(sources).flatMap(({ source }) => source.files.map((file) => file.blob));
  expect(await blob?.text()).toBe('name\tlat\tlon\tcrop\r\nDup\t48.1\t1.6\twheat\r\n');
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  // Trailing empty cells contain nothing to lose.
  paste(grid, 'Pier\t2 N, 3 E\t\t\n');
  await waitFor(() => expect(table()[0]).toMatchObject({ name: 'Pier', longitude: 3 }));
});

it('offers the import for more rows than are pasted at once, and writes nothing', async () => {
  const { user, grid, table } = await show(['well']);
  await cell('well');
  grid.focus();
  paste(grid, Array.from({ length: 5_000 }, (_, i) => `P${i}\t${i % 80} N, 3 E`).join('\n'));
  const question = await screen.findByRole('dialog', { name: 'More rows than are pasted at once' });
  expect(question.textContent).toContain(
    'The copied cells have 5,000 rows; at most 2,000 are pasted at once.',
  );
  expect(table()).toMatchObject([{ name: 'well' }]);
  const sources = stubReader();
  await user.click(within(question).getByRole('button', { name: 'Import them…' }));
  await screen.findByRole('dialog', { name: 'Import places' });
  await waitFor(() => expect(sources).toHaveLength(1));
});

it('filters by an attribute, and shows, takes and stores days of a column of days', async () => {
  const { user, main, world, listId, table } = await show([]);
  await world.add(
    listId,
    placeAt(1, 1, { name: 'well', attributes: { seen: '2026-03-05' } }),
    placeAt(2, 2, { name: 'pier', attributes: { seen: '2026-01-15' } }),
  );
  main.change('place-facets');
  const day = await cell('Mar 5, 2026');
  await user.dblClick(day);
  await user.keyboard('{Control>}a{/Control}7 April 2026{Enter}');
  await waitFor(() => expect(table()[0]?.attributes).toEqual({ seen: '2026-04-07' }));
  expect(await cell('Apr 7, 2026')).toBeDefined();
  await user.click(screen.getByRole('combobox', { name: 'Attribute' }));
  await user.click(await screen.findByRole('option', { name: 'seen' }));
  await user.click(screen.getByRole('combobox', { name: 'Comparison of the attribute' }));
  await user.click(await screen.findByRole('option', { name: 'is at least' }));
  await user.type(screen.getByRole('textbox', { name: 'Value to compare with' }), '2026-04');
  await waitFor(() => expect(screen.queryByText('pier')).toBeNull());
  expect(await cell('well')).toBeDefined();
});

it('fills down, clears, and adds a column', async () => {
  const { user, grid, table } = await show();
  await user.click(await screen.findByRole('button', { name: 'Columns of the table' }));
  await user.type(await screen.findByRole('textbox', { name: 'New column' }), 'depth{Enter}');
  await screen.findByRole('columnheader', { name: 'depth' });
  await user.keyboard('{Escape}');
  grid.focus();
  const [first] = screen.getAllByRole('gridcell').filter((each) => each.dataset.column === 'attribute depth');
  fireEvent.pointerDown(first ?? grid, { button: 0 });
  grid.focus();
  await user.keyboard('12{Enter}');
  await waitFor(() => expect(table()[0]).toMatchObject({ attributes: { depth: 12 } }));
  await user.keyboard('{ArrowUp}{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}');
  await waitFor(() => expect(table().map(({ attributes }) => attributes.depth)).toEqual([12, 12, 12]));
  await user.keyboard('{Delete}');
  await waitFor(() =>
    expect(table().map(({ attributes }) => attributes.depth)).toEqual([undefined, undefined, undefined]),
  );
});

it('fills more rows down than one edit may have', async () => {
  const { user, grid, world, listId } = await show([]);
  const names = Array.from({ length: 2_100 }, (_, i) => placeAt(1, 1, { name: `p${i}` }));
  await world.add(listId, ...names.slice(0, 1_000));
  await world.add(listId, ...names.slice(1_000));
  await waitFor(() => expect(grid.getAttribute('aria-rowcount')).toBe('2101'));
  grid.focus();
  await user.keyboard('{Control>}{Shift>}{ArrowDown}{/Shift}d{/Control}');
  await waitFor(() => expect(new Set(world.names())).toEqual(new Set(['p0'])), { timeout: 20_000 });
  await waitFor(() => expect(world.places.history().undo).toMatchObject({ kind: 'fill', count: 2_099 }));
  await screen.findByRole('button', { name: /^Undo: fill down 2,099 places/ });
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(world.names().at(-1)).toBe('p499'));
});

it('leaves cells that cannot be edited as they are, and tells their number', async () => {
  const { grid } = await show(['well']);
  await cell('well');
  placeStore.setState({ hidden: ['tags', 'notes'] });
  await waitFor(() => expect(grid.getAttribute('aria-colcount')).toBe('4'));
  grid.focus();
  paste(grid, 'North\t5 N, 6 E\tArea\n');
  await cell('North');
  await screen.findByText('1 cell cannot be edited. It was left as it is.');
  expect(grid.textContent).not.toContain('Area');
});

it('pastes into a list without rows wherever the cursor is, and opens the import beside the table', async () => {
  const { user, grid, table } = await show([]);
  await screen.findByText('No places yet');
  grid.focus();
  await user.keyboard('{ArrowUp}{Home}');
  paste(grid, 'Pier\t2 N, 3 E\n');
  await waitFor(() => expect(table()).toMatchObject([{ name: 'Pier', longitude: 3 }]));
  await cell('Pier');
  await user.keyboard('{Control>}{ArrowUp}{/Control}{ArrowUp}');
  paste(grid, 'Other\t2 N, 3 E\n');
  await screen.findByText(/^Nothing was pasted/);
  stubReader();
  paste(document.body, 'Dune\t2 N, 3 E\n');
  await screen.findByRole('dialog', { name: 'Import places' });
  expect(table()).toHaveLength(1);
});

it('adds an empty row that is typed and pasted into, whatever was filtered', async () => {
  const { user, grid, table } = await show();
  await cell('well');
  placeStore.setState({ search: 'pier' });
  await waitFor(() => expect(screen.queryByText('well')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Add an empty row' }));
  const told = 'The search and the filters were cleared, because they would hide the new row.';
  expect(await screen.findByText(told)).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(grid));
  await cell('well');
  await waitFor(() => expect(grid.getAttribute('aria-rowcount')).toBe('5'));
  await user.keyboard('Mast{Tab}5 N, 6 E{Enter}');
  await waitFor(() => expect(table()[3]).toMatchObject({ name: 'Mast', longitude: 6 }));
  await user.click(screen.getByRole('button', { name: 'Add an empty row' }));
  await waitFor(() => expect(grid.getAttribute('aria-rowcount')).toBe('6'));
  await waitFor(() => expect(placeStore.getState().newRow).toBeNull());
  paste(grid, 'One\t1 N, 1 E\nTwo\t2 N, 2 E\n');
  await waitFor(() =>
    expect(table().map(({ name }) => name)).toEqual(['well', 'pier', 'dune', 'Mast', 'One', 'Two']),
  );
});

it('asks whether to remove the selected rows on Delete, and changes no cell', async () => {
  const { user, grid, world } = await show();
  await cell('well');
  grid.focus();
  await user.keyboard('{Shift>} {/Shift}{ArrowDown}{Shift>} {/Shift}{ArrowDown}{Delete}');
  const dialog = await screen.findByRole('dialog', { name: 'Remove 2 places?' });
  expect(world.names()).toEqual(['well', 'pier', 'dune']);
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(world.names()).toEqual(['dune']));
});

it('finds and replaces, and shows the number of matches', async () => {
  const { user, grid, world } = await show(['St. Anna', 'St. Paul', 'other']);
  await cell('other');
  grid.focus();
  await user.keyboard('{Control>}h{/Control}');
  const dialog = await screen.findByRole('dialog', { name: 'Find and replace' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Find' }), 'st.');
  await user.type(within(dialog).getByRole('textbox', { name: 'Replace with' }), 'Saint');
  await within(dialog).findByText('2 cells found, in 2 places.');
  await user.click(within(dialog).getByRole('button', { name: 'Replace all' }));
  await waitFor(() => expect(world.names()).toEqual(['Saint Anna', 'Saint Paul', 'other']));
  await screen.findByText('The text was replaced in 2 places.');
});

it('replaces as soon as the matches are counted, if it was asked to before', async () => {
  const counted = Promise.withResolvers<void>();
  const { user, grid, world } = await show(['St. Anna', 'other'], true, () => counted.promise);
  await cell('other');
  grid.focus();
  await user.keyboard('{Control>}h{/Control}');
  const dialog = await screen.findByRole('dialog', { name: 'Find and replace' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Find' }), 'st.');
  await user.type(within(dialog).getByRole('textbox', { name: 'Replace with' }), 'Saint{Enter}');
  await within(dialog).findByText('Counting, then replacing…');
  expect(world.names()).toEqual(['St. Anna', 'other']);
  counted.resolve();
  await waitFor(() => expect(world.names()).toEqual(['Saint Anna', 'other']));
});

it('replaces nothing, and says so, if the search was changed after the press', async () => {
  const counted = Promise.withResolvers<void>();
  const { user, grid, world } = await show(['St. Anna'], true, () => counted.promise);
  await cell('St. Anna');
  grid.focus();
  await user.keyboard('{Control>}h{/Control}');
  const dialog = await screen.findByRole('dialog', { name: 'Find and replace' });
  const find = within(dialog).getByRole('textbox', { name: 'Find' });
  await user.type(find, 'st.{Enter}');
  await within(dialog).findByText('Counting, then replacing…');
  await user.type(find, ' a');
  counted.resolve();
  await within(dialog).findByText(/^The search was changed after the press/);
  expect(world.names()).toEqual(['St. Anna']);
});

it('redoes a step that the buttons do not know yet, and says when there is nothing to redo', async () => {
  const { user, world, hush } = await show(['well']);
  await cell('well');
  const redo = await screen.findByRole('button', { name: 'Nothing to redo' });
  await user.click(redo);
  await screen.findByText('Nothing to redo');
  hush();
  const { undo } = world.places.history();
  if (undo === null) throw new Error('no step');
  await world.places.swap(undo.stepId, 'undo');
  expect(world.names()).toEqual([]);
  await user.click(redo);
  await waitFor(() => expect(world.names()).toEqual(['well']));
});

it('merges duplicates into the place to keep', async () => {
  const { user, world, listId } = await show(['well']);
  await world.add(listId, placeAt(0, 0, { name: 'Well', notes: 'dry' }));
  await user.click(screen.getByRole('button', { name: 'Merge duplicates…' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('1 group of duplicates');
  await user.click(within(dialog).getByRole('radio', { name: /^Well/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Merge' }));
  await waitFor(() => expect(world.rows()).toMatchObject([{ name: 'Well', notes: 'dry' }]));
  await within(dialog).findByText('No duplicates found.');
});

it('removes selected rows after a confirmation, and a single row at once', async () => {
  const { user, grid, world } = await show();
  await cell('well');
  grid.focus();
  await user.keyboard('{Shift>} {/Shift}{ArrowDown}{Shift>} {/Shift}');
  const group = await screen.findByRole('group', { name: 'Selected places' });
  expect(group.textContent).toContain('2 places selected');
  await user.click(within(group).getByRole('button', { name: 'Remove' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove 2 places?' });
  expect(dialog.textContent).toContain('In: Survey.');
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(world.names()).toEqual(['dune']));
});

it('deselects rows when other lists are shown', async () => {
  const { user, grid, world } = await show();
  await world.places.createList({ name: 'Second' });
  await cell('well');
  grid.focus();
  await user.keyboard('{Shift>} {/Shift}');
  await screen.findByRole('group', { name: 'Selected places' });
  await user.click(await screen.findByRole('button', { name: /^Second/ }));
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Selected places' })).toBeNull());
  expect(placeStore.getState().chosen.size).toBe(0);
  expect(world.names()).toHaveLength(3);
});

it('deselects rows when a search or a filter lists other places', async () => {
  const { user, grid } = await show();
  await cell('well');
  const tick = async () => {
    grid.focus();
    await user.keyboard('{Shift>} {/Shift}');
    await waitFor(() => expect(placeStore.getState().chosen.size).toBe(1));
  };
  await tick();
  await user.type(screen.getByRole('textbox', { name: 'Search places' }), 'p');
  expect(placeStore.getState().chosen.size).toBe(0);
  await user.clear(screen.getByRole('textbox', { name: 'Search places' }));
  await cell('well');
  for (const other of [{ kind: 'area' }, { tag: 'wet' }, { isInView: true }] as const) {
    await tick();
    placeStore.setState(other);
    expect(placeStore.getState().chosen.size).toBe(0);
    placeStore.setState({ kind: null, tag: null, isInView: false });
    await cell('well');
  }
});

it('puts the cursor without its block on the first row of another list, search or order', async () => {
  const { user, grid, world, listId } = await show();
  const second = await world.places.createList({ name: 'Second' });
  await world.add(second, placeAt(7, 7, { name: 'one' }), placeAt(8, 8, { name: 'two' }));
  await cell('two');
  const active = () => document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.textContent;
  const block = async () => {
    grid.focus();
    await user.keyboard('{ArrowDown}{Shift>}{ArrowDown}{/Shift}');
    expect(active()).not.toBe('well');
    expect(grid.querySelectorAll('[role="gridcell"][aria-selected="true"]').length).toBeGreaterThan(0);
  };
  const isReset = (text: string) =>
    waitFor(() => {
      expect(active()).toBe(text);
      expect(grid.querySelectorAll('[role="gridcell"][aria-selected="true"]')).toHaveLength(0);
    });
  await block();
  placeStore.setState({ listIds: [second] });
  await isReset('one');
  placeStore.setState({ listIds: [listId] });
  await isReset('well');
  await block();
  placeStore.setState({ search: 'e' });
  await isReset('well');
  await block();
  placeStore.setState({ sort: { key: 'name', descending: false } });
  await isReset('dune');
});

it('deselects the places that leave the view while only places in it are listed', async () => {
  const { world } = await show();
  mapStore.setState({ viewBox: [-1, -1, 3, 3] });
  placeStore.setState({ isInView: true });
  await cell('dune');
  choosePlaces(world.rows().map(({ placeId }) => placeId));
  mapStore.setState({ viewBox: [-1, -1, 1.5, 1.5] });
  await waitFor(() => expect(screen.queryByText('dune')).toBeNull());
  await waitFor(() => expect(placeStore.getState().chosen.size).toBe(2));
});

it('adds points and areas that are drawn on the map to the list, and moves a dragged one', async () => {
  const { user, world } = await show([]);
  await user.click(tool('Draw points (D)'));
  expect(mapStore.getState().picking).toBe(true);
  mapStore.setState({ pickedPoint: [16.5, 48.25], picking: false });
  await waitFor(() => expect(world.names()).toEqual(['Point 1']));
  expect(mapStore.getState()).toMatchObject({ picking: true, pickedPoint: null });
  await waitFor(() => expect(screen.queryByText('No places yet')).toBeNull());
  await user.click(tool('Draw an area (O)'));
  expect(mapStore.getState()).toMatchObject({ picking: false, areaTool: 'polygon' });
  const triangle = [
    [0, 0],
    [1, 0],
    [1, 1],
  ] satisfies [number, number][];
  mapStore.setState({ areas: [[triangle]] });
  await waitFor(() => expect(world.rows()[1]).toMatchObject({ name: 'Area 2', kind: 'area', vertices: 3 }));
  await waitFor(() => expect(selectedOf('place')).toBe(world.rows()[1]?.placeId));
  expect(mapStore.getState()).toMatchObject({ areaTool: null, areas: null });
  expect(placeStore.getState().tool).toBeNull();
});

it('adds a place that was picked on the map to the selected list, and says to which', async () => {
  const { world } = await show([], true, undefined, <PlacesAddedOnMap />);
  addPlaceAt([11.7, 48.4], 'Freising');
  await screen.findByText('“Freising” was added to the list “Survey”.');
  expect(world.rows()).toMatchObject([{ name: 'Freising', longitude: 11.7, latitude: 48.4 }]);
  addPlaceAt([11.8, 48.4], null);
  await screen.findByText('“Point 2” was added to the list “Survey”.');
  expect(mapStore.getState().placeToAdd).toBeNull();
});

it('says that a crossing outline is not stored until its vertices are dragged, and when it is discarded', async () => {
  const { user, world } = await show([]);
  const crossing: [number, number][] = [
    [0, 0],
    [1, 1],
    [1, 0],
    [0, 1],
  ];
  await user.click(tool('Draw an area (O)'));
  mapStore.setState({ areas: [[crossing]] });
  const note = await screen.findByRole('alert', { name: 'This outline is not stored' });
  expect(note.textContent).toContain('crosses itself');
  mapStore.setState({ areas: [[crossing.slice(0, 3)]] });
  await waitFor(() => expect(world.rows()).toMatchObject([{ kind: 'area', vertices: 3 }]));
  await waitFor(() => expect(screen.queryByText('This outline is not stored')).toBeNull());
  await user.click(tool('Draw an area (O)'));
  mapStore.setState({ areas: [[crossing]] });
  await screen.findByText('This outline is not stored');
  await user.click(tool('Draw points (D)'));
  await screen.findByText('The outline was not stored');
  expect(world.names()).toHaveLength(1);
});

it('opens the details of a drawn point when the tool ends, because they would move the map under the next click', async () => {
  const { user, world } = await show([]);
  await user.click(tool('Draw points (D)'));
  mapStore.setState({ pickedPoint: [12.5, 47.5], picking: false });
  await waitFor(() => expect(world.rows()).toHaveLength(1));
  mapStore.setState({ pickedPoint: [12.6, 47.5], picking: false });
  await waitFor(() => expect(world.rows()).toHaveLength(2));
  expect(selectedOf('place')).toBeNull();
  await user.click(tool('Draw points (D)'));
  await waitFor(() => expect(selectedOf('place')).toBe(world.rows()[1]?.placeId));
});

it('shows how to add places while there are none, and filters the lists', async () => {
  const { user, world, listId } = await show([]);
  await screen.findByText('No places yet');
  await world.add(listId, placeAt(1, 1, { name: 'well' }), placeAt(2, 2, { name: 'pier' }));
  await cell('well');
  await user.type(screen.getByRole('textbox', { name: 'Search places' }), 'pie');
  await waitFor(() => expect(screen.queryByText('well')).toBeNull());
  await user.type(screen.getByRole('textbox', { name: 'Search places' }), 'x');
  await screen.findByText('No place matches these filters.');
});

it('creates, renames, recolours and removes lists', async () => {
  const { user, world } = await show();
  const lists = () => world.queries.lists().map(({ name, colour, count }) => [name, colour, count]);
  await user.click(screen.getByRole('button', { name: 'New list…' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Second{Enter}');
  await waitFor(() => expect(lists()[1]?.[0]).toBe('Second'));
  await user.click(await screen.findByRole('button', { name: 'Menu of the list Survey' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Blue' }));
  await waitFor(() => expect(lists()[0]).toEqual(['Survey', 'blue', 3]));
  await user.click(await screen.findByRole('button', { name: 'Menu of the list Survey' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove the list and its 3 places' }));
  await waitFor(() => expect(lists().map(([name]) => name)).toEqual(['Second']));
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(lists().map(([name]) => name)).toEqual(['Survey', 'Second']));
});
