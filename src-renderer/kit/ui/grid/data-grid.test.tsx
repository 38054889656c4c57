import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { showPage } from '../../../../testing/page/show-page.tsx';
import { DataGrid } from './data-grid.tsx';
import { cursorAt } from './grid-cursor.ts';
import type { DataGridProps } from './grid-types.ts';

interface Row {
  name: string;
  note: string;
}

const texts: Row[] = Array.from({ length: 1_000 }, (_, i) => ({ name: `name ${i}`, note: `note ${i}` }));

const usual = {
  label: 'Rows',
  words: { selectRow: 'Select the row', selectAll: 'Select all rows' },
  columns: [
    {
      key: 'name',
      head: 'Name',
      width: 100,
      isFrozen: true,
      isSortable: true,
      isEditable: () => true,
      text: ({ name }: Row) => name,
    },
    {
      key: 'note',
      head: 'Note',
      width: 100,
      isMultiline: true,
      isEditable: () => true,
      text: ({ note }: Row) => note,
    },
    { key: 'fact', head: 'Fact', width: 100, isEditable: () => false, text: () => 'fixed' },
  ],
  count: texts.length,
  rowAt: (index: number) => texts[index],
  hoveredIndex: null,
  sort: null,
  problemOf: () => null,
  inertCell: (text: string) => `'${text}`,
  readInertCell: (text: string) => text.replace(/^'/, ''),
};

interface TableProps {
  told: Omit<DataGridProps<Row>, keyof typeof usual | 'cursor' | 'onCursor' | 'choice'> &
    Pick<DataGridProps<Row>['choice'], 'choose'>;
  given: Partial<DataGridProps<Row>>;
}

function Table({ told: { choose, ...told }, given }: TableProps) {
  const [cursor, setCursor] = useState(cursorAt(0, 1));
  const choice = { isChosen: (index: number) => index === 2, areAll: false, choose };
  return <DataGrid {...usual} {...told} choice={choice} cursor={cursor} onCursor={setCursor} {...given} />;
}

async function show(given: Partial<DataGridProps<Row>> = {}) {
  const told = {
    onRange: vi.fn(),
    onHover: vi.fn(),
    onSort: vi.fn(),
    onOpen: vi.fn(),
    onEdit: vi.fn(),
    onClear: vi.fn(),
    onFill: vi.fn(),
    onPaste: vi.fn(),
    choose: vi.fn(),
    textsOf: vi.fn(() => [['=a', '1']]),
  };
  const page = await showPage(<Table told={told} given={given} />);
  const grid = screen.getByRole('grid', { name: 'Rows' });
  const active = () => document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.textContent;
  grid.focus();
  return { ...page, told, grid, active };
}

it('renders only the cells in view, with the total count', async () => {
  const { grid } = await show();
  expect(grid.getAttribute('aria-rowcount')).toBe('1001');
  expect(grid.getAttribute('aria-colcount')).toBe('4');
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
  const [, second] = screen.getAllByRole('row');
  expect(
    within(second ?? grid)
      .getAllByRole('gridcell')
      .map((cell) => cell.textContent),
  ).toEqual(['', 'name 0', 'note 0', 'fixed']);
  expect(screen.getAllByRole('row', { selected: true })).toHaveLength(1);
});

it('moves by keyboard, and announces the active cell', async () => {
  const { user, active } = await show();
  expect(active()).toBe('name 0');
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}');
  expect(active()).toBe('note 2');
  await user.keyboard('{Control>}{End}{/Control}');
  // The row is drawn as soon as the table has scrolled to it.
  await waitFor(() => expect(active()).toBe('fixed'));
  await user.keyboard('{Control>}{Home}{/Control}{ArrowUp}{ArrowRight}');
  expect(active()).toBe('Name');
});

it('sorts from the head by key and by click, if the column is sortable', async () => {
  const { user, told } = await show();
  await user.keyboard('{ArrowUp}{Enter}{ArrowRight}{Enter}');
  await user.click(screen.getByRole('columnheader', { name: 'Name' }));
  await user.click(screen.getByRole('columnheader', { name: 'Note' }));
  expect(told.onSort.mock.calls).toEqual([['name'], ['name']]);
});

