import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { FilterBar, StateChips, ValueFilter } from './filter-bar.tsx';

type Sort = 'name' | 'created';
type State = 'received' | 'failed' | 'other';
const states: readonly State[] = ['received', 'failed', 'other'];
const counts = { received: 3, failed: 0 };
const initial = {
  search: '',
  project: null as string | null,
  sort: 'created' as Sort,
  descending: true,
  states: [] as State[],
};

/** Shows the terms that a list would send to main as text. */
function Bar() {
  const [typed, setTyped] = useState(initial);
  const change = (patch: Partial<typeof initial>) => setTyped((before) => ({ ...before, ...patch }));
  return (
    <>
      <FilterBar<Sort>
        search={{ label: 'Search tasks', value: typed.search, onChange: (search) => change({ search }) }}
        filter={
          <ValueFilter
            label="Project"
            all="All projects"
            width={100}
            values={['coast', 'harbours', 'coast']}
            value={typed.project}
            onChange={(project) => change({ project })}
          />
        }
        sort={{
          width: 100,
          value: typed.sort,
          descending: typed.descending,
          options: [
            { value: 'created', label: 'Created' },
            { value: 'name', label: 'Name' },
          ],
          onChange: (sort) => change({ sort }),
          onDirection: (descending) => change({ descending }),
        }}
      >
        <StateChips
          states={states}
          always={['received']}
          counts={counts}
          selected={typed.states}
          onChange={(selected) => change({ states: selected })}
          mark={() => null}
          label={(state) => state}
        />
      </FilterBar>
      <output>{JSON.stringify(typed)}</output>
    </>
  );
}

const asked = () => JSON.parse(screen.getByRole('status').textContent);
const chips = () => within(screen.getByRole('group', { name: 'Status' })).getAllByRole('checkbox');

it('filters by one value of a column, offers each once, and shows all again', async () => {
  const { user } = await showPage(<Bar />);
  await user.click(screen.getByRole('combobox', { name: 'Project' }));
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['coast', 'harbours']);
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(asked().project).toBe('harbours');
  // Mantine makes this button unreachable by keyboard; there, selecting the value again clears it.
  await user.click(screen.getByLabelText('All projects'));
  expect(asked().project).toBeNull();
  const project = screen.getByRole('combobox', { name: 'Project' });
  await user.click(project);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(asked().project).toBe('coast');
  await user.click(project);
  await user.click(screen.getByRole('option', { name: 'coast' }));
  expect(asked().project).toBeNull();
});

it('sorts by another column, always by one, and reverses the order', async () => {
  const { user } = await showPage(<Bar />);
  const sort = screen.getByRole('combobox', { name: 'Sort by' });
  await user.click(sort);
  await user.click(screen.getByRole('option', { name: 'Name' }));
  await user.click(sort);
  await user.click(screen.getByRole('option', { name: 'Name' }));
  expect(asked().sort).toBe('name');
  await user.click(screen.getByRole('button', { name: 'Descending. Click for ascending.' }));
  expect(asked().descending).toBe(false);
});

it('keeps the other terms when one changes', async () => {
  const { user } = await showPage(<Bar />);
  await user.click(chips()[0] ?? document.body);
  await user.click(screen.getByRole('button', { name: 'Descending. Click for ascending.' }));
  expect(asked()).toEqual({ ...initial, states: ['received'], descending: false });
});

function Chips({ selected: first }: { selected: State[] }) {
  const [selected, setSelected] = useState(first);
  return (
    <>
      <StateChips
        states={states}
        always={['received']}
        counts={{ failed: 2 }}
        selected={selected}
        onChange={setSelected}
        mark={() => null}
        label={(state) => state}
      />
      <output>{selected.join(' ')}</output>
    </>
  );
}

it('has a chip for each default state, each state with rows, and each selected state', async () => {
  await showPage(<Chips selected={[]} />);
  expect(chips().map((chip) => chip.getAttribute('value'))).toEqual(['received', 'failed']);
});

it('keeps the chip of a selected state without rows, so that it can be turned off', async () => {
  const { user } = await showPage(<Chips selected={['other']} />);
  await user.click(screen.getByRole('checkbox', { name: 'received 0' }));
  // In the order of the declaration, regardless of the order of clicks.
  expect(screen.getByRole('status').textContent).toBe('received other');
  await user.click(screen.getByRole('checkbox', { name: 'other 0' }));
  expect(screen.getByRole('status').textContent).toBe('received');
});
