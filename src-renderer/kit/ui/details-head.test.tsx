import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { DetailsHead } from './details-head.tsx';

const act = { zoom: vi.fn(), refresh: vi.fn(), close: vi.fn() };

it('shows the map, refreshes and closes, each by its own button', async () => {
  const { user } = await showPage(
    <DetailsHead
      title="harbour"
      onZoom={act.zoom}
      refresh={{ label: 'Refresh this task', act: act.refresh }}
      onClose={act.close}
    />,
  );
  expect(screen.getByRole('heading', { name: 'harbour', level: 2 })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Zoom to' }));
  expect([act.zoom, act.refresh, act.close].map((each) => each.mock.calls.length)).toEqual([1, 0, 0]);
  await user.click(screen.getByRole('button', { name: 'Refresh this task' }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect([act.zoom, act.refresh, act.close].map((each) => each.mock.calls.length)).toEqual([1, 1, 1]);
  expect(screen.queryByRole('status')).toBeNull();
});

it('has no map button without a place, and no refresh button without a refresh', async () => {
  await showPage(<DetailsHead title="harbour" onZoom={null} busy onClose={act.close} />);
  expect(screen.getAllByRole('button').map((each) => each.getAttribute('aria-label'))).toEqual(['Close']);
  expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined();
});
