import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { LinkButton } from './link-button.tsx';

it('is a button that can be focused and pressed by keyboard, and submits no form around it', async () => {
  const [open, submit] = [vi.fn(), vi.fn()];
  const { user } = await showPage(
    <form onSubmit={submit}>
      <LinkButton onClick={open}>harbour</LinkButton>
    </form>,
  );
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'harbour' }));
  await user.keyboard('{Enter}');
  expect(open).toHaveBeenCalledOnce();
  expect(submit).not.toHaveBeenCalled();
});
