import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { paneSize } from '../../../testing/page/browser-gaps.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { VirtualList, VirtualRows } from './virtual-rows.tsx';

const rowHeight = 52;
const onScreen = paneSize.height / rowHeight;
const total = 10_000;
const told = { open: vi.fn(), hover: vi.fn(), range: vi.fn(), choose: vi.fn() };

interface ListProps {
  first?: number | null;
  /** The number of rows inserted before the selected one since it was selected. */
  before?: number;
  chosen?: readonly number[];
}

function List({ first = null, before = 0, chosen }: ListProps) {
  const [selected, setSelected] = useState<number | null>(first);
  return (
    <VirtualRows
      label="Tasks"
      count={total}
      rowHeight={rowHeight}
      selectedKey={selected}
      selectedIndex={selected === null ? null : selected + before}
      hoveredIndex={null}
      onSelect={setSelected}
      onOpen={told.open}
      onHover={told.hover}
      onRange={told.range}
      {...(chosen
        ? { choice: { areAny: true, isChosen: (index) => chosen.includes(index), choose: told.choose } }
        : {})}
      render={(index) => (
        <>
          <i data-choose>box</i> Task {index}
        </>
      )}
    />
  );
}

async function show(part = <List />) {
  vi.clearAllMocks();
  const page = await showPage(part);
  const list = screen.getByRole('listbox', { name: 'Tasks' });
  return { ...page, list };
}

const selected = () => screen.getByRole('option', { selected: true });
const option = (index: number) => screen.getByRole('option', { name: `box Task ${index}` });
/** React renders the rows of a far jump in a separate task. */
const atRow = (index: number) => screen.findByRole('option', { selected: true, name: `box Task ${index}` });

it('renders only the rows in view, with their positions and the total', async () => {
  await show();
  const options = screen.getAllByRole('option');
  expect(options.length).toBeLessThan(onScreen + 8);
  expect(options[2]?.getAttribute('aria-posinset')).toBe('3');
  expect(options[2]?.getAttribute('aria-setsize')).toBe(String(total));
  expect(told.range).toHaveBeenLastCalledWith(0, options.length - 1);
});

it('is a single tab stop in which arrows select, and announces the selected row', async () => {
  const { user, list } = await show();
  await user.tab();
  expect(document.activeElement).toBe(list);
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(selected()).toBe(option(0));
  await user.keyboard('{ArrowUp}');
  expect(selected()).toBe(option(0));
  expect(list.getAttribute('aria-activedescendant')).toBe(option(0).id);
});

it('moves to both ends and by pages, and requests the pages on the way', async () => {
  const { user, list } = await show();
  list.focus();
  await user.keyboard('{End}');
  await atRow(total - 1);
  expect(told.range.mock.lastCall?.[1]).toBe(total - 1);
  await user.keyboard('{ArrowDown}');
  expect(selected()).toBe(option(total - 1));
  await user.keyboard('{Home}{PageDown}');
  await atRow(Math.floor(onScreen) - 1);
  await user.keyboard('{PageUp}');
  await atRow(0);
});

it('opens the selected row by Enter or a double click; does nothing without a selection', async () => {
  const { user, list } = await show();
  list.focus();
  await user.keyboard('{Enter}');
  expect(told.open).not.toHaveBeenCalled();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(told.open).toHaveBeenCalledOnce();
  await user.dblClick(option(3));
  expect(told.open).toHaveBeenCalledTimes(2);
  expect(selected()).toBe(option(3));
});

it('reports the row under the pointer, and when the pointer leaves', async () => {
  const { user, list } = await show();
  await user.hover(option(2));
  expect(told.hover).toHaveBeenLastCalledWith(2);
  await user.unhover(list);
  expect(told.hover).toHaveBeenLastCalledWith(null);
});

it('scrolls to a row that is selected elsewhere, and stays there when rows are inserted before it', async () => {
  const { list, redraw, user } = await show(<List first={5_000} />);
  await atRow(5_000);
  list.scrollTo({ top: 0 });
  await screen.findByRole('option', { name: 'box Task 0' });
  redraw(<List first={5_000} before={1} />);
  await user.keyboard('{Shift}');
  expect(await screen.findByRole('option', { name: 'box Task 0' })).toBeDefined();
});

it('does not select the text of the page by Ctrl+A if rows cannot be chosen', async () => {
  const { list } = await show();
  list.focus();
  const press = new KeyboardEvent('keydown', { key: 'a', ctrlKey: true, bubbles: true, cancelable: true });
  list.dispatchEvent(press);
  expect(press.defaultPrevented).toBe(true);
  expect(told.choose).not.toHaveBeenCalled();
});

it('chooses by keyboard: one, a range, all and none', async () => {
  const { user, list } = await show(<List first={4} chosen={[]} />);
  expect(list.getAttribute('aria-multiselectable')).toBe('true');
  list.focus();
  await user.keyboard(' ');
  expect(told.choose.mock.calls).toEqual([['toggle', 4]]);
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect(told.choose.mock.calls.slice(1)).toEqual([
    ['toggle', 4],
    ['to', 5],
  ]);
  await user.keyboard('{Control>}a{/Control}{Escape}');
  expect(told.choose.mock.calls.slice(3)).toEqual([
    ['all', 0],
    ['none', 0],
  ]);
});

it('extends the range from a row that is already chosen', async () => {
  const { user, list } = await show(<List first={4} chosen={[4]} />);
  list.focus();
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect(told.choose.mock.calls).toEqual([['to', 5]]);
});

it('chooses by its box without changing the current row', async () => {
  const { user } = await show(<List first={1} chosen={[1]} />);
  const box = option(3).querySelector('[data-choose]');
  if (box) await user.click(box);
  expect(told.choose.mock.calls).toEqual([['toggle', 3]]);
  expect(option(1).dataset.current).toBe('true');
  await user.keyboard('{Control>}');
  await user.click(option(2));
  await user.keyboard('{/Control}{Shift>}');
  await user.click(option(5));
  await user.keyboard('{/Shift}');
  expect(told.choose.mock.calls.slice(1)).toEqual([
    ['toggle', 2],
    ['to', 5],
  ]);
  expect(option(5).dataset.current).toBe('true');
  expect(selected()).toBe(option(1));
});

it('has a list whose rows contain buttons, each a tab stop', async () => {
  const { user } = await showPage(
    <VirtualList
      label="Queue"
      count={total}
      rowHeight={rowHeight}
      keyOf={(index) => index}
      onHover={told.hover}
      render={(index) => <button type="button">Pause {index}</button>}
    />,
  );
  expect(screen.queryByRole('option')).toBeNull();
  expect(screen.getAllByRole('listitem')[1]?.getAttribute('aria-posinset')).toBe('2');
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pause 0' }));
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pause 1' }));
});
