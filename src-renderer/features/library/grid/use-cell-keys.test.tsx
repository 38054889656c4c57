import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useCellKeys } from './use-cell-keys.ts';

type Options = Parameters<typeof useCellKeys>[0];

function Cells({ options }: { options: Options }) {
  return <div role="listbox" tabIndex={0} onKeyDown={useCellKeys(options)} />;
}

/** Presses a key in a grid of ten cells in rows of three, of which a page has two; returns what that called. */
function press(key: string, given: Partial<Options> = {}, init: KeyboardEventInit = {}) {
  const calls: string[] = [];
  const choice: Options['choice'] = {
    isChosen: () => false,
    areAny: true,
    choose: (how, index) => calls.push(`${how} ${index}`),
  };
  const options: Options = {
    count: 10,
    layout: { columns: 3, cellsPerPage: () => 6, reveal: (index) => calls.push(`reveal ${index}`) },
    selectedIndex: 4,
    select: (index) => calls.push(`select ${index}`),
    choice,
    onOpen: () => calls.push('open'),
    ...given,
  };
  const { unmount } = render(<Cells options={options} />);
  const passed = fireEvent.keyDown(screen.getByRole('listbox'), { key, ...init });
  unmount();
  return { calls, isHandled: !passed };
}

it.each([
  ['ArrowRight', 5],
  ['ArrowLeft', 3],
  ['ArrowDown', 7],
  ['ArrowUp', 1],
  ['PageDown', 9],
  ['PageUp', 0],
  ['Home', 0],
  ['End', 9],
])('selects by %s, and reveals the cell before its page has arrived', (key, to) => {
  expect(press(key)).toEqual({ calls: [`from ${to}`, `reveal ${to}`, `select ${to}`], isHandled: true });
});

it('starts at the first cell while none is selected, and moves nowhere in an empty grid', () => {
  expect(press('ArrowDown', { selectedIndex: null }).calls).toEqual(['from 0', 'reveal 0', 'select 0']);
  expect(press('ArrowDown', { count: 0 })).toEqual({ calls: [], isHandled: false });
});

it('selects a range with Shift from the cell where the keyboard was', () => {
  const { calls } = press('ArrowRight', {}, { shiftKey: true });
  expect(calls).toEqual(['toggle 4', 'to 5', 'reveal 5', 'select 5']);
});

it('opens by Enter, and selects several by Space, Ctrl+A and Escape', () => {
  expect(press('Enter').calls).toEqual(['open']);
  expect(press(' ').calls).toEqual(['toggle 4']);
  expect(press('a', {}, { ctrlKey: true }).calls).toEqual(['all 0']);
  expect(press('Escape').calls).toEqual(['none 0']);
  const choose = vi.fn();
  expect(press('Escape', { choice: { isChosen: () => false, areAny: false, choose } }).isHandled).toBe(false);
  expect(press('a').isHandled).toBe(false);
});
