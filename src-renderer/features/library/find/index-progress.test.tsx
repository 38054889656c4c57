import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../../../testing/page/show-page.tsx';
import { IndexProgress } from './index-progress.tsx';

it('says how far the index is while it is made, and nothing at other times', async () => {
  let share: number | null = 0.34;
  const { container } = await showPage(<IndexProgress />, {
    answers: (os) => ({ library: { indexShare: os.library.indexShare.handler(() => share) } }),
  });
  await screen.findByText('Preparing the search of all scenes: 34%');
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('34');
  share = null;
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull(), { timeout: 5_000 });
  expect(container.textContent).not.toContain('Preparing');
});
