import { Button, Modal } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { useFocusBack } from './use-focus-back.ts';

function Dialog({ onClose }: { onClose: () => void }) {
  useFocusBack();
  return (
    <Modal opened onClose={onClose} title="Dialog" transitionProps={{ duration: 0 }}>
      <Button data-autofocus onClick={onClose}>
        Leave
      </Button>
    </Modal>
  );
}

function Opener() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen && <Dialog onClose={() => setOpen(false)} />}
    </>
  );
}

it('returns the focus of a dialog that was mounted open to the button that opened it', async () => {
  const { user } = await showPage(<Opener />);
  const opener = screen.getByRole('button', { name: 'Open' });
  await user.click(opener);
  const leave = await screen.findByRole('button', { name: 'Leave' });
  await waitFor(() => expect(document.activeElement).toBe(leave));
  await user.click(leave);
  await waitFor(() => expect(document.activeElement).toBe(opener));
});
