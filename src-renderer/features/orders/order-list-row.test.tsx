import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RowAlone } from '../../../testing/page/list-parts.tsx';
import { orderOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { OrderListRow } from './order-list-row.tsx';

it('says state, name, what it is about and how much of it was delivered', async () => {
  const row = orderOf({ state: 'fulfilled', deliverableCount: 1_500, deliveredCount: 1_499 });
  await showPage(<RowAlone as={OrderListRow} row={row} flags={['closed-empty']} />);
  expect(screen.getByRole('img', { name: 'Fulfilled' })).toBeDefined();
  expect(screen.getByText('piers')).toBeDefined();
  expect(screen.getByText('1,499 of 1,500 delivered')).toBeDefined();
  expect(screen.getByText('harbours · TSKPOI-M · Feb 21, 2026')).toBeDefined();
  expect(screen.getByRole('img', { name: 'Closed without a deliverable' })).toBeDefined();
});

it('counts no deliverables where there are none yet, and falls back to when it was made', async () => {
  await showPage(<RowAlone as={OrderListRow} row={orderOf({ name: '', updatedAt: null })} />);
  expect(screen.getByText('Order 000042')).toBeDefined();
  expect(screen.queryByText(/delivered/)).toBeNull();
  expect(screen.getByText(/Feb 20, 2026$/)).toBeDefined();
});

it('says that the service does not have it any more, beside the status that was heard last', async () => {
  await showPage(<RowAlone as={OrderListRow} row={orderOf({ goneAt: '2026-03-05T06:00:00Z' })} />);
  expect(screen.getByText('harbours · TSKPOI-M · No longer at the service · Feb 21, 2026')).toBeDefined();
});

it('shows a status that nobody knows in the words of the service', async () => {
  await showPage(<RowAlone as={OrderListRow} row={orderOf({ state: 'other', status: 'in_limbo' })} />);
  expect(screen.getByText('harbours · TSKPOI-M · in limbo · Feb 21, 2026')).toBeDefined();
});
