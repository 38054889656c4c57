import { cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FiltersAlone, RowAlone } from '../../../testing/page/list-parts.tsx';
import { queryShown } from '../../../testing/page/look.ts';
import { sceneOf, settingsOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { sceneFilterOf, sceneFilters } from './scene-filters.ts';
import { sceneList } from './scene-list.tsx';
import { SceneListRow } from './scene-list-row.tsx';

it('says task, time, place and what of it is on disk', async () => {
  const row = sceneOf({ filesOnDisk: 3, bytesOnDisk: 812_345_678 });
  await showPage(<RowAlone as={SceneListRow} row={row} flags={['file-missing']} />);
  expect(screen.getByText('harbour')).toBeDefined();
  expect(screen.getByText('SN33 · Multispectral')).toBeDefined();
  expect(screen.getByText(/ · 3 files, 812 MB$/)).toBeDefined();
  expect(screen.getByText('Mar 2, 2026, 10:30 UTC').title).toBe('Mar 2, 2026, 06:30 AST');
  expect(screen.getByRole('img', { name: 'File missing' })).toBeDefined();
});

it('counts one file as one, in Spanish too, and writes the place as the settings say', async () => {
  const row = sceneOf({ filesOnDisk: 1, bytesOnDisk: 1_500_000 });
  await showPage(<RowAlone as={SceneListRow} row={row} />, {
    language: 'es',
    settings: settingsOf({ coordinateFormat: 'mgrs' }),
  });
  expect(await screen.findByText(/^33U.* · 1 archivo, 1,5 MB$/)).toBeDefined();
});

it('calls a scene without a task by its identifier, and says that nothing is on disk', async () => {
  const row = sceneOf({ taskName: null, longitude: null, satelliteName: null, timestamp: null });
  await showPage(<RowAlone as={SceneListRow} row={row} />);
  expect(screen.getByText('SN33_20260302')).toBeDefined();
  expect(screen.getByText('not on disk')).toBeDefined();
  expect(screen.getByText('—')).toBeDefined();
});

it.each([
  ['2025-07-12', '2025-07-12', 'Jul 12, 2025'],
  ['2025-07-01', '2025-07-31', 'Jul 2025'],
  ['2019-01-01', '2019-12-31', '2019'],
])('says the day, the month or the year of a scene without a moment: %s to %s', async (start, end, text) => {
  const period = { start: `${start}T00:00:00.000Z`, end: `${end}T23:59:59.999Z` };
  await showPage(<RowAlone as={SceneListRow} row={sceneOf({ timestamp: null, period })} />);
  const shown = screen.getByText(text);
  // It is no moment, not even for a machine that reads the page.
  expect(shown.tagName).toBe('SPAN');
  expect(shown.title).toMatch(/00:00:00 UTC – .*23:59:59 UTC$/);
  expect(screen.queryByText('—')).toBeNull();
});

const filters = (flagged: number) => (
  <FiltersAlone
    of={sceneFilters}
    scope={null}
    queryOf={(terms) => ({ ...sceneFilterOf(terms), sort: terms.sort })}
    flagged={flagged}
  />
);

it('asks for what is on disk, by search and by another column', async () => {
  const { user } = await showPage(filters(0));
  expect(queryShown()).toEqual({ onDiskOnly: true, sort: 'time' });
  await user.type(screen.getByRole('textbox', { name: 'Search scenes' }), 'SN33');
  await user.click(screen.getByRole('combobox', { name: 'Sort by' }));
  await user.click(screen.getByRole('option', { name: 'Saved' }));
  expect(queryShown()).toEqual({ onDiskOnly: true, search: 'SN33', sort: 'saved' });
  expect(screen.getByRole('button', { name: 'Descending. Click for ascending.' })).toBeDefined();
});

it('shows what needs attention also where no file is left on disk', async () => {
  const { user } = await showPage(filters(1));
  await user.click(screen.getByRole('checkbox', { name: 'Needs attention 1' }));
  expect(queryShown()).toEqual({ onDiskOnly: false, needsAttention: true, sort: 'time' });
});

it('says that nothing is on disk as long as nothing is filtered, and that nothing matches then', async () => {
  const { Empty } = sceneList;
  const { initial } = sceneFilters;
  await showPage(<Empty scope={null} terms={initial} />, {
    answers: (os) => ({
      library: {
        folder: os.library.folder.handler(() => ({
          path: '/library',
          files: 0,
          bytes: 0,
          isMore: false,
          missing: 0,
        })),
      },
    }),
  });
  expect(await screen.findByText(/^No scenes on disk yet\./)).toBeDefined();
  for (const terms of [
    { hasSameContent: true },
    { search: 'x' },
    { tags: ['port'] },
    { needsAttention: true },
  ]) {
    cleanup();
    await showPage(<Empty scope={null} terms={{ ...initial, ...terms }} />);
    expect(await screen.findByText(/^No scene matches\./)).toBeDefined();
  }
});
