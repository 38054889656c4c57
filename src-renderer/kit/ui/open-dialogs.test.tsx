import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { Dialog } from './dialog.tsx';

const byItself = <Dialog givesWay opened onClose={() => undefined} title="By itself" />;

const page = (isAsked: boolean) => (
  <>
    <Dialog opened={isAsked} onClose={() => undefined} title="Question" />
    {byItself}
  </>
);

it('a dialog that opens by itself waits until a person has answered the one that is open', async () => {
  const { redraw } = await showPage(page(true));
  await screen.findByRole('dialog', { name: 'Question' });
  expect(screen.queryByRole('dialog', { name: 'By itself' })).toBeNull();
  redraw(page(false));
  await screen.findByRole('dialog', { name: 'By itself' });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Question' })).toBeNull());
});

it('and is shown at once where none is open', async () => {
  await showPage(byItself);
  await screen.findByRole('dialog', { name: 'By itself' });
});

it('and gives way to one that is opened later, until that is answered', async () => {
  const { redraw } = await showPage(page(false));
  await screen.findByRole('dialog', { name: 'By itself' });
  redraw(page(true));
  await screen.findByRole('dialog', { name: 'Question' });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'By itself' })).toBeNull());
  redraw(page(false));
  await screen.findByRole('dialog', { name: 'By itself' });
});
