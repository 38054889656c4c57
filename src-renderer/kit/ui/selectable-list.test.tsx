import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { AppError } from '../../../src-main/core/app-error.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import type { PageRange } from './paged-list.ts';
import { ListRows, useSelectableList } from './selectable-list.tsx';

const total = 1_000;
interface Row {
  name: string;
}
const page = ({ offset, limit }: PageRange) => ({
  total,
  rows: Array.from({ length: limit }, (_, i): Row => ({ name: `Task ${offset + i}` })),
});
const never = new Promise<never>(() => undefined);

interface ListProps {
  read?: (range: PageRange) => Promise<{ total: number; rows: Row[] }>;
  load?: (range: PageRange) => Promise<{ total: number; rows: Row[] }>;
  terms?: string;
}

function List({ read = async (range) => page(range), load = read, terms = 'all' }: ListProps) {
  const [selected, setSelected] = useState<string | null>(null);
  const list = useSelectableList<Row, unknown, string>({
    terms,
    page: (range) => ({ queryKey: [terms, range], queryFn: () => read(range) }),
    load,
    keyOf: ({ name }) => name,
    selected,
    hovered: null,
    onSelect: ({ name }) => setSelected(name),
    onHover: () => undefined,
  });
  return (
    <>
      <p>Selected: {selected}</p>
      <ListRows
        label="Tasks"
        rowHeight={52}
        list={list}
        onOpen={() => undefined}
        render={({ name }) => name}
      />
    </>
  );
}

it('selects the row that is clicked', async () => {
  const { user } = await showPage(<List />);
  await user.click(await screen.findByRole('option', { name: 'Task 3' }));
  expect(screen.getByText('Selected: Task 3')).toBeDefined();
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Task 3');
});

it('selects the last row at once by End, before its page is loaded', async () => {
  const read = (range: PageRange) => (range.offset === 0 ? Promise.resolve(page(range)) : never);
  const load = vi.fn(async (range: PageRange) => page(range));
  const { user } = await showPage(<List read={read} load={load} />);
  (await screen.findByRole('listbox')).focus();
  await user.keyboard('{End}');
  expect(await screen.findByText('Selected: Task 999')).toBeDefined();
  expect(load.mock.calls).toEqual([[{ offset: 999, limit: 1 }]]);
});

it('ends at the row of the last key, whichever answer arrives first', async () => {
  const answers: (() => void)[] = [];
  const read = (range: PageRange) => (range.offset === 0 ? Promise.resolve(page(range)) : never);
  const load = (range: PageRange) =>
    new Promise<ReturnType<typeof page>>((resolve) => answers.push(() => resolve(page(range))));
  const { user } = await showPage(<List read={read} load={load} />);
  (await screen.findByRole('listbox')).focus();
  await user.keyboard('{End}{ArrowUp}');
  answers[1]?.();
  expect(await screen.findByText('Selected: Task 998')).toBeDefined();
  answers[0]?.();
  await user.keyboard('{Shift}');
  expect(screen.getByText('Selected: Task 998')).toBeDefined();
});

it('shows a notification if a far row could not be loaded', async () => {
  const read = (range: PageRange) => (range.offset === 0 ? Promise.resolve(page(range)) : never);
  const load = () => Promise.reject(new AppError('DEFECT', { reference: 'REF-7' }));
  const { user } = await showPage(<List read={read} load={load} />);
  (await screen.findByRole('listbox')).focus();
  await user.keyboard('{End}');
  expect((await screen.findByRole('alert')).textContent).toContain('REF-7');
});

it('keeps the previous rows while those for other terms are loading', async () => {
  const { redraw } = await showPage(<List />);
  await screen.findByRole('option', { name: 'Task 0' });
  redraw(<List terms="harbour" read={() => never} />);
  expect(screen.getByRole('option', { name: 'Task 0' })).toBeDefined();
});

it('renders no list while it is empty', async () => {
  await showPage(<List read={async () => ({ total: 0, rows: [] })} />);
  expect(screen.queryByRole('listbox')).toBeNull();
});
