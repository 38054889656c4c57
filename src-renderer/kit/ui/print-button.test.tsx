import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, type Mock, vi } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { PrintButton } from './print-button.tsx';

let print: Mock<typeof window.print>;
beforeEach(() => {
  print = vi.fn();
  vi.stubGlobal('print', print);
  return () => vi.unstubAllGlobals();
});

it('prints when the page is complete, if it was pressed before', async () => {
  const { user, redraw } = await showPage(<PrintButton isWaiting isPossible={false} />);
  await user.keyboard('{Control>}p{/Control}');
  expect(print).not.toHaveBeenCalled();
  expect(screen.getByRole('status').textContent).toBe('Preparing the page, then printing…');
  redraw(<PrintButton isWaiting={false} isPossible />);
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(screen.getByRole('status').textContent).toBe('');
});

it('prints nothing where there is nothing to print', async () => {
  const { user } = await showPage(<PrintButton isWaiting={false} isPossible={false} />);
  const button = screen.getByRole('button', { name: 'Print…' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.click(button);
  expect(print).not.toHaveBeenCalled();
});
