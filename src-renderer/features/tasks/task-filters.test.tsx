import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FiltersAlone } from '../../../testing/page/list-parts.tsx';
import { queryShown } from '../../../testing/page/look.ts';
import type { MakeAnswers } from '../../../testing/page/page-main.ts';
import { pageScope } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { filterOf } from '../../kit/lists/subject-filters.tsx';
import { taskFilters } from './task-filters.tsx';

const answers: MakeAnswers = (os) => ({
  tasking: {
    reference: os.tasking.reference.handler(() => ({
      products: [],
      clients: [],
      projects: ['coast', 'harbours'],
      fetchedAt: null,
      problems: { products: null, clients: null },
    })),
  },
});
const statusCounts = { received: 2, 'in-progress': 1_234, other: 0 };

const show = (flagged = 0, counts: Partial<typeof statusCounts> = statusCounts) =>
  showPage(
    <FiltersAlone
      of={taskFilters}
      scope={pageScope}
      queryOf={(terms) => ({
        ...filterOf(taskFilters, terms),
        sort: terms.sort,
        descending: terms.descending,
      })}
      answer={{ statusCounts: counts }}
      flagged={flagged}
    />,
    { answers },
  );

const usual = { sort: 'created', descending: true };

it('asks for all tasks, the latest first, until something is filtered', async () => {
  await show();
  expect(queryShown()).toEqual(usual);
});

it('filters by search, project and statuses together', async () => {
  const { user } = await show();
  await user.type(screen.getByRole('textbox', { name: 'Search tasks' }), 'pier');
  await user.click(screen.getByRole('combobox', { name: 'Project' }));
  await user.click(await screen.findByRole('option', { name: 'harbours' }));
  await user.click(screen.getByRole('checkbox', { name: 'In progress 1,234' }));
  await user.click(screen.getByRole('checkbox', { name: 'Received 2' }));
  expect(queryShown()).toEqual({
    ...usual,
    search: 'pier',
    project: 'harbours',
    statusKinds: ['received', 'in-progress'],
  });
});

it('sorts by any of its columns', async () => {
  const { user } = await show();
  await user.click(screen.getByRole('combobox', { name: 'Sort by' }));
  const sorts = screen.getAllByRole('option').map((option) => option.textContent);
  expect(sorts).toEqual([
    'Created',
    'Name',
    'Start',
    'End',
    'Status',
    'Project',
    'Client',
    'Priority',
    'Captures',
  ]);
  await user.click(screen.getByRole('option', { name: 'End' }));
  expect(queryShown()).toEqual({ ...usual, sort: 'end' });
});

it('has a chip for unknown statuses only where there are some', async () => {
  const { unmount } = await show();
  expect(screen.queryByRole('checkbox', { name: /^Other/ })).toBeNull();
  unmount();
  await show(0, { other: 3 });
  expect(screen.getByRole('checkbox', { name: 'Other 3' })).toBeDefined();
});

it('shows only those that need attention, where some do', async () => {
  const { user, unmount } = await show();
  expect(screen.queryByRole('checkbox', { name: /Needs attention/ })).toBeNull();
  unmount();
  await show(2);
  await user.click(screen.getByRole('checkbox', { name: 'Needs attention 2' }));
  expect(queryShown()).toEqual({ ...usual, needsAttention: true });
});
