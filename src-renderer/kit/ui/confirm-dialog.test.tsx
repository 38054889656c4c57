import { useMutation } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { AppError } from '../../../src-main/core/app-error.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

function Asked({ remove, backLabel }: { remove: () => Promise<unknown>; backLabel?: string }) {
  const [opened, setOpened] = useState(false);
  const command = useMutation({ mutationFn: remove, onSuccess: () => setOpened(false) });
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Ask
      </button>
      <ConfirmDialog
        opened={opened}
        title="Delete the file?"
        confirmLabel="Delete"
        {...(backLabel === undefined ? {} : { backLabel })}
        command={command}
        onClose={() => setOpened(false)}
      >
        It is gone from disk.
      </ConfirmDialog>
    </>
  );
}

async function open(remove: () => Promise<unknown> = async () => null, backLabel?: string) {
  const page = await showPage(<Asked remove={remove} {...(backLabel === undefined ? {} : { backLabel })} />);
  await page.user.click(screen.getByRole('button', { name: 'Ask' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete the file?' });
  return { ...page, dialog };
}

const button = (name: string) => screen.getByRole('button', { name });
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it('focuses the button that does nothing, so that Enter destroys nothing', async () => {
  const remove = vi.fn(async () => null);
  const { user, dialog } = await open(remove);
  expect(within(dialog).getByText('It is gone from disk.')).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(button('Back')));
  await user.keyboard('{Enter}');
  await closed();
  expect(remove).not.toHaveBeenCalled();
});

it('closes on Escape, and returns the focus', async () => {
  const remove = vi.fn(async () => null);
  const { user } = await open(remove);
  await waitFor(() => expect(document.activeElement).toBe(button('Back')));
  await user.keyboard('{Escape}');
  await closed();
  await waitFor(() => expect(document.activeElement).toBe(button('Ask')));
  expect(remove).not.toHaveBeenCalled();
});

it('runs once on a double click, and closes afterwards', async () => {
  let finish: () => void = () => undefined;
  const remove = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const { user } = await open(remove);
  await user.dblClick(button('Delete'));
  expect(remove).toHaveBeenCalledOnce();
  expect(screen.getByRole('dialog')).toBeDefined();
  finish();
  await closed();
});

it('shows why it failed, stays open, and retries on another click', async () => {
  const remove = vi.fn(async (): Promise<unknown> => {
    throw new AppError('FOLDER_NOT_WRITABLE', { path: '/library', detail: 'EACCES' });
  });
  const { user } = await open(remove);
  await user.click(button('Delete'));
  expect((await screen.findByRole('alert')).textContent).toContain('/library');
  await user.click(button('Delete'));
  expect(remove).toHaveBeenCalledTimes(2);
});

it('has its own label on the button that does nothing, if one is given', async () => {
  const { user } = await open(undefined, 'Keep the file');
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
  await user.click(button('Keep the file'));
  await closed();
});
