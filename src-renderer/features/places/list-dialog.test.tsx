import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { placeListIdSchema } from '../../../src-preload/contract/ids.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { ListDialog } from './list-dialog.tsx';

const listId = placeListIdSchema.parse('00000000-0000-4000-8000-000000000001');

it('makes one list by a double click on its button', async () => {
  const onClose = vi.fn();
  const { main, user } = await showPage(<ListDialog list={null} onClose={onClose} />, {
    answers: (os) => ({ places: { createList: os.places.createList.handler(() => ({ listId })) } }),
  });
  await user.type(await screen.findByLabelText(/Name/), 'Wells');
  const button = screen.getByRole('button', { name: 'Save' });
  act(() => {
    button.click();
    button.click();
  });
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(main.asked('places.createList')).toHaveLength(1);
});
