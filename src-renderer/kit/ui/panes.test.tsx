import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { giveArrowsToList } from './panes.ts';

beforeEach(() => document.addEventListener('keydown', giveArrowsToList));
afterEach(() => document.removeEventListener('keydown', giveArrowsToList));

function show(isDialogOpen = false) {
  const pressed: string[] = [];
  render(
    <>
      <nav data-pane="rail">
        <button type="button">Tasks</button>
      </nav>
      <input aria-label="Search" />
      <section data-pane="list">
        <div role="listbox" aria-label="Tasks" tabIndex={0} onKeyDown={({ key }) => pressed.push(key)} />
      </section>
      {isDialogOpen && <div role="dialog" aria-modal="true" />}
    </>,
  );
  return { pressed, user: userEvent.setup() };
}

it('gives the arrows to the list after a press of the rail, and while nothing has the focus', async () => {
  const { pressed, user } = show();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(screen.getByRole('listbox'));
  await user.click(screen.getByRole('button', { name: 'Tasks' }));
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(screen.getByRole('listbox'));
  // With the focus in the list, each press counts once.
  await user.keyboard('{ArrowDown}');
  expect(pressed).toEqual(['ArrowDown', 'ArrowUp', 'ArrowDown']);
});

it('leaves the arrows to fields and to open dialogs', async () => {
  const { pressed, user } = show(true);
  await user.click(screen.getByRole('textbox', { name: 'Search' }));
  await user.keyboard('{ArrowDown}');
  await user.click(screen.getByRole('button', { name: 'Tasks' }));
  await user.keyboard('{ArrowDown}{Shift>}{ArrowDown}{/Shift}');
  expect(pressed).toEqual([]);
});