it('edits by F2, Enter and a letter; Escape leaves the text as it was', async () => {
  const { user, told, active } = await show();
  await user.keyboard('{F2}');
  const field = screen.getByRole('textbox', { name: 'Name' });
  expect(field).toHaveProperty('value', 'name 0');
  await user.keyboard('{End} more{Enter}');
  expect(told.onEdit.mock.calls).toEqual([[0, 'name', 'name 0 more']]);
  expect(active()).toBe('name 1');
  await user.keyboard('xyz{Tab}');
  expect(told.onEdit.mock.calls.at(-1)).toEqual([1, 'name', 'xyz']);
  expect(active()).toBe('note 1');
  await user.keyboard('{Enter}lost{Escape}');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(told.onEdit).toHaveBeenCalledTimes(2);
  await user.keyboard('a{Shift>}{Enter}{/Shift}b{Enter}');
  expect(told.onEdit.mock.calls.at(-1)).toEqual([1, 'note', 'a\nb']);
});

it('does not edit read-only cells, and stores the typed text on blur', async () => {
  const { user, told } = await show();
  await user.keyboard('{End}{F2}x');
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.dblClick(screen.getByText('note 3'));
  await user.keyboard('left');
  fireEvent.blur(screen.getByRole('textbox'));
  expect(told.onEdit.mock.calls).toEqual([[3, 'note', 'left']]);
});

it('clears and fills blocks that were selected with Shift', async () => {
  const { user, told } = await show();
  await user.keyboard('{Shift>}{ArrowDown}{ArrowRight}{/Shift}{Delete}{Control>}d{/Control}');
  const block = { top: 0, left: 1, bottom: 1, right: 2 };
  expect(told.onClear).toHaveBeenCalledWith(block);
  expect(told.onFill).toHaveBeenCalledWith(block);
  expect(screen.getAllByRole('gridcell', { selected: true }).map((cell) => cell.textContent)).toEqual(
    expect.arrayContaining(['name 0', 'note 0', 'name 1', 'note 1']),
  );
});

it('selects rows by boxes and keys', async () => {
  const { user, told } = await show();
  const boxes = screen.getAllByRole('gridcell', { name: 'Select the row' });
  await user.click(boxes[1] ?? document.body);
  await user.keyboard('{Control>}a{/Control}{ArrowDown}{Shift>} {/Shift}{Escape}');
  await user.click(screen.getByRole('columnheader', { name: 'Select all rows' }));
  expect(told.choose.mock.calls).toEqual([
    ['toggle', 1],
    ['all', 0],
    ['toggle', 2],
    ['none', 0],
    ['all', 0],
  ]);
});

it('copies texts that no spreadsheet runs as formulas, and pastes blocks', async () => {
  const { grid, told } = await show();
  const data = new Map<string, string>();
  const clipboardData = {
    setData: (type: string, text: string) => data.set(type, text),
    getData: (type: string) => data.get(type) ?? '',
  };
  fireEvent.copy(grid, { clipboardData });
  expect(data.get('text/plain')).toBe("'=a\t1\r\n");
  fireEvent.paste(grid, { clipboardData });
  expect(told.onPaste).toHaveBeenLastCalledWith({ row: 0, column: 1 }, [['=a', '1']]);
  data.clear();
  data.set('text/plain', 'one\r\ntwo');
  fireEvent.paste(grid, { clipboardData });
  expect(told.onPaste).toHaveBeenLastCalledWith({ row: 0, column: 1 }, [['one'], ['two']]);
});

it('marks a cell that rejected its text, and edits that text', async () => {
  const { user } = await show({
    problemOf: (row, column) =>
      row.name === 'name 0' && column === 'name' ? { text: 'bad', reason: 'Why not' } : null,
  });
  const cell = screen.getByText('bad').closest('[role="gridcell"]');
  expect(cell?.getAttribute('aria-invalid')).toBe('true');
  expect(cell?.getAttribute('aria-description')).toBe('Why not');
  await user.keyboard('{F2}');
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'bad');
});
