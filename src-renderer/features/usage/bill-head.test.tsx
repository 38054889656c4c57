import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { PeriodPicker } from './bill-head.tsx';
import { billStore } from './bills-store.ts';

beforeEach(() => billStore.setState({ kind: 'custom', firstDay: '2026-11-01', lastDay: '2026-11-30' }));

const period = () => {
  const { firstDay, lastDay } = billStore.getState();
  return [firstDay, lastDay];
};

it('a day that is typed changes the period once it is one, and never the other day', async () => {
  await showPage(<PeriodPicker zone="UTC" />);
  const first = screen.getByLabelText('First day');
  const last = screen.getByLabelText('Last day');

  // On the way to December, the month is January for a moment.
  fireEvent.change(last, { target: { value: '2026-01-30' } });
  expect(screen.getByRole('alert').textContent).toBe(
    'The last day must not be before the first, or more than fifty years after it. The figures are still those of November 2026.',
  );
  expect(period()).toEqual(['2026-11-01', '2026-11-30']);
  fireEvent.change(last, { target: { value: '2026-12-30' } });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(period()).toEqual(['2026-11-01', '2026-12-30']);

  // On the way to 2025, the year is 2.
  fireEvent.change(first, { target: { value: '0002-11-01' } });
  expect(first).toHaveProperty('value', '0002-11-01');
  expect(screen.getByRole('alert').textContent).toMatch(/^Enter both days, from 1990 on\./);
  fireEvent.change(first, { target: { value: '2025-11-01' } });
  expect(period()).toEqual(['2025-11-01', '2026-12-30']);

  fireEvent.change(first, { target: { value: '' } });
  expect(screen.getByRole('alert').textContent).toContain('Nov 1, 2025 – Dec 30, 2026');
  expect(period()).toEqual(['2025-11-01', '2026-12-30']);
});
