import { Chip } from '@mantine/core';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { CountChip, DirectionButton, ListHead, SearchField } from './list-filters.tsx';

it('shows the number of matching rows, formatted in the language', async () => {
  const head = (
    <ListHead title="Tasks" count={12_345} actions={<button type="button">New</button>}>
      Filters
    </ListHead>
  );
  await showPage(head);
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Tasks 12,345');
  expect(screen.getByRole('button', { name: 'New' })).toBeDefined();
  expect(screen.getByText('Filters')).toBeDefined();
});

it('formats the same number in Spanish with a point', async () => {
  const page = await showPage(
    <ListHead title="Tareas" count={12_345}>
      {null}
    </ListHead>,
    { language: 'es' },
  );
  expect(page.container.textContent).toContain('12.345');
});

it('has chips that are toggled by keyboard, each with its count', async () => {
  const { user } = await showPage(
    <Chip.Group multiple defaultValue={[]}>
      <CountChip value="failed" count={1_200} mark={<i />} label="Failed" />
    </Chip.Group>,
  );
  const chip = screen.getByRole('checkbox', { name: 'Failed 1,200', checked: false });
  await user.tab();
  expect(document.activeElement).toBe(chip);
  await user.keyboard(' ');
  expect(screen.getByRole('checkbox', { name: 'Failed 1,200', checked: true })).toBeDefined();
  await user.click(chip);
  expect(screen.getByRole('checkbox', { checked: false })).toBeDefined();
});

function Search() {
  const [value, setValue] = useState('');
  return <SearchField label="Search tasks" value={value} onChange={setValue} />;
}

it('searches for the typed text, up to the maximum length of main', async () => {
  const { user } = await showPage(<Search />);
  const field = screen.getByRole('textbox', { name: 'Search tasks' });
  await user.type(field, 'pier');
  expect(screen.getByDisplayValue('pier')).toBeDefined();
  await user.clear(field);
  await user.click(field);
  await user.paste('x'.repeat(201));
  expect(screen.getByDisplayValue('x'.repeat(200))).toBeDefined();
});

function Direction() {
  const [descending, setDescending] = useState(true);
  return <DirectionButton descending={descending} onChange={setDescending} />;
}

it('reverses the order, and describes the order and the effect of a click', async () => {
  const { user } = await showPage(<Direction />);
  await user.click(screen.getByRole('button', { name: 'Descending. Click for ascending.' }));
  await user.click(screen.getByRole('button', { name: 'Ascending. Click for descending.' }));
  expect(screen.getByRole('button', { name: 'Descending. Click for ascending.' })).toBeDefined();
});
