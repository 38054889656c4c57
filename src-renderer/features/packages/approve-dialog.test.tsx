import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { ApproveDialog } from './approve-dialog.tsx';

/** Shows the dialog; the stored name is known when the test wants. */
async function show() {
  const known = Promise.withResolvers<void>();
  const offered = { lists: [], templates: [], prepared: 0, drafts: 0, maps: [], withheldMaps: [] };
  let closed = 0;
  const page = await showPage(<ApproveDialog ids={['a', 'b']} onClose={() => closed++} />, {
    answers: (os) => ({
      handover: {
        offer: os.handover.offer.handler(async () => {
          await known.promise;
          return { ...offered, maker: 'analyst-7' };
        }),
        approve: os.handover.approve.handler(() => ({ approved: 2 })),
      },
    }),
  });
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Your name' });
  return { ...page, known, field, closed: () => closed };
}

it('does not mix the stored name with what is typed before it is known', async () => {
  const { user, known, field } = await show();
  await user.type(field, 'Ben');
  known.resolve();
  await waitFor(() => expect(field.value).toBe('analyst-7'));
  await user.clear(field);
  await user.type(field, 'Ben');
  expect(field.value).toBe('Ben');
});

it('approves under the name that is shown, and closes', async () => {
  const { user, main, known, closed } = await show();
  known.resolve();
  await user.click(await screen.findByRole('button', { name: 'Approve as analyst-7' }));
  await waitFor(() => expect(closed()).toBe(1));
  expect(main.asked('handover.approve')).toEqual([{ ids: ['a', 'b'], by: 'analyst-7' }]);
});
