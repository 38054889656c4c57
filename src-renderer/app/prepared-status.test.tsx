import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../testing/page/show-page.tsx';
import { uiStore } from '../kit/state/ui-store.ts';
import { PreparedStatus } from './prepared-status.tsx';

const show = (total: number) =>
  showPage(<PreparedStatus />, {
    answers: (os) => ({ prepared: { page: os.prepared.page.handler(() => ({ total, rows: [] })) } }),
  });

it('says how many rows are prepared and not sent, and opens them', async () => {
  const { user } = await show(199);
  await user.click(await screen.findByRole('button', { name: '199 prepared rows not sent' }));
  expect(uiStore.getState()).toMatchObject({ workspace: 'plan', planMode: 'prepared' });
});

it('renders nothing without prepared rows', async () => {
  await show(0);
  expect(screen.queryByTestId('prepared-status')).toBeNull();
});
