import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RowAlone } from '../../../testing/page/list-parts.tsx';
import { taskOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { TaskListRow } from './task-list-row.tsx';

it('says status, name, what it is about and how many captures it has brought', async () => {
  await showPage(<RowAlone as={TaskListRow} row={taskOf({ captureCount: 1_200 })} />);
  expect(screen.getByRole('img', { name: 'In progress' })).toBeDefined();
  expect(screen.getByText('harbour')).toBeDefined();
  expect(screen.getByText('1 of 1,200 published')).toBeDefined();
  expect(screen.getByText('coast · Multispectral · Mar 1, 2026 – Mar 9, 2026')).toBeDefined();
});

it('says the same in Spanish, with its numbers and dates', async () => {
  await showPage(<RowAlone as={TaskListRow} row={taskOf({ captureCount: 12_000 })} />, { language: 'es' });
  expect(screen.getByRole('img', { name: 'En curso' })).toBeDefined();
  expect(screen.getByText('1 de 12.000 publicadas')).toBeDefined();
  expect(screen.getByText(/1 mar 2026 – 9 mar 2026/)).toBeDefined();
});

it('agrees in Spanish with a single capture', async () => {
  await showPage(<RowAlone as={TaskListRow} row={taskOf({ captureCount: 1 })} />, { language: 'es' });
  expect(screen.getByText('1 de 1 publicada')).toBeDefined();
});

it('gives no number of captures before they were read', async () => {
  const row = taskOf({ captureCount: 0, publishedCount: 0, capturesReadAt: null });
  await showPage(<RowAlone as={TaskListRow} row={row} />);
  expect(screen.getByText('Captures not loaded yet')).toBeDefined();
  expect(screen.queryByText('0 of 0 published')).toBeNull();
});

it('calls a task without a name by its number, as its product while nobody knows its name', async () => {
  const row = taskOf({ name: '', project: '', productName: null, start: null });
  await showPage(<RowAlone as={TaskListRow} row={row} />);
  expect(screen.getByText('Task 4711')).toBeDefined();
  expect(screen.getByText('169 · — – Mar 9, 2026')).toBeDefined();
});

it('says that the service does not have it any more, beside the status that was heard last', async () => {
  await showPage(<RowAlone as={TaskListRow} row={taskOf({ goneAt: '2026-03-05T06:00:00Z' })} />);
  expect(screen.getByText(/ · No longer at the service · /)).toBeDefined();
});

it('shows a status that nobody knows in the words of the service, not as a mark alone', async () => {
  const row = taskOf({ statusKind: 'other', status: 'ON_HOLD' });
  await showPage(<RowAlone as={TaskListRow} row={row} />);
  expect(screen.getByRole('img', { name: 'ON HOLD' })).toBeDefined();
  expect(screen.getByText(/ · ON HOLD · /)).toBeDefined();
});

it('says that the status is not known where the service gives none', async () => {
  await showPage(<RowAlone as={TaskListRow} row={taskOf({ statusKind: 'other', status: '' })} />);
  expect(screen.getByRole('img', { name: 'unknown' })).toBeDefined();
});

it('names what needs attention', async () => {
  await showPage(<RowAlone as={TaskListRow} row={taskOf()} flags={['window-ending', 'stuck']} />);
  expect(screen.getByRole('img', { name: 'No capture yet, Processing is late' })).toBeDefined();
});
