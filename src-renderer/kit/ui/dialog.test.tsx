import { Select } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { Dialog } from './dialog.tsx';

function Nested({ level }: { level: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open {level}
      </button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={`Dialog ${level}`}>
        <Select label={`List ${level}`} data={['a', 'b']} />
        {level < 3 && <Nested level={level + 1} />}
      </Dialog>
    </>
  );
}

const titles = () => screen.queryAllByRole('dialog').map((each) => each.querySelector('h2')?.textContent);

it('Escape closes the uppermost of several dialogs, one after the other', async () => {
  const { user } = await showPage(<Nested level={1} />);
  for (const level of [1, 2, 3]) {
    await user.click(screen.getByRole('button', { name: `Open ${level}` }));
    await screen.findByRole('dialog', { name: `Dialog ${level}` });
  }
  for (const left of [['Dialog 1', 'Dialog 2'], ['Dialog 1'], []]) {
    await user.keyboard('{Escape}');
    await waitFor(() => expect(titles()).toEqual(left));
  }
});

it('Escape in an open list closes the list, and no dialog', async () => {
  const { user } = await showPage(<Nested level={1} />);
  await user.click(screen.getByRole('button', { name: 'Open 1' }));
  await user.click(await screen.findByRole('combobox', { name: 'List 1' }));
  await screen.findByRole('option', { name: 'a' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
  expect(titles()).toEqual(['Dialog 1']);
});
