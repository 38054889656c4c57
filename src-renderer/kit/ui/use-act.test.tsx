import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AppError } from '../../../src-main/core/app-error.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { useAct, useActOnce } from './use-act.ts';

function Acting({ run }: { run: () => Promise<unknown> }) {
  const act = useAct();
  return (
    <button type="button" onClick={() => act(run)}>
      Run
    </button>
  );
}

it('shows a failure as a notification with advice, which can be closed', async () => {
  const { user } = await showPage(
    <Acting run={() => Promise.reject(new AppError('OFFLINE', { host: 'api.test' }))} />,
  );
  await user.click(screen.getByRole('button', { name: 'Run' }));
  const note = await screen.findByRole('alert');
  expect(note.textContent).toContain('No network');
  expect(note.textContent).toContain('api.test');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('shows nothing after success or cancellation', async () => {
  const run = vi
    .fn<() => Promise<unknown>>()
    .mockRejectedValueOnce(new AppError('CANCELLED', {}))
    .mockResolvedValueOnce(null)
    .mockRejectedValueOnce(new AppError('DISK_FULL', { path: '/library', neededBytes: null }));
  const { user } = await showPage(<Acting run={run} />);
  for (let i = 0; i < 3; i += 1) await user.click(screen.getByRole('button', { name: 'Run' }));
  // Waits for the third notification; those of the first two would be beside it.
  await screen.findByText(/\/library/);
  expect(screen.getAllByRole('alert')).toHaveLength(1);
});

it('shows the same failure once, with the number of times', async () => {
  const run = () => Promise.reject(new AppError('DISK_FULL', { path: '/atlas', neededBytes: null }));
  const { user } = await showPage(<Acting run={run} />);
  for (let i = 0; i < 3; i += 1) await user.click(screen.getByRole('button', { name: 'Run' }));
  const notice = await screen.findByText(/\/atlas.*\(3 times\)/);
  expect(notice).toBeDefined();
  expect(screen.getAllByText(/\/atlas/)).toHaveLength(1);
});

function Duplicate({ run }: { run: () => Promise<unknown> }) {
  const actOnce = useActOnce();
  return (
    <button type="button" onClick={() => actOnce(run)}>
      Duplicate
    </button>
  );
}

it('useActOnce runs the first of two presses, and the next one after its end', async () => {
  const runs: (() => void)[] = [];
  await showPage(<Duplicate run={() => new Promise<void>((resolve) => runs.push(resolve))} />);
  const button = screen.getByRole('button', { name: 'Duplicate' });
  button.click();
  button.click();
  expect(runs).toHaveLength(1);
  await act(async () => runs[0]?.());
  button.click();
  expect(runs).toHaveLength(2);
});
