import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { taskFilters } from '../../features/tasks/task-filters.tsx';
import { changeList, listOf, listStore } from '../state/list-store.ts';
import { readTerms, useListTerms } from './list-terms.ts';

const initial = taskFilters.initial;
const read = (stored: Record<string, unknown>) => readTerms(taskFilters, stored);

describe('stored terms', () => {
  it('are those of the list, with the usual ones for what is missing', () => {
    expect(read({ search: 'quay', statusKinds: ['failed'] })).toEqual({
      ...initial,
      search: 'quay',
      statusKinds: ['failed'],
    });
    expect(read({})).toEqual(initial);
  });

  it('of another version or of nobody are not used', () => {
    const odd = [
      { search: 7 },
      { statusKinds: ['frozen'] },
      { statusKinds: 'failed' },
      { sort: 'colour' },
      { descending: 'yes' },
      { project: 3 },
      { search: 'x'.repeat(300) },
    ];
    for (const stored of odd) expect(read(stored), JSON.stringify(stored)).toEqual(initial);
    expect(read({ later: true, search: 'quay' })).toEqual({ ...initial, search: 'quay' });
  });
});

function Terms({ contract }: { contract: string }) {
  const { typed, terms, change } = useListTerms('tasks', { declared: taskFilters, contract });
  return (
    <>
      <input
        aria-label="Search"
        value={typed.search}
        onChange={(event) => change({ search: event.currentTarget.value })}
      />
      <button type="button" onClick={() => change({ sort: 'name', descending: false })}>
        By name
      </button>
      <output>{JSON.stringify(terms)}</output>
    </>
  );
}

const asked = () => JSON.parse(screen.getByRole('status').textContent);
const tasks = listOf(listStore.getState(), 'tasks');

afterEach(() => {
  vi.useRealTimers();
});

it('asks for what was searched once nothing is typed for a moment, and shows the letters at once', async () => {
  await showPage(<Terms contract="a" />);
  vi.useFakeTimers();
  const field = screen.getByRole('textbox', { name: 'Search' });
  fireEvent.change(field, { target: { value: 'p' } });
  act(() => vi.advanceTimersByTime(100));
  fireEvent.change(field, { target: { value: 'pi' } });
  act(() => vi.advanceTimersByTime(149));
  expect(screen.getByDisplayValue('pi')).toBe(field);
  expect(asked().search).toBe('');
  act(() => vi.advanceTimersByTime(1));
  expect(asked().search).toBe('pi');
});

it('keeps the selected rows when only the order changes, and none when a filter does', async () => {
  const { user } = await showPage(<Terms contract="a" />);
  act(() => changeList('tasks', { chosen: new Set(['1', '2']) }));
  await user.click(screen.getByRole('button', { name: 'By name' }));
  expect(asked()).toMatchObject({ sort: 'name', descending: false });
  expect(listOf(listStore.getState(), 'tasks').chosen.size).toBe(2);
  await user.type(screen.getByRole('textbox', { name: 'Search' }), 'x');
  expect(listOf(listStore.getState(), 'tasks').chosen.size).toBe(0);
});

it('keeps the order under another contract, and no filter', async () => {
  act(() =>
    changeList('tasks', {
      ...tasks,
      terms: { search: 'quay', sort: 'name', descending: false },
      contract: 'a',
    }),
  );
  await showPage(<Terms contract="b" />);
  expect(asked()).toMatchObject({ search: '', sort: 'name', descending: false });
});
